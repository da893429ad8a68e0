"""Paired bootstrap and approximate randomisation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import isnan

import numpy as np
import pytest
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.metrics import METRICS
from pausa.metrics.base import Case, Counts, Family, case
from pausa.metrics.slots import Slots
from pausa.stats.paired import PairedTest, approximate_randomisation, paired_bootstrap
from tests.metrics.examples import NOBODY
from tests.stats.test_bootstrap import corpus, counted

Test = Callable[[Family, Sequence[Counts], Sequence[Counts]], dict[str, PairedTest]]


def few_draws(family: Family, baseline: Sequence[Counts], system: Sequence[Counts]) -> dict[str, PairedTest]:
    return approximate_randomisation(family, baseline, system, draws=400)


both_tests = pytest.mark.parametrize("test", [paired_bootstrap, few_draws])


def better(documents: list[Case]) -> list[Case]:
    """The same documents with the first reference as hypothesis, and what people do as probabilities."""
    return [replace(one, hypothesis=one.references[0], probabilities=_shares(one)) for one in documents]


def _shares(document: Case) -> NDArray[np.float64]:
    """The share of people who end a sentence after each word; the last word is not judged."""
    shares = np.zeros(document.n_words)
    for reference in document.references:
        shares[reference.at] += 1 / document.n_references
    shares[-1] = np.nan
    return shares


@both_tests
@pytest.mark.parametrize("name", METRICS)
def test_a_system_is_no_different_from_itself(name: str, test: Test) -> None:
    family = METRICS[name]()
    documents = counted(family, corpus(8))
    for comparison in test(family, documents, documents).values():
        assert comparison.p == 1.0
        assert comparison.difference == 0.0


@both_tests
@pytest.mark.parametrize("name", METRICS)
def test_a_much_better_system_is_found_to_be_better(name: str, test: Test) -> None:
    family = METRICS[name]()
    documents = corpus(40)
    found = test(family, counted(family, documents), counted(family, better(documents)))
    assert found.keys() == set(family.keys)
    for key, comparison in found.items():
        if key not in ("brevity", "precision_rw", "recall_rw"):  # these may well be alike
            assert comparison.p < 0.01, key


@both_tests
def test_the_scores_compared_are_the_pooled_ones(test: Test) -> None:
    before, after = counted(Slots(), corpus(12)), counted(Slots(), better(corpus(12)))
    found = test(Slots(), before, after)["f1_mean"]
    assert found.baseline == pytest.approx(pooled_f1(before))
    assert found.system == pytest.approx(pooled_f1(after))


@both_tests
def test_swapping_the_two_turns_the_sign_and_keeps_p(test: Test) -> None:
    before, after = counted(Slots(), corpus(12, seed=1)), counted(Slots(), corpus(12, seed=2))
    forth, back = test(Slots(), before, after)["f1_mean"], test(Slots(), after, before)["f1_mean"]
    assert forth.difference == pytest.approx(-back.difference)
    assert forth.p == pytest.approx(back.p)


def test_randomisation_comes_near_the_exact_permutation_test() -> None:
    before, after = counted(Slots(), corpus(8, seed=1)), counted(Slots(), better(corpus(8, seed=1)))
    after[:4] = before[:4]
    after[5] = counted(Slots(), corpus(1, seed=9))[0]
    seen = abs(difference(before, after))
    all_swaps = [
        abs(difference(*swapped(before, after, places))) for places in product([False, True], repeat=len(before))
    ]
    exact = sum(one >= seen - 1e-12 for one in all_swaps) / len(all_swaps)
    assert approximate_randomisation(Slots(), before, after)["f1_mean"].p == pytest.approx(exact, abs=0.02)


def swapped(
    before: Sequence[Counts], after: Sequence[Counts], places: Sequence[bool]
) -> tuple[list[Counts], list[Counts]]:
    pairs = [(b, a) if swap else (a, b) for a, b, swap in zip(before, after, places, strict=True)]
    return [first for first, _ in pairs], [second for _, second in pairs]


def difference(before: Sequence[Counts], after: Sequence[Counts]) -> float:
    return pooled_f1(after) - pooled_f1(before)


def pooled_f1(documents: Sequence[Counts]) -> float:
    family: Family = Slots()
    return family.score(sum(documents[1:], start=documents[0]))["f1_mean"]


def test_chance_gives_small_p_values_no_more_often_than_it_should() -> None:
    small = 0
    for seed in range(60):
        before, after = counted(Slots(), corpus(15, seed=seed)), counted(Slots(), corpus(15, seed=1000 + seed))
        small += approximate_randomisation(Slots(), before, after, draws=99)["f1_mean"].p <= 0.1
    assert small <= 12


@both_tests
def test_undefined_scores_have_no_p(test: Test) -> None:
    nothing = counted(Slots(), [case([NOBODY], NOBODY)] * 3)
    found = test(Slots(), nothing, nothing)
    assert isnan(found["f1_mean"].p)
    assert found["f1_mean"].draws == 0
    assert found["cer_mean"].p == 1.0


@both_tests
def test_one_document_has_no_p_but_its_scores(test: Test) -> None:
    one = counted(Slots(), corpus(1))
    found = test(Slots(), one, one)["f1_mean"]
    assert isnan(found.p)
    assert found.baseline == found.system == pooled_f1(one)


@both_tests
def test_both_systems_need_the_same_documents(test: Test) -> None:
    with pytest.raises(OptionError, match="scored on 3 documents, the system on 2"):
        test(Slots(), counted(Slots(), corpus(3)), counted(Slots(), corpus(2)))
    with pytest.raises(OptionError, match="at least one"):
        test(Slots(), [], [])
    with pytest.raises(OptionError, match="different numbers of references"):
        test(Slots(), counted(Slots(), corpus(3)), counted(Slots(), corpus(3, n_references=2)))


def test_the_same_seed_gives_the_same_p() -> None:
    before, after = counted(Slots(), corpus(12, seed=1)), counted(Slots(), corpus(12, seed=2))
    default, again = (paired_bootstrap(Slots(), before, after, rng=rng) for rng in (None, np.random.default_rng(12345)))
    assert default == again
