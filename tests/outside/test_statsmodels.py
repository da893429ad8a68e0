"""statsmodels' Fleiss κ and scipy's tests agree with ours."""

from __future__ import annotations

import warnings
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pausa.metrics.agreement import Agreement, fleiss_kappa, pearson
from pausa.metrics.base import Case
from pausa.stats.signtest import Differences, sign_test
from tests.metrics.strategies import cases

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    scipy_stats = pytest.importorskip("scipy.stats")


@given(one=cases(n_references=4))
def test_fleiss_kappa_over_all_words_and_over_candidates(one: Case) -> None:
    counts = Agreement().count(one)
    marked = np.zeros(one.n_gaps)
    for reference in one.references:
        marked[reference.at] += 1
    for only, rows in ((False, marked), (True, marked[marked > 0])):
        ours = fleiss_kappa(counts, candidates_only=only)
        if isnan(ours):
            assert rows.sum() in (0, 4 * rows.size)  # one category only: statsmodels divides by zero
        else:
            assert ours == pytest.approx(inter_rater.fleiss_kappa(np.stack([rows, 4 - rows], axis=1)))


@given(rows=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=3, max_size=12))
def test_pearson(rows: list[tuple[int, int]]) -> None:
    left, right = ([float(value) for value in column] for column in zip(*rows, strict=True))
    assume(len(set(left)) > 1 and len(set(right)) > 1)
    assert pearson(left, right) == pytest.approx(scipy_stats.pearsonr(left, right).statistic, abs=1e-9)


@given(first=st.integers(0, 200), second=st.integers(0, 200))
def test_the_sign_test_is_the_binomial_test_or_close_to_it(first: int, second: int) -> None:
    assume(first + second)
    ours = sign_test(Differences(first, second))
    exact = scipy_stats.binomtest(first, first + second).pvalue
    # With the correction for continuity the normal distribution is within a percentage point of the binomial.
    assert ours.p == pytest.approx(exact, abs=1e-9 if ours.exact else 0.01)
