"""Windows over a long line of words, cut where the words themselves say so.

    words     a b c d e f g h i j k l m n o p
    judged    [---------][-----------][-----]          each word once
    seen      [------------]      [---------]          with words before and after, so that none is near an edge
                    [-------------------]

A window begins at a word whose number (a hash of it and the two words before) is the highest for `radius`
words around. That depends on nothing far away. So when a transcript is cut anywhere and the pieces are judged
apart, windows away from the cut are the same as before, and so is every score in them.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pausa.models.neural.inputs import Ints

#: No network reads more than this at once.
MOST = 100_000


@dataclass(frozen=True, slots=True)
class WindowPlan:
    """How windows are made: `radius` in words, the rest in units of the network (subwords or words).

    A window judges about twice `radius` words, never more than `longest` units; it sees `before` and `after`
    units more on its two sides.
    """

    radius: int = 64
    longest: int = 224
    before: int = 32
    after: int = 24

    def __post_init__(self) -> None:
        if not (1 <= self.radius <= MOST and 1 <= self.longest <= MOST):
            raise ValueError(f"windows have a radius and a length from 1 to {MOST:,}")
        if not (0 <= self.before <= MOST and 0 <= self.after <= MOST):
            raise ValueError(f"windows see from 0 to {MOST:,} units more on either side")


#: For the transformer: windows of up to 280 subwords.
USUAL = WindowPlan()


@dataclass(frozen=True, slots=True)
class Window:
    """The words `start` to `stop` are judged, `first` to `last` (not included) are seen."""

    start: int
    stop: int
    first: int
    last: int


def windows(forms: Sequence[str], sizes: Ints, plan: WindowPlan) -> list[Window]:
    """Windows that judge each word once; `sizes` tells how many units each word takes."""
    n_words = len(forms)
    if not n_words:
        return []
    until = np.concatenate([[0], np.cumsum(sizes)])
    starts = _with_cuts(beginnings(forms, plan.radius), until, plan.longest)
    stops = np.append(starts[1:], n_words)
    firsts = np.searchsorted(until, until[starts] - plan.before)
    lasts = np.searchsorted(until, until[stops] + plan.after, side="right") - 1
    columns = (starts, stops, np.minimum(firsts, starts), np.maximum(lasts, stops))
    return [Window(*(int(value) for value in row)) for row in zip(*columns, strict=True)]


def beginnings(forms: Sequence[str], radius: int) -> Ints:
    """The words at which windows begin, the first word among them."""
    numbers = _numbers(forms)
    none = np.zeros(radius, dtype=np.uint64)
    before = sliding_window_view(np.concatenate([none, numbers[:-1]]), radius).max(axis=1)
    after = sliding_window_view(np.concatenate([numbers[1:], none]), radius).max(axis=1)
    found = np.flatnonzero((numbers > before) & (numbers >= after))
    return found if found.size and found[0] == 0 else np.concatenate([[0], found])


def _with_cuts(starts: Ints, until: Ints, longest: int) -> Ints:
    """The beginnings, and more of them where a window would be too long: it is cut evenly."""
    made: list[int] = []
    for start, stop in zip(starts.tolist(), [*starts[1:].tolist(), until.size - 1], strict=True):
        low, high = int(until[start]), int(until[stop])
        parts = -(-(high - low) // longest)
        inner = [low + (high - low) * part // parts for part in range(1, parts)]
        found = np.searchsorted(until, inner, side="right") - 1
        made += [start, *(int(cut) for cut in np.unique(found) if start < cut < stop)]
    return np.array(made, dtype=np.int64)


def _numbers(forms: Sequence[str]) -> NDArray[np.uint64]:
    """A number for each word that looks drawn at random but follows from it and the two before; never 0."""
    known: dict[str, int] = {}
    own = np.array([known.get(form) or known.setdefault(form, _checksum(form)) for form in forms], dtype=np.uint64)
    mixed = own.copy()
    mixed[1:] += own[:-1] * np.uint64(0x9E3779B97F4A7C15)
    mixed[2:] += own[:-2] * np.uint64(0xC2B2AE3D27D4EB4F)
    # The finishing steps of splitmix64, so that near numbers end far apart.
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.maximum(mixed ^ (mixed >> np.uint64(31)), np.uint64(1))


def _checksum(form: str) -> int:
    return zlib.crc32(form.encode("utf-8", "surrogatepass")) + 1
