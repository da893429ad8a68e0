"""Weights: what is fitted is what makes the boundaries most likely."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.weights import BARE, PLAIN, SIGNS, Weights, fit, positive_fit


def drawn(seed: int, weights: Floats, n: int = 400) -> tuple[Floats, np.ndarray]:
    """Random columns, and boundaries drawn by these weights."""
    rng = np.random.default_rng(seed)
    columns = rng.normal(0, 1.5, (n, weights.size))
    return columns, rng.random(n) < 1 / (1 + np.exp(-columns @ weights))


def loss(columns: Floats, ends: np.ndarray, weights: Floats) -> float:
    log_odds = columns @ weights
    return float(np.mean(np.logaddexp(0, log_odds) - ends * log_odds))


@given(st.integers(0, 10_000), st.lists(st.floats(-1, 3), min_size=1, max_size=5))
def test_no_positive_weights_are_better(seed: int, true: list[float]) -> None:
    columns, ends = drawn(seed, np.array(true))
    found = np.array(positive_fit(columns, ends))
    other = minimize(
        lambda w: loss(columns, ends, w), np.ones(len(true)), method="L-BFGS-B", bounds=[(1e-6, None)] * len(true)
    )
    assert (found > 0).all()
    assert loss(columns, ends, found) <= other.fun + 1e-6


def test_a_threshold_takes_up_what_no_column_explains() -> None:
    columns, ends = drawn(7, np.array([1.0]), n=4000)
    shifted = np.random.default_rng(1).random(4000) < 1 / (1 + np.exp(-columns[:, 0] + 3))
    assert positive_fit(columns, shifted, threshold=True)[0] == pytest.approx(1, abs=0.15)
    assert positive_fit(columns, ends, threshold=True)[0] == pytest.approx(positive_fit(columns, ends)[0], abs=0.05)


def test_method_3_finds_the_weights_that_the_boundaries_were_drawn_by() -> None:
    true = np.array([0.8, 0.9, 0.6, 0.4, 0.5, 1.2, 0.3, 0.0])
    rng = np.random.default_rng(5)
    columns = rng.normal(-1, 1.5, (60_000, 8))
    columns[:, 1] = -2.5  # the prior is the same everywhere
    ends = rng.random(60_000) < 1 / (1 + np.exp(-columns @ (SIGNS * true)))
    found = fit(3, columns, ends).values
    assert found == pytest.approx(true.tolist(), abs=0.07)
    assert found[7] == 0  # durations only where asked for


def test_method_2_weighs_the_pause_against_the_words() -> None:
    rng = np.random.default_rng(6)
    columns = rng.normal(0, 1, (40_000, 8))
    columns[:, 1] = -2.5
    signed = columns * SIGNS
    # Half as sure as the product says: a scale does not matter, the ratio of pause to words does.
    log_odds = 0.5 * (signed[:, 2:7].sum(axis=1) + 0.7 * signed[:, :2].sum(axis=1))
    found = fit(2, columns, rng.random(40_000) < 1 / (1 + np.exp(-log_odds))).values
    assert found[0] == found[1] == pytest.approx(0.7, abs=0.06)
    assert found[2:] == (1, 1, 1, 1, 1, 0)


def test_methods_0_and_1_have_nothing_to_fit() -> None:
    columns, ends = drawn(1, np.ones(8))
    assert fit(0, columns, ends) == BARE
    assert fit(1, columns, ends) == PLAIN


@pytest.mark.parametrize("method", [0, 1, 2])
def test_without_pauses_it_comes_down_to_method_0(method: int) -> None:
    columns, ends = drawn(1, np.ones(8))
    assert fit(method, columns, ends, pauses=False) == BARE


def test_method_3_without_pauses_has_no_first_weight() -> None:
    columns, ends = drawn(1, SIGNS)
    values = fit(3, columns, ends, pauses=False).values
    assert values[0] == 0
    assert min(values[1:7]) > 0


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(OptionError, match="No method 5"):
        fit(5, np.zeros((1, 8)), np.array([True]))


@pytest.mark.parametrize("values", [(1.0,) * 7, (1.0,) * 7 + (-1.0,), (1.0,) * 7 + (float("nan"),)])
def test_weights_are_eight_numbers_from_0(values: tuple[float, ...]) -> None:
    with pytest.raises(OptionError, match="Weights are 8 numbers from 0"):
        Weights(values)
