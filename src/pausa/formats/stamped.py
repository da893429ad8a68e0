"""Lines with the time at which they begin, as people copy them from video sites and write them by hand. Read only.

    00:00:06 So we left early.              0:06
    [00:12] It was late.                    so we left early
    0:15 - 0:18 Anna: Was it?               0:12
                                            it was late

A time may stand in brackets, have an end behind it, or be alone above its text. Lines without a time go on. Marks say
where sentences end; where there are none at all, each stretch is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pausa.core.document import Document
from pausa.core.times import Millis, from_clock
from pausa.formats.base import Format, Source
from pausa.formats.names import label_of, names_in
from pausa.formats.plain import is_running_text
from pausa.formats.utterances import Utterance, document_of

_CLOCK = r"(?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d(?:[.,]\d{1,3})?"
_ONE = rf"(?:\[({_CLOCK})\]|\(({_CLOCK})\)|({_CLOCK}))"
_STAMP = re.compile(rf"\s*{_ONE}(?:\s?(?:-->|-|–|—|to)\s?{_ONE})?(?:\s?[-–—:|](?=\s)|(?=\s)|$)\s*")
#: Looking at this many lines is enough.
_ENOUGH = 500


class _Stamp(NamedTuple):
    """When a line begins, when it ends if that is told, and what stands behind."""

    start: Millis
    end: Millis | None
    text: str


def _stamp(line: str) -> _Stamp | None:
    """The time at the start of a line.

    >>> _stamp("[00:12] It was late.")
    _Stamp(start=12000, end=None, text='It was late.')
    """
    found = _STAMP.match(line)
    if not found:
        return None
    times = [from_clock(time) for time in found.groups() if time]
    return _Stamp(times[0], times[1] if len(times) > 1 else None, line[found.end() :])


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    stamps = [_stamp(line) for line in lines]
    if not any(stamps):
        raise source.error(None, "no line begins with a time", "read it as lines or text")
    return [document_of(_utterances(lines, stamps, source), source)]


def _utterances(lines: Sequence[str], stamps: Sequence[_Stamp | None], source: Source) -> Iterator[Utterance]:
    stretches: list[tuple[int, Millis | None, Millis | None, list[str]]] = [(1, None, None, [])]
    for number, (line, stamp) in enumerate(zip(lines, stamps, strict=True), start=1):
        if stamp is not None:
            stretches.append((number, stamp.start, stamp.end, []))
            line = stamp.text
        if line.strip():
            stretches[-1][3].append(line)
    names = names_in([said for _, _, _, said in stretches])
    for number, start, end, said in stretches:
        label = label_of(said[0], names) if said and names else None
        text = " ".join([label.text, *said[1:]] if label else said)
        start, end = source.span(start, end, number)
        yield Utterance(text, start, end, label.name if label else None)


def looks_like(head: str) -> bool:
    """Running text in which half of the lines begin with a time, and the times rise."""
    if not is_running_text(head):
        return False
    lines = [line for line in head.split("\n") if line.strip()][:_ENOUGH]
    starts = [stamp.start for stamp in map(_stamp, lines) if stamp]
    rising = sum(1 for one, other in pairwise(starts) if one <= other)
    return len(starts) > 1 and 2 * len(starts) >= len(lines) - 1 and rising >= 0.9 * (len(starts) - 1)


FORMAT = Format(
    name="stamped",
    title="Lines of text with their times (read only)",
    suffixes=(".stamped",),
    keeps=frozenset({"words", "sentence_times", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    plain=True,
)
