"""Agreement among annotators."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given

from pausa.core.errors import LengthMismatch
from pausa.metrics import agreement
from pausa.metrics.agreement import Agreement, AgreementCounts
from pausa.metrics.base import Case, Options, case
from pausa.metrics.wisebe import WiSeBE, agreement_ratio
from tests.builders import cut, marked
from tests.metrics.examples import ANN, BEN, CID, NOBODY, SYSTEM
from tests.metrics.strategies import cases


def test_the_worked_example_counts_as_by_hand() -> None:
    assert agreement.of([ANN, BEN, CID]) == AgreementCounts(
        items=11,
        candidates=4,
        shared=4,
        unanimous=1,
        agreed=5,
        possible=3 * 4,
        marks=7,
        ratings=3 * 11,
        candidate_ratings=3 * 4,
        comparisons=6 * 11,
        candidate_comparisons=6 * 4,
        agreeing=2 + 6 + 2 + 2,
        pairable=3 * 11,
        pairable_marks=7,
        disagreement=(6 * 4 - 12) / 2,
        sizes=(3, 3, 1),
        hits=(2, 1, 1),
        boundaries=(6, 4, 4),
        told_apart=(0, 0, 0),
        other_mark=(0, 0, 0),
    )


def test_the_worked_example_scores_as_by_hand() -> None:
    found = Agreement().score(agreement.of([ANN, BEN, CID]))
    observed, marked_share = (12 + 7 * 6) / 66, 7 / 33
    expected = marked_share**2 + (1 - marked_share) ** 2
    assert found["agreement_ratio"] == pytest.approx(5 / 12)
    assert found["fleiss_kappa"] == pytest.approx((observed - expected) / (1 - expected))
    assert found["pairwise_f1"] == pytest.approx((4 / 6 + 2 / 4 + 2 / 4) / 3)
    assert found["absolute_consensus"] == 1 / 4


@given(one=cases(n_references=3))
def test_counts_are_those_of_a_loop_over_words(one: Case) -> None:
    counts = Agreement().count(one)
    sides = [set(reference.at.tolist()) for reference in one.references]
    chosen = [sum(word in side for side in sides) for word in range(one.n_words)]
    assert counts.items == one.n_gaps
    assert counts.candidates == sum(d > 0 for d in chosen)
    assert counts.unanimous == sum(d == 3 for d in chosen)
    assert counts.agreeing == sum(d * (d - 1) + (3 - d) * (2 - d) for d in chosen if d)
    assert counts.hits == tuple(len(a & b) for a, b in combinations(sides, 2))


@given(one=cases(n_references=3))
def test_the_agreement_ratio_is_wisebes(one: Case) -> None:
    here = Agreement().score(Agreement().count(one))["agreement_ratio"]
    assert here == pytest.approx(agreement_ratio(WiSeBE().count(one)), nan_ok=True)


def test_the_last_word_lifts_kappa_when_it_counts() -> None:
    skipped, counted = agreement.of([ANN, CID]), agreement.of([ANN, CID], Options(last="count"))
    assert agreement.fleiss_kappa(counted) > agreement.fleiss_kappa(skipped)


def test_kappa_over_candidates_is_lower_than_over_all_words() -> None:
    counts = agreement.of([ANN, BEN, CID])
    assert agreement.fleiss_kappa(counts, candidates_only=True) < 0 < agreement.fleiss_kappa(counts)


def test_documents_pool() -> None:
    first, second = agreement.of([ANN, BEN]), agreement.of([cut("a | b | c d |"), cut("a | b c | d |")])
    both = first + second
    assert both.hits == (2 + 1,)
    assert agreement.pairwise_f1(both) == [pytest.approx(2 * 3 / (6 + 4))]


def test_one_annotator_agrees_with_nobody() -> None:
    found = Agreement().score(agreement.of([ANN]))
    assert found.pop("agreement_ratio") == 0.0
    assert all(map(isnan, found.values()))
    assert isnan(agreement.jack_knife(agreement.of([ANN]))[0])


def test_no_annotator_at_all_gives_nothing() -> None:
    assert all(map(isnan, Agreement().score(agreement.of([])).values()))


def test_one_category_only_leaves_kappa_and_alpha_undefined() -> None:
    found = Agreement().score(agreement.of([cut("a b c |"), cut("a b c |")]))
    assert isnan(found["fleiss_kappa"])
    assert isnan(found["krippendorff_alpha"])


def test_marks_told_apart_make_fewer_hits() -> None:
    counts = agreement.of([marked("yes , no . go ? now ."), marked("yes . no . go ? now .")])
    assert agreement.pairwise_f1(counts) == [1.0]
    assert agreement.pairwise_f1(counts, tell_marks_apart=True) == [pytest.approx(2 / 3)]


def test_marks_that_nobody_knows_cannot_be_told_apart() -> None:
    assert isnan(agreement.pairwise_f1(agreement.of([ANN, BEN]), tell_marks_apart=True)[0])
    assert agreement.pairwise_f1(agreement.of([cut("a | b c |"), cut("a b | c |")]), tell_marks_apart=True) == [0.0]


def test_an_unknown_mark_is_no_other_mark() -> None:
    half_known = agreement.of([marked("yes . no ? go ."), marked("yes . no ? go .")])
    assert agreement.of([marked("yes . no ? go ."), cut("yes | no | go |")]).other_mark == (0,)
    assert half_known.told_apart == (2,)


def test_the_jack_knife_finds_who_differs_from_the_rest() -> None:
    good, odd = cut("a b | c d | e f | g |"), cut("a | b c | d e | f g |")
    scores = agreement.jack_knife(agreement.of([good, odd, good]))
    assert scores == pytest.approx([0.5, 0.0, 0.5])


def test_sampled_pairs_repeat_with_their_seed_and_centre_on_the_mean_of_all_pairs() -> None:
    document = agreement.of([ANN, BEN, CID])
    first, again = (agreement.sampled_pairwise_f1([document], np.random.default_rng(1)) for _ in range(2))
    assert first == again
    assert first.n == 100
    assert first.mean == pytest.approx(Agreement().score(document)["pairwise_f1"], abs=0.03)
    assert 0 < first.sd < 0.1


def test_sampled_pairs_pool_documents_with_any_number_of_annotators() -> None:
    documents = [agreement.of([ANN, ANN, ANN]), agreement.of([BEN, BEN]), agreement.of([CID])]
    found = agreement.sampled_pairwise_f1(documents, np.random.default_rng(1), draws=10)
    assert (found.mean, found.sd, found.n) == (1.0, 0.0, 10)


def test_sampled_pairs_tell_marks_apart() -> None:
    document = agreement.of([marked("yes , no . go ."), marked("yes . no . go .")])
    found = agreement.sampled_pairwise_f1([document], np.random.default_rng(1), draws=3, tell_marks_apart=True)
    assert found.mean == 0.5


def test_sampling_nothing_is_undefined() -> None:
    assert isnan(agreement.sampled_pairwise_f1([], np.random.default_rng(1)).mean)


def test_pearson_leaves_out_what_is_undefined() -> None:
    assert agreement.pearson([1, 2, nan, 4], [2, 4, 5, 8]) == pytest.approx(1.0)
    assert agreement.pearson([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)


@pytest.mark.parametrize("row", [[], [1.0], [2.0, 2.0]])
def test_pearson_needs_two_different_places(row: list[float]) -> None:
    assert isnan(agreement.pearson(row, row))


def test_pearson_over_documents_takes_their_agreement_ratio_and_kappa() -> None:
    documents = [agreement.of(pair) for pair in ([ANN, BEN], [ANN, CID], [ANN, ANN], [BEN, CID])]
    scores = [Agreement().score(document) for document in documents]
    rows = [[each[key] for each in scores] for key in ("agreement_ratio", "fleiss_kappa")]
    assert agreement.pearson_ar_kappa(documents) == pytest.approx(np.asarray(np.corrcoef(rows))[0, 1])


def test_annotations_of_different_length_are_refused() -> None:
    with pytest.raises(LengthMismatch):
        agreement.of([ANN, cut("a b |")])


def test_the_best_f1_is_against_whoever_agrees_most() -> None:
    assert agreement.best_f1(agreement.of([ANN, BEN, CID])) == pytest.approx([4 / 6, 4 / 6, 2 / 4])


def test_somebody_who_marks_nothing_that_others_mark_is_still_compared() -> None:
    """Two who mark nothing have no F1; against the third it is 0."""
    assert agreement.best_f1(agreement.of([NOBODY, NOBODY, ANN])) == [0.0, 0.0, 0.0]
    assert isnan(agreement.best_f1(agreement.of([NOBODY, NOBODY]))[0])


def test_one_person_where_more_have_seats_says_nothing_about_agreement() -> None:
    lone = replace(case([ANN], SYSTEM), seats=(1,), n_seats=2)
    for family in (Agreement(), WiSeBE()):
        counts = family.count(lone)
        assert counts.possible == 0
    assert isnan(Agreement().score(Agreement().count(lone))["agreement_ratio"])
    for seats in ({"n_seats": 0}, {"seats": (0,), "n_seats": 1}):
        assert Agreement().count(replace(lone, **seats)).possible == 3


def test_two_people_are_enough_to_agree() -> None:
    """By hand: both mark two of the eleven word ends, each one more alone."""
    counts = agreement.of([ANN, BEN])
    assert (counts.shared, counts.unanimous, counts.agreed, counts.possible) == (4, 2, 4, 8)
    assert (counts.pairable, counts.pairable_marks, counts.disagreement) == (22, 6, 2 * 2)
    found = Agreement().score(counts)
    assert found["absolute_consensus"] == 2 / 4
    assert found["krippendorff_alpha"] == pytest.approx(1 - (4 / 22) / (2 * 6 * 16 / (22 * 21)))


def test_kappa_is_taken_over_documents_with_as_many_people_as_most_have() -> None:
    two, three, one = agreement.of([ANN, BEN]), agreement.of([ANN, BEN, CID]), agreement.of([ANN])
    assert agreement.same_number([two, three, two, one, one, one]) == [two, two]
    assert agreement.same_number([two, three]) == [three]
    assert agreement.same_number([one]) == [one]
    assert agreement.same_number([]) == []
