"""Sentences to cues of subtitles: what the subtitle formats share when they are written.

One cue per sentence, unless rules ask for more (see `subtitling`). A sentence that does not fit into the lines of a cue
goes on in the next one. Where to part it, and where to break lines, is one question: as few pieces as can be, of even
length, rather behind a comma or before a pause than elsewhere. A document that was read from subtitles and is still the
same keeps the cues it had. A word that would be read as the sign of a new speaker, or as a name, stands in a line by
itself. Who speaks is told by names before turns, or by dashes where two share a cue, if somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.joining import is_close, join
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Layout, closed, main_segmentation, spelled
from pausa.formats.cues import is_sign, opens_turn
from pausa.formats.names import label_of, names_in
from pausa.formats.speaker_labels import bracketed, is_labelled, labels_for, opened, unvoiced, with_labels
from pausa.formats.subtitling import DASH, Faults, Piece, Rules, arrange, faults_of, show
from pausa.formats.timing import required_times
from pausa.text.columns import columns
from pausa.text.marks import any_end, is_end

#: What parting elsewhere than behind a mark or before a pause costs, on the scale of squared unevenness.
_PARTED_CUE, _PARTED_LINE = 0.25, 0.05
#: A silence this long parts phrases.
_PAUSE_MS = 200


@dataclass(frozen=True)
class Caption:
    """Words to show together from one time to another, in lines."""

    start: Millis
    end: Millis
    lines: tuple[tuple[Word, ...], ...]


class _Unit(NamedTuple):
    """Tokens that stay in one line: nearly always one; a lone hyphen is never first in a line with others."""

    tokens: tuple[Word, ...]
    start: Millis
    end: Millis
    width: int


def text_cues(doc: Document, layout: Layout, *, format_name: str, by_time: bool = False) -> list[Cue]:
    """The cues to write, as lines of text: those that the document was read from, or else its sentences.

    In a format whose cues go `by_time`, whatever their order in the file, those that go back in time are not kept.
    """
    kept = kept_cues(doc, layout)
    if kept is not None and not (by_time and _goes_back(kept)):
        return list(kept)
    made = captions(doc, layout, format_name=format_name)
    return [Cue(0, one.start, one.end, tuple(map(_line_text, one.lines)), _voices(one)) for one in made]


def kept_cues(doc: Document, layout: Layout) -> tuple[Cue, ...] | None:
    """The cues that the document was read from, if they still spell it and nobody asks for other lines."""
    if doc.shown is None or not layout.is_usual or not doc.shown.still_spells(doc.transcript, doc.segmentations):
        return None
    return doc.shown.cues


def _goes_back(cues: Sequence[Cue]) -> bool:
    starts = [cue.start or 0 for cue in cues]
    return any(one > other for one, other in pairwise(starts))


def _line_text(line: Sequence[Word]) -> str:
    return join(line)


def _voices(caption: Caption) -> tuple[str | None, ...]:
    return tuple(line[0].speaker if line else None for line in caption.lines)


def captions(doc: Document, layout: Layout, *, format_name: str) -> list[Caption]:
    """The cues of a document, with marks that spell its sentences; CannotWrite where no time is known."""
    if layout.speakers != "labels":
        return _without_names(_made(doc, layout, format_name), format_name, layout)
    labels = labels_for(doc.transcript.words)
    made = _made(with_labels(doc, labels), layout, format_name)
    if not {label[: -len(": ")] for label in labels.values() if label[0] != "["} <= _names_in(made):
        # A reader would not take these for names: in brackets it does.
        labels = {speaker: bracketed(speaker) for speaker in labels}
        made = _made(with_labels(doc, labels), layout, format_name)
    made = _without_names(made, format_name, layout, labels)
    return [replace(one, lines=tuple(map(unvoiced, one.lines))) for one in made]


def _made(doc: Document, layout: Layout, format_name: str) -> list[Caption]:
    segmentation = main_segmentation(doc)
    doc = spelled(doc)
    made = list(_captions(doc, segmentation, layout, format_name))
    if len(segmentation.ends) == 1 and (len(made) > 1 or _has_turns(made[0])) and not any_end(doc.transcript.words):
        # Without any mark every cue and turn would be read as a sentence, and here is only one.
        made = list(_captions(closed(doc), segmentation, layout, format_name))
    moved = sum(1 for one in made if len(one.lines) > 1 and len(one.lines[0]) == 1 and is_sign(one.lines[0][0]))
    if moved:
        layout.say(f"{format_name}: signs such as - that open a sentence stand in a line by themselves ({moved} times)")
    return made


def _names_in(made: Sequence[Caption]) -> frozenset[str]:
    return names_in([[_line_text(line) for line in one.lines] for one in made])


def _without_names(
    made: list[Caption], format_name: str, layout: Layout, labels: Mapping[str, str] | None = None
) -> list[Caption]:
    """The captions with a line break behind what would be read as the names of speakers, but for labels."""
    names = _names_in(made)
    seen = {label.name for one in made for line in one.lines if not is_labelled(line, labels or {})
            if (label := label_of(_line_text(line), names))}  # fmt: skip
    if not seen:
        return made
    layout.say(f"{format_name}: words that look like speakers' names ({min(seen)}: …) stand in a line by themselves")
    return [
        replace(
            one,
            lines=tuple(
                part
                for line in one.lines
                for part in ([line] if is_labelled(line, labels or {}) else _parted(line, names))
            ),
        )
        for one in made
    ]


def _parted(line: tuple[Word, ...], names: Collection[str]) -> list[tuple[Word, ...]]:
    """The line in pieces none of which begins with a name and goes on."""
    pieces: list[tuple[Word, ...]] = []
    while label := label_of(_line_text(line), names):
        length = next(count for count in range(1, len(line) + 1) if str(line[count - 1]).endswith((":", "：")))
        if not label.text or length == len(line):
            break
        pieces.append(line[:length])
        line = line[length:]
    return [*pieces, line]


def _has_turns(caption: Caption) -> bool:
    return any(opens_turn(str(line[0])) for line in caption.lines[1:])


def _captions(doc: Document, segmentation: Segmentation, layout: Layout, format_name: str) -> Iterator[Caption]:
    times = required_times(doc.transcript, format_name=format_name)
    if doc.transcript.events and not times:
        raise CannotWrite(format_name, "has no words to show, only events", "write json instead")
    sentences = [_units(doc, start, stop, times, format_name) for start, stop in segmentation.spans()]
    rules = layout.rules
    if any(unit.width < columns(str(unit.tokens[0])) for units in sentences for unit in units):
        layout = _narrower(layout)  # a line that opens with such a unit is a column wider than its widths say
    if rules is not None:
        yield from _ruled(sentences, rules, layout, format_name)
        return
    for units in sentences:
        for first, last in _in_cues(units, layout):
            yield _caption(units[first:last], layout)


def _narrower(layout: Layout) -> Layout:
    width = max(1, layout.line_width - 1)
    return replace(layout, line_width=width, rules=layout.rules and replace(layout.rules, line_width=width))


def _ruled(sentences: Sequence[list[_Unit]], rules: Rules, layout: Layout, format_name: str) -> Iterator[Caption]:
    """Cues by the rules of subtitling; what cannot be obeyed is told. An end without a mark is always that of a cue."""
    units = [unit for sentence in sentences for unit in sentence]
    pieces: list[Piece] = []
    blocks: list[int] = [0]
    for sentence in sentences:
        if sentence and opens_turn(f"{sentence[0].tokens[0]} …") and blocks[-1] != len(pieces):
            blocks.append(len(pieces))  # its sign beside the dash of a shared cue would be one sign too many
        for place, (unit, closes) in enumerate(zip(sentence, _closes(sentence), strict=True), start=1):
            pieces.append(
                Piece(unit.width, unit.start, unit.end, unit.tokens[0].speaker, place == len(sentence), closes)
            )
        if sentence and not is_end(sentence[-1].tokens[-1].mark):
            blocks.append(len(pieces))
    if blocks[-1] != len(pieces):
        blocks.append(len(pieces))
    cues = [
        (first + start, last + start)
        for start, stop in pairwise(blocks)
        for first, last in arrange(pieces[start:stop], layout.rules or rules)
    ]
    faults = Faults()
    for (first, last), (begin, end) in zip(cues, show(pieces, cues, rules), strict=True):
        made = replace(_shared(units[first:last], layout), start=begin, end=end)
        whole = pieces[last - 1].ends_sentence and (first == 0 or pieces[first - 1].ends_sentence)
        faults += faults_of(begin, end, made.lines, rules, alone=whole)
        yield made
    if faults.any:
        layout.say(f"{format_name}: {faults}, where the times of the words leave no room")


def _units(
    doc: Document, start: int, stop: int, times: Sequence[tuple[Millis, Millis]], format_name: str
) -> list[_Unit]:
    units: list[_Unit] = []
    index = start
    for token in doc.transcript.tokens(start, stop):
        if token.is_event:
            at = times[index - 1][1] if index > start else times[start][0]
            span = (at, at)
        else:
            span = times[index]
            index += 1
        width = columns(str(token))
        if units and is_close(str(units[-1].tokens[-1]), str(token)):
            width -= 1  # whoever sums widths up counts a blank between two units
        opens = all(is_sign(unit.tokens[0]) for unit in units)
        if not is_sign(token) or opens:
            units.append(_Unit((token,), *span, width))
        else:
            tokens, begin, _, before = units[-1]
            units[-1] = _Unit((*tokens, token), begin, span[1], before + 1 + width)
    return units


def _caption(units: Sequence[_Unit], layout: Layout) -> Caption:
    n_signs = sum(1 for _ in takewhile(lambda unit: is_sign(unit.tokens[0]), units))
    if n_signs and len(units) > 1:
        alone = tuple(unit.tokens for unit in units[:n_signs])
        rest = _caption(units[n_signs:], layout).lines if n_signs < len(units) else ()
        return Caption(units[0].start, units[-1].end, (*alone, *rest))
    widths = [unit.width for unit in units]
    lines = [(0, len(units))]
    if sum(widths) + len(widths) - 1 > layout.line_width:
        reach = [_reach(widths, first, layout.line_width, 1) for first in range(len(widths))]
        lines = even(widths, reach, _closes(units), parted=_PARTED_LINE)
    shown = tuple(tuple(token for unit in units[first:last] for token in unit.tokens) for first, last in lines)
    return Caption(units[0].start, units[-1].end, shown)


def _shared(units: Sequence[_Unit], layout: Layout) -> Caption:
    """A cue; where speakers share it, each has a line with a dash before it."""
    turns = [list(turn) for _, turn in groupby(units, key=lambda unit: unit.tokens[0].speaker)]
    if len(turns) == 1:
        return _caption(units, layout)
    lines = (tuple(token for unit in turn for token in unit.tokens) for turn in turns)
    return Caption(units[0].start, units[-1].end, tuple(opened(line, DASH) for line in lines))


def _closes(units: Sequence[_Unit]) -> list[bool]:
    """Whether a phrase ends with each unit, as far as marks and pauses tell."""
    pauses = [after.start - unit.end for unit, after in pairwise(units)]
    return [bool(unit.tokens[-1].mark) or pause >= _PAUSE_MS for unit, pause in zip(units, [*pauses, 0], strict=True)]


def _in_cues(units: Sequence[_Unit], layout: Layout) -> list[tuple[int, int]]:
    """Which units go into one cue: all of them where they fit."""
    widths = [unit.width for unit in units]
    if _reach(widths, 0, layout.line_width, layout.line_count) == len(widths):
        return [(0, len(widths))]
    reach = [_reach(widths, first, layout.line_width, layout.line_count) for first in range(len(widths))]
    return even(widths, reach, _closes(units), parted=_PARTED_CUE)


def _reach(widths: Sequence[int], first: int, line_width: int, line_count: int) -> int:
    """How far units from `first` on fit into that many lines; one unit always does."""
    line, filled = 1, -1
    for place in range(first, len(widths)):
        if filled >= 0 and filled + 1 + widths[place] > line_width:
            line, filled = line + 1, -1
            if line > line_count:
                return place
        filled += 1 + widths[place]
    return len(widths)


def even(
    widths: Sequence[int], reach: Sequence[int], closes: Sequence[bool], *, parted: float
) -> list[tuple[int, int]]:
    """The fewest stretches that cover all widths, none past its `reach`, as even as can be.

    Parting costs `parted` unless the unit before it closes a phrase.

    >>> even([4, 4, 4, 4, 4], [3, 4, 5, 5, 5], [False, True, False, False, True], parted=0.1)
    [(0, 2), (2, 5)]
    """
    count, place = 0, 0
    while place < len(widths):
        count, place = count + 1, reach[place]
    aim = (sum(widths) + len(widths) - count) / max(count, 1)
    best: list[tuple[int, float]] = [(0, 0.0)] + [(count + 1, 0.0)] * len(widths)
    came = [0] * (len(widths) + 1)
    for first in range(len(widths)):
        pieces, cost = best[first]
        width = -1
        for last in range(first + 1, reach[first] + 1):
            width += 1 + widths[last - 1]
            free = last == len(widths) or closes[last - 1]
            candidate = (pieces + 1, cost + (width / aim - 1) ** 2 + (0 if free else parted))
            if candidate < best[last]:
                best[last], came[last] = candidate, first
    stretches: list[tuple[int, int]] = []
    last = len(widths)
    while last:
        stretches.append((came[last], last))
        last = came[last]
    return stretches[::-1]
