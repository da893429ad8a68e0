"""nltk's Pk and WindowDiff agree with ours once both look at the same windows.

nltk slides over a string of gaps and makes one window for each of its `len − k + 1` places. Given the N − 1 inner
gaps of N words that is our N − k. Given the end of the last word too, as nltk's own examples do, it has one window
more. nltk's own k for Pk divides by the boundaries in the string instead of the sentences, so k is always passed on.
"""

from __future__ import annotations

import warnings

import pytest
from hypothesis import assume, given

from pausa.metrics.agreement import Agreement
from pausa.metrics.base import Boundaries, Case
from pausa.metrics.windows import Windows, window_size
from tests.metrics.strategies import cases

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    nltk_agreement = pytest.importorskip("nltk.metrics.agreement")
    nltk_segmentation = pytest.importorskip("nltk.metrics.segmentation")


def inner_gaps(boundaries: Boundaries, n_words: int) -> str:
    marked = set(boundaries.at.tolist())
    return "".join("1" if gap in marked else "0" for gap in range(n_words - 1))


@given(one=cases(n_references=1))
def test_pk_and_window_diff(one: Case) -> None:
    k = window_size(one.references[0], one.n_words)
    assume(one.n_words > k)
    reference, hypothesis = (inner_gaps(side, one.n_words) for side in (one.references[0], one.hypothesis))
    found = Windows().score(Windows().count(one))
    assert found["pk_mean"] == pytest.approx(nltk_segmentation.pk(reference, hypothesis, k))
    assert found["window_diff_mean"] == pytest.approx(nltk_segmentation.windowdiff(reference, hypothesis, k))


@given(one=cases(n_references=3))
def test_krippendorffs_alpha(one: Case) -> None:
    counts = Agreement().count(one)
    # Without two categories nltk divides by zero or says 1 where we say undefined.
    assume(counts.candidates > 0 and sum(counts.sizes) < 3 * counts.items)
    judged = range(one.n_gaps)
    rows = [
        (f"annotator {number}", gap, int(gap in set(side.at.tolist())))
        for number, side in enumerate(one.references)
        for gap in judged
    ]
    theirs = nltk_agreement.AnnotationTask(rows).alpha()
    assert Agreement().score(counts)["krippendorff_alpha"] == pytest.approx(theirs)
