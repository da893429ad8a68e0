"""Options, cases and the small functions that all families use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import (
    Boundaries,
    Counts,
    Options,
    Spread,
    boundaries_of,
    case,
    defined,
    mean,
    ratio,
    shared,
    votes,
)
from tests.builders import cut, marked

rising = st.sets(st.integers(0, 30)).map(lambda numbers: np.array(sorted(numbers), dtype=np.int64))


def test_the_last_word_is_skipped_unless_asked_for() -> None:
    text = cut("so we left | it was late |")
    assert boundaries_of(text, Options()).at.tolist() == [2]
    assert boundaries_of(text, Options(last="count")).at.tolist() == [2, 5]


def test_marks_stay_with_their_boundaries() -> None:
    text = marked("so we left . was it late ? yes !")
    judged = np.array([True, True, False, True, True, True, True])
    assert boundaries_of(text, Options()).marks == (".", "?")
    assert boundaries_of(text, Options(last="count"), judged).marks == ("?", "!")


def test_gaps_are_the_word_ends_that_are_judged() -> None:
    text = cut("so we left | it was late |")
    assert case([text], text).n_gaps == 5
    assert case([text], text, options=Options(last="count")).n_gaps == 6
    assert case([text], text, judged=np.array([True, False, True, True, False, True])).n_gaps == 3


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"window": -1}, "window limit"),
        ({"last": "maybe"}, "'skip' or 'count'"),
        ({"tolerance": -1}, "not negative"),
        ({"collar_ms": -1}, "not negative"),
        ({"tolerance": 1, "collar_ms": 100}, "not both"),
        ({"consensus": 0}, "at least one"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        Options(**options)


@given(left=rising, right=rising)
def test_shared_finds_what_both_have(left: np.ndarray[Any, Any], right: np.ndarray[Any, Any]) -> None:
    in_left, in_right = shared(left, right)
    assert left[in_left].tolist() == right[in_right].tolist() == sorted(set(left.tolist()) & set(right.tolist()))


def test_votes_count_who_marks_what() -> None:
    positions, chosen_by = votes([Boundaries(np.array([2, 5])), Boundaries(np.array([5, 9]))], 12)
    assert (positions.tolist(), chosen_by.tolist()) == ([2, 5, 9], [1, 2, 1])
    assert [found.size for found in votes([], 12)] == [0, 0]


def test_nothing_over_nothing_is_undefined() -> None:
    assert isnan(ratio(0, 0))
    assert ratio(1, 4) == 0.25


def test_a_mean_leaves_out_what_is_undefined() -> None:
    assert mean([0.2, nan, 0.4]) == pytest.approx(0.3)
    assert len(defined([0.2, nan, 0.4])) == 2
    assert isnan(mean([nan]))


def test_a_spread_of_nothing_is_undefined() -> None:
    nothing = Spread.of([nan])
    assert isnan(nothing.mean)
    assert isnan(nothing.sd)
    assert nothing.n == 0


@dataclass(frozen=True)
class Pages(Counts):
    read: int = 0
    by_day: tuple[int, ...] = ()


def test_counts_that_were_added_can_be_taken_away_again() -> None:
    all_of_them, some = Pages(5, (3, 2)), Pages(1, (1, 0))
    assert all_of_them - some == Pages(4, (2, 2))
    assert (all_of_them - some) + some == all_of_them


def test_counts_of_other_numbers_of_references_do_not_add_up() -> None:
    with pytest.raises(OptionError, match="One document has 2 references, another 3"):
        Pages(1, (1, 2)) + Pages(1, (1, 2, 3))
    assert Pages(1, (1, 2)) + Pages(2, (3, 4)) == Pages(3, (4, 6))


def test_a_seat_that_nobody_takes_has_nothing() -> None:
    two = case([cut("a | b c |")] * 2, cut("a b | c |"))
    assert two.seat([5, 7]) == (5, 7)
    assert replace(two, seats=(2, 0), n_seats=4).seat([5, 7]) == (7, 0, 5, 0)


def test_other_words_are_refused_with_both_numbers() -> None:
    with pytest.raises(LengthMismatch, match="One segmentation covers 2 words, the other 3"):
        case([cut("a b c |"), cut("a b |")], cut("a b c |"))


def test_no_words_have_no_gaps() -> None:
    assert case([Segmentation(0, ())], Segmentation(0, ())).n_gaps == 0
