"""Each annotator in turn as hypothesis against the rest."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.metrics import METRICS
from pausa.metrics.agreement import Agreement, jack_knife
from pausa.metrics.base import Case, Options, case
from pausa.metrics.humans import folds, in_turn, leave_out
from pausa.metrics.slots import Slots
from tests.metrics.examples import ANN, BEN, SYSTEM, example
from tests.metrics.strategies import cases


def test_everyone_has_a_turn_against_the_others() -> None:
    turns = in_turn(example())
    assert [turn.hypothesis.at.tolist() for turn in turns] == [[2, 5, 7], [2, 5, 9], [5]]
    assert [reference.at.tolist() for reference in turns[1].references] == [[2, 5, 7], [5]]


@pytest.mark.parametrize("name", METRICS)
def test_every_family_scores_people(name: str) -> None:
    family = METRICS[name]()
    for turn in in_turn(example()):
        assert set(family.score(family.count(turn))) == set(family.keys)


def test_a_persons_mean_f1_is_their_jack_knife_score() -> None:
    people = [Slots().score(Slots().count(turn))["f1_mean"] for turn in in_turn(example())]
    assert people == pytest.approx(jack_knife(Agreement().count(example())))


def test_one_annotator_has_nobody_to_be_measured_against() -> None:
    assert in_turn(case([ANN], SYSTEM)) == ()
    assert folds([("ann",)]) == []


def test_a_consensus_of_all_becomes_one_of_all_that_are_left() -> None:
    turns = in_turn(example(Options(consensus=3)))
    assert {turn.options.consensus for turn in turns} == {2}
    assert {turn.options.consensus for turn in in_turn(example(Options(consensus=1)))} == {1}


def test_the_consensus_of_the_whole_panel_holds_for_those_who_are_left() -> None:
    """Two of three stay two of the two that are left: it is not made easier in silence."""
    assert {turn.options.consensus for turn in in_turn(example())} == {2}
    assert leave_out(example(), 0).options.consensus == 2


@pytest.mark.parametrize("name", METRICS)
@given(one=cases(n_references=3), place=st.integers(0, 2))
def test_a_copy_of_the_person_left_out_counts_as_that_person(name: str, one: Case, place: int) -> None:
    family = METRICS[name]()
    copy = replace(one, hypothesis=one.references[place], probabilities=None)  # a person carries none
    assert family.count(leave_out(copy, place)) == family.count(in_turn(one)[place])


@pytest.mark.parametrize("name", [name for name in METRICS if METRICS[name]().is_per_reference])
@given(one=cases(n_references=3), place=st.integers(0, 2))
def test_leaving_out_of_counts_is_counting_without(name: str, one: Case, place: int) -> None:
    family = METRICS[name]()
    assert family.count(one).without(place) == family.count(leave_out(one, place))


def test_of_two_people_wisebe_is_undefined_and_f1_is_not() -> None:
    family = METRICS["wisebe"]()
    for turn in in_turn(case([ANN, BEN], SYSTEM)):
        found = family.score(family.count(turn))
        assert isnan(found["wisebe"])
        assert found["f1_rw"] > 0


def test_a_fold_leaves_a_person_out_of_what_they_share_with_others() -> None:
    made = folds([("ann", "ben", "cid"), ("dora",), ("ben", "ann"), ("ann",)])
    assert [(fold.person, fold.documents, fold.places) for fold in made] == [
        ("ann", (0, 2), (0, 1)),
        ("ben", (0, 2), (1, 0)),
        ("cid", (0,), (2,)),
    ]
    assert made[0].others == (("ben", "cid"), ("ben",))
