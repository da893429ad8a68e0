"""Held-out parts: what is scored was not learned from, and thresholds ask nothing of it."""

from __future__ import annotations

import numpy as np
import pytest

from pausa.models.bayes.gaps import Gaps
from pausa.training.bayes.folds import (
    FitOptions,
    LabelledGaps,
    Outcome,
    choose_best,
    compare,
    cross_validate,
    fit_gaps,
    join_gaps,
)


def recorded(seed: int, n: int = 400, share: float = 0.1, telling: float = 2.0) -> LabelledGaps:
    """Gaps whose pauses tell the ends as well as `telling` says, and whose words tell nothing."""
    rng = np.random.default_rng(seed)
    ends = rng.random(n) < share
    noise = rng.normal(0, 1, n) + telling * ends
    pauses = (np.argsort(np.argsort(noise)) + 0.5) / n
    return LabelledGaps(Gaps(np.full((n, 5), -2.2), pauses, np.full(n, np.nan)), ends)


def test_pauses_are_learned_from_the_other_parts() -> None:
    found = cross_validate([recorded(seed) for seed in range(5)], [0, 1, 2, 3, 4], FitOptions(1), mean_length=10)
    assert len(found.fits) == 5
    assert found.f1 > 0.4
    assert found.ends.size == 2000


def test_an_end_put_into_one_part_changes_nothing_of_its_own_choice() -> None:
    """If the answers of a part could reach its own scores, changing them would change its choice."""
    before = [recorded(seed) for seed in range(3)]
    turned = LabelledGaps(before[2].gaps, ~before[2].ends)
    parts = [0, 1, 2]
    one = cross_validate(before, parts, FitOptions(3), mean_length=10)
    other = cross_validate([*before[:2], turned], parts, FitOptions(3), mean_length=10)
    assert (one.chosen[800:] == other.chosen[800:]).all()
    assert not (one.chosen[:800] == other.chosen[:800]).all()


def test_the_share_of_boundaries_is_that_of_the_other_parts() -> None:
    recordings = [recorded(1, share=0.1), recorded(2, share=0.3)]
    found = cross_validate(recordings, [0, 1], FitOptions(1), mean_length=10)
    assert found.chosen[:400].sum() == round(recordings[1].ends.mean() * 400)
    assert found.chosen[400:].sum() == round(recordings[0].ends.mean() * 400)


def test_the_best_share_is_taken() -> None:
    assert choose_best(np.array([0.0, 3.0, -1.0, 2.0]), 0.5).tolist() == [False, True, False, True]


def test_what_is_fitted_on_all_is_what_a_model_keeps() -> None:
    known = join_gaps([recorded(1), recorded(2)])
    learned = fit_gaps(known, FitOptions(2), mean_length=10)
    assert learned.share == pytest.approx(known.ends.mean())
    assert learned.weights.values[0] > 0
    assert learned.durations is None


def test_outcomes_are_compared_where_they_differ() -> None:
    ends = np.array([True] * 6 + [False] * 30)
    one = Outcome(np.array([True] * 6 + [True] * 10 + [False] * 20), ends, ())
    other = Outcome(np.array([True] * 6 + [False] * 30), ends, ())
    test = compare(one, other)
    assert (test.first_right, test.second_right) == (0, 10)
    assert test.significant()
    assert other.f1 == 1
    assert one.matches.extra == 10
