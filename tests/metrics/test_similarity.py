"""Boundary similarity: matches, transpositions, additions."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given

from pausa.metrics.base import Boundaries, Case, case
from pausa.metrics.similarity import BoundarySimilarity, Edits, edits
from tests.metrics.examples import NOBODY, example
from tests.metrics.strategies import cases


def found(reference: list[int], hypothesis: list[int]) -> tuple[int, int, int]:
    return edits(Boundaries(np.array(reference, dtype=np.int64)), Boundaries(np.array(hypothesis, dtype=np.int64)))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "matched", "moved", "added"),
    [
        ([2, 5], [2, 5], 2, 0, 0),
        ([2], [3], 0, 1, 0),
        ([2], [4], 0, 0, 2),
        ([2, 4], [3], 0, 1, 1),
        ([2, 4], [3, 5], 0, 2, 0),
        ([2, 3], [3, 4], 1, 0, 2),
        ([2, 3], [4, 5], 0, 1, 2),
        ([], [1, 2], 0, 0, 2),
        ([], [], 0, 0, 0),
    ],
)
def test_edits(reference: list[int], hypothesis: list[int], matched: int, moved: int, added: int) -> None:
    assert found(reference, hypothesis) == (matched, moved, added)
    assert found(hypothesis, reference) == (matched, moved, added)


@given(one=cases(n_references=1))
def test_edits_account_for_every_boundary(one: Case) -> None:
    reference, hypothesis = one.references[0], one.hypothesis
    matched, moved, added = edits(reference, hypothesis)
    assert 2 * matched + 2 * moved + added == len(reference) + len(hypothesis)


def test_the_worked_example_scores_as_by_hand() -> None:
    family = BoundarySimilarity()
    counts = family.count(example())
    assert counts == Edits(matches=(1, 2, 0), transpositions=(1, 1, 1), additions=(3, 1, 3))
    assert [row["boundary_similarity"] for row in family.per_reference(counts)] == pytest.approx([0.3, 0.625, 0.125])
    assert family.score(counts)["boundary_similarity_mean"] == pytest.approx(0.35)


def test_no_boundary_on_either_side_is_undefined() -> None:
    family = BoundarySimilarity()
    assert isnan(family.score(family.count(case([NOBODY], NOBODY)))["boundary_similarity_mean"])
