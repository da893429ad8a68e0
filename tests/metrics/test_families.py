"""What holds for every family: counts add up, order does not matter, degenerate input gives no surprise."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics import KEYS, METRICS, PER_REFERENCE
from pausa.metrics.agreement import Agreement
from pausa.metrics.base import Case, Family, Options, case
from tests.builders import cut, marked
from tests.metrics.strategies import cases

FAMILIES: list[Family] = [*(METRICS[name]() for name in METRICS), Agreement()]
every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)

#: Scores that lie between 0 and 1; error rates per boundary may exceed 1, κ and α may be negative.
SHARES = {key for key, about in (KEYS | PER_REFERENCE).items() if about.is_share}
SHARES |= {"agreement_ratio", "pairwise_f1", "absolute_consensus"}


def scores(family: Family, one: Case) -> dict[str, float]:
    counts = family.count(one)
    merged = dict(family.score(counts))
    for row in family.per_reference(counts):
        merged.update(row)
    return merged


def same(left: dict[str, float], right: dict[str, float]) -> bool:
    return left.keys() == right.keys() and all(
        left[key] == pytest.approx(right[key], abs=1e-12, nan_ok=True) for key in left
    )


@every_family
@given(one=cases(n_references=3), other=cases(n_references=3), third=cases(n_references=3))
def test_counts_add_up_in_any_order(family: Family, one: Case, other: Case, third: Case) -> None:
    a, b, c = (family.count(each) for each in (one, other, third))
    assert same(family.score((a + b) + c), family.score(c + (b + a)))


@every_family
@given(one=cases(n_references=2))
def test_a_document_twice_scores_as_once(family: Family, one: Case) -> None:
    counts = family.count(one)
    once, twice = family.score(counts), family.score(counts + counts)
    twice.pop("krippendorff_alpha", None), once.pop("krippendorff_alpha", None)  # corrects for the sample's size
    assert same(once, twice)


@every_family
@given(one=cases())
def test_counts_survive_the_way_through_a_vector(family: Family, one: Case) -> None:
    counts = family.count(one)
    assert counts.like(counts.vector()) == counts


@every_family
@given(one=cases(n_references=3), order=st.permutations(range(3)))
def test_the_order_of_the_references_does_not_matter(family: Family, one: Case, order: list[int]) -> None:
    turned = replace(one, references=tuple(one.references[place] for place in order))
    straight, other = family.score(family.count(one)), family.score(family.count(turned))
    if family.name == "bleulike":
        # The brevity penalty takes the first of references that are equally close.
        straight, other = ({key: found[key] for key in ("p1", "p2", "p3")} for found in (straight, other))
    assert same(straight, other)


@every_family
@given(one=cases())
def test_shares_lie_between_nothing_and_all(family: Family, one: Case) -> None:
    for key, value in scores(family, one).items():
        if key in SHARES:
            assert isnan(value) or 0 <= value <= 1, key
        elif key != "krippendorff_alpha" and "kappa" not in key:
            assert isnan(value) or value >= 0, key


@every_family
@given(one=cases())
def test_a_family_gives_its_keys_and_no_others(family: Family, one: Case) -> None:
    assert tuple(family.score(family.count(one))) == family.keys


@pytest.mark.parametrize("last", ["skip", "count"])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), id="no words"),
        pytest.param(("only |",), id="one word"),
        pytest.param(("two words |",), id="two words"),
        pytest.param(("nobody cuts this at all |",) * 2, id="no boundary"),
        pytest.param(("a | b | c | d | e |",) * 3, id="all boundaries"),
        pytest.param(("so we left | it was late |",) * 4, id="identical references"),
    ],
)
@every_family
def test_degenerate_input_is_scored_without_a_warning(family: Family, words: tuple[str, ...], last: str) -> None:
    references = [cut(text) for text in words] or [Segmentation(0, ())]
    n_words = references[0].n_words
    everywhere = Segmentation(n_words, tuple(range(n_words)))
    for hypothesis in (references[0], Segmentation.of(n_words, []), everywhere):
        found = scores(family, case(references, hypothesis, options=Options(last=last)))
        assert all(isinstance(value, float) for value in found.values())
        assert not any(value in (float("inf"), float("-inf")) for value in found.values())


PERFECT = {key: 1.0 if about.higher_is_better else 0.0 for key, about in {**KEYS, **PER_REFERENCE}.items()}


@every_family
def test_agreeing_with_all_references_is_perfect(family: Family) -> None:
    text = cut("so we left | it was late | nobody came | and then | he called us | twice |")
    found = scores(family, case([text, text], text))
    # Without marks there is nothing to tell apart; over candidates that all mark, chance agrees as well as they do.
    undefined = {key for key, value in found.items() if isnan(value)}
    needs_more = {key for key, about in {**KEYS, **PER_REFERENCE}.items() if about.family in ("marks", "calibration")}
    assert undefined == set(found) & {"pairwise_f1_marks", "fleiss_kappa_candidates", *needs_more}
    assert {key: found[key] for key in found.keys() - undefined} == {
        key: PERFECT.get(key, 1.0) for key in found.keys() - undefined
    }


@every_family
def test_with_the_same_marks_and_sure_of_them_it_is_perfect_too(family: Family) -> None:
    text = marked("so we left , it was late . did nobody come ? and then . he called , us , twice ? or not .")
    sure = replace(text, probabilities=tuple(float(place in text.ends) for place in range(text.n_words)))
    found = scores(family, case([text, text], sure, options=Options(level="clause")))
    assert {key for key, value in found.items() if isnan(value)} == set(found) & {"fleiss_kappa_candidates"}
    assert {key: value for key, value in found.items() if not isnan(value)} == {
        key: PERFECT.get(key, 1.0) for key, value in found.items() if not isnan(value)
    }


@every_family
def test_a_judged_gap_that_is_left_out_counts_nowhere(family: Family) -> None:
    reference, other = cut("a | b c | d e f |"), cut("a | b c d | e f |")
    without = np.array([True, True, False, False, True, True])
    same_elsewhere = case([reference, reference], other, judged=without)
    found = scores(family, same_elsewhere)
    for key in set(found) & {"f1_mean", "consensus_f1", "f1_rw", "p1", "boundary_similarity_mean", "pairwise_f1"}:
        assert found[key] == 1.0, key


def test_different_lengths_are_refused() -> None:
    with pytest.raises(LengthMismatch, match="3 words, the other 2"):
        case([cut("a b c |")], cut("a b |"))


def test_a_case_without_references_is_refused() -> None:
    with pytest.raises(OptionError, match="no reference"):
        case([], cut("a b |"))


def test_documents_with_different_numbers_of_references_do_not_add_up() -> None:
    family = METRICS["slots"]()
    one, two = cut("a | b |"), cut("a b |")
    with pytest.raises(OptionError, match="1 reference, another 2"):
        family.count(case([one], two)) + family.count(case([one, two], two))
