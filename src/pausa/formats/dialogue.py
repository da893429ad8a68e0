"""A conversation in plain text: who speaks, a colon, what is said.

    Anna: So we left early. It was late.
    Ben: Did you take the bus?

A time before or after the name tells when the turn begins. Meeting tools put name and time on a line of their own:

    [0:01:02] Anna: So we left early.        Anna Berg  0:03
    Ben (0:01:05): Did you?                  So we left early.

Lines without a name go on with the turn. A name begins and ends with a capital or a number, else it stands in square
brackets; a question mark is nobody known. Where most lines begin with one of them, in turn, the `Q.` and `A.` of courts
and single small words with a colon (`host:`, `guest:`) are names, too. Marks say where sentences end; where there are
none at all, each turn is a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pausa.core.document import Document
from pausa.core.times import Millis
from pausa.formats.base import Format, Layout, Source, closed, spelled
from pausa.formats.names import is_name
from pausa.formats.plain import is_running_text
from pausa.formats.utterances import Utterance, document_of, text_of
from pausa.text.marks import any_end

_CLOCK = r"(?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d(?:[.,]\d{1,3})?"
_RANGE = rf"({_CLOCK})(?: ?(?:-|–|—|-->) ?{_CLOCK})?"
#: Lists, bold type and captions have signs before a name.
_LEAD = r"(?:>>+ ?|[-–—•] ?|\*\*)?"
_NAME = r"(\[[^\[\]]{1,200}\]|[^\s:：,;!\[\]()<>|*][^:：,;!\[\]()<>|*]{0,39}?)"
_ASIDE = r"(?: ?\([^():]{1,40}\))?"
_STAMP = rf"(?:\[{_RANGE}\]|\({_RANGE}\)|{_RANGE})"
_LABEL = re.compile(
    rf"{_LEAD}(?:{_STAMP}(?: ?[-–—|])? ?)?{_LEAD}{_NAME}{_ASIDE}(?: ?{_STAMP})?(?:\*\*)? ?(?:：|:(?:\*\*)?(?: |$))"
)
_HEADER = re.compile(
    rf"{_LEAD}(?:{_NAME}{_ASIDE} (?:[-–—|] )?{_STAMP}|{_STAMP} (?:[-–—|] )?{_NAME}{_ASIDE})",
)
#: What is a name only where most lines begin so.
_IN_TURN = re.compile(r"\s*+([QA]\.|[^\W\d_]+:)\s+(?=\S)")
_COURT = frozenset({"Q.", "A."})
_UNKNOWN = "?"
#: A label has at most this many characters.
_LONGEST = 300
#: Looking at this many lines is enough.
_ENOUGH = 500


class _Label(NamedTuple):
    """Who speaks from here on, since when if that is told, and what stands behind it in the line."""

    name: str
    start: Millis | None
    text: str = ""


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    labels = _labels(lines)
    if not any(labels):
        raise source.error(None, "no line begins with a speaker's name and a colon", "read it as lines")
    small = sorted(sign[:-1] for sign in _in_turn(lines) - _COURT)
    if small:
        source.note(f"small words before colons are taken for speakers ({', '.join(small)}); as lines they are words")
    return [document_of(_turns(lines, labels), source)]


def _turns(lines: Sequence[str], labels: Sequence[_Label | None]) -> Iterator[Utterance]:
    speaker: str | None = None
    start: Millis | None = None
    said: list[str] = []
    for line, label in zip(lines, labels, strict=True):
        if label is not None:
            yield Utterance(" ".join(said), start, None, speaker)
            speaker, start, said = None if label.name == _UNKNOWN else label.name, label.start, []
            line = label.text
        if line.strip():
            said.append(line)
    yield Utterance(" ".join(said), start, None, speaker)


def _labels(lines: Sequence[str]) -> list[_Label | None]:
    """The label of each line that has one: all with a colon or, where these are more, all on lines of their own."""
    names = _in_turn(lines)
    with_colon = [_label(line) or _named_in_turn(line, names) for line in lines]
    filled = [place for place, line in enumerate(lines) if line.strip()]
    above_text = {place for place, below in pairwise(filled) if not _header(lines[below])}
    alone = [_header(line) if place in above_text else None for place, line in enumerate(lines)]
    return alone if sum(map(bool, alone)) > sum(map(bool, with_colon)) else with_colon


def _in_turn(lines: Sequence[str]) -> frozenset[str]:
    """The signs with which most lines begin and which take turns: "Q." and "A.", or small words with a colon.

    >>> sorted(_in_turn(["Q. why", "A. because", "Q. when"])), _in_turn(["note: it rained", "so we left"])
    (['A.', 'Q.'], frozenset())
    """
    filled = [line for line in lines if line.strip()][:_ENOUGH]
    signs = [match[1] for match in map(_IN_TURN.match, filled) if match]
    often = {sign for sign, count in Counter(signs).items() if count > 1 and sign.islower()}
    for names in (_COURT, often):
        found = [sign for sign in signs if sign in names]
        n_turns = sum(1 for _ in groupby(found))
        if len(set(found)) > 1 and 2 * len(found) >= len(filled) and 2 * n_turns > len(found):
            return frozenset(found)
    return frozenset()


def _named_in_turn(line: str, names: Collection[str]) -> _Label | None:
    found = _IN_TURN.match(line) if names else None
    return _Label(found[1][:-1], None, line[found.end() :].strip()) if found and found[1] in names else None


def _label(line: str) -> _Label | None:
    """The name and the colon at the start of a line.

    >>> _label("[0:02] Anna: So we left.")
    _Label(name='Anna', start=2000, text='So we left.')
    """
    line = line.strip()
    begins = " ".join(line[:_LONGEST].split())
    found = _LABEL.match(begins)
    if not found:
        return None
    # What stands behind is taken from the line itself, by its last colon among those of the label.
    n_colons = sum(begins.count(sign, 0, found.end()) for sign in ":：")
    return _made(found, re.split("[:：]", line, maxsplit=n_colons)[n_colons].removeprefix("**").strip())


def _header(line: str) -> _Label | None:
    """The name and the time on a line of their own."""
    line = line.strip()
    found = _HEADER.fullmatch(" ".join(line.split())) if len(line) <= _LONGEST else None
    return _made(found) if found else None


def _made(found: re.Match[str], text: str = "") -> _Label | None:
    name, *stamps = sorted(filter(None, found.groups()), key=lambda part: bool(re.fullmatch(_CLOCK, part)))
    start = _time(stamps[0]) if stamps else None
    if name[0] == "[":
        return _Label(name[1:-1].strip() or _UNKNOWN, start, text)
    return _Label(name.strip(), start, text) if _is_name(name.split()) else None


def _is_name(parts: Sequence[str]) -> bool:
    """Whether these words begin and end as names do: with a capital or in a script without, or a number in it."""
    return parts == [_UNKNOWN] or ("?" not in "".join(parts) and is_name(parts))


def _time(stamp: str) -> Millis:
    *hours, minutes, last = stamp.replace(",", ".").split(":")
    return 60_000 * (60 * sum(map(int, hours)) + int(minutes)) + round(1000 * float(last))


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{line}\n" for doc in documents for line in _lines(spelled(doc)))


def _lines(doc: Document) -> list[str]:
    if not doc.n_words:
        return [" ".join([f"{_UNKNOWN}:", *map(str, doc.transcript.tokens())])]
    words = doc.transcript.words
    changes = [place for place in range(1, len(words)) if words[place].speaker != words[place - 1].speaker]
    turns = list(pairwise([0, *changes, len(words)]))
    if len(turns) > 1 and not any_end(words):
        # Without any mark every turn would be read as a sentence, and here is only one.
        doc = closed(doc)
    return [
        f"{_written(words[start].speaker)}: {text_of(doc, start, stop, format_name='dialogue')}"
        for start, stop in turns
    ]


def _written(speaker: str | None) -> str:
    """A name so that it is read again; in brackets where it would not be taken for one."""
    name = " ".join((speaker or _UNKNOWN).split())
    if _label(f"{name}: so") == _Label(name, None, "so"):
        return name
    return f"[{name.replace('[', '(').replace(']', ')')[:200] or _UNKNOWN}]"


def looks_like(head: str) -> bool:
    """Running text in which names take turns: somebody speaks again after somebody else did.

    Less is not enough: what is taken for a name is no longer a word, and notes, recipes and letters have colons too.
    """
    if not is_running_text(head):
        return False
    lines = [line for line in head.split("\n") if line.strip()][:_ENOUGH]
    names = [name for name, _ in groupby(label.name for label in _labels(lines) if label)]
    return len(set(names)) < len(names)


FORMAT = Format(
    name="dialogue",
    title="Conversation in plain text, with speakers",
    suffixes=(".dialogue",),
    keeps=frozenset({"words", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    plain=True,
    for_people=True,
    joins=True,
)
