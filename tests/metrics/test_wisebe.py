"""WiSeBE against the definition, spelled out word by word."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from hypothesis import given

from pausa.metrics.base import Boundaries, Case, Options, case, ratio, votes
from pausa.metrics.wisebe import WindowCounts, WiSeBE, agreement_ratio, windows
from tests.builders import cut
from tests.metrics.examples import ANN, NOBODY, SYSTEM, example
from tests.metrics.strategies import cases


def by_the_book(one: Case) -> WindowCounts:
    """Equations 3 to 13 of the paper, one word at a time."""
    chosen = [sum(j in reference.at for reference in one.references) for j in range(one.n_words)]
    spans: list[list[int]] = []
    for j, d in enumerate(chosen):
        if d and spans and j - spans[-1][-1] <= one.options.window:
            spans[-1].append(j)
        elif d:
            spans.append([j])
    hypothesis = one.hypothesis.at.tolist()
    return WindowCounts(
        agreed=sum(d for d in chosen if d >= 2),
        possible=one.n_references * sum(d != 0 for d in chosen),
        marked=sum(d != 0 for d in chosen),
        inside=sum(any(span[0] <= b <= span[-1] for span in spans) for b in hypothesis),
        boundaries=len(hypothesis),
        hit=sum(any(span[0] <= b <= span[-1] for b in hypothesis) for span in spans),
        windows=len(spans),
    )


@given(one=cases())
def test_counts_are_those_of_the_definition(one: Case) -> None:
    assert WiSeBE().count(one) == by_the_book(one)


@given(one=cases(n_references=3))
def test_all_references_together_score_the_agreement_ratio(one: Case) -> None:
    positions, _ = votes(one.references, one.n_words)
    counts = WiSeBE().count(replace(one, hypothesis=Boundaries(positions)))
    found = WiSeBE().score(counts)
    if positions.size:
        assert found["f1_rw"] == 1.0
        assert found["wisebe"] == agreement_ratio(counts)


def test_the_worked_example_scores_as_by_hand() -> None:
    found = WiSeBE().score(WiSeBE().count(example()))
    assert found == pytest.approx({"wisebe": 6 / 7 * 5 / 12, "f1_rw": 6 / 7, "precision_rw": 3 / 4, "recall_rw": 1.0})


def test_a_window_is_the_whole_span_from_its_first_to_its_last_position() -> None:
    starts, stops = windows(np.array([2, 4, 6, 9]), 2)
    assert (starts.tolist(), stops.tolist()) == ([2, 9], [6, 9])


def test_a_window_limit_of_nothing_keeps_every_position_alone() -> None:
    starts, stops = windows(np.array([2, 3, 9]), 0)
    assert starts.tolist() == stops.tolist() == [2, 3, 9]


def test_one_reference_gives_0_and_says_why() -> None:
    family = WiSeBE()
    counts = family.count(case([ANN], SYSTEM))
    assert family.score(counts)["wisebe"] == 0.0
    assert family.score(counts)["f1_rw"] > 0
    assert "add references" in family.remarks(counts)[0]


def test_several_references_need_no_remark() -> None:
    assert WiSeBE().remarks(WiSeBE().count(example())) == ()


def test_a_hypothesis_without_boundaries_scores_0_and_has_no_precision() -> None:
    found = WiSeBE().score(WiSeBE().count(case([ANN, ANN], NOBODY)))
    assert isnan(found["precision_rw"])
    assert (found["recall_rw"], found["f1_rw"], found["wisebe"]) == (0.0, 0.0, 0.0)


def test_references_without_boundaries_leave_wisebe_undefined() -> None:
    found = WiSeBE().score(WiSeBE().count(case([NOBODY, NOBODY], SYSTEM)))
    assert isnan(found["wisebe"])
    assert isnan(found["recall_rw"])
    assert found["f1_rw"] == 0.0


def test_counting_the_last_word_gives_an_empty_hypothesis_a_score() -> None:
    # What WiSeBETool does: the last word is always right, so doing nothing is worth two thirds here.
    reference = cut("so we left it early | because it was late |")
    nothing = cut("so we left it early because it was late |")
    for last, f1 in (("count", 2 / 3), ("skip", 0.0)):
        counts = WiSeBE().count(case([reference, reference], nothing, options=Options(last=last)))
        assert WiSeBE().score(counts)["f1_rw"] == pytest.approx(f1)


def test_pooled_agreement_is_not_the_mean_of_the_agreements() -> None:
    family = WiSeBE()
    first = family.count(example())
    second = family.count(case([ANN, ANN, ANN], SYSTEM))
    assert agreement_ratio(first + second) == ratio(5 + 9, 12 + 9)
