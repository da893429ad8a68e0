"""segeval agrees with ours on segments short enough for it.

segeval compares integers with `is`, which is wrong above 256; so segmentations are given as masses, and texts are
short. It calls two segmentations without boundaries alike (B = 1); for us that is undefined.
"""

from __future__ import annotations

import warnings
from itertools import combinations

import pytest
from hypothesis import assume, given

from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Boundaries, Case, Options, boundaries_of
from pausa.metrics.similarity import BoundarySimilarity, edits, similarity
from pausa.metrics.windows import Windows, window_size
from tests.metrics.strategies import cases

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    segeval = pytest.importorskip("segeval")
    # It loads its parts when first asked for, so ask here.
    PARTS = segeval.pk, segeval.window_diff, segeval.boundary_similarity, segeval.fleiss_kappa_linear
    HEARST_1997 = pytest.importorskip("segeval.data.samples").HEARST_1997_STARGAZER


def masses(boundaries: Boundaries, n_words: int) -> tuple[int, ...]:
    inner = [end for end in boundaries.at.tolist() if end < n_words - 1]
    return Segmentation.of(n_words, inner).lengths


pairs = cases(n_references=1, options=Options())


@given(one=pairs)
def test_the_window_size(one: Case) -> None:
    assume(one.n_words)
    theirs = segeval.compute_window_size(masses(one.references[0], one.n_words))
    assert window_size(one.references[0], one.n_words) == theirs


@given(one=pairs)
def test_pk_and_window_diff(one: Case) -> None:
    assume(one.n_words > window_size(one.references[0], one.n_words))
    reference, hypothesis = (masses(side, one.n_words) for side in (one.references[0], one.hypothesis))
    counts = Windows().count(one)
    assert segeval.pk(hypothesis, reference, return_parts=True) == (counts.pk[0], counts.windows[0])
    assert segeval.window_diff(hypothesis, reference, return_parts=True) == (counts.window_diff[0], counts.windows[0])


@given(one=pairs)
def test_boundary_similarity(one: Case) -> None:
    assume(one.n_words > 1 and (len(one.references[0]) or len(one.hypothesis)))
    theirs = segeval.boundary_similarity(masses(one.references[0], one.n_words), masses(one.hypothesis, one.n_words))
    ours = BoundarySimilarity().score(BoundarySimilarity().count(one))["boundary_similarity_mean"]
    assert ours == pytest.approx(float(theirs))


def test_hearsts_text_tilings_agree_as_published() -> None:
    """Seven readers' paragraphs of one article (Hearst 1997), as segeval ships them.

    segeval's κ takes B, pooled over all pairs of readers, for the observed agreement.
    """
    (readers,) = HEARST_1997.values()
    boundaries = [
        boundaries_of(Segmentation.of(sum(lengths), ends_of(lengths)), Options()) for lengths in readers.values()
    ]
    n_gaps = sum(next(iter(readers.values()))) - 1
    found = [edits(left, right) for left, right in combinations(boundaries, 2)]
    observed = similarity(*(sum(column) for column in zip(*found, strict=True)))
    rates = [len(each) / n_gaps for each in boundaries]
    chance = [left * right for left, right in combinations(rates, 2)]
    expected = sum(chance) / len(chance)
    kappa = (observed - expected) / (1 - expected)
    assert kappa == pytest.approx(float(segeval.fleiss_kappa_linear(HEARST_1997)))
    assert kappa == pytest.approx(0.4653, abs=5e-5)


def ends_of(lengths: tuple[int, ...]) -> list[int]:
    ends, total = [], 0
    for length in lengths:
        total += length
        ends.append(total - 1)
    return ends
