"""The probability of a break after every word: all paths summed, forwards and backwards.

The sums follow the steps of the best path, with "the logarithm of the sum" where that takes the minimum. A
cost stays the logarithm of a probability all the way, so nothing underflows. Each step takes a whole number
off all costs; whole numbers add up without rounding, so nothing drifts either.
"""

from __future__ import annotations

from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.decode.path_costs import NoPath, PathCosts
from pausa.decode.path_window import Window, rows


def posteriors(costs: PathCosts, *, fixed: NDArray[np.bool_] | None = None) -> Floats:
    """P(break after word i): the share of all paths, each weighing exp(-cost), that break there.

    >>> from pausa.decode.path_costs import LengthCosts
    >>> posteriors(PathCosts(np.ones((3, 5)), np.ones((3, 3)), np.ones(3), LengthCosts.free()))
    array([0.5, 0.5, 1. ])
    """
    costs = costs.with_fixed(fixed)
    if not len(costs):
        return np.zeros(0)
    ended, ended_whole = _forwards(costs)
    rest, rest_whole = _backwards(costs)
    total = _either(*ended[-1].tolist())
    if total == inf:
        raise NoPath(len(costs), int(np.flatnonzero((ended < inf).any(axis=1)).max(initial=-1)) + 1)
    # Whole numbers first, all exact: what is left is small.
    apart = (ended_whole + rest_whole[1:] - ended_whole[-1])[:, None] + (ended + rest[1:] - total)
    probabilities: Floats = np.minimum(np.exp(-apart).sum(axis=1), 1.0)
    probabilities[-1] = 1.0
    return probabilities


def _either(left: float, right: float) -> float:
    """The cost of two ways together: -log(exp(-left) + exp(-right))."""
    if left > right:
        left, right = right, left
    return left - log(1.0 + exp(left - right)) if right < inf else left


class _Sum:
    """The cost of all ways in a window together."""

    def __init__(self, costs: PathCosts) -> None:
        self._window = Window(costs.length)
        self._ones = np.ones(len(self._window))

    def moved(self, growth: float, enters: float) -> float:
        sums = self._window.moved(growth, enters)
        least = sums.item(sums.argmin())
        if least == inf:
            return inf
        np.subtract(least, sums, sums)
        np.exp(sums, sums)
        # A product with ones is a faster sum over so few.
        return least - log(self._ones.dot(sums))


def _forwards(costs: PathCosts) -> tuple[Floats, Floats]:
    """What leads to a break after each word, its sentence having one word or more, less a whole number; and that."""
    ended = np.empty((len(costs), 2))
    whole = np.empty(len(costs))
    window = _Sum(costs)
    one = two = after_1 = inf
    after, taken = 0.0, 0
    for i, (first, lone, second, third, later, end_1, end_2, end_3) in enumerate(rows(costs)):
        start = _either(after_1 + lone, after + first)
        shift = round(start) if start < inf else 0
        taken += shift
        three, two, one = two + third - shift, one + second - shift, start - shift
        longer = window.moved(later - shift, three)
        after_1 = one + end_1
        after = _either(two + end_2, longer + end_3)
        ended[i, 0], ended[i, 1] = after_1, after
        whole[i] = taken
    return ended, whole


def _backwards(costs: PathCosts) -> tuple[Floats, Floats]:
    """What is still to come from each word on, the sentence before having one word or more; as in `_forwards`.

    There is one more row than words: after the last word nothing is to come.
    """
    rest = np.zeros((len(costs) + 1, 2))
    whole = np.zeros(len(costs) + 1)
    window = _Sum(costs)
    # What the next word costs as second, the one after as third, and the third one as later word of the sentence.
    second_1 = third_1 = third_2 = later_1 = later_2 = later_3 = inf
    # What a break leads to: after the next word as second, after the one after as third or later (and the next one so).
    ending_2 = ending_3 = ending_next = inf
    to_come, to_come_1 = 0.0, 0.0
    shift = taken = 0
    for i, (first, lone, second, third, later, end_1, end_2, end_3) in enumerate(rows(costs, backwards=True), start=1):
        longer = window.moved(later_3 - shift, ending_3)
        sentence = _either(end_1 + to_come_1, second_1 + _either(ending_2, third_2 + longer))
        shift = round(sentence) if sentence < inf else 0
        taken += shift
        ending_2, ending_3, ending_next = end_2 + to_come - shift, ending_next - shift, end_3 + to_come - shift
        sentence -= shift
        to_come, to_come_1 = first + sentence, lone + sentence
        rest[i, 0], rest[i, 1] = to_come_1, to_come
        whole[i] = taken
        second_1, third_1, third_2 = second, third, third_1
        later_1, later_2, later_3 = later, later_1, later_2
    return rest[::-1], whole[::-1]
