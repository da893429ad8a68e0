"""Calibration, worked out once more by sorting probabilities."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from math import inf, isnan, log

import numpy as np
import pytest
from hypothesis import given

from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Case, case
from pausa.metrics.calibration import BINS, Calibration
from tests.builders import cut
from tests.metrics.strategies import cases


def alike(chance: float) -> float:
    """What two probabilities share that are never parted."""
    odds = (chance - 0.5) * inf if chance in (0.0, 1.0) else log(chance) - log(1 - chance)
    return float(np.floor(round(max(-10.1, min(10.05, odds)), 9) * 10 + 1e-6))


def plain_ece(chances: list[float], truth: list[float]) -> float:
    """Sort, fill bins until k tenths of all are in, weigh how far means are apart."""
    pairs = sorted(zip(chances, truth, strict=True))
    groups = [list(group) for _, group in groupby(pairs, key=lambda pair: alike(pair[0]))]
    bins: list[list[tuple[float, float]]] = [[]]
    taken = 0
    for group in groups:
        bins[-1] += group
        before, taken = taken, taken + len(group)
        if int(taken * BINS / len(pairs)) > int(before * BINS / len(pairs)):
            bins.append([])
    total = 0.0
    for members in filter(None, bins):
        mean_p, mean_y = (sum(pair[side] for pair in members) / len(members) for side in (0, 1))
        total += len(members) * abs(mean_p - mean_y)
    return total / len(pairs)


@given(one=cases())
def test_scores_are_those_of_pairs_gap_by_gap(one: Case) -> None:
    family = Calibration()
    counts = family.count(one)
    found, rows = family.score(counts), family.per_reference(counts)
    if one.probabilities is None or one.n_gaps == 0:
        assert all(isnan(value) for value in found.values())
        return
    judged = [place for place, chance in enumerate(one.probabilities) if not isnan(chance)]
    assert len(judged) == one.n_gaps
    chances = [float(one.probabilities[place]) for place in judged]
    columns = [[float(place in set(reference.at.tolist())) for place in judged] for reference in one.references]
    for truth, row in zip(columns, rows, strict=True):
        brier = sum((p - y) ** 2 for p, y in zip(chances, truth, strict=True)) / len(chances)
        assert row["brier"] == pytest.approx(brier)
        assert row["ece"] == pytest.approx(plain_ece(chances, truth))
    shares = [sum(votes) / len(votes) for votes in zip(*columns, strict=True)]
    brier = sum((p - y) ** 2 for p, y in zip(chances, shares, strict=True)) / len(chances)
    assert found["brier_share"] == pytest.approx(brier)
    assert found["ece_share"] == pytest.approx(plain_ece(chances, shares))


def test_a_system_that_says_what_comes_true_has_a_small_error_and_one_that_is_sure_a_large_one() -> None:
    rng = np.random.default_rng(3)
    chances = rng.beta(0.5, 3, size=20_001)
    truth = Segmentation.of(20_001, np.flatnonzero(rng.random(20_000) < chances[:-1]).tolist())
    honest = replace(truth, probabilities=tuple(chances.tolist()))
    boastful = replace(truth, probabilities=tuple((chances > 0.2).astype(float).tolist()))
    scores = [Calibration().score(Calibration().count(case([truth], one))) for one in (honest, boastful)]
    assert scores[0]["ece_mean"] < 0.01 < 0.1 < scores[1]["ece_mean"]
    assert scores[0]["brier_mean"] < scores[1]["brier_mean"]


def test_bins_hold_equally_many_gaps() -> None:
    rng = np.random.default_rng(5)
    chances = rng.beta(2, 5, size=5001)
    made = replace(Segmentation.of(5001, [7]), probabilities=tuple(chances.tolist()))
    bins = Calibration().count(case([cut("w " * 5000 + "w |")], made)).bins()
    assert len(bins) == BINS
    assert all(abs(one.gaps - 500) < 150 for one in bins)
    assert [one.probability for one in bins] == sorted(one.probability for one in bins)
    assert sum(one.gaps for one in bins) == 5000


def test_without_probabilities_there_is_a_remark() -> None:
    text = cut("so we left | it was late |")
    (remark,) = Calibration().remarks(Calibration().count(case([text], text)))
    assert "written with probabilities" in remark
