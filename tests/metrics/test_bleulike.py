"""The BLEU-like score against its definition, and the sampling protocol."""

from __future__ import annotations

from math import exp, isnan

import numpy as np
import pytest
from hypothesis import given

from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Case, case
from pausa.metrics.bleulike import BleuLike, BreakGrams, sampled
from tests.metrics.examples import ANN, BEN, CID, NOBODY, example
from tests.metrics.strategies import cases

FAMILY = BleuLike()


def grams(breaks: list[int], n: int) -> list[tuple[int, ...]]:
    return [tuple(breaks[i : i + n]) for i in range(len(breaks) - n + 1)]


@given(one=cases())
def test_matches_are_n_grams_that_some_reference_has(one: Case) -> None:
    hypothesis = one.hypothesis.at.tolist()
    counts = FAMILY.count(one)
    for n in (1, 2, 3):
        known = {gram for reference in one.references for gram in grams(reference.at.tolist(), n)}
        own = grams(hypothesis, n)
        assert counts.total[n - 1] == len(own)
        assert counts.matched[n - 1] == sum(gram in known for gram in own)


def test_a_run_counts_only_if_one_reference_has_all_of_it() -> None:
    one = case([Segmentation.of(12, [2, 7]), Segmentation.of(12, [5, 9])], Segmentation.of(12, [2, 5, 7]))
    assert FAMILY.count(one).matched == (3, 0, 0)


def test_a_score_from_its_parts() -> None:
    found = FAMILY.score(FAMILY.count(case([ANN, BEN, CID], Segmentation.of(12, [2, 5, 7, 9]))))
    assert found == pytest.approx({"bleu_like": (1 / 3) ** (1 / 3), "p1": 1, "p2": 2 / 3, "p3": 1 / 2, "brevity": 1})


def test_fewer_breaks_than_the_closest_reference_are_penalised() -> None:
    found = FAMILY.score(BreakGrams(matched=(4, 3, 2), total=(4, 3, 2), breaks=4, reference=6))
    assert found["bleu_like"] == found["brevity"] == pytest.approx(exp(1 - 6 / 4))


def test_as_many_breaks_as_the_reference_are_not_penalised() -> None:
    assert FAMILY.score(BreakGrams((4, 3, 2), (4, 3, 2), 4, 4))["brevity"] == 1.0


def test_the_closest_reference_is_the_one_with_the_highest_f1() -> None:
    near, same_length = Segmentation.of(20, [2, 5, 9, 12, 15]), Segmentation.of(20, [3, 6, 10])
    assert FAMILY.count(case([same_length, near], Segmentation.of(20, [2, 5, 9]))).reference == 5


def test_of_two_with_the_same_f1_the_nearer_in_number_is_closest() -> None:
    far, near = Segmentation.of(20, [3, 6, 10, 13, 16]), Segmentation.of(20, [4, 8])
    assert FAMILY.count(case([far, near], Segmentation.of(20, [2, 5, 9]))).reference == 2


def test_of_two_as_near_the_first_is_closest() -> None:
    fewer, more = Segmentation.of(20, [4, 8]), Segmentation.of(20, [3, 6, 10, 13])
    hypothesis = Segmentation.of(20, [2, 5, 9])
    assert FAMILY.count(case([more, fewer], hypothesis)).reference == 4
    assert FAMILY.count(case([fewer, more], hypothesis)).reference == 2


def test_without_any_break_the_score_is_0() -> None:
    found = FAMILY.score(FAMILY.count(case([ANN], NOBODY)))
    assert (found["bleu_like"], found["brevity"]) == (0.0, 0.0)
    assert isnan(found["p1"])
    nothing_at_all = FAMILY.score(FAMILY.count(case([NOBODY], NOBODY)))
    assert nothing_at_all["bleu_like"] == 0.0
    assert isnan(nothing_at_all["brevity"])


def test_an_order_without_a_match_makes_the_score_0() -> None:
    assert FAMILY.score(FAMILY.count(example()))["bleu_like"] == 0.0
    assert FAMILY.score(FAMILY.count(example()))["p1"] == 0.5


def test_an_order_without_n_grams_is_left_out_and_named() -> None:
    counts = FAMILY.count(case([ANN], Segmentation.of(12, [2, 5])))
    assert counts.total == (2, 1, 0)
    assert FAMILY.score(counts)["bleu_like"] == pytest.approx(FAMILY.score(counts)["brevity"])
    assert FAMILY.conditions(counts) == {"orders": "1+2"}
    assert FAMILY.conditions(FAMILY.count(case([ANN], NOBODY))) == {"orders": "none"}
    assert FAMILY.conditions(FAMILY.count(example())) == {}


def crowd() -> list[Case]:
    rng = np.random.default_rng(7)
    made = []
    for _ in range(4):
        people = [Segmentation.of(40, sorted(rng.choice(39, size=8, replace=False).tolist())) for _ in range(7)]
        made.append(case(people[:6], people[6]))
    return made


def test_sampling_with_one_seed_repeats_itself() -> None:
    first, again, other = (sampled(crowd(), np.random.default_rng(seed), draws=5) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first.human["p1"].n == 5
    assert sampled(crowd(), np.random.default_rng(1)).human["p1"].n == 100


def test_drawing_all_but_one_reference_gives_the_person_left_out() -> None:
    one = crowd()[:1]
    found = sampled(one, np.random.default_rng(3), draws=60)
    left_out = []
    for place in range(6):
        others = tuple(each for k, each in enumerate(one[0].references) if k != place)
        person = Case(others, one[0].references[place], one[0].n_words, one[0].n_gaps)
        left_out.append(FAMILY.score(FAMILY.count(person))["p1"])
    assert min(left_out) <= found.human["p1"].mean <= max(left_out)
    assert found.human["p1"].mean == pytest.approx(sum(left_out) / 6, abs=0.05)


def test_identical_people_have_no_spread() -> None:
    text = Segmentation.of(30, [3, 9, 14, 20])
    found = sampled([case([text] * 6, text)], np.random.default_rng(1), draws=3)
    assert found.human == found.system
    assert (found.human["bleu_like"].mean, found.human["bleu_like"].sd) == (1.0, 0.0)


def test_sampling_needs_one_annotation_more_than_references() -> None:
    text = Segmentation.of(30, [3, 9])
    with pytest.raises(OptionError, match="needs 6 annotations of every document, and one has 5"):
        sampled([case([text] * 5, text)], np.random.default_rng(1))
