"""Student's t against printed tables."""

from __future__ import annotations

from math import inf
from statistics import NormalDist

import pytest
from scipy import stats

from pausa.stats import student
from pausa.stats.student import margin, quantile, two_tailed


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_printed_quantiles(freedom: int, t: float) -> None:
    assert quantile(0.95, freedom) == pytest.approx(t, abs=5e-4)
    assert two_tailed(t, freedom) == pytest.approx(0.05, abs=1e-4)


def test_with_many_degrees_of_freedom_it_is_the_normal_distribution() -> None:
    assert quantile(0.95, 1e7) == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-5)


def test_nothing_at_all_is_as_likely_as_can_be_and_far_off_is_not() -> None:
    assert two_tailed(0, 3) == 1
    assert two_tailed(1e9, 3) < 1e-20
    assert two_tailed(inf, 3) == 0
    assert margin(0.0, 3) == 0
    assert margin(0.25, 2) == pytest.approx(4.303 / 2, abs=1e-3)
    assert margin(4.0, 2) == pytest.approx(2 * 4.303, abs=1e-3)


@pytest.mark.parametrize("freedom", [1, 2, 2.5, 7, 40, 1000])
@pytest.mark.parametrize("t", [-3.0, 1e-4, 0.3, 1.0, 2.5, 9.0, 60.0])
def test_both_tails_are_those_of_another_implementation(t: float, freedom: float) -> None:
    assert two_tailed(t, freedom) == pytest.approx(2 * float(stats.t.sf(abs(t), freedom)), rel=1e-9)


@pytest.mark.parametrize("confidence", [0.01, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("freedom", [1, 4, 33])
def test_quantiles_are_those_of_another_implementation(confidence: float, freedom: float) -> None:
    expected = float(stats.t.ppf((1 + confidence) / 2, freedom))
    assert quantile(confidence, freedom) == pytest.approx(expected, rel=1e-9)
    assert margin(9.0, freedom, confidence) == pytest.approx(3 * expected, rel=1e-9)


@pytest.mark.parametrize("freedom", [1, 7, 40])
@pytest.mark.parametrize("t", [0.3, 2.5, 60.0])
def test_a_sum_ends_where_it_no_longer_changes(t: float, freedom: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four terms are guarded in each round, of which there could be 299."""
    guarded: list[float] = []

    def guard(value: float) -> float:
        guarded.append(value)
        return value

    monkeypatch.setattr(student, "_away_from_nothing", guard)
    assert two_tailed(t, freedom) == pytest.approx(2 * float(stats.t.sf(t, freedom)), rel=1e-9)
    assert 1 < len(guarded) < 4 * 40
