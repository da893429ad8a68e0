"""Word graphs: words and sentence ends chosen together, and the graph that is searched."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.core.graph import BREAK, Final, GraphArc, WordGraph
from pausa.core.scores import Floats
from pausa.decode.graph_search import GraphCosts, Question, best_in_graph, search_space
from pausa.decode.path import LengthCosts, PathCosts, best_path
from tests.decode.composition import shortest_way
from tests.decode.test_path import random_costs


def random_graph(rng: random.Random) -> WordGraph:
    """A few states with more ways than one between them; some arcs carry no word."""
    n_states = rng.randint(2, 6)
    pairs = [(state, state + 1) for state in range(n_states - 1)]
    pairs += [tuple(sorted(rng.sample(range(n_states), 2))) for _ in range(rng.randint(0, 4))]  # type: ignore[misc]
    rng.shuffle(pairs)
    arcs = tuple(
        GraphArc(source, target, rng.choice(["so", "we", "it", "<eps>"]), rng.uniform(-1, 5), rng.uniform(0, 5))
        for source, target in pairs
    )
    finals = {n_states - 1: Final(rng.random(), rng.random())} | ({0: Final(9.0)} if rng.random() < 0.2 else {})
    return WordGraph(arcs, finals, graph_scale=0.7, acoustic_scale=0.3, word_cost=rng.uniform(-1, 1))


def opinion(tokens: tuple[str, ...], token: str) -> float:
    """What a model may say: any number, the same for the same tokens."""
    return random.Random(repr((tokens, token))).uniform(0, 6)


def costs_of(
    graph: WordGraph,
    score: Callable[[tuple[str, ...], str], float] = opinion,
    length: LengthCosts | None = None,
    *,
    order: int = 3,
    prosody: Floats | None = None,
) -> GraphCosts:
    """The graph's own costs with a model's beside them."""

    def answers(questions: Sequence[Question]) -> list[float]:
        return [score(*question) for question in questions]

    return GraphCosts(
        tokens=[arc.word if graph.is_word(arc) else "" for arc in graph.arcs],
        arcs=[graph.cost(arc) for arc in graph.arcs],
        finals={state: graph.final_cost(state) for state in graph.finals},
        score=answers,
        order=order,
        length=length or LengthCosts.free(),
        prosody=np.zeros((len(graph.arcs), 2)) if prosody is None else prosody,
    )


def ways(graph: WordGraph, state: int) -> Iterator[tuple[list[int], float]]:
    """Every way from a state to an end, with what its arcs cost."""
    if graph.final_cost(state) < inf:
        yield [], graph.final_cost(state)
    for place, arc in graph.leaving.get(state, []):
        for rest, cost in ways(graph, arc.target):
            yield [place, *rest], graph.cost(arc) + cost


def last(count: int, tokens: list[str]) -> tuple[str, ...]:
    return tuple(tokens[max(0, len(tokens) - count) :])


def every_choice(
    graph: WordGraph, length: LengthCosts, order: int, prosody: Floats
) -> Iterator[tuple[float, tuple[str, ...], tuple[int, ...]]]:
    """All words and all segmentations of them, with their costs, by the definition."""
    for way, way_cost in ways(graph, graph.start):
        said = [place for place in way if graph.is_word(graph.arcs[place])]
        for breaks in product([False, True], repeat=max(0, len(said) - 1)):
            total, tokens, since = way_cost, [BREAK], 0
            ends = [*breaks, True] if said else []
            for place, end in zip(said, ends, strict=True):
                word = graph.arcs[place].word
                total += opinion(last(order - 1, tokens), word)
                tokens.append(word)
                since += 1
                if since > length.longest:
                    total = inf
                    break
                if end:
                    total += opinion(last(order - 1, tokens), BREAK) + length.stop[since - 1] + prosody[place, 0]
                    tokens.append(BREAK)
                    since = 0
                else:
                    total += prosody[place, 1] + (length.go[since - 1] if since < length.longest else inf)
            yield total, tuple(graph.arcs[place].word for place in said), tuple(np.flatnonzero(ends).tolist())


def words_and_ends(graph: WordGraph, costs: GraphCosts) -> tuple[tuple[str, ...], tuple[int, ...], float]:
    best = best_in_graph(graph, costs)
    said = [place for place in best.arcs if graph.is_word(graph.arcs[place])]
    ends = tuple(index for index, place in enumerate(said) if place in best.breaks)
    return tuple(graph.arcs[place].word for place in said), ends, best.cost


@given(rng=st.randoms(use_true_random=False), order=st.integers(1, 4), longest=st.integers(1, 5))
def test_nothing_is_cheaper_than_the_best_words_and_ends(rng: random.Random, order: int, longest: int) -> None:
    """Brute force: every way through the graph, every segmentation of its words."""
    graph = random_graph(rng)
    length = LengthCosts(
        np.array([rng.uniform(0, 3) for _ in range(longest)]), np.array([rng.uniform(0, 1) for _ in range(longest - 1)])
    )
    prosody = np.array([[rng.uniform(-3, 3), rng.uniform(-3, 3)] for _ in graph.arcs])
    costs = costs_of(graph, opinion, length, order=order, prosody=prosody)
    cost, words, ends = min(every_choice(graph, length, order, prosody))
    *found, found_cost = words_and_ends(graph, costs)
    assert found == [words, ends]
    assert found_cost == pytest.approx(cost)
    space = search_space(graph, costs)
    assert space.ahead[space.start][0] == pytest.approx(cost)
    tokens, library_cost = shortest_way(space)
    assert library_cost == pytest.approx(cost, rel=1e-5, abs=1e-4)
    assert tuple(token for token in tokens if token != BREAK) == words
    assert [index for index, token in enumerate(tokens) if token == BREAK] == [
        end + 1 + place for place, end in enumerate(ends)
    ]


def test_the_search_space_has_every_choice_at_its_cost() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        graph = random_graph(rng)
        length = LengthCosts(np.array([0.5, 0.2, 1.5]), np.array([0.25, 0.75]))
        prosody = np.array([[rng.uniform(-3, 3), rng.uniform(-3, 3)] for _ in graph.arcs])
        space = search_space(graph, costs_of(graph, opinion, length, prosody=prosody))
        found = sorted(cost for _, cost in ways(space, space.start))
        expected = sorted(cost for cost, _, _ in every_choice(graph, length, 3, prosody) if cost < inf)
        assert found == pytest.approx(expected)


def test_random_cases_have_more_than_one_sentence() -> None:
    several = 0
    for seed in range(40):
        graph = random_graph(random.Random(seed))
        prosody = np.random.default_rng(seed).uniform(-9, 3, (len(graph.arcs), 2))
        several += len(words_and_ends(graph, costs_of(graph, order=2, prosody=prosody))[1]) > 1
    assert several > 5


def test_a_graph_with_one_way_gives_the_best_path() -> None:
    """The tables of the path and the histories of the graph say the same."""
    words = "so we left it was late and dark and it was good".split()
    n_words = len(words)
    graph = WordGraph(tuple(GraphArc(i, i + 1, word) for i, word in enumerate(words)), {n_words: Final()})
    for seed in range(20):
        costs = random_costs(seed, n_words=n_words, longest=5)
        word, end = tables_of(words)
        tables = PathCosts(word, end, costs.go, costs.length)
        prosody = np.column_stack([np.zeros(n_words), costs.go])
        _, found, total = words_and_ends(graph, costs_of(graph, opinion, costs.length, order=4, prosody=prosody))
        ends, cost = best_path(tables)
        assert total == pytest.approx(cost)
        assert list(found) == ends


def tables_of(words: list[str]) -> tuple[Floats, Floats]:
    """The costs of an order-4 model by the histories that a path tells apart."""
    word = np.full((len(words), 5), inf)
    end = np.full((len(words), 3), inf)
    for i, here in enumerate(words):
        before = words[max(0, i - 3) : i]
        contexts = [
            [*before[-2:], BREAK] if i != 1 else [BREAK],
            [BREAK, *before[-1:], BREAK],
            [*before[-2:-1], BREAK, before[-1]] if i > 1 else [BREAK, *before],
            [BREAK, *before[-2:]],
            before,
        ]
        for history, context in enumerate(contexts):
            if i >= (0, 1, 1, 2, 3)[history]:
                word[i, history] = opinion(tuple(context), here)
        for history, count in enumerate((1, 2, 3)):
            if i + 1 >= count:
                context = words[i + 1 - count : i + 1] if count == 3 else [BREAK, *words[i + 1 - count : i + 1]]
                if count == 1 and i:
                    context = [words[i - 1], *context]
                end[i, history] = opinion(tuple(context), BREAK)
    return word, end


def test_the_break_model_can_change_the_words() -> None:
    graph = WordGraph((GraphArc(0, 1, "wreck", 1.0), GraphArc(0, 1, "recognise", 1.5)), {1: Final()})

    def score(tokens: tuple[str, ...], token: str) -> float:
        return 2.0 if (tokens, token) == (("wreck",), BREAK) else 0.1

    best = best_in_graph(graph, costs_of(graph, score, order=2))
    assert best.arcs == (1,)
    assert best.cost == pytest.approx(1.5 + 0.1 + 0.1)


def test_a_graph_without_words_has_no_sentences() -> None:
    graph = WordGraph((GraphArc(0, 1, "<eps>", 2.0),), {1: Final(1.0)})
    assert words_and_ends(graph, costs_of(graph)) == ((), (), 3.0)


def test_breaks_that_a_graph_has_already_are_passed_over() -> None:
    graph = WordGraph(tuple(GraphArc(i, i + 1, word) for i, word in enumerate(["so", BREAK, "we"])), {3: Final()})
    never = costs_of(graph, lambda tokens, token: float(token == BREAK), order=2)
    assert words_and_ends(graph, never) == (("so", "we"), (1,), 1.0)
    assert [graph.arcs[place].word for place in best_in_graph(graph, never).arcs] == ["so", BREAK, "we"]
    space = search_space(graph, never)
    assert [space.arcs[place].word for place in space.cheapest] == ["so", "<eps>", "we", BREAK]


def test_too_many_states_are_refused() -> None:
    arcs = [GraphArc(i, i + 1, f"{letter}{i}", cost) for i in range(30) for cost, letter in enumerate("abcdef")]
    graph = WordGraph(tuple(arcs), {30: Final()}, name="big")
    costs = costs_of(graph, lambda tokens, token: 0.0)
    with pytest.raises(OptionError, match="'big' has more than 500 states"):
        best_in_graph(graph, costs, limit=500)
    with pytest.raises(OptionError, match="search space of 'big' has more than 500 states"):
        search_space(graph, costs, limit=500)
    assert best_in_graph(graph, costs).cost == 0


def test_as_many_states_as_the_limit_says_are_allowed() -> None:
    graph = WordGraph((GraphArc(0, 1, "so"), GraphArc(1, 2, "we")), {2: Final()})
    costs = costs_of(graph, order=1)
    # A model that looks at no word before knows one history in each state.
    assert best_in_graph(graph, costs, limit=3).arcs == (0, 1)
    with pytest.raises(OptionError, match="more than 2 states"):
        best_in_graph(graph, costs, limit=2)


def test_of_ways_that_cost_the_same_the_first_is_taken() -> None:
    graph = WordGraph((GraphArc(0, 1, "so"), GraphArc(0, 2, "we")), {1: Final(), 2: Final()})
    first = next(state for state in graph.order if state)
    assert [graph.arcs[place].target for place in best_in_graph(graph, costs_of(graph, lambda *_: 0.0)).arcs] == [first]


def test_states_that_lead_nowhere_are_not_in_the_search_space() -> None:
    graph = WordGraph((GraphArc(0, 1, "so"), GraphArc(1, 2, "we"), GraphArc(0, 2, "soon")), {2: Final()})
    pairs_only = LengthCosts(np.array([inf, 0.0]), np.zeros(1))
    space = search_space(graph, costs_of(graph, opinion, pairs_only))
    assert [arc.word for arc in space.arcs] == ["so", "we", BREAK]


def test_lengths_that_leave_no_way_are_told() -> None:
    graph = WordGraph((GraphArc(0, 1, "so"),), {1: Final()}, name="short")
    pairs_only = LengthCosts(np.array([inf, 0.0]), np.zeros(1))
    for search in (best_in_graph, search_space):
        with pytest.raises(OptionError, match="No way through the word graph 'short'"):
            search(graph, costs_of(graph, opinion, pairs_only))
    with pytest.raises(OptionError, match="order 0"):
        costs_of(graph, order=0)
    with pytest.raises(ValueError, match=r"prosody of \(3, 2\)"):
        costs_of(graph, prosody=np.zeros((3, 2)))
