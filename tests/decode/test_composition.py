"""Our decoder against composed automata and an FST library's shortest path."""

from __future__ import annotations

from math import inf

import pytest

from pausa.core.graph import BREAK
from pausa.decode.path import NoPath, PathCosts, best_path
from pausa.lm import BREAK as LM_BREAK
from tests.decode.composition import chain, composed, ends_among, lengths, shortest
from tests.decode.test_path import all_ends, random_costs, walked


def compared(costs: PathCosts) -> tuple[tuple[list[int], float], tuple[list[int], float]] | None:
    """Our best path and the library's; None where neither finds one."""
    try:
        ours = best_path(costs)
    except NoPath:
        with pytest.raises(NoPath):
            shortest(costs)
        return None
    return ours, shortest(costs)


def test_on_a_thousand_random_cases_the_library_finds_the_same_path() -> None:
    """Costs are eighths, so that the library's float32 is exact: the least cost is equal to the last bit."""
    found = ties = 0
    for seed in range(1_000):
        costs = random_costs(seed, n_words=1 + seed % 13, longest=1 + seed % 8, order=2 + seed % 3, unit=0.125)
        pair = compared(costs)
        if pair is None:
            continue
        (ours, cost), (theirs, their_cost) = pair
        assert cost == their_cost, seed
        found += 1
        ties += ours != theirs
    assert found > 900
    # Where they differ, both are cheapest; that is rare enough to show that paths are the same.
    assert ties < found / 10


@pytest.mark.parametrize("extreme", [False, True], ids=["plain", "extreme"])
def test_with_costs_of_any_size_the_library_finds_the_same_cost(extreme: bool) -> None:
    for seed in range(150):
        costs = random_costs(5_000 + seed, n_words=1 + seed % 40, longest=1 + seed % 11, extreme=extreme)
        pair = compared(costs)
        if pair is not None:
            (_, cost), (_, their_cost) = pair
            assert their_cost == pytest.approx(cost, rel=1e-6), seed


def test_a_long_recording_is_cut_the_same_by_both() -> None:
    costs = random_costs(77, n_words=300, longest=80, unit=0.125)
    assert shortest(costs)[1] == best_path(costs)[1]


def test_the_composed_automaton_has_every_segmentation_at_its_cost() -> None:
    costs = random_costs(4, n_words=6, longest=4, unit=0.125)
    both = composed(chain(costs), lengths(costs.length))
    leaving: dict[int, list[tuple[int, str, float]]] = {}
    for arc in both.arcs:
        leaving.setdefault(arc.source, []).append((arc.target, arc.reads, arc.cost))
    found: dict[tuple[int, ...], float] = {}

    def follow(state: int, tokens: list[str], cost: float) -> None:
        if state in both.finals:
            found[tuple(ends_among(tokens))] = cost + both.finals[state]
        for target, token, more in leaving.get(state, []):
            follow(target, [*tokens, token], cost + more)

    follow(0, [], 0.0)
    expected = {tuple(ends): walked(costs, ends) for ends in all_ends(6)}
    assert found == {ends: cost for ends, cost in expected.items() if cost < inf}


def test_an_automaton_without_words_accepts_nothing_said() -> None:
    costs = random_costs(0, n_words=0, longest=3)
    assert shortest(costs) == ([], 0.0)


def test_a_break_has_one_name_everywhere() -> None:
    assert LM_BREAK == BREAK
