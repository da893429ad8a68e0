"""Paired bootstrap and approximate randomisation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import isnan, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from pausa.core.errors import OptionError
from pausa.metrics import METRICS
from pausa.metrics.base import Case, Counts, Family, case
from pausa.metrics.slots import Slots
from pausa.stats.paired import PairedTest, _blocks, approximate_randomisation, is_exact, paired_bootstrap
from tests.metrics.examples import NOBODY
from tests.stats.test_bootstrap import corpus, counted

Test = Callable[[Family, Sequence[Counts], Sequence[Counts]], dict[str, PairedTest]]


def few_draws(family: Family, baseline: Sequence[Counts], system: Sequence[Counts]) -> dict[str, PairedTest]:
    return approximate_randomisation(family, baseline, system, draws=400)


def few_corpora(family: Family, baseline: Sequence[Counts], system: Sequence[Counts]) -> dict[str, PairedTest]:
    return paired_bootstrap(family, baseline, system, draws=400)


both_tests = pytest.mark.parametrize("test", [paired_bootstrap, few_draws])
few = pytest.mark.parametrize("test", [few_corpora, few_draws])


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


@few
@pytest.mark.parametrize("name", METRICS)
def test_a_system_is_no_different_from_itself(name: str, test: Test) -> None:
    family = METRICS[name]()
    documents = counted(family, corpus(8))
    for comparison in test(family, documents, documents).values():
        assert comparison.p == 1.0
        assert comparison.difference == 0.0


@few
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


def test_where_there_are_few_ways_to_swap_p_is_their_exact_share() -> None:
    before, after = counted(Slots(), corpus(8, seed=1)), counted(Slots(), better(corpus(8, seed=1)))
    seen = abs(difference(before, after))
    as_large = sum(
        abs(difference(*swapped(before, after, places))) >= seen - 1e-12 for places in product([False, True], repeat=8)
    )
    found = approximate_randomisation(Slots(), before, after, draws=256)["f1_mean"]
    assert [found.p, found.smallest, found.draws] == pytest.approx([as_large / 256, 2 / 256, 256])


def test_what_is_drawn_can_reach_one_more_than_the_draws() -> None:
    before, after = counted(Slots(), corpus(40)), counted(Slots(), better(corpus(40)))
    swapping = approximate_randomisation(Slots(), before, after, draws=99)["f1_mean"]
    assert (swapping.p, swapping.smallest, swapping.draws) == (1 / 100, 1 / 100, 99)
    drawing = paired_bootstrap(Slots(), before, after, draws=99)["f1_mean"]
    z = float(stats.norm.isf(1 / 200))
    expanded = 2 * float(stats.t.sf(z * sqrt(39 / 40), 39))
    assert [drawing.p, drawing.smallest] == pytest.approx([expanded, expanded])


def test_p_of_a_bootstrap_is_the_share_that_strays_as_far_expanded() -> None:
    """Drawn here once more, from the same generator, with another's Student's t."""
    before, after = counted(Slots(), corpus(12, seed=1)), counted(Slots(), corpus(12, seed=2))
    family: Family = Slots()
    weights = np.random.default_rng(12345).multinomial(12, [1 / 12] * 12, size=300)

    def drawn(documents: Sequence[Counts]) -> list[float]:
        table = np.array([document.vector() for document in documents], dtype=float)
        return [family.score(documents[0].like(total))["f1_mean"] for total in (weights @ table).tolist()]

    apart = np.array(drawn(after)) - np.array(drawn(before))
    far = int((np.abs(apart - apart.mean()) >= abs(difference(before, after)) - 1e-12).sum())
    z = float(stats.norm.isf((far + 1) / 301 / 2))
    found = paired_bootstrap(Slots(), before, after, draws=300)["f1_mean"]
    assert 0 < far < 300
    assert found.p == pytest.approx(2 * float(stats.t.sf(z * sqrt(11 / 12), 11)))
    assert found.draws == 300


@both_tests
def test_of_one_document_the_baseline_is_the_first(test: Test) -> None:
    before, after = counted(Slots(), corpus(1)), counted(Slots(), better(corpus(1)))
    found = test(Slots(), before, after)["f1_mean"]
    assert (found.baseline, found.system) == (pooled_f1(before), pooled_f1(after))
    assert found.difference > 0
    assert found.draws == 0
    assert isnan(found.p)


@both_tests
def test_two_documents_are_enough_for_a_p(test: Test) -> None:
    before, after = counted(Slots(), corpus(2)), counted(Slots(), better(corpus(2)))
    assert 0 < test(Slots(), before, after)["f1_mean"].p <= 1


def test_draws_unless_asked() -> None:
    before, after = counted(Slots(), corpus(15)), counted(Slots(), better(corpus(15)))
    assert paired_bootstrap(Slots(), before, after)["f1_mean"].draws == 1000
    assert approximate_randomisation(Slots(), before[:13], after[:13])["f1_mean"].draws == 2**13
    assert approximate_randomisation(Slots(), before, after)["f1_mean"].draws == 10_000


def test_all_ways_are_gone_through_where_there_are_no_more_than_draws() -> None:
    assert is_exact(8, 256)
    assert not is_exact(8, 255)
    assert is_exact(30, 2**31)
    assert not is_exact(31, 2**31)


def test_blocks_of_draws_follow_each_other_and_hold_few_million_numbers() -> None:
    assert _blocks(25, np.zeros((400_000, 0))) == [(0, 10), (10, 20), (20, 25)]
    assert _blocks(2, np.zeros((9_000_000, 0))) == [(0, 1), (1, 2)]
    assert _blocks(10, np.zeros((0, 0))) == [(0, 10)]
    assert _blocks(4_000_001, np.zeros((1, 0))) == [(0, 4_000_000), (4_000_000, 4_000_001)]
