"""Lenient SER: wrong is what differs from every reference."""

from __future__ import annotations

from math import isnan

import pytest
from hypothesis import given

from pausa.metrics.base import Case, case
from pausa.metrics.lenient import Lenient, LenientCounts
from pausa.metrics.slots import Slots
from tests.metrics.examples import NOBODY, SYSTEM, example
from tests.metrics.strategies import cases


def test_the_worked_example_counts_as_by_hand() -> None:
    counts = Lenient().count(example())
    assert counts == LenientCounts(extra=2, missed=1, boundaries=7 / 3)
    assert Lenient().score(counts)["ser_lenient"] == pytest.approx(9 / 7)


@given(one=cases())
def test_errors_are_the_words_where_the_hypothesis_differs_from_every_reference(one: Case) -> None:
    hypothesis = set(one.hypothesis.at.tolist())
    sides = [set(reference.at.tolist()) for reference in one.references]
    wrong = sum(all((j in hypothesis) != (j in side) for side in sides) for j in range(one.n_words))
    counts = Lenient().count(one)
    assert counts.extra + counts.missed == wrong


@given(one=cases(n_references=1))
def test_with_one_reference_it_is_ser(one: Case) -> None:
    lenient = Lenient().score(Lenient().count(one))["ser_lenient"]
    assert lenient == pytest.approx(Slots().score(Slots().count(one))["ser_mean"], nan_ok=True)


def test_without_reference_boundaries_it_is_undefined() -> None:
    assert isnan(Lenient().score(Lenient().count(case([NOBODY, NOBODY], SYSTEM)))["ser_lenient"])
