"""Sign test: where exactly one of two systems has a boundary, is each equally often right?

Carter & Gransden 2001, sect. 2.3. Two-tailed. From 25 positions on the binomial is taken for a normal
distribution, with the usual correction of half a position for continuity; below, it is exact.

    z = (|a − b| − 1) / √(a + b)        a, b: positions where the first, the second is right

Edge cases: two systems that never differ have p = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, erfc, sqrt

import numpy as np

from pausa.metrics.base import Boundaries, Counts

#: From so many positions on the normal distribution stands in for the binomial.
NORMAL_FROM = 25


@dataclass(frozen=True)
class Differences(Counts):
    """Positions where exactly one of two systems has a boundary, by who is right about it; they add up."""

    first_right: int = 0
    second_right: int = 0


@dataclass(frozen=True)
class SignTest:
    """Who is right how often where two systems differ, and how likely such a split is by chance."""

    first_right: int
    second_right: int
    p: float
    exact: bool

    def significant(self, level: float = 0.05) -> bool:
        """Whether the difference is real at that level."""
        return self.p < level


def differences(reference: Boundaries, first: Boundaries, second: Boundaries) -> Differences:
    """Who is right against one reference, wherever the two systems differ."""
    differ = np.setxor1d(first.at, second.at)
    # A boundary that only the other has and the reference has not is right to be left out.
    first_right = int(np.count_nonzero(np.isin(differ, first.at) == np.isin(differ, reference.at)))
    return Differences(first_right, differ.size - first_right)


def sign_test(counts: Differences) -> SignTest:
    """The two-tailed sign test on counts summed over documents.

    >>> sign_test(Differences(1, 9)).p
    0.021484375
    """
    first, second = counts.first_right, counts.second_right
    n = first + second
    if n < NORMAL_FROM:
        tail = sum(comb(n, k) for k in range(min(first, second) + 1)) / 2**n
        return SignTest(first, second, min(1.0, 2 * tail), exact=True)
    z = max(0, abs(first - second) - 1) / sqrt(n)
    return SignTest(first, second, erfc(z / sqrt(2)), exact=False)
