"""The consensus of several references as the one reference."""

from __future__ import annotations

import pytest

from pausa.core.errors import OptionError
from pausa.metrics.base import Options
from pausa.metrics.consensus import Consensus, consensus
from tests.metrics.examples import example


@pytest.mark.parametrize(("needed", "at"), [(None, [2, 5]), (1, [2, 5, 7, 9]), (2, [2, 5]), (3, [5])])
def test_a_position_counts_when_enough_references_mark_it(needed: int | None, at: list[int]) -> None:
    assert consensus(example(Options(consensus=needed))).at.tolist() == at


def test_the_worked_example_scores_as_by_hand() -> None:
    assert Consensus().score(Consensus().count(example())) == pytest.approx(
        {"consensus_precision": 1 / 4, "consensus_recall": 1 / 2, "consensus_f1": 1 / 3, "consensus_ser": 4 / 2}
    )


def test_a_tolerance_helps_here_too() -> None:
    assert Consensus().count(example(Options(tolerance=1))).hit == 2


def test_more_than_all_references_cannot_agree() -> None:
    with pytest.raises(OptionError, match="consensus of 4 cannot be reached with 3"):
        Consensus().count(example(Options(consensus=4)))
