"""The length model: a gamma distribution made discrete, as arcs of a machine."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.models.fst.length import Gamma, fit_gamma


@pytest.mark.parametrize(("shape", "scale"), [(1.6, 11.4), (0.7, 20.0), (9.0, 0.5), (40.0, 0.4)])
def test_arcs_are_those_of_the_paper(shape: float, scale: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    distribution = stats.gamma(shape, scale=scale)
    made = Gamma(shape, scale).costs()
    edges = np.arange(1, 80) + 0.5
    assert made.stop[0] == pytest.approx(-distribution.logcdf(1.5), rel=1e-9)
    inside = np.diff(distribution.cdf(edges))
    tellable = inside > 1e-7  # where a plain difference still has digits
    assert made.stop[1:-1][:78][tellable] == pytest.approx(-np.log(inside[tellable]), rel=1e-6)
    assert made.go == pytest.approx(-distribution.logsf(edges), rel=1e-9, abs=1e-12)


def test_normalised_arcs_sum_to_what_a_length_costs() -> None:
    gamma = Gamma(2.0, 6.0)
    made = gamma.costs(normalised=True)
    sums = np.concatenate([[0.0], np.cumsum(made.go)]) + made.stop
    assert sums[:79] == pytest.approx([-gamma.log_probability(n) for n in range(1, 80)])
    assert np.exp(-sums).sum() == pytest.approx(1.0)


def test_the_paper_charges_survival_at_every_step() -> None:
    gamma = Gamma(2.0, 6.0)
    plain, normalised = gamma.costs().whole, gamma.costs(normalised=True).whole
    assert plain[0] == pytest.approx(normalised[0])
    assert plain[30] > normalised[30] + 10


def test_a_length_far_out_in_the_tail_is_dear_but_possible() -> None:
    made = Gamma(9.0, 0.3).costs()
    assert np.isfinite(made.stop).all()
    assert np.isfinite(made.go).all()
    assert (np.diff(made.stop[5:]) > 0).all()


def test_the_fit_is_the_likeliest_gamma() -> None:
    stats = pytest.importorskip("scipy.stats")
    lengths = np.random.default_rng(3).gamma(2.3, 5.0, size=400).astype(int) + 1
    shape, _, scale = stats.gamma.fit(lengths, floc=0)
    found = fit_gamma(lengths.tolist())
    assert (found.shape, found.scale) == pytest.approx((shape, scale), rel=1e-5)
    assert found.density(7.0) == pytest.approx(stats.gamma.pdf(7.0, found.shape, scale=found.scale))


@pytest.mark.parametrize("lengths", [[], [7], [5, 5, 5]])
def test_lengths_that_tell_nothing_are_refused(lengths: list[int]) -> None:
    with pytest.raises(OptionError, match="two different lengths"):
        fit_gamma(lengths)


@given(lengths=st.lists(st.integers(1, 80), min_size=2, max_size=60).filter(lambda values: len(set(values)) > 1))
def test_no_gamma_nearby_is_more_likely_than_the_fitted_one(lengths: list[int]) -> None:
    gamma = fit_gamma(lengths)

    def likelihood(shape: float, scale: float) -> float:
        return sum(log(max(1e-300, replace(gamma, shape=shape, scale=scale).density(length))) for length in lengths)

    best = likelihood(gamma.shape, gamma.scale)
    for shape, scale in ((1.01, 1), (0.99, 1), (1, 1.01), (1, 0.99)):
        assert likelihood(gamma.shape * shape, gamma.scale * scale) <= best + 1e-9
