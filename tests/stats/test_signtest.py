"""The sign test over positions where two systems differ."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.metrics.base import Boundaries
from pausa.stats.signtest import Differences, differences, sign_test

some_ends = st.sets(st.integers(0, 20))


def at(ends: set[int]) -> Boundaries:
    return Boundaries(np.array(sorted(ends), dtype=np.int64))


@given(reference=some_ends, first=some_ends, second=some_ends)
def test_who_is_right_is_asked_wherever_exactly_one_has_a_boundary(
    reference: set[int], first: set[int], second: set[int]
) -> None:
    differ = first ^ second
    right = sum((word in first) == (word in reference) for word in differ)
    assert differences(at(reference), at(first), at(second)) == Differences(right, len(differ) - right)


def test_documents_add_up() -> None:
    assert Differences(1, 2) + Differences(3, 4) == Differences(4, 6)
    assert Differences() + Differences(1, 2) == Differences(1, 2)


@pytest.mark.parametrize(
    ("first", "second", "p"), [(0, 5, 2 / 32), (5, 0, 2 / 32), (1, 9, 22 / 1024), (3, 3, 1.0), (0, 0, 1.0)]
)
def test_few_positions_are_judged_exactly(first: int, second: int, p: float) -> None:
    found = sign_test(Differences(first, second))
    assert found.exact
    assert found.p == pytest.approx(p)


def test_many_positions_are_judged_by_the_normal_distribution() -> None:
    found = sign_test(Differences(40, 60))
    assert not found.exact
    assert found.p == pytest.approx(0.0574, abs=1e-4)  # z = 1.9
    assert sign_test(Differences(50, 50)).p == 1.0


@pytest.mark.parametrize(("n", "exact"), [(24, True), (25, False)])
def test_the_normal_distribution_takes_over_at_25_positions(n: int, exact: bool) -> None:
    assert sign_test(Differences(n, 0)).exact is exact


def test_significant_means_under_the_level() -> None:
    found = sign_test(Differences(1, 9))
    assert found.significant()
    assert not found.significant(0.01)
    assert not found.significant(found.p)
