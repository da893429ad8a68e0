"""The costs of a segmentation as finite-state automata, made of plain values.

`chain` reads the words of a recording with breaks among them. Its states remember the history in full, so
no arc is a back-off:

    after a break      ─ so ▶   one word        ─ we ▶   two words   ─ left ▶   three or more   ─ it ▶ …
                                │ <break>                │ <break>              │ <break>
                                ▼                        ▼                      ▼
                                after a lone word        after a break          after a break

It writes `<word>` or `<break>`, which is all that `lengths` reads: a counter of words since the last break.
Both can be turned back into costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from pausa.decode.path_costs import LengthCosts, PathCosts

BREAK = "<break>"
WORD = "<word>"
EPSILON = "<eps>"


class Arc(NamedTuple):
    """From one state to another, reading one symbol and writing one."""

    source: int
    target: int
    reads: str
    writes: str
    cost: float


@dataclass(frozen=True)
class Automaton:
    """States, arcs between them and the states in which a path may stop; state 0 is the start.

    An automaton without final states accepts nothing.
    """

    arcs: tuple[Arc, ...]
    finals: Mapping[int, float]

    @property
    def n_states(self) -> int:
        return 1 + max([0, *self.finals, *(max(arc.source, arc.target) for arc in self.arcs)])

    @property
    def reads(self) -> tuple[str, ...]:
        """The symbols it reads, ε first, the others as they come."""
        return tuple(dict.fromkeys([EPSILON, *(arc.reads for arc in self.arcs)]))

    @property
    def writes(self) -> tuple[str, ...]:
        """The symbols it writes, ε first, the others as they come."""
        return tuple(dict.fromkeys([EPSILON, *(arc.writes for arc in self.arcs)]))


def chain(costs: PathCosts, words: Sequence[str] | None = None) -> Automaton:
    """What reads the words with breaks among them; without words, they are called w1, w2 and so on."""
    words = _names(costs, words)
    # Five states per word: after a break, after a break behind a lone word, and in a sentence of one, two, more words.
    arcs = tuple(arc for arc in _chain_arcs(costs, words) if arc.cost < inf)
    n_words = len(words)
    return Automaton(arcs, {5 * n_words: 0.0, 5 * n_words + 1: 0.0} if n_words else {0: 0.0})


def _chain_arcs(costs: PathCosts, words: Sequence[str]) -> Iterator[Arc]:
    for i, word in enumerate(words):
        here, there = 5 * i, 5 * (i + 1)
        for history in (0, 1) if i > 1 else (i,):
            yield Arc(here + history, here + 2, word, WORD, float(costs.word[i, history]))
        for count in range(min(i + 1, 3)):
            state = here + 2 + count
            yield Arc(state, there + (count == 0), BREAK, BREAK, float(costs.end[i, count]))
            if i + 1 < len(words):
                go = float(costs.go[i] + costs.word[i + 1, 2 + count])
                yield Arc(state, there + min(3 + count, 4), words[i + 1], WORD, go)


def _names(costs: PathCosts, words: Sequence[str] | None) -> Sequence[str]:
    if words is None:
        return [f"w{i + 1}" for i in range(len(costs))]
    if len(words) != len(costs):
        raise ValueError(f"{len(words)} words do not fit costs for {len(costs)}")
    for word in words:
        if word in (BREAK, EPSILON) or word.split() != [word]:
            raise ValueError(f"{word!r} cannot be a word on an automaton")
    return words


def lengths(length: LengthCosts) -> Automaton:
    """What counts the words since the last break; state k has read k of them."""
    arcs = [Arc(0, 1, WORD, WORD, 0.0)]
    arcs += [Arc(k, k + 1, WORD, WORD, float(cost)) for k, cost in enumerate(length.go, start=1)]
    arcs += [Arc(k, 0, BREAK, BREAK, float(cost)) for k, cost in enumerate(length.stop, start=1)]
    return Automaton(tuple(arc for arc in arcs if arc.cost < inf), {0: 0.0})


def ends_among(tokens: Sequence[str]) -> list[int]:
    """Where the sentences end, from words with breaks among them.

    >>> ends_among(["so", "we", "left", "<break>", "good", "<break>"])
    [2, 3]
    """
    ends, n_words = [], 0
    for token in tokens:
        if token == BREAK:
            ends.append(n_words - 1)
        else:
            n_words += 1
    return ends


def costs_on(automaton: Automaton, length: LengthCosts) -> tuple[list[str], PathCosts]:
    """The words on a chain and the costs it was made of; what it costs not to break is part of the next word's cost.

    ValueError where the automaton is no such chain.
    """
    leaving = _leaving(automaton)
    words: list[str] = []
    word_costs, end_costs = [], []
    breaks, inside = {0: 0}, dict[int, int]()
    while True:
        # A history's number here is its column in the costs of words.
        before = breaks | {count + 1: state for count, state in inside.items()}
        goes = {history: leaving[state][False] for history, state in before.items() if False in leaving[state]}
        if not goes:
            break
        names = {arc.reads for arc in goes.values()}
        if len(names) != 1:
            raise ValueError(f"Not a chain: after {len(words)} words it goes on with {' or '.join(sorted(names))}")
        words += names
        word_costs.append([goes[history].cost if history in goes else inf for history in range(5)])
        inside = _next((max(history, 1) if history < 4 else 3, arc) for history, arc in goes.items())
        stops = {count: leaving[state][True] for count, state in inside.items() if True in leaving[state]}
        breaks = _next((int(count == 1), arc) for count, arc in stops.items())
        end_costs.append([stops[count].cost if count in stops else inf for count in (1, 2, 3)])
    within = automaton.finals.keys() & inside.values()
    if within:
        raise ValueError(f"Not a chain: a path may stop in state {min(within)}, where no sentence has ended")
    if automaton.finals.keys().isdisjoint(breaks.values()):
        raise ValueError(f"Not a chain: no path of {len(words)} words may stop")
    ends = np.array(end_costs).reshape(-1, 3)
    if words:
        finals = [automaton.finals.get(breaks.get(role, -1), inf) for role in (1, 0, 0)]
        ends[-1] += finals
    return words, PathCosts(np.array(word_costs).reshape(-1, 5), ends, np.zeros(len(words)), length)


def lengths_on(automaton: Automaton) -> LengthCosts:
    """The costs that a counter of words was made of; ValueError where the automaton is no such counter."""
    leaving = _leaving(automaton)
    stop: list[float] = []
    go: list[float] = []
    state, seen = 0, {0}
    while False in leaving[state]:
        arc = leaving[state][False]
        state = arc.target
        if state in seen:
            raise ValueError(f"Not a counter of words: state {state} comes twice")
        seen.add(state)
        back = leaving[state].get(True)
        if back is not None and back.target:
            raise ValueError(f"Not a counter of words: a break in state {state} does not lead to the start")
        go.append(arc.cost)
        stop.append(inf if back is None else back.cost)
    # The first word of a sentence has no cost of its own here; every sentence has one.
    return LengthCosts(np.array(stop) + sum(go[:1]), np.array(go[1:]))


def _leaving(automaton: Automaton) -> list[dict[bool, Arc]]:
    """The arcs that leave each state, by whether they read a break."""
    leaving: list[dict[bool, Arc]] = [{} for _ in range(automaton.n_states)]
    for arc in automaton.arcs:
        is_break = arc.reads == BREAK
        if is_break in leaving[arc.source] or arc.reads == EPSILON:
            raise ValueError(f"Neither a chain nor a counter: state {arc.source} has too many arcs or reads nothing")
        leaving[arc.source][is_break] = arc
    return leaving


def _next(roles: Iterator[tuple[int, Arc]]) -> dict[int, int]:
    """The state that each role leads to; the same role cannot lead to two."""
    found: dict[int, int] = {}
    for role, arc in roles:
        if found.setdefault(role, arc.target) != arc.target:
            raise ValueError(f"Not a chain: states {found[role]} and {arc.target} have the same history")
    return found
