"""Stretches of time that overlap, and the best way to pair them in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pausa.core.words import Word

#: A "word" longer than this has a broken time and is treated as having none.
LONGEST_WORD_MS = 10_000

Span = tuple[int, int]
Pair = tuple[int, int]
Numbers = NDArray[np.int64]


def spans(words: Sequence[Word]) -> list[Span | None]:
    """Start and end of each word, None where they cannot be used; a word of no length lasts a millisecond."""
    return [
        (word.start, max(word.end, word.start + 1))
        if word.start is not None and word.end is not None and 0 <= word.end - word.start <= LONGEST_WORD_MS
        else None
        for word in words
    ]


def is_mostly_within(span: Span | None, other: Span | None) -> bool:
    """Whether more than half of a span lies in another."""
    if span is None or other is None:
        return False
    return 2 * (min(span[1], other[1]) - max(span[0], other[0])) > span[1] - span[0]


def overlaps(left: Sequence[Span | None], right: Sequence[Span | None]) -> tuple[Numbers, Numbers, Numbers]:
    """Every pair of spans that share time: numbers on the left, on the right, shared milliseconds."""
    lefts, left_starts, left_ends = _columns(left)
    rights, right_starts, right_ends = _columns(right)
    order = np.argsort(right_starts, kind="stable")
    rights, right_starts, right_ends = rights[order], right_starts[order], right_ends[order]
    # What overlaps begins before the left one ends, and not earlier than the longest span before its start.
    longest = int((right_ends - right_starts).max(initial=0))
    first = np.searchsorted(right_starts, left_starts - longest, side="left")
    counts = np.searchsorted(right_starts, left_ends, side="left") - first
    rows = np.repeat(np.arange(lefts.size), counts)
    columns = np.arange(rows.size) - np.repeat(np.cumsum(counts) - counts - first, counts)
    shared = np.minimum(left_ends[rows], right_ends[columns]) - np.maximum(left_starts[rows], right_starts[columns])
    kept = shared > 0
    return lefts[rows[kept]], rights[columns[kept]], shared[kept]


def _columns(known: Sequence[Span | None]) -> tuple[Numbers, Numbers, Numbers]:
    rows = [(number, *span) for number, span in enumerate(known) if span is not None]
    table = np.asarray(rows, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def heaviest_chain(left: Numbers, right: Numbers, weights: Numbers) -> list[Pair]:
    """Pairs that rise on both sides, with the greatest sum of weights.

    >>> heaviest_chain(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([5, 6, 5]))
    [(0, 0), (1, 1)]
    """
    # Within one left number the higher right number comes first, so that the two are never chained.
    order = np.lexsort((-right, left))
    pairs = list(zip(left[order].tolist(), right[order].tolist(), strict=True))
    best = _PrefixBest(int(right.max(initial=-1)) + 1)
    before: list[int] = []
    for number, ((_, place), weight) in enumerate(zip(pairs, weights[order].tolist(), strict=True)):
        total, previous = best.below(place)
        before.append(previous)
        best.put(place, total + weight, number)
    _, number = best.below(best.size)
    chain: list[Pair] = []
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


class _PrefixBest:
    """The greatest total put at any place below a given one, and whose it is (a Fenwick tree)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._totals = [0] * (size + 1)
        self._whose = [-1] * (size + 1)

    def below(self, place: int) -> tuple[int, int]:
        total, whose = 0, -1
        while place > 0:
            if self._totals[place] > total:
                total, whose = self._totals[place], self._whose[place]
            place -= place & -place
        return total, whose

    def put(self, place: int, total: int, whose: int) -> None:
        place += 1
        while place <= self.size:
            if total > self._totals[place]:
                self._totals[place], self._whose[place] = total, whose
            place += place & -place
