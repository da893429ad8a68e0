"""From four logits to scores, and calibration on the way."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pausa.models.neural.marks import AS_IS, Calibration, Platt, end_probability, scores_of

LOGITS = arrays(np.float32, st.tuples(st.integers(0, 12), st.just(4)), elements=st.floats(-80, 80, width=32))


def test_an_end_is_a_period_or_a_question() -> None:
    logits = np.log(np.array([[0.5, 0.1, 0.3, 0.1]]))
    scores = scores_of(logits, np.array([True]), AS_IS)
    assert scores.ends.tolist() == pytest.approx([0.4])
    assert {mark: float(column[0]) for mark, column in scores.marks.items()} == pytest.approx(
        {".": 0.3, "?": 0.1, ",": 0.1}
    )


@given(LOGITS, st.floats(0.1, 3), st.floats(-3, 3))
def test_marks_and_ends_add_up_whatever_the_calibration(logits: np.ndarray, scale: float, shift: float) -> None:
    line = Platt(scale, shift)
    scores = scores_of(logits, np.zeros(len(logits), dtype=bool), Calibration(line, line))
    assert len(scores) == len(logits)
    if len(logits):
        assert scores.marks["."] + scores.marks["?"] == pytest.approx(scores.ends, abs=1e-6)
        assert (scores.ends + scores.marks[","] <= 1 + 1e-6).all()


@given(LOGITS)
def test_calibration_keeps_the_order(logits: np.ndarray) -> None:
    line = Platt(0.7, -1.0)
    scores = scores_of(logits, np.ones(len(logits), dtype=bool), Calibration(line, line))
    order = np.argsort(end_probability(logits), kind="stable") if len(logits) else np.zeros(0, dtype=int)
    assert (np.diff(scores.ends[order]) >= -1e-9).all()


def test_gaps_with_and_without_times_are_calibrated_apart() -> None:
    logits = np.zeros((2, 4))
    scores = scores_of(logits, np.array([True, False]), Calibration(timed=Platt(1, 2.0)))
    assert scores.ends[0] == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert scores.ends[1] == pytest.approx(0.5)


def test_questions_have_a_line_of_their_own_and_ends_stay() -> None:
    logits = np.log(np.array([[0.2, 0.2, 0.3, 0.3]]))
    scores = scores_of(logits, np.array([True]), Calibration(question=Platt(1, -2.0)))
    assert scores.ends.tolist() == pytest.approx([0.6])
    assert float(scores.marks["?"][0]) == pytest.approx(0.6 / (1 + np.exp(2.0)))
    assert float(scores.marks["."][0] + scores.marks["?"][0]) == pytest.approx(0.6)


def test_settings_without_calibration_change_nothing() -> None:
    assert Calibration.of({}) == AS_IS
