"""Best paths of many short pieces at once: what makes tuning weights a matter of seconds.

A search goes word by word, and most of its time is spent on getting numpy to look at one short vector. Pieces of
recordings that are searched side by side share that cost. The result is that of `pausa.decode.path.best_path` for
each piece; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.decode.path import LengthCosts, PathCosts

Ints = NDArray[np.int64]


def best_paths(costs: PathCosts, stops: Sequence[int]) -> list[int]:
    """The ends of the best path through each piece; `stops` tells where each piece ends, the last at the last word."""
    edges = np.concatenate([[0], np.asarray(stops, dtype=np.int64)])
    starts, sizes = edges[:-1], np.diff(edges)
    # Behind shorter pieces any word will do: nothing is asked there.
    at = np.minimum(starts + np.arange(int(sizes.max(initial=0)))[:, None], len(costs) - 1)
    lengths = _lengths_before(costs.word[at], costs.end[at], costs.go[at], costs.length, sizes)
    ends: list[int] = []
    for place, (start, size) in enumerate(zip(starts.tolist(), sizes.tolist(), strict=True)):
        ends += [start + end for end in _trace(lengths[:, place].tolist(), size)]
    return ends


def _lengths_before(word: Floats, end: Floats, go: Floats, length: LengthCosts, sizes: Ints) -> Ints:
    """For a break before each word of each piece, and after its last, the length of the best sentence before it."""
    n_words, n_pieces = go.shape
    found = np.zeros((n_words + 1, n_pieces), dtype=np.int64)
    final = np.zeros(n_pieces, dtype=np.int64)
    longest = length.longest
    # open_[d - 1]: the best path so far whose sentence has d words by now and goes on.
    open_ = np.full((longest, n_pieces), np.inf)
    grown = np.empty_like(open_)
    ended_1, ended, ended_length = np.full(n_pieces, np.inf), np.zeros(n_pieces), np.zeros(n_pieces, dtype=np.int64)
    more, stop = length.go[:, None], length.stop[:, None]
    everyone = np.arange(n_pieces)
    for i in range(n_words):
        lone, plain = ended_1 + word[i, :, 1], ended + word[i, :, 0]
        found[i] = np.where(lone <= plain, 1, ended_length)
        if i:
            np.add(open_[:-1], more, out=grown[1:])
            grown[1:] += go[i - 1] + word[i, :, 4]
            grown[1] += word[i, :, 2] - word[i, :, 4]
            if longest > 2:
                grown[2] += word[i, :, 3] - word[i, :, 4]
        else:
            grown[1:] = np.inf
        grown[0] = np.minimum(lone, plain)
        open_, grown = grown, open_
        sums = open_ + stop
        sums[0] += end[i, :, 0]
        sums[1:2] += end[i, :, 1]
        sums[2:] += end[i, :, 2]
        ended_1 = sums[0]
        best = sums[1:].argmin(axis=0)
        ended, ended_length = sums[1:][best, everyone], best + 2
        last = sizes == i + 1
        if last.any():
            final[last] = np.where(ended_1 <= ended, 1, ended_length)[last]
    found[sizes, everyone] = final
    return found


def _trace(lengths: Sequence[int], size: int) -> list[int]:
    ends = []
    stop = size
    while stop:
        ends.append(stop - 1)
        stop -= lengths[stop]
    return ends[::-1]
