"""The same best path by composing automata with an FST library: the oracle that our decoder is compared with.

`chain` reads the words of a recording with breaks among them. Its states remember the history in full, so
no arc is a back-off:

    after a break      ─ so ▶   one word        ─ we ▶   two words   ─ left ▶   three or more   ─ it ▶ …
                                │ <break>                │ <break>              │ <break>
                                ▼                        ▼                      ▼
                                after a lone word        after a break          after a break

It writes `<word>` or `<break>`, which is all that `lengths` reads: a counter of words since the last break. The library
(kaldifst) composes the two and finds the shortest path. It keeps costs as float32, so only the path is taken from it;
what the path costs is summed again in float64.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pausa.core.graph import BREAK, EPSILON, WordGraph
from pausa.decode.path import LengthCosts, NoPath, PathCosts, path_cost

if TYPE_CHECKING:
    import kaldifst
else:
    kaldifst = pytest.importorskip("kaldifst")

WORD = "<word>"


class Arc(NamedTuple):
    """From one state to another, reading one symbol and writing one."""

    source: int
    target: int
    reads: str
    writes: str
    cost: float


@dataclass(frozen=True)
class Automaton:
    """States, arcs between them and the states in which a path may stop; state 0 is the start."""

    arcs: tuple[Arc, ...]
    finals: Mapping[int, float]

    @property
    def n_states(self) -> int:
        return 1 + max([0, *self.finals, *(max(arc.source, arc.target) for arc in self.arcs)])

    @property
    def reads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([EPSILON, *(arc.reads for arc in self.arcs)]))

    @property
    def writes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([EPSILON, *(arc.writes for arc in self.arcs)]))


def chain(costs: PathCosts) -> Automaton:
    """What reads the words, called w1, w2 and so on, with breaks among them."""
    words = [f"w{i + 1}" for i in range(len(costs))]
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


def lengths(length: LengthCosts) -> Automaton:
    """What counts the words since the last break; state k has read k of them."""
    arcs = [Arc(0, 1, WORD, WORD, 0.0)]
    arcs += [Arc(k, k + 1, WORD, WORD, float(cost)) for k, cost in enumerate(length.go, start=1)]
    arcs += [Arc(k, 0, BREAK, BREAK, float(cost)) for k, cost in enumerate(length.stop, start=1)]
    return Automaton(tuple(arc for arc in arcs if arc.cost < inf), {0: 0.0})


def ends_among(tokens: Sequence[str]) -> list[int]:
    """Where the sentences end, from words with breaks among them."""
    ends, n_words = [], 0
    for token in tokens:
        if token == BREAK:
            ends.append(n_words - 1)
        else:
            n_words += 1
    return ends


def shortest(costs: PathCosts) -> tuple[list[int], float]:
    """The ends of the cheapest segmentation as the library finds them, and their cost, summed in float64."""
    words_and_breaks = chain(costs)
    found = _best(_composed(words_and_breaks, lengths(costs.length)), words_and_breaks.reads)
    if found is None:
        raise NoPath(len(costs))
    ends = ends_among(found[0])
    return ends, path_cost(costs, ends)


def shortest_way(graph: WordGraph) -> tuple[list[str], float]:
    """What the cheapest way through a graph reads, nothing left out, and what it costs, as the library finds it."""
    arcs = tuple(
        Arc(arc.source, arc.target, arc.word, arc.word, graph.cost(arc)) for arc in graph.arcs if graph.cost(arc) < inf
    )
    automaton = Automaton(arcs, {state: graph.final_cost(state) for state in graph.finals})
    found = _best(_compiled(automaton), automaton.reads)
    assert found is not None
    return found


def composed(first: Automaton, second: Automaton) -> Automaton:
    """What reads as the first and writes as the second, trimmed to what leads somewhere."""
    fst = _composed(first, second)
    if fst.start < 0:
        return Automaton((), {})
    # The start becomes state 0 by changing places with it.
    number = {fst.start: 0, 0: fst.start}
    arcs: list[Arc] = []
    finals: dict[int, float] = {}
    for state in range(fst.num_states):
        source = number.get(state, state)
        for arc in kaldifst.ArcIterator(fst, state):
            target = number.get(arc.nextstate, arc.nextstate)
            arcs.append(Arc(source, target, first.reads[arc.ilabel], second.writes[arc.olabel], arc.weight.value))
        if fst.final(state).value < inf:
            finals[source] = fst.final(state).value
    return Automaton(tuple(arcs), finals)


def _composed(first: Automaton, second: Automaton) -> kaldifst.StdVectorFst:
    between = tuple(dict.fromkeys([*first.writes, *second.reads]))
    left, right = _compiled(first, writes=between), _compiled(second, reads=between)
    kaldifst.arcsort(left, sort_type="olabel")
    return kaldifst.compose(left, right)


def _best(fst: kaldifst.StdVectorFst, symbols: Sequence[str]) -> tuple[list[str], float] | None:
    path = kaldifst.shortest_path(fst)
    if path.start < 0:
        return None
    tokens, costs = [], []
    state = path.start
    while path.num_arcs(state):
        arc = next(iter(kaldifst.ArcIterator(path, state)))
        tokens.append(symbols[arc.ilabel])
        costs.append(arc.weight.value)
        state = arc.nextstate
    return [token for token in tokens if token != EPSILON], fsum([*costs, path.final(state).value])


def _compiled(
    automaton: Automaton, *, reads: Sequence[str] | None = None, writes: Sequence[str] | None = None
) -> kaldifst.StdVectorFst:
    read = {symbol: label for label, symbol in enumerate(reads or automaton.reads)}
    written = {symbol: label for label, symbol in enumerate(writes or automaton.writes)}
    made = kaldifst.StdVectorFst()
    for _ in range(automaton.n_states):
        made.add_state()
    made.start = 0
    for source, target, reading, writing, cost in automaton.arcs:
        made.add_arc(source, kaldifst.StdArc(read[reading], written[writing], cost, target))
    for state, cost in automaton.finals.items():
        made.set_final(state, cost)
    return made
