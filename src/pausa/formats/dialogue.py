"""A conversation in plain text: who speaks, a colon, what is said.

    Anna: So we left early. It was late.
    Ben: Did you take the bus?

A name may stand in square brackets, and a time before or after it tells when the turn begins. Meeting tools
put name and time on a line of their own:

    [0:01:02] Anna: So we left early.        Anna Berg  0:03
    Ben (0:01:05): Did you?                  So we left early.

Lines without a name go on with the turn. A question mark is nobody known. Marks say where sentences end; where
there are none at all, each turn is a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pausa.core.document import Document
from pausa.core.times import Millis
from pausa.formats.base import Format, Layout, Source, closed, spelled
from pausa.formats.plain import is_running_text
from pausa.formats.utterances import Utterance, document_of, text_of
from pausa.text.marks import any_end

_STAMP = r"[\[(<]?((?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?)[\])>]?"
_NAME = r"(\[[^\[\]]{1,60}\]|[^\s:\[\]()<>][^:\[\]()<>]{0,39}?)"
_LABEL = re.compile(rf"\s*(?:{_STAMP}\s*[-–]?\s*)?{_NAME}\s*(?:{_STAMP}\s*)?:(?:\s+|$)")
_HEADER = re.compile(rf"\s*{_NAME}\s+{_STAMP}\s*$")
_UNKNOWN = "?"
#: A name has at most this many parts.
_MOST_PARTS = 5
#: Looking at this many lines is enough.
_ENOUGH = 500


class _Label(NamedTuple):
    """Who speaks from here on, since when if that is told, and where the text begins."""

    name: str
    start: Millis | None
    text_from: int
    certain: bool


def parse(source: Source) -> list[Document]:
    return [document_of(_turns(source.text.split("\n")), source)]


def _turns(lines: Sequence[str]) -> Iterator[Utterance]:
    speaker: str | None = None
    start: Millis | None = None
    said: list[str] = []
    for line, label in zip(lines, _labels(lines), strict=True):
        if label is not None:
            if said or start is not None:
                yield Utterance(" ".join(said), start, None, speaker)
            speaker, start, said = None if label.name == _UNKNOWN else label.name, label.start, []
            line = line[label.text_from :]
        if line.strip():
            said.append(line)
    yield Utterance(" ".join(said), start, None, speaker)


def _labels(lines: Sequence[str]) -> list[_Label | None]:
    """The label at the start of each line; what may be a name or not is one where it comes again."""
    found = [_label(line) for line in lines]
    counts = Counter(label.name for label in found if label)
    return [label if label and (label.certain or counts[label.name] > 1) else None for label in found]


def _label(line: str) -> _Label | None:
    """What may be a label at the start of a line.

    >>> _label("[0:02] Anna: So we left.")
    _Label(name='Anna', start=2000, text_from=13, certain=True)
    """
    found = _LABEL.match(line)
    if found:
        early, name, late = found.groups()
    else:
        found = _HEADER.match(line)
        if not found:
            return None
        early, (name, late) = None, found.groups()
    stamp = early or late
    if name[0] == "[":
        name = name[1:-1].strip() or _UNKNOWN
        return _Label(name, _time(stamp), found.end(), certain=True)
    parts = name.split()
    if len(parts) > _MOST_PARTS or (name != _UNKNOWN and any(sign in ",;!?" for sign in name)):
        return None
    return _Label(" ".join(parts), _time(stamp), found.end(), certain=_is_name(parts))


def _is_name(parts: Sequence[str]) -> bool:
    """Whether these words begin and end as names do: with a capital, or a number in it."""
    return parts == [_UNKNOWN] or all(
        part[0].isupper() or any(sign.isdigit() for sign in part) for part in (parts[0], parts[-1])
    )


def _time(stamp: str | None) -> Millis | None:
    if stamp is None:
        return None
    *hours, minutes, last = stamp.replace(",", ".").split(":")
    return 60_000 * (60 * sum(map(int, hours)) + int(minutes)) + round(1000 * float(last))


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{line}\n" for doc in documents for line in _lines(spelled(doc)))


def _lines(doc: Document) -> list[str]:
    if not doc.n_words:
        return [" ".join([f"{_UNKNOWN}:", *map(str, doc.transcript.tokens())])]
    words = doc.transcript.words
    stops, turns = 0, []
    for _, run in groupby(words, key=lambda word: word.speaker):
        start, stops = stops, stops + sum(1 for _ in run)
        turns.append((start, stops))
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
    label = _label(f"{name}: so")
    if label and label.certain and label.name == name and label.start is None:
        return name
    return f"[{name.replace('[', '(').replace(']', ')')[:60]}]"


def looks_like(head: str) -> bool:
    """Running text whose first line has a name, and in which names come again or stand on every line."""
    if not is_running_text(head):
        return False
    lines = [line for line in head.split("\n") if line.strip()][:_ENOUGH]
    labels = _labels(lines)
    names = [label.name for label in labels if label]
    return len(names) > 1 and labels[0] is not None and (len(set(names)) < len(names) or None not in labels)


FORMAT = Format(
    name="dialogue",
    title="Conversation in plain text, with speakers",
    suffixes=(".dialogue",),
    keeps=frozenset({"words", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
