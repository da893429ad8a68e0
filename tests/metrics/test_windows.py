"""Pk and WindowDiff against loops over windows."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given

from pausa.metrics.base import Boundaries, Case, Options, case
from pausa.metrics.windows import WindowDisagreements, Windows, window_size
from tests.builders import cut
from tests.metrics.examples import example
from tests.metrics.strategies import cases


def sentence_numbers(boundaries: Boundaries, n_words: int) -> list[int]:
    """Which sentence each word is in."""
    return [sum(end < word for end in boundaries.at.tolist()) for word in range(n_words)]


@given(one=cases())
def test_windows_disagree_as_a_loop_finds(one: Case) -> None:
    counts = Windows().count(one)
    hypothesis = sentence_numbers(one.hypothesis, one.n_words)
    for place, boundaries in enumerate(one.references):
        reference = sentence_numbers(boundaries, one.n_words)
        k = window_size(boundaries, one.n_words)
        crossed = [(reference[i + k] - reference[i], hypothesis[i + k] - hypothesis[i]) for i in range(one.n_words - k)]
        assert counts.windows[place] == len(crossed)
        assert counts.pk[place] == sum((a == 0) != (b == 0) for a, b in crossed)
        assert counts.window_diff[place] == sum(a != b for a, b in crossed)


@pytest.mark.parametrize(
    ("sentences", "k"),
    [([4], 2), ([5], 2), ([10], 5), ([9], 4), ([11], 6), ([7, 7], 4), ([3, 3], 2), ([6, 4], 2), ([6, 6], 3), ([1], 2)],
)
def test_k_is_half_the_mean_sentence_rounded_half_to_even_and_at_least_2(sentences: list[int], k: int) -> None:
    ends = (np.cumsum(sentences) - 1).astype(np.int64)
    assert window_size(Boundaries(ends), sum(sentences)) == k
    assert window_size(Boundaries(ends[:-1]), sum(sentences)) == k


def test_the_worked_example_counts_as_by_hand() -> None:
    assert Windows().count(example()) == WindowDisagreements(pk=(5, 3, 7), window_diff=(5, 3, 7), windows=(10, 10, 9))


def test_window_diff_sees_a_wrong_number_where_pk_sees_a_boundary_on_both_sides() -> None:
    counts = Windows().count(case([cut("a b c d | e f g h |")], cut("a b c | d | e f g h |")))
    assert (counts.pk, counts.window_diff, counts.windows) == ((1,), (2,), (6,))


def test_the_last_word_rule_changes_nothing() -> None:
    assert Windows().count(example(Options(last="count"))) == Windows().count(example())


def test_too_few_words_for_a_window_leave_the_scores_undefined() -> None:
    counts = Windows().count(case([cut("two words |")], cut("two | words |")))
    assert counts == WindowDisagreements(pk=(0,), window_diff=(0,), windows=(0,))
    assert all(map(isnan, Windows().score(counts).values()))


def test_documents_pool_their_windows() -> None:
    family = Windows()
    short = family.count(case([cut("a b c | d |")], cut("a b c d |")))
    long = family.count(example())
    pooled = family.per_reference(WindowDisagreements(long.pk[:1], long.window_diff[:1], long.windows[:1]) + short)
    assert pooled[0]["pk"] == pytest.approx((5 + short.pk[0]) / (10 + short.windows[0]))
