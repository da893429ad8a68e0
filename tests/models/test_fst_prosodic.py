"""The prosodic model: as good as the exact machine, calibrated, at ease with what is missing."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.fst.prosodic import Preparation, Prosodic
from pausa.models.fst.svm import Size, fit

NAMES = ("pause", "pause_before", "duration")


def gaps(count: int, seed: int = 0) -> tuple[Floats, NDArray[np.bool_]]:
    """Made-up gaps: an end is likely after a long pause, more so if the word was long; some values are missing."""
    rng = np.random.default_rng(seed)
    pause, before = rng.exponential(200, count), rng.exponential(150, count)
    duration = rng.normal(300, 80, count)
    score = np.log1p(pause / 100) * 2 - 2.5 + (duration - 300) / 100 - 0.5 * np.log1p(before / 100)
    ends = rng.random(count) < 1 / (1 + np.exp(-3 * score))
    values = np.stack([pause, before, duration], axis=1)
    values[rng.random(values.shape) < 0.1] = np.nan
    return values, ends


@pytest.fixture(scope="module")
def machine() -> Prosodic:
    values, ends = gaps(4000)
    return fit(values, ends, np.arange(4000) // 200, NAMES, size=Size(landmarks=150)).model


def f1(posteriors: Floats, ends: NDArray[np.bool_]) -> float:
    found = posteriors >= 0.5
    return 2 * float((found & ends).sum()) / float(found.sum() + ends.sum())


def test_it_finds_what_the_exact_machine_finds() -> None:
    svm = pytest.importorskip("sklearn.svm")
    calibration = pytest.importorskip("sklearn.calibration")
    train, ends = gaps(2000)
    unseen, truth = gaps(4000, seed=1)
    machine = fit(train, ends, np.arange(2000) // 100, NAMES, size=Size(landmarks=150)).model
    exact = calibration.CalibratedClassifierCV(svm.SVC(gamma=machine.gamma), ensemble=False)
    exact.fit(machine.preparation(train), ends)
    posteriors = exact.predict_proba(machine.preparation(unseen))[:, 1]
    assert f1(machine.probabilities(unseen), truth) == pytest.approx(f1(posteriors, truth), abs=0.02)
    assert np.corrcoef(machine.probabilities(unseen), posteriors)[0, 1] > 0.97


def test_posteriors_say_how_often_there_is_an_end(machine: Prosodic) -> None:
    unseen, truth = gaps(6000, seed=1)
    posteriors = machine.probabilities(unseen)
    for low, high in ((0.0, 0.2), (0.2, 0.5), (0.5, 0.8), (0.8, 1.0)):
        there = (posteriors >= low) & (posteriors < high)
        assert truth[there].mean() == pytest.approx(posteriors[there].mean(), abs=0.06)


def test_no_silence_is_too_long_to_be_an_end(machine: Prosodic) -> None:
    longer = np.array([[pause, 100.0, 300.0] for pause in (50.0, 500.0, 5_000.0, 500_000.0)])
    posteriors = machine.probabilities(longer)
    assert posteriors[0] < 0.3
    assert posteriors[2] > 0.8
    assert posteriors[3] > 0.8


def test_what_is_missing_is_no_number(machine: Prosodic) -> None:
    posteriors = machine.probabilities(np.full((1, 3), np.nan))
    _, ends = gaps(4000)
    assert posteriors[0] == pytest.approx(ends.mean(), abs=0.2)


def test_a_column_says_that_a_feature_was_missing() -> None:
    values = np.array([[1.0, 5.0], [np.nan, 6.0], [3.0, 7.0]])
    prepared = Preparation.of(values)(values)
    assert prepared.shape == (3, 3)  # the second feature is never missing
    assert prepared[:, 2].tolist() == [0.0, 1.0, 0.0]
    assert prepared[1, 0] == 0.0


def test_the_same_gaps_give_the_same_machine(machine: Prosodic) -> None:
    values, ends = gaps(4000)
    again = fit(values, ends, np.arange(4000) // 200, NAMES, size=Size(landmarks=150)).model
    assert again.strengths.tolist() == machine.strengths.tolist()
    assert (again.slope, again.shift) == (machine.slope, machine.shift)


def test_it_comes_back_from_its_arrays(machine: Prosodic) -> None:
    back = Prosodic.from_arrays(NAMES, machine.arrays())
    values, _ = gaps(50, seed=2)
    assert back.probabilities(values) == pytest.approx(machine.probabilities(values), abs=1e-4)


def test_arrays_that_do_not_fit_are_refused(machine: Prosodic) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Prosodic.from_arrays(NAMES[:2], machine.arrays())


def test_gaps_of_one_kind_teach_nothing() -> None:
    with pytest.raises(OptionError, match="with a sentence end and gaps without"):
        fit(np.zeros((5, 3)), np.zeros(5, dtype=bool), np.zeros(5, dtype=np.int64), NAMES)
