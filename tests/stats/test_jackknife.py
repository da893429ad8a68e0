"""Intervals by leaving out one document at a time."""

from __future__ import annotations

from math import inf, isnan, log

import numpy as np
import pytest

from pausa.core.errors import OptionError
from pausa.metrics import METRICS
from pausa.metrics.base import case
from pausa.metrics.slots import EachReference, Slots
from pausa.stats.jackknife import intervals
from tests.metrics.examples import NOBODY
from tests.stats.test_bootstrap import corpus, counted

#: Student's t that holds 95 %, from printed tables, by degrees of freedom.
T_95 = {2: 4.303, 5: 2.571, 29: 2.045}


def rows(*counts: tuple[int, int, int]) -> list[EachReference]:
    return [EachReference((hit,), (missed,), (extra,), (0,), (100,)) for hit, missed, extra in counts]


@pytest.mark.parametrize("name", METRICS)
def test_every_family_has_intervals_around_its_scores(name: str) -> None:
    family = METRICS[name]()
    documents = counted(family, corpus(30))
    pooled = family.score(sum(documents[1:], start=documents[0]))
    for key, interval in intervals(family, documents).items():
        assert interval.low <= pooled[key] <= interval.high, key


def test_the_interval_is_students_at_95_percent_on_the_log_odds() -> None:
    """By hand: F1 of three documents, of all and without each."""
    documents = rows((8, 2, 3), (5, 5, 1), (9, 1, 4))

    def odds(hit: int, missed: int, extra: int) -> float:
        f1 = 2 * hit / (2 * hit + missed + extra)
        return log(f1 / (1 - f1))

    without = [odds(14, 6, 5), odds(17, 3, 7), odds(13, 7, 4)]
    centre = sum(without) / 3
    half = T_95[2] * (2 / 3 * sum((each - centre) ** 2 for each in without)) ** 0.5
    found = intervals(Slots(), documents)["f1_mean"]
    assert log(found.low / (1 - found.low)) == pytest.approx(odds(22, 8, 8) - half, abs=1e-3)
    assert log(found.high / (1 - found.high)) == pytest.approx(odds(22, 8, 8) + half, abs=1e-3)


def test_rates_above_one_are_bounded_on_the_logarithm() -> None:
    documents = rows((2, 8, 9), (3, 7, 12), (1, 9, 4))
    ser = log((24 + 25) / 30)
    without = [log((16 + 16) / 20), log((17 + 13) / 20), log((15 + 21) / 20)]
    centre = sum(without) / 3
    half = T_95[2] * (2 / 3 * sum((each - centre) ** 2 for each in without)) ** 0.5
    found = intervals(Slots(), documents)["ser_mean"]
    assert (log(found.low), log(found.high)) == pytest.approx((ser - half, ser + half), abs=1e-3)
    assert found.high > 1


def test_less_confidence_is_a_shorter_interval() -> None:
    documents = counted(Slots(), corpus(12))
    wide, narrow = (intervals(Slots(), documents, confidence=share)["f1_mean"] for share in (0.95, 0.475))
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2
    for confidence in (0, 1):
        with pytest.raises(OptionError, match="between 0 and 1"):
            intervals(Slots(), documents, confidence=confidence)


def test_what_does_not_vary_is_its_own_interval() -> None:
    found = intervals(Slots(), rows((8, 2, 2), (8, 2, 2), (8, 2, 2)))["f1_mean"]
    assert found.low == pytest.approx(0.8)
    assert found.high == pytest.approx(0.8)
    perfect = intervals(Slots(), rows((8, 0, 0), (3, 0, 0)))["f1_mean"]
    assert (perfect.low, perfect.high) == (1.0, 1.0)


def test_one_document_and_undefined_scores_have_no_interval() -> None:
    assert isnan(intervals(Slots(), rows((8, 2, 2)))["f1_mean"].low)
    nothing = counted(Slots(), [case([NOBODY], NOBODY)] * 3)
    assert isnan(intervals(Slots(), nothing)["f1_mean"].high)


def test_made_corpora_are_covered_about_as_often_as_promised() -> None:
    """A small version of the benchmark: with twelve documents, of 400 intervals some 380 hold the truth."""
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        hits = rng.binomial(50, rng.beta(9, 3, 12))
        found = intervals(Slots(), rows(*((int(hit), 50 - int(hit), 10) for hit in hits)))["recall_mean"]
        held += found.low <= 0.75 <= found.high
    assert 0.92 < held / 400 < 0.98


def test_at_the_edge_of_what_is_possible_the_interval_is_straight_and_stays_within() -> None:
    """By hand: recall of three documents is 243 of 245; without one of them it is 1, which has no log-odds."""
    recall, without = 243 / 245, [163 / 165, 165 / 165, 158 / 160]
    documents = rows((80, 0, 0), (78, 2, 0), (85, 0, 0))
    centre = sum(without) / 3
    half = T_95[2] * (2 / 3 * sum((each - centre) ** 2 for each in without)) ** 0.5
    found = intervals(Slots(), documents)["recall_mean"]
    assert found.low == pytest.approx(recall - half, abs=1e-3)
    assert found.high == 1
    sure = intervals(Slots(), rows((50, 0, 0), (49, 1, 0), (50, 0, 0)), confidence=0.5)["recall_mean"]
    assert 0.98 < sure.low < 149 / 150 < sure.high < 1


def test_a_rate_that_can_be_nothing_is_never_below_nothing() -> None:
    found = intervals(Slots(), rows((9, 0, 0), (9, 0, 0), (4, 5, 30)))["ser_mean"]
    assert found.low == 0
    assert found.high > 1


def test_documents_without_which_nothing_is_defined_are_left_out() -> None:
    """Without the only document that has a boundary there is no recall: that tells nothing about the spread."""
    assert isnan(intervals(Slots(), rows((8, 2, 2), (0, 0, 0)))["recall_mean"].low)
    found = intervals(Slots(), rows((8, 2, 2), (0, 0, 0), (0, 0, 0)))["recall_mean"]
    assert [found.low, found.high] == pytest.approx([0.8, 0.8])


def test_intervals_near_either_edge_do_not_overflow() -> None:
    found = intervals(Slots(), rows((1, 9999, 0), (9999, 1, 0)), confidence=0.999)
    assert [found["recall_mean"].low, found["recall_mean"].high] == pytest.approx([0, 1])
    assert [found["ser_mean"].low, found["ser_mean"].high] == pytest.approx([0, inf])
