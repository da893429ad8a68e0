"""The best of all segmentations of a recording, and the probability of every sentence end.

A segmentation is a path. Each word and each break on it has a cost, a natural logarithm with its sign
changed. What a word costs depends on the last three tokens, breaks included, and so on little more than d,
the number of words since the last break:

    d     1               2           3 or more      …           max
    word  word[i, 0 or 1] word[i, 2]  word[i, 3]     word[i, 4]  word[i, 4]
    end   end[i, 0]       end[i, 1]   end[i, 2]      end[i, 2]   forced

The first word of a sentence has two costs. Which of them holds is the one bit of history that d does not
tell: whether the sentence before had exactly one word.

A sentence has one cost per start and end, so one number is kept for each start that is still open, at most
`max` of them. With every word they all grow by the same amount, and one more start joins them: an addition
and a minimum over a short vector per word, linear in words and exact in float64. Costs are kept relative to
the newest start; nothing grows with the length of the recording.

Of paths with equal cost, the one whose last sentence is shorter wins, then the one before it, and so on.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from pausa.decode.path_costs import LengthCosts, NoPath, PathCosts, path_cost
from pausa.decode.path_sums import posteriors
from pausa.decode.path_window import Window, rows

__all__ = ["LengthCosts", "NoPath", "PathCosts", "best_path", "path_cost", "posteriors"]


def best_path(costs: PathCosts, *, fixed: NDArray[np.bool_] | None = None) -> tuple[list[int], float]:
    """The ends of the cheapest segmentation, the last word's among them, and what it costs.

    >>> ends = np.array([[9.0] * 3, [0.5] * 3, [9.0] * 3, [1.0] * 3])
    >>> best_path(PathCosts(np.ones((4, 5)), ends, np.full(4, 0.7), LengthCosts.free()))
    ([1, 3], 6.9)
    """
    costs = costs.with_fixed(fixed)
    if not len(costs):
        return [], 0.0
    ends = _traced(_lengths_before(costs))
    return ends, path_cost(costs, ends)


def _lengths_before(costs: PathCosts) -> NDArray[np.int32]:
    """For a break before each word, and after the last, how many words the best sentence before it has.

    Zero stands for a place that no path reaches.
    """
    lengths = np.zeros(len(costs) + 1, dtype=np.int32)
    window = Window(costs.length)
    # Costs of the best path whose last sentence is one or two words long, and of those that end here.
    one = two = ended_1 = inf
    ended, ended_length = 0.0, 0
    for i, (first, lone, second, third, later, end_1, end_2, end_3) in enumerate(rows(costs)):
        # The sentence that starts at this word: what went before it, and how long the one before was.
        start, after_lone = ended + first, ended_1 + lone
        if after_lone <= start:
            start, ended_length = after_lone, 1
        if start < inf:
            lengths[i] = ended_length
            shift = start
        else:
            shift = 0.0
        three, two, one = two + third - shift, one + second - shift, start - shift
        sums = window.moved(later - shift, three)
        best = sums.argmin()
        ended_1 = one + end_1
        ended, ended_length = two + end_2, 2
        longer = sums.item(best) + end_3
        if longer < ended:
            ended, ended_length = longer, int(best) + 3
    if min(ended_1, ended) == inf:
        raise NoPath(len(costs), int(np.flatnonzero(lengths[1:]).max(initial=-1)) + 1)
    lengths[-1] = 1 if ended_1 <= ended else ended_length
    return lengths


def _traced(lengths: NDArray[np.int32]) -> list[int]:
    ends = []
    stop = len(lengths) - 1
    while stop:
        ends.append(stop - 1)
        stop -= int(lengths[stop])
    return ends[::-1]
