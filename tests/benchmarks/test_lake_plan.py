"""The simulated driver: nobody waits while there is work, slow workers take fewer pieces, the dead lose only theirs."""

from __future__ import annotations

import pytest

from benchmarks.lake_plan import PART_WORDS, Trouble, pieces_of, simulated


def test_work_is_shared_out() -> None:
    seconds, in_vain = simulated([3.0, 1.0, 1.0, 1.0], 2, Trouble())
    assert (seconds, in_vain) == (3.0, 0.0)


def test_the_end_waits_for_a_slow_worker_with_its_last_piece() -> None:
    seconds, _ = simulated([1.0] * 100, 10, Trouble(slow=0.1, pace=0.25))
    assert 100 / 9.25 <= seconds <= 100 / 9.25 + 4


def test_the_dead_cost_what_they_had_and_everything_is_done() -> None:
    seconds, in_vain = simulated([60.0] * 200, 10, Trouble(deaths=6.0))
    assert seconds > 200 * 60 / 10
    assert 0 < in_vain < 0.2


def test_pieces_are_whole_recordings_and_no_larger_than_a_part() -> None:
    made = pieces_of([1_000, 5_000, 20_000], 2_000_000)
    assert sum(made) == pytest.approx(2_000_000, abs=20_000)
    assert max(made) <= PART_WORDS
