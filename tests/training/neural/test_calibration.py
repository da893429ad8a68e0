"""Calibration: fitted lines, reliability, thresholds."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from pausa.models.neural.marks import AS_IS, Platt
from pausa.training.neural.calibration import (
    calibrate,
    choose_threshold,
    fit_calibration,
    fit_line,
    fit_questions,
    measure_reliability,
    tune,
)
from pausa.training.neural.heldout import Predictions, score_predictions


def drawn(scale: float, shift: float, *, size: int = 20_000, timed: bool = True) -> Predictions:
    """Gaps whose true probability is not the one said, but a line in logits away from it."""
    rng = np.random.default_rng(5)
    logits = rng.normal(-2, 2, size)
    said = 1 / (1 + np.exp(-logits))
    true = 1 / (1 + np.exp(-(scale * logits + shift)))
    return Predictions("drawn", said, rng.random(size) < true, np.full(size, timed))


def test_the_line_that_made_the_answers_is_found() -> None:
    found = drawn(0.6, -0.5)
    line = fit_line(found.probability, found.ends)
    assert line.scale == pytest.approx(0.6, abs=0.04)
    assert line.shift == pytest.approx(-0.5, abs=0.08)


def asking(scale: float, shift: float, *, size: int = 20_000) -> Predictions:
    """Ends of which some are questions, more or less often than is said; other gaps say nothing about questions."""
    found = drawn(scale, shift, size=size)
    ends = np.arange(size) % 2 == 0
    asked = np.where(ends, found.ends, found.ends[::-1])
    return Predictions("asking", ends.astype(float), ends, np.zeros(size, bool), found.probability, asked)


def test_the_line_of_questions_is_found_among_ends_alone() -> None:
    line = fit_questions([asking(0.7, -0.4)])
    assert line is not None
    assert line.scale == pytest.approx(0.7, abs=0.06)
    assert line.shift == pytest.approx(-0.4, abs=0.1)
    assert fit_questions([asking(0.7, -0.4, size=100)]) is None
    assert fit_questions([drawn(1.0, 0.0)]) is None


def test_questions_are_told_in_the_manifest_and_for_each_language() -> None:
    found = asking(0.7, -0.4)
    assert fit_calibration([found])["calibration"]["question"]["scale"] == pytest.approx(0.7, abs=0.06)
    assert tune({"de": [found]})["de"]["question"]["shift"] == pytest.approx(-0.4, abs=0.1)
    assert "question" not in tune({"de": [drawn(1.0, 0.0, timed=False)]})["de"]


def test_with_little_to_go_by_nothing_is_changed() -> None:
    assert fit_line(np.full(10, 0.5), np.array([True, False] * 5)) == Platt()
    assert fit_line(np.full(100, 0.5), np.zeros(100, dtype=bool)) == Platt()


def test_a_model_that_is_upside_down_is_left_as_it_is() -> None:
    found = drawn(-1.0, 0.0)
    assert fit_line(found.probability, found.ends) == Platt()


def test_calibrated_probabilities_are_the_shares_that_come() -> None:
    _, better = calibrate([drawn(0.5, 1.0)])
    for row in measure_reliability(better):
        if row["gaps"] > 300:
            assert row["said"] == pytest.approx(row["came"], abs=0.05)


def test_gaps_with_and_without_times_get_lines_of_their_own() -> None:
    calibration, _ = calibrate([drawn(0.5, 0.0), drawn(2.0, 0.0, timed=False)])
    assert calibration.timed.scale == pytest.approx(0.5, abs=0.05)
    assert calibration.untimed.scale == pytest.approx(2.0, abs=0.1)


def test_where_no_gap_has_times_that_line_is_as_it_was() -> None:
    calibration, _ = calibrate([drawn(0.5, 0.0, timed=False)])
    assert calibration.timed == AS_IS.timed


def test_the_best_threshold_is_one_for_all() -> None:
    low = Predictions("low", np.array([0.1, 0.3, 0.3, 0.1]), np.array([False, True, True, False]), np.ones(4, bool))
    high = Predictions("high", np.array([0.25, 0.9]), np.array([False, True]), np.ones(2, bool))
    found = score_predictions([low, high])
    assert found.f1 == {"low": 1.0, "high": 1.0}
    assert 0.25 < found.threshold <= 0.3
    assert found.mean == 1.0


def test_the_threshold_expected_to_be_best_is_half_the_f1_it_gives() -> None:
    found = drawn(1.0, 0.0, size=100_000)
    threshold = choose_threshold([found])
    assert threshold == pytest.approx(found.f1(threshold) / 2, abs=0.02)
    assert found.f1(threshold) == pytest.approx(score_predictions([found]).mean, abs=0.002)


def test_a_threshold_does_not_hang_on_a_few_gaps() -> None:
    thresholds = [choose_threshold(calibrate([some])[1]) for some in parts(drawn(1.0, 0.0), of=2_000)]
    observed = [score_predictions(calibrate([some])[1]).threshold for some in parts(drawn(1.0, 0.0), of=2_000)]
    assert np.std(thresholds) < np.std(observed) / 2


def parts(whole: Predictions, *, of: int) -> list[Predictions]:
    """The same gaps, so many at a time."""
    return [
        Predictions("part", whole.probability[at], whole.ends[at], whole.timed[at])
        for at in (slice(start, start + of) for start in range(0, whole.ends.size, of))
    ]


def test_every_gap_is_in_the_reliability_once() -> None:
    assert sum(row["gaps"] for row in measure_reliability([drawn(1, 0), drawn(1, 0)])) == 40_000


def test_settings_hold_what_a_card_needs() -> None:
    found = fit_calibration([drawn(0.8, 0.2)])
    assert set(found) == {"calibration", "reliability", "threshold"}
    assert 0 < found["threshold"] < 1


def test_each_language_gets_its_own_line_by_gaps_without_a_pause() -> None:
    found = tune(
        {
            "sv": [drawn(0.6, -0.5, timed=False), drawn(3.0, 3.0, timed=True)],
            "da": [drawn(1.2, 0.7, timed=False)],
            "fi": [drawn(1.0, 0.0, size=50, timed=False)],
        }
    )
    assert set(found) == {"sv", "da"}
    assert found["sv"]["shift"] == pytest.approx(-0.5, abs=0.08)
    assert found["da"]["scale"] == pytest.approx(1.2, abs=0.08)
    assert found["sv"]["threshold"] < 0.5
