"""Words and sentence ends chosen together, over a recogniser's word graph.

A recogniser's best words need not be those that make the best sentences. Here each word of the graph may be
followed by a break, and the cheapest way through the graph is looked for, breaks included. A way costs what
its arcs cost, plus what an n-gram model with `<break>` as a word says of its tokens, plus the length model,
plus the prosody after each word.

States of the graph are told apart by the last tokens and by the number of words since the last break, so
nothing is approximated: the result is exact. All numbers of words are kept in one vector, so the work grows
with the graph and its histories, not with the longest sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.graph import BREAK, EPSILON, Final, GraphArc, WordGraph
from pausa.core.scores import Floats
from pausa.decode.path_costs import LengthCosts

#: The last tokens, oldest first, and the one that comes next.
Question = tuple[tuple[str, ...], str]
#: What each token costs after the tokens before it.
Score = Callable[[Sequence[Question]], Sequence[float]]

#: Pairs of a state of the graph and the last tokens.
LIMIT = 1_000_000
_SPENT = np.zeros(0)


@dataclass(frozen=True)
class GraphCosts:
    """What a way through a graph with breaks among its words costs.

    There is one entry per arc of the graph in `tokens` (what its word is to the language model, empty where
    nothing is said), in `arcs` (what passing it costs) and in `prosody` (what a break after its word costs,
    and what none). `finals` is what ending in a state costs. `score` gets at most `order` - 1 tokens before
    the one it is asked for; the first is asked for after a break.
    """

    tokens: Sequence[str]
    arcs: Sequence[float]
    finals: Mapping[int, float]
    score: Score
    order: int
    length: LengthCosts
    prosody: Floats

    def __post_init__(self) -> None:
        if self.order < 1:
            raise OptionError(f"An n-gram model of order {self.order} does not exist; give 1 or more.")
        if not len(self.tokens) == len(self.arcs) or self.prosody.shape != (len(self.arcs), 2):
            raise ValueError(f"{len(self.tokens)} tokens and prosody of {self.prosody.shape} for {len(self.arcs)} arcs")

    @property
    def go(self) -> Floats:
        """What one more word costs where there are 0, 1, … in the sentence already."""
        return np.concatenate([[0.0], self.length.go])

    def tail(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """As many of the last tokens as make a difference."""
        return tokens[-(self.order - 1) :] if self.order > 1 else ()


@dataclass(frozen=True)
class GraphPath:
    """The arcs of the best way through a graph, those after which a sentence ends, and what all of it costs."""

    arcs: tuple[int, ...]
    breaks: frozenset[int]
    cost: float


class _Known:
    """Answers to questions, each asked once."""

    def __init__(self, score: Score) -> None:
        self._score = score
        self._answers: dict[Question, float] = {}

    def ask(self, questions: Iterator[Question]) -> None:
        new = [question for question in dict.fromkeys(questions) if question not in self._answers]
        if new:
            self._answers.update(zip(new, self._score(new), strict=True))

    def __call__(self, tokens: tuple[str, ...], token: str) -> float:
        answer = self._answers.get((tokens, token))
        if answer is None:
            self.ask(iter([(tokens, token)]))
            answer = self._answers[tokens, token]
        return answer


class _Node:
    """A state of the graph with the last tokens: the least cost for each number of words since the last break.

    `steps` tells how each of them was reached, by its place among all steps.
    """

    __slots__ = ("costs", "steps", "tokens")

    def __init__(self, tokens: tuple[str, ...], longest: int) -> None:
        self.tokens = tokens
        self.costs = np.full(longest, inf)
        self.steps = np.full(longest, -1, dtype=np.int32)

    def take(self, since: int, costs: Floats, step: int) -> bool:
        """Take over what is cheaper, for `since` words and more; whether anything is."""
        own = self.costs[since:]
        better = costs < own
        if not better.any():
            return False
        np.copyto(own, costs, where=better)
        self.steps[since:][better] = step
        return True

    def end(self, cost: float, step: int) -> bool:
        """Take over a cost right after a break, where it is cheaper; whether it is."""
        if cost >= self.costs.item(0):
            return False
        self.costs[0] = cost
        self.steps[0] = step
        return True


@dataclass(frozen=True, slots=True)
class _Step:
    """From a node over an arc; `since` is the number of words before the arc's where a break follows, else -1."""

    node: _Node
    arc: int
    since: int = -1


def best_in_graph(graph: WordGraph, costs: GraphCosts, *, limit: int = LIMIT) -> GraphPath:
    """The cheapest words and sentence ends in a graph; of equally cheap ones, what comes first in the graph."""
    score, go, stop = _Known(costs.score), costs.go, costs.go + costs.length.stop
    longest, steps = costs.length.longest, list[_Step]()
    open_: dict[int, dict[tuple[str, ...], _Node]] = {}
    first = _node(open_, graph.start, costs.tail((BREAK,)), longest)
    first.costs[0] = 0.0
    best: tuple[float, _Node | None] = (inf, None)
    n_nodes = 0
    for state in graph.order:
        nodes = open_.pop(state, {})
        n_nodes += len(nodes)
        if n_nodes > limit:
            raise OptionError(
                f"The word graph {graph.name!r} has more than {limit} states with the words before them; prune it."
            )
        final = costs.finals.get(state, inf)
        leaving = graph.leaving.get(state, [])
        said = [costs.tokens[place] for place, _ in leaving if costs.tokens[place]]
        score.ask((tokens, token) for tokens in nodes for token in said)
        score.ask((costs.tail((*tokens, token)), BREAK) for tokens in nodes for token in said)
        for tokens, node in nodes.items():
            total = node.costs.item(0) + final
            if total < best[0]:
                best = (total, node)
            if not leaving:
                continue
            ending = node.costs + stop
            least = int(ending.argmin())
            for place, arc in leaving:
                token, own = costs.tokens[place], costs.arcs[place]
                if not token:
                    passed = _node(open_, arc.target, tokens, longest)
                    if passed.take(0, node.costs + own, len(steps)):
                        steps.append(_Step(node, place))
                    continue
                own += score(tokens, token)
                broken, whole = costs.prosody[place].tolist()
                told = costs.tail((*tokens, token))
                on = _node(open_, arc.target, told, longest)
                if on.take(1, (node.costs + (go + (own + whole)))[:-1], len(steps)):
                    steps.append(_Step(node, place))
                cost = ending.item(least) + own + broken + score(told, BREAK)
                after = _node(open_, arc.target, costs.tail((*told, BREAK)), longest)
                if after.end(cost, len(steps)):
                    steps.append(_Step(node, place, least))
        for node in nodes.values():
            node.costs = _SPENT
    if best[1] is None:
        raise OptionError(f"No way through the word graph {graph.name!r} is allowed; allow more lengths.")
    return _traced(best[1], best[0], steps, costs)


def _node(open_: dict[int, dict[tuple[str, ...], _Node]], state: int, tokens: tuple[str, ...], longest: int) -> _Node:
    nodes = open_.setdefault(state, {})
    found = nodes.get(tokens)
    if found is None:
        found = nodes[tokens] = _Node(tokens, longest)
    return found


def _traced(node: _Node, cost: float, steps: Sequence[_Step], costs: GraphCosts) -> GraphPath:
    arcs, breaks, since = list[int](), set[int](), 0
    place = node.steps.item(0)
    while place >= 0:
        step = steps[place]
        arcs.append(step.arc)
        if step.since >= 0:
            breaks.add(step.arc)
            since = step.since
        elif costs.tokens[step.arc]:
            since -= 1
        place = step.node.steps.item(since)
    return GraphPath(tuple(reversed(arcs)), frozenset(breaks), cost)


def search_space(graph: WordGraph, costs: GraphCosts, *, limit: int = 2 * LIMIT) -> WordGraph:
    """The graph that is searched, spelled out: every way through it is words and breaks at what they cost in all.

    Its cheapest way is that of `best_in_graph`. States that lead nowhere are left out.
    """
    score, go, stop = _Known(costs.score), costs.go.tolist(), costs.length.stop.tolist()
    prosody = costs.prosody.tolist()
    # A state of the graph, the last tokens, the words since the last break; then the arc of the word if it has just
    # been said: there a break may follow, and what it costs that none does is charged with the next arc.
    start = (graph.start, costs.tail((BREAK,)), 0, -1)
    numbers = {start: 0}
    waiting = [start]
    arcs, finals, times = list[GraphArc](), dict[int, Final](), dict[int, int]()

    def add(source: int, key: tuple[int, tuple[str, ...], int, int], word: str, cost: float) -> None:
        if cost == inf:
            return
        if key not in numbers:
            numbers[key] = len(numbers)
            waiting.append(key)
        arcs.append(GraphArc(source, numbers[key], word, cost))

    for number, (state, tokens, since, last) in enumerate(waiting):
        if number > limit:
            raise OptionError(f"The search space of {graph.name!r} has more than {limit} states; cut the recording.")
        if state in graph.times:
            times[number] = graph.times[state]
        whole = 0.0
        if last >= 0:
            broken, whole = prosody[last]
            cost = broken + stop[since - 1] + score(tokens, BREAK)
            add(number, (state, costs.tail((*tokens, BREAK)), 0, -1), BREAK, cost)
        elif since == 0 and costs.finals.get(state, inf) < inf:
            finals[number] = Final(costs.finals[state])
        for place, arc in graph.leaving.get(state, ()):
            token = costs.tokens[place]
            if not token:
                word = EPSILON if arc.word == BREAK else arc.word
                add(number, (arc.target, tokens, since, -1), word, whole + costs.arcs[place])
            elif since < len(stop):
                cost = whole + costs.arcs[place] + go[since] + score(tokens, token)
                add(number, (arc.target, costs.tail((*tokens, token)), since + 1, place), arc.word, cost)
    try:
        found = WordGraph(tuple(arcs), finals, name=graph.name, times=times)
    except ValueError:
        raise OptionError(f"No way through the word graph {graph.name!r} is allowed; allow more lengths.") from None
    leads = {state for state, way in found.ahead.items() if way[0] < inf}
    return replace(found, arcs=tuple(arc for arc in arcs if arc.target in leads))
