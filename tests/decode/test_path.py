"""The best path and the posteriors, against every segmentation there is."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import combinations
from math import exp, inf

import numpy as np
import pytest
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.decode.path import LengthCosts, NoPath, PathCosts, best_path, path_cost, posteriors


def random_costs(
    seed: int, n_words: int, longest: int, *, order: int = 4, unit: float = 0.0, extreme: bool = False
) -> PathCosts:
    """Costs of all kinds: some below zero, some infinite; whole multiples of the unit where one is given.

    A model of a lower order than 4 tells fewer histories apart.
    """
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> Floats:
        costs = rng.gamma(1.5, 3.0, shape) - 1.0
        if extreme:
            costs *= 10.0 ** rng.integers(-3, 4, shape)
            costs[rng.random(shape) < 0.05] = inf
        return np.round(costs / unit) * unit if unit else costs

    length = LengthCosts(some(longest), some(longest - 1))
    words, ends = {2: ([0, 0, 1, 1, 1], [0, 0, 0]), 3: ([0, 0, 1, 2, 2], [0, 1, 1]), 4: (range(5), range(3))}[order]
    return PathCosts(some(n_words, 5)[:, words], some(n_words, 3)[:, ends], some(n_words), length)


def all_ends(n_words: int) -> Iterator[list[int]]:
    for count in range(n_words):
        for inner in combinations(range(n_words - 1), count):
            yield [*inner, n_words - 1]


def walked(costs: PathCosts, ends: list[int]) -> float:
    """The cost of a path by the definition, token after token."""
    total, since, before = 0.0, 0, 2
    for i in range(len(costs)):
        since += 1
        total += costs.word[i, (1 if before == 1 else 0) if since == 1 else min(since, 4)]
        if i in ends:
            if since > costs.length.longest:
                return inf
            total += costs.end[i, min(since, 3) - 1] + costs.length.stop[since - 1]
            since, before = 0, since
        else:
            if since >= costs.length.longest:
                return inf
            total += costs.go[i] + costs.length.go[since - 1]
    return float(total)


@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_cheaper_than_the_best_path(seed: int) -> None:
    costs = random_costs(seed, n_words=1 + seed % 9, longest=1 + seed % 7, extreme=seed % 3 == 0)
    cheapest = min(walked(costs, ends) for ends in all_ends(len(costs)))
    if cheapest == inf:
        with pytest.raises(NoPath, match="No segmentation"):
            best_path(costs)
        return
    ends, cost = best_path(costs)
    assert cost == pytest.approx(cheapest, rel=1e-12)
    assert walked(costs, ends) == pytest.approx(cheapest, rel=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_posteriors_are_the_shares_of_all_paths(seed: int) -> None:
    costs = random_costs(seed, n_words=1 + seed % 9, longest=1 + seed % 7, extreme=seed % 3 == 0)
    found = {tuple(ends): walked(costs, ends) for ends in all_ends(len(costs))}
    least = min(found.values())
    if least == inf:
        with pytest.raises(NoPath):
            posteriors(costs)
        return
    shares = np.zeros(len(costs))
    for ends, cost in found.items():
        shares[list(ends)] += exp(least - cost)
    np.testing.assert_allclose(posteriors(costs), shares / shares[-1], rtol=1e-9, atol=1e-12)


def test_a_path_costs_what_the_definition_says() -> None:
    costs = random_costs(3, n_words=8, longest=5, extreme=True)
    for ends in all_ends(8):
        assert path_cost(costs, ends) == pytest.approx(walked(costs, ends), rel=1e-12)


def test_long_recordings_move_through_many_buffers_unharmed() -> None:
    """Ten thousand words of a talk that repeats itself come out as the first hundred do, again and again."""
    talk = random_costs(5, n_words=100, longest=80)
    # A sentence must end after each hundredth word, and the next one costs the same after any.
    fixed = np.zeros(100, dtype=bool)
    fixed[-1] = True
    word = talk.word.copy()
    word[0, 1] = word[0, 0]
    once = PathCosts(word, talk.end, talk.go, talk.length)
    often = PathCosts(np.tile(word, (100, 1)), np.tile(talk.end, (100, 1)), np.tile(talk.go, 100), talk.length)
    ends, cost = best_path(once)
    many, total = best_path(often, fixed=np.tile(fixed, 100))
    assert many == [100 * k + end for k in range(100) for end in ends]
    assert total == pytest.approx(100 * cost, rel=1e-12)
    chances = posteriors(often, fixed=np.tile(fixed, 100)).reshape(100, 100)
    assert np.ptp(chances, axis=0).max() < 1e-9
    np.testing.assert_allclose(chances[0], posteriors(once), atol=1e-9)


def test_posteriors_stay_probabilities_when_costs_are_huge() -> None:
    costs = random_costs(8, n_words=6_000, longest=80)
    costs = PathCosts(costs.word + 1e6, costs.end, costs.go, costs.length)
    chances = posteriors(costs)
    assert chances.min() >= 0
    assert chances.max() <= 1
    # Every word costs the same million more; digits are lost to it, but no chance moves.
    calm = PathCosts(costs.word - 1e6, costs.end, costs.go, costs.length)
    np.testing.assert_allclose(chances, posteriors(calm), atol=1e-6)


def test_fixed_ends_are_there_and_nothing_else_changes() -> None:
    costs = random_costs(2, n_words=9, longest=4)
    fixed = np.zeros(9, dtype=bool)
    fixed[[2, 3]] = True
    allowed = [ends for ends in all_ends(9) if {2, 3} <= set(ends)]
    ends, cost = best_path(costs, fixed=fixed)
    assert ends in allowed
    assert cost == pytest.approx(min(walked(costs, ends) for ends in allowed))
    assert posteriors(costs, fixed=fixed)[[2, 3, 8]] == pytest.approx(1)


def test_no_words_have_no_ends() -> None:
    nothing = random_costs(0, n_words=0, longest=80)
    assert best_path(nothing) == ([], 0.0)
    assert posteriors(nothing).shape == (0,)
    assert path_cost(nothing, []) == 0


def flat(n_words: int, length: LengthCosts) -> PathCosts:
    """Costs under which all paths of as many breaks cost the same."""
    return PathCosts(np.zeros((n_words, 5)), np.zeros((n_words, 3)), np.zeros(n_words), length)


def test_of_equal_paths_the_one_with_shorter_last_sentences_wins() -> None:
    assert best_path(flat(4, LengthCosts.free()))[0] == [0, 1, 2, 3]
    two_or_three = LengthCosts(np.array([inf, 0.0, 0.0]), np.zeros(2))
    assert best_path(flat(7, two_or_three))[0] == [2, 4, 6]


def test_no_sentence_is_longer_than_the_longest() -> None:
    costs = flat(200, LengthCosts(np.ones(80), np.zeros(79)))
    ends, cost = best_path(costs)
    assert np.diff(ends, prepend=-1).max() <= 80
    assert cost == 3


def test_a_forbidden_length_that_leaves_no_way_is_told_with_the_place() -> None:
    pairs_only = LengthCosts(np.array([inf, 0.0]), np.zeros(1))
    assert best_path(flat(4, pairs_only))[0] == [1, 3]
    with pytest.raises(NoPath, match="of the 5 words is allowed: no sentence that starts at word 5"):
        best_path(flat(5, pairs_only))
    fixed: NDArray[np.bool_] = np.arange(6) == 2
    for search in (best_path, posteriors):
        with pytest.raises(NoPath, match="starts at word 3 "):
            search(flat(6, pairs_only), fixed=fixed)
        with pytest.raises(NoPath, match="starts at word 1 "):
            search(flat(1, pairs_only))


def test_an_error_that_is_copied_says_the_same() -> None:
    """As it is when it comes from another process."""
    assert str(copy(NoPath(5, 2))) == str(NoPath(5, 2))
    assert "no sentence" not in str(NoPath(5))


def test_the_largest_costs_are_allowed() -> None:
    costs = PathCosts(np.full((2, 5), -1e9), np.full((2, 3), 1e9), np.zeros(2), LengthCosts.free())
    assert best_path(costs) == ([1], -1e9)


@pytest.mark.parametrize("bad", [np.nan, -inf, 1e10])
def test_what_is_no_cost_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="go costs must be numbers"):
        PathCosts(np.zeros((2, 5)), np.zeros((2, 3)), np.array([0.0, bad]), LengthCosts.free())


def test_tables_must_fit_the_words() -> None:
    with pytest.raises(ValueError, match=r"end costs have shape \(3, 3\), not \(2, 3\)"):
        PathCosts(np.zeros((2, 5)), np.zeros((3, 3)), np.zeros(2), LengthCosts.free())
    with pytest.raises(ValueError, match="Fixed ends for 1 words"):
        best_path(flat(2, LengthCosts.free()), fixed=np.zeros(1, dtype=bool))
    with pytest.raises(ValueError, match="one word at least"):
        LengthCosts(np.zeros(0), np.zeros(0))


@pytest.mark.parametrize("ends", [[], [0], [1, 1, 3], [-1, 3], [3, 1]])
def test_ends_that_are_no_path_are_refused(ends: list[int]) -> None:
    with pytest.raises(ValueError, match="do not rise to the last of 4 words"):
        path_cost(flat(4, LengthCosts.free()), ends)
