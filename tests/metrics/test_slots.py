"""Hits, misses and extras, with and without tolerance, marks and times."""

from __future__ import annotations

from itertools import product
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.metrics.base import Boundaries, Case, Options, case
from pausa.metrics.slots import EachReference, Matches, Slots, matches, slot_scores
from tests.builders import cut, marked
from tests.metrics.examples import NOBODY, SYSTEM, example

some_ends = st.sets(st.integers(0, 14), max_size=7).map(sorted)


def only(reference: str, hypothesis: str, options: Options | None = None) -> Matches:
    one = case([cut(reference)], cut(hypothesis), options=options)
    return matches(one.references[0], one.hypothesis, one)


def between(
    left: list[int], right: list[int], options: Options, end_ms: list[float] | None = None, n_words: int = 20
) -> Matches:
    times = None if end_ms is None else np.array(end_ms)
    reference, hypothesis = Boundaries(np.array(left, dtype=np.int64)), Boundaries(np.array(right, dtype=np.int64))
    return matches(reference, hypothesis, Case((reference,), hypothesis, n_words, n_words - 1, options, times))


def test_a_shifted_boundary_is_one_miss_and_one_extra() -> None:
    found = only("so we left | it was late | yes |", "so we left | it | was late yes |")
    assert found == Matches(hit=1, missed=1, extra=1, gaps=6)


def test_the_last_word_is_a_free_hit_only_when_it_counts() -> None:
    assert only("a b | c |", "a | b c |").hit == 0
    assert only("a b | c |", "a | b c |", Options(last="count")).hit == 1


def test_the_worked_example_counts_as_by_hand() -> None:
    assert Slots().count(example()) == EachReference((1, 2, 0), (2, 1, 1), (3, 2, 4), (0, 0, 0), (11, 11, 11))


def test_f1_mean_is_the_mean_of_the_f1s_not_the_f1_of_the_means() -> None:
    found = Slots().score(EachReference(hit=(9, 1), missed=(1, 0), extra=(1, 9), other_mark=(0, 0), gaps=(50, 50)))
    assert found["f1_mean"] == pytest.approx((18 / 20 + 2 / 11) / 2)
    p, r = found["precision_mean"], found["recall_mean"]
    assert found["f1_mean"] != pytest.approx(2 * p * r / (p + r))


def test_every_score_from_its_counts() -> None:
    found = slot_scores(Matches(hit=3, missed=1, extra=2, other_mark=1, gaps=20))
    assert found == pytest.approx(
        {"precision": 3 / 5, "recall": 3 / 4, "f1": 6 / 9, "ser": 4 / 4, "cer": 3 / 20, "nist_su": 100.0}
    )


def test_a_hypothesis_without_boundaries_has_no_precision_but_an_f1() -> None:
    counts = Slots().count(case([SYSTEM], NOBODY))
    found = Slots().per_reference(counts)[0]
    assert isnan(found["precision"])
    assert (found["recall"], found["f1"], found["ser"]) == (0.0, 0.0, 1.0)


def test_a_reference_without_boundaries_has_no_ser() -> None:
    found = Slots().per_reference(Slots().count(case([NOBODY], SYSTEM)))[0]
    assert isnan(found["ser"])
    assert isnan(found["recall"])
    assert (found["precision"], found["f1"]) == (0.0, 0.0)


def test_another_mark_is_a_substitution_only_when_marks_are_told_apart() -> None:
    reference, hypothesis = marked("yes . why not ? go . now ."), marked("yes . why not . go . now .")
    plain = Slots().per_reference(Slots().count(case([reference], hypothesis)))[0]
    apart = Slots().per_reference(Slots().count(case([reference], hypothesis, options=Options(tell_marks_apart=True))))[
        0
    ]
    assert plain["ser"] == 0.0
    assert apart["ser"] == pytest.approx(1 / 3)
    assert apart["f1"] == 1.0


def test_an_unknown_mark_is_no_other_mark() -> None:
    options = Options(tell_marks_apart=True)
    assert Slots().count(case([marked("yes . no ?")], cut("yes | no |"), options=options)).other_mark == (0,)
    half = Boundaries(np.array([0, 2]), ("", "?"))
    full = Boundaries(np.array([0, 2]), (".", "."))
    assert matches(full, half, Case((full,), half, 5, 4, options)).other_mark == 1


def brute_force(left: list[float], right: list[float], limit: float) -> int:
    """The size of the largest one-to-one matching, by augmenting paths."""
    partner: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j, value in enumerate(right):
            if abs(left[i] - value) <= limit and j not in seen:
                seen.add(j)
                if j not in partner or place(partner[j], seen):
                    partner[j] = i
                    return True
        return False

    return sum(place(i, set()) for i in range(len(left)))


@given(left=some_ends, right=some_ends, limit=st.integers(1, 4))
def test_tolerance_matches_as_many_pairs_as_possible(left: list[int], right: list[int], limit: int) -> None:
    found = between(left, right, Options(tolerance=limit))
    assert found.hit == brute_force(list(map(float, left)), list(map(float, right)), limit)
    assert found.missed == len(left) - found.hit
    assert found.extra == len(right) - found.hit


def test_matching_is_one_to_one() -> None:
    assert between([4, 5, 6], [5], Options(tolerance=1)) == Matches(hit=1, missed=2, gaps=19)


def test_matching_is_not_greedily_short() -> None:
    # Taking the nearest first pairs 5 with 5 and leaves 4 and 6 alone.
    assert between([5, 6], [4, 5], Options(tolerance=1)).hit == 2


@given(
    left=some_ends,
    right=some_ends,
    times=st.lists(st.one_of(st.integers(0, 900).map(float), st.just(nan)), min_size=15, max_size=15),
    limit=st.sampled_from([0, 50, 300]),
)
def test_a_collar_matches_by_time_and_untimed_words_by_place(
    left: list[int], right: list[int], times: list[float], limit: int
) -> None:
    if all(map(isnan, times)):
        return
    found = between(left, right, Options(collar_ms=limit), times, n_words=15)
    timed = [[times[end] for end in side if not isnan(times[end])] for side in (left, right)]
    untimed = sum(isnan(times[a]) and a == b for a, b in product(left, right))
    assert found.hit == brute_force(timed[0], timed[1], limit) + untimed


@pytest.mark.parametrize("times", [None, [nan] * 20])
def test_a_collar_needs_times(times: list[float] | None) -> None:
    with pytest.raises(OptionError, match="needs word times"):
        between([2], [3], Options(collar_ms=100), times)


@given(left=some_ends, right=some_ends)
def test_hits_misses_and_extras_account_for_every_boundary(left: list[int], right: list[int]) -> None:
    found = between(left, right, Options())
    assert found.hit == len(set(left) & set(right))
    assert (found.hit + found.missed, found.hit + found.extra) == (len(left), len(right))


def test_marks_are_those_of_the_pair_that_the_tolerance_made() -> None:
    options = Options(tolerance=1, tell_marks_apart=True)
    reference = Boundaries(np.array([2, 9, 15]), (".", "?", "."))
    for mark, others in (("?", 0), (".", 1)):
        hypothesis = Boundaries(np.array([10]), (mark,))
        assert matches(reference, hypothesis, Case((reference,), hypothesis, 20, 19, options)).other_mark == others
        turned = matches(hypothesis, reference, Case((hypothesis,), reference, 20, 19, options))
        assert (turned.hit, turned.extra, turned.other_mark) == (1, 2, others)
