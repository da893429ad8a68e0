"""Each annotator in turn as hypothesis against the rest."""

from __future__ import annotations

import pytest

from pausa.core.errors import OptionError
from pausa.metrics import METRICS
from pausa.metrics.agreement import Agreement, jack_knife
from pausa.metrics.base import Options, case
from pausa.metrics.humans import by_annotator, in_turn
from pausa.metrics.slots import Slots
from tests.metrics.examples import ANN, BEN, CID, SYSTEM, example


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
    assert by_annotator([case([ANN], SYSTEM)]) == []


def test_a_consensus_of_all_becomes_one_of_all_that_are_left() -> None:
    turns = in_turn(example(Options(consensus=3)))
    assert {turn.options.consensus for turn in turns} == {2}
    assert {turn.options.consensus for turn in in_turn(example(Options(consensus=1)))} == {1}


def test_documents_are_gathered_by_annotator() -> None:
    columns = by_annotator([example(), case([CID, ANN, BEN], SYSTEM)])
    assert [[one.hypothesis.at.tolist() for one in column] for column in columns] == [
        [[2, 5, 7], [5]],
        [[2, 5, 9], [2, 5, 7]],
        [[5], [2, 5, 9]],
    ]


def test_documents_with_different_numbers_of_annotators_are_refused() -> None:
    with pytest.raises(OptionError, match="different numbers of annotators"):
        by_annotator([example(), case([ANN, BEN], SYSTEM)])
