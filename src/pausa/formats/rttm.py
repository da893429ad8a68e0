"""RTTM, NIST's rich transcription: words and sentence-like units as records with times.

    SU call 1 3.200 0.510 <NA> question Anna <NA>
    LEXEME call 1 3.200 0.200 good lex Anna 0.98
    LEXEME call 1 3.400 0.310 morning lex Anna 0.91

Columns: type, recording, channel, start, duration, word, subtype, speaker, confidence. Words are `LEXEME`
records; a sentence is an `SU` record (statement, question, incomplete, backchannel) that covers them in time.
`NON-LEX` records (laugh, cough) are events. `SPEAKER` records tell who speaks where the words do not say.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis, seconds
from pausa.core.words import Word
from pausa.formats.base import Cut, Format, Layout, Source, document, end_marks, main_segmentation
from pausa.formats.cutting import Runs
from pausa.formats.nist import (
    cell,
    columns,
    first_rows,
    known,
    known_number,
    mostly,
    names,
    rows,
    timed_cells,
    timed_tokens,
)
from pausa.text.marks import chief
from pausa.text.tokens import settled, token_words

_KINDS = frozenset(
    "LEXEME SU SPEAKER NON-LEX NON-SPEECH SEGMENT NOSCORE NO_RT_METADATA A/P EDIT FILLER IP CB SPKR-INFO".split()
)
_EVENTS = ("NON-LEX", "NON-SPEECH")
_MARKS = {"statement": ".", "question": "?", "incomplete": "—", "backchannel": "."}
_SUBTYPES = {"?": "question", "—": "incomplete", "…": "incomplete", "=": "incomplete"}
#: Units of one speaker hardly overlap, so the one that holds a word is among the last few that have begun.
_LOOK_BACK = 50
#: Where nothing else tells it, a speaker's stretch of words goes on until a silence this long.
_PAUSE: Millis = 500


@dataclass(frozen=True)
class _Unit:
    """A stretch of time: a sentence-like unit or a speaker's turn. `place` is its row in the file."""

    place: int
    speaker: str | None
    start: Millis
    end: Millis
    subtype: str = ""


@dataclass(frozen=True)
class _Token:
    place: int
    channel: str
    word: Word


@dataclass
class _Recording:
    tokens: list[_Token] = field(default_factory=list)
    sentences: dict[str, list[_Unit]] = field(default_factory=lambda: defaultdict(list))
    turns: dict[str, list[_Unit]] = field(default_factory=lambda: defaultdict(list))


def parse(source: Source) -> list[Document]:
    recordings: dict[str, _Recording] = defaultdict(_Recording)
    for number, cells in rows(source, comments=(";", "#")):
        kind = cells[0].upper()
        if kind not in _KINDS or len(cells) < 6:
            source.bad_row(number, "not a record of type, recording, channel, start, duration and more")
        else:
            _take(kind, cells + ["<NA>"] * 4, number, recordings[cells[1]], source)
    worded = {name: found for name, found in recordings.items() if found.tokens}
    if not worded and (recordings or source.bad_rows):
        raise source.error(None, "no LEXEME records, so there are no words in it", "give an RTTM file with words")
    return [_document(found, name, source) for name, found in worded.items()] or [document([])]


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for each recording, where all have words."""
    found = Runs()
    n_worded, is_worded = 0, False
    for number, line in enumerate(lines):
        cells = columns(line)
        kind = cells[0].upper() if cells else ""
        if kind not in _KINDS or len(cells) < 6:
            continue
        is_worded = is_worded and cells[1] == found.latest
        if not found.add(cells[1], number):
            return None
        if not is_worded and (kind in _EVENTS or (kind == "LEXEME" and cells[5].upper() != "<NA>")):
            n_worded, is_worded = n_worded + 1, True
    return found.cut(parse) if n_worded == len(found.starts) else None


def _take(kind: str, cells: list[str], number: int, recording: _Recording, source: Source) -> None:
    """Add what one record says to its recording; kinds that say nothing about words are passed over."""
    channel, text, subtype, speaker = cells[2], cells[5], cells[6], known(cells[7])
    start, end = _times(cells, number, source) if kind in ("LEXEME", "SU", "SPEAKER", *_EVENTS) else (None, None)
    if kind == "LEXEME":
        if text.upper() == "<NA>":
            source.bad_row(number, "no word in this record")
            return
        sure = source.confidence(known_number(cells[8]), number)
        words = token_words(text, start=start, end=end, speaker=speaker, confidence=sure)
        recording.tokens += [_Token(number, channel, word) for word in words]
    elif kind in _EVENTS:
        recording.tokens.append(_Token(number, channel, Word(f"<{known(subtype) or 'other'}>", start, end, speaker)))
    elif start is not None and end is not None:
        if kind == "SU" and subtype.lower() != "unannotated":
            recording.sentences[channel].append(_Unit(number, speaker, start, end, subtype.lower()))
        elif kind == "SPEAKER":
            recording.turns[channel].append(_Unit(number, speaker, start, end))


def _times(cells: list[str], number: int, source: Source) -> tuple[Millis | None, Millis | None]:
    start, duration = source.time(known_number(cells[3]), number), source.time(known_number(cells[4]), number)
    return source.span(start, None if start is None or duration is None else start + duration, number)


def _document(recording: _Recording, name: str, source: Source) -> Document:
    tokens = _with_speakers(recording)
    groups = list(_grouped(tokens, _Finder(recording.sentences or recording.turns)))
    words = settled((token.word for _, group in groups for token in group), lang=source.language)
    made = document(words, name=name)
    ends: list[int] = []
    marks: list[str] = []
    n_words = 0
    for unit, group in groups:
        in_group = sum(1 for token in group if token.word.text and not token.word.is_event)
        n_words += in_group
        if unit is not None and unit.subtype and in_group:
            ends.append(n_words - 1)
            marks.append(_mark(made.transcript.words[n_words - 1], unit))
    return made.only(Segmentation.of(n_words, ends, marks=marks)) if ends else made


def _mark(word: Word, unit: _Unit) -> str:
    """The mark that a unit's subtype means; the word's own where it says the same more exactly ("!")."""
    own, meant = chief(word.mark), _MARKS.get(unit.subtype, "")
    says_the_same = own not in ("", ",", ":") and _MARKS[_SUBTYPES.get(own, "statement")] == meant
    return own if says_the_same else meant


def _with_speakers(recording: _Recording) -> list[_Token]:
    """The tokens with speakers: their own, else whose turn or sentence it is, else the channel, if one of several."""
    turns, sentences = _Finder(recording.turns), _Finder(recording.sentences)
    several = len({token.channel for token in recording.tokens}) > 1
    tokens = []
    for token in recording.tokens:
        word = token.word
        if word.speaker is None:
            turn = turns.holding(token) or sentences.holding(token)
            word = replace(word, speaker=turn.speaker if turn else token.channel if several else None)
        tokens.append(_Token(token.place, token.channel, word))
    return tokens


class _Finder:
    """Finds the unit that holds a token: by channel, speaker and the middle of the token's time."""

    def __init__(self, units: dict[str, list[_Unit]]) -> None:
        self._units = {channel: sorted(found, key=lambda unit: unit.start) for channel, found in units.items()}
        self._starts = {channel: [unit.start for unit in found] for channel, found in self._units.items()}

    def holding(self, token: _Token) -> _Unit | None:
        """The unit; of several, the last whose record stands before the token's, else the last to begin."""
        word = token.word
        if word.start is None or token.channel not in self._units:
            return None
        middle = (word.start + (word.start if word.end is None else word.end)) / 2
        begun = bisect_right(self._starts[token.channel], middle)
        found = [
            unit
            for unit in self._units[token.channel][max(0, begun - _LOOK_BACK) : begun]
            if unit.end >= middle and (unit.speaker is None or word.speaker in (None, unit.speaker))
        ]
        before = [unit for unit in found if unit.place < token.place]
        return max(before, key=lambda unit: unit.place) if before else found[-1] if found else None


def _grouped(tokens: Iterable[_Token], units: _Finder) -> Iterator[tuple[_Unit | None, list[_Token]]]:
    """Tokens by unit, in the order in which the units' first words stand; an event goes with the word before it.

    So people who talk at the same time do not tear each other's sentences apart.
    """
    groups: list[tuple[_Unit | None, list[_Token]]] = []
    of_unit: dict[int, int] = {}
    of_stream: dict[tuple[str, str | None], tuple[int, Word]] = {}
    latest: int | None = None
    waiting: list[_Token] = []
    for token in tokens:
        if token.word.is_event:
            (waiting if latest is None else groups[latest][1]).append(token)
            continue
        stream = (token.channel, token.word.speaker)
        unit = units.holding(token)
        if unit is not None:
            place = of_unit.setdefault(unit.place, len(groups))
        else:
            place, before = of_stream.get(stream, (len(groups), token.word))
            # A word whose time is unknown goes with the one before; others that no unit holds stay by themselves.
            if (
                place < len(groups)
                and token.word.start is not None
                and (groups[place][0] or _parted(before, token.word))
            ):
                place = len(groups)
        if place == len(groups):
            groups.append((unit, waiting))
            waiting = []
        groups[place][1].append(token)
        of_stream[stream], latest = (place, token.word), place
    yield from groups or [(None, waiting)]


def _parted(before: Word, after: Word) -> bool:
    return before.end is not None and after.start is not None and after.start - before.end >= _PAUSE


def render(documents: Sequence[Document], layout: Layout) -> str:
    named = zip(documents, names(documents), strict=True)
    rows = [row for doc, name in named for row in _rows(doc, name)]
    text = "".join(f"{row}\n" for row in rows) or ";; no words\n"
    if any(
        before[:4] == after[:4] for before, after in pairwise(row.split(" ", 4) for row in rows if row[:3] == "SU ")
    ):
        _check_order(documents, text)
    return text


def _check_order(documents: Sequence[Document], text: str) -> None:
    """Words go to sentences by their times: of sentences that begin at once another order might be read."""
    for doc, back in zip(documents, parse(Source(text, name="rttm")), strict=True):
        asked, found = ([word.rstrip(".") for word in one.transcript.texts] for one in (doc, back))
        if asked != found and sorted(asked) == sorted(found):
            problem = f"sentences of {doc.name!r} begin at the same time, and would be read in another order"
            raise CannotWrite("rttm", problem, "write json, or give the words times")


def _rows(doc: Document, name: str) -> Iterator[str]:
    segmentation = main_segmentation(doc)
    tokens = timed_tokens(doc, format_name="rttm")
    for (start, stop), mark in zip(segmentation.spans(), end_marks(doc, segmentation), strict=True):
        yield from _sentence(name, [next(tokens) for _ in doc.transcript.tokens(start, stop)], mark)


def _sentence(name: str, tokens: list[tuple[Word, Millis, Millis]], mark: str) -> Iterator[str]:
    """The SU record of a sentence and the records of its words."""
    spoken = [(word, start, end) for word, start, end in tokens if not word.is_event]
    speakers = {word.speaker for word, _, _ in spoken}
    who = cell(speakers.pop(), "<NA>") if len(speakers) == 1 else "<NA>"
    begin, finish = min(start for _, start, _ in spoken), max(end for _, _, end in spoken)
    yield f"SU {name} 1 {_span(begin, finish)} <NA> {_SUBTYPES.get(mark, 'statement')} {who} <NA>"
    for word, start, end in tokens:
        who = cell(word.speaker, "<NA>")
        sure = "<NA>" if word.confidence is None else f"{word.confidence:.4f}"
        for text, began, ended in timed_cells(word, start, end, format_name="rttm"):
            if word.is_event:
                yield f"NON-LEX {name} 1 {_span(began, ended)} <NA> {text[1:-1]} {who} <NA>"
            else:
                yield f"LEXEME {name} 1 {_span(began, ended)} {text} lex {who} {sure}"


def _span(start: Millis, end: Millis) -> str:
    return f"{seconds(start)} {seconds(end - start)}"


def looks_like(head: str) -> bool:
    return mostly(first_rows(head), lambda cells: len(cells) >= 8 and cells[0].upper() in _KINDS)


FORMAT = Format(
    name="rttm",
    title="RTTM, NIST's rich transcription",
    suffixes=(".rttm",),
    keeps=frozenset({"words", "times", "speakers", "confidence", "marks", "ends", "events", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
)
