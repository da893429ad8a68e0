"""Sentences to cues of subtitles: what SRT and WebVTT share when they are written.

One cue per sentence. A sentence that does not fit into the lines of a cue goes on in the next one. Where
to part it, and where to break lines, is one question: as few pieces as can be, of even length, rather
behind a comma or before a pause than elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Layout, closed, main_segmentation, spelled
from pausa.formats.cues import is_sign, opens_turn
from pausa.formats.timing import required_times
from pausa.text.marks import any_end

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
    """Tokens that stay in one line: nearly always one; a lone hyphen is never first in a line."""

    tokens: tuple[Word, ...]
    start: Millis
    end: Millis
    width: int


def captions(doc: Document, layout: Layout, *, format_name: str) -> list[Caption]:
    """The cues of a document, with marks that spell its sentences; CannotWrite where no time is known."""
    segmentation = main_segmentation(doc)
    doc = spelled(doc)
    made = list(_captions(doc, segmentation, layout, format_name))
    if len(segmentation.ends) == 1 and (len(made) > 1 or _has_turns(made[0])) and not any_end(doc.transcript.words):
        # Without any mark every cue and turn would be read as a sentence, and here is only one.
        made = list(_captions(closed(doc), segmentation, layout, format_name))
    return made


def _has_turns(caption: Caption) -> bool:
    return any(opens_turn(str(line[0])) for line in caption.lines[1:])


def _captions(doc: Document, segmentation: Segmentation, layout: Layout, format_name: str) -> Iterator[Caption]:
    times = required_times(doc.transcript, format_name=format_name)
    if doc.transcript.events and not times:
        raise CannotWrite(format_name, "has no words to show, only events", "write --to json instead")
    for start, stop in segmentation.spans():
        units = _units(doc, start, stop, times, format_name)
        for first, last in _in_cues(units, layout):
            yield _caption(units[first:last], layout)


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
        width = len(str(token))
        if not is_sign(token):
            units.append(_Unit((token,), *span, width))
        elif units:
            tokens, begin, _, before = units[-1]
            units[-1] = _Unit((*tokens, token), begin, span[1], before + 1 + width)
        else:
            problem = f"a sentence begins with {str(token)!r}, which here would be read as the sign of a new speaker"
            raise CannotWrite(format_name, problem, "write --to json instead")
    return units


def _caption(units: Sequence[_Unit], layout: Layout) -> Caption:
    widths = [unit.width for unit in units]
    lines = [(0, len(units))]
    if sum(widths) + len(widths) - 1 > layout.line_width:
        reach = [_reach(widths, first, layout.line_width, 1) for first in range(len(widths))]
        lines = even(widths, reach, _closes(units), parted=_PARTED_LINE)
    shown = tuple(tuple(token for unit in units[first:last] for token in unit.tokens) for first, last in lines)
    return Caption(units[0].start, units[-1].end, shown)


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
