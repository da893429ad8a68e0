"""What the loops over words share: costs as plain numbers, and the window of sentences still open."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from pausa.core.scores import Floats
from pausa.decode.path_costs import LengthCosts, PathCosts

_ROWS_AT_ONCE = 1 << 15
_BUFFER = 1 << 12

#: The costs of one word as the loops over words need them: as first of its sentence after one of two words or
#: more, and after one of exactly one word; as its second, third and later word with no break before it; then a
#: break after it, its sentence having one, two (what the length costs is included) or more words (it is not).
Row = tuple[float, float, float, float, float, float, float, float]


def rows(costs: PathCosts, *, backwards: bool = False) -> Iterator[Row]:
    """Every word's costs as plain numbers, made a few thousand words at a time."""
    n_words = len(costs)
    one, two, *_ = whole_lengths(costs.length)
    before = np.concatenate([[inf], costs.go[:-1]])
    firsts = range(0, n_words, _ROWS_AT_ONCE)
    for first in reversed(firsts) if backwards else firsts:
        part = slice(first, first + _ROWS_AT_ONCE)
        table = np.concatenate([costs.word[part], costs.end[part]], axis=1)
        table[:, 2:5] += before[part, None]
        table[:, 5] += one
        table[:, 6] += two
        columns = table[::-1].T if backwards else table.T
        yield from zip(*columns.tolist(), strict=True)


def whole_lengths(length: LengthCosts) -> Floats:
    """What one word, two, three … cost in length; at least three entries."""
    return np.concatenate([length.whole, np.full(max(0, 3 - length.longest), inf)])


class Window:
    """Open costs, one per length of three words or more, that all grow alike and then move one length up.

    They lie in a longer buffer and are found one place further left each time, so nothing is moved.
    """

    def __init__(self, length: LengthCosts) -> None:
        self._lengths = whole_lengths(length)[2:]
        self._size = len(self._lengths)
        self._buffer = np.full(self._size + max(_BUFFER, self._size), inf)
        self._at = len(self._buffer) - self._size
        self._sums = np.empty(self._size)

    def __len__(self) -> int:
        return self._size

    def moved(self, growth: float, enters: float) -> Floats:
        """All costs after growing by `growth`, with that of the newest in front; what the length costs is added."""
        at, size, buffer = self._at, self._size, self._buffer
        if at == 0:
            at = len(buffer) - size
            buffer[at:] = buffer[:size]
        open_ = buffer[at - 1 : at - 1 + size]
        np.add(open_, growth, open_)
        open_[0] = enters
        self._at = at - 1
        np.add(open_, self._lengths, self._sums)
        return self._sums
