"""Words and sentence ends chosen together, over a recogniser's word graph.

A recogniser's best words need not be those that make the best sentences. Here each word of the graph may be
followed by a break, and the cheapest way through the graph is looked for, breaks included. A way costs what
its arcs cost, plus what an n-gram model with `<break>` as a word says of its tokens, plus the length model,
plus the prosody after each word.

States are told apart by the last tokens and by the number of words since the last break, so nothing is
approximated: the result is exact. It is meant for the graphs of utterances; the number of states is limited,
and beyond the limit a graph has to be pruned or a `beam` be given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

import numpy as np

from pausa.core.errors import InputError, OptionError
from pausa.core.saving import put
from pausa.core.scores import Floats
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import unpacked
from pausa.core.words import Transcript, Word
from pausa.decode.kaldi_lattice import parse_kaldi, render_kaldi
from pausa.decode.path_costs import LengthCosts
from pausa.decode.path_fst import BREAK
from pausa.decode.path_graph import Final, GraphArc, WordGraph
from pausa.decode.slf import parse_slf, render_slf

__all__ = [
    "Final",
    "GraphArc",
    "GraphPath",
    "WordGraph",
    "best_in_graph",
    "parse_kaldi",
    "parse_slf",
    "read_graphs",
    "render_kaldi",
    "render_slf",
    "write_graphs",
]

#: What a token costs after the tokens before it, oldest first.
Score = Callable[[tuple[str, ...], str], float]

#: Pairs of a state of the graph and a history (last tokens, words since the last break).
LIMIT = 1_000_000

_SLF_STARTS = ("VERSION=", "V=", "UTTERANCE=", "U=", "N=", "NODES=", "base=", "lmname=", "lmscale=", "SUBLAT=")


@dataclass(frozen=True)
class GraphPath:
    """The words on the best way through a graph, where their sentences end, the way's arcs and its cost."""

    transcript: Transcript
    segmentation: Segmentation
    arcs: tuple[int, ...]
    cost: float


def best_in_graph(
    graph: WordGraph,
    score: Score,
    length: LengthCosts | None = None,
    *,
    order: int,
    prosody: Floats | None = None,
    limit: int = LIMIT,
    beam: float = inf,
) -> GraphPath:
    """The cheapest words and sentence ends in a graph.

    `score` gets at most `order` - 1 tokens before the one it is asked for; the first is asked after a break.
    `prosody` has two columns, one row per arc of the graph: what a break after its word costs, and what none.
    To let `score` stand in for the recogniser's own language model, set the graph's `graph_scale` to 0.

    In each state of the graph, only histories at most `beam` dearer than the cheapest there are followed. With
    a finite beam the result may not be the best.
    """
    if order < 1:
        raise OptionError(f"An n-gram model of order {order} does not exist; give 1 or more.")
    if prosody is not None and prosody.shape != (len(graph.arcs), 2):
        raise ValueError(f"Prosody has shape {prosody.shape}, not {(len(graph.arcs), 2)}")
    search = _Search(graph, score, length, order, prosody, limit)
    return search.found(beam)


@dataclass(frozen=True, slots=True)
class _Step:
    """How a state with its history is reached: from which other, over which arc, and with a break or not."""

    cost: float
    before: _Step | None
    arc: int
    broke: bool


#: The last tokens, and the words since the last break.
_History = tuple[tuple[str, ...], int]


class _Search:
    """One pass over the states of a graph, in order."""

    def __init__(
        self,
        graph: WordGraph,
        score: Score,
        length: LengthCosts | None,
        order: int,
        prosody: Floats | None,
        limit: int,
    ) -> None:
        self.graph, self.kept, self.limit = graph, order - 1, limit
        self.score = cache(score)
        # Without a length model, it only matters whether a sentence is open.
        self.stop = [0.0, 0.0] if length is None else length.stop.tolist()
        self.go = [0.0, 0.0] if length is None else [0.0, *length.go.tolist()]
        self.counts = length is not None
        self.costs = [graph.cost(arc) for arc in graph.arcs]
        self.said = [graph.is_word(arc) for arc in graph.arcs]
        self.prosody = (np.zeros((len(graph.arcs), 2)) if prosody is None else prosody).tolist()

    def found(self, beam: float) -> GraphPath:
        graph = self.graph
        open_: dict[int, dict[_History, _Step]] = {
            graph.start: {(self._tail((BREAK,)), 0): _Step(0.0, None, -1, False)}
        }
        least: dict[int, float] = {}
        n_states = 1
        best = _Step(inf, None, -1, False)
        for state in graph.order:
            reached = open_.pop(state, {})
            most = min((step.cost for step in reached.values()), default=inf) + beam
            final = graph.final_cost(state)
            for history, step in reached.items():
                if step.cost > most:
                    continue
                if not history[1] and step.cost + final < best.cost:
                    best = _Step(step.cost + final, step, -1, False)
                for place, arc in graph.leaving.get(state, ()):
                    there = open_.setdefault(arc.target, {})
                    for next_history, cost, broke in self._over(arc, place, history, step.cost):
                        known = there.get(next_history)
                        if cost < (inf if known is None else known.cost) and cost <= least.get(arc.target, inf) + beam:
                            least[arc.target] = min(cost, least.get(arc.target, inf))
                            n_states += known is None
                            there[next_history] = _Step(cost, step, place, broke)
            if n_states > self.limit:
                raise OptionError(
                    f"The word graph {graph.name!r} has more than {self.limit} states with their histories; "
                    "prune it, give a beam or a lower order, or raise the limit."
                )
        if best.cost == inf:
            raise OptionError(
                f"No way through the word graph {graph.name!r} is allowed; allow more lengths or a wider beam."
            )
        return self._traced(best)

    def _over(
        self, arc: GraphArc, place: int, history: _History, cost: float
    ) -> Iterator[tuple[_History, float, bool]]:
        """Where an arc leads from a history: on within the sentence, and to a new one."""
        tokens, since = history
        cost += self.costs[place]
        if not self.said[place]:
            yield history, cost, False
            return
        if since >= len(self.stop) and self.counts:
            return
        cost += self.go[since] + self.score(tokens, arc.word)
        end, go = self.prosody[place]
        tokens = self._tail((*tokens, arc.word))
        yield (tokens, since + 1 if self.counts else 1), cost + go, False
        broken = cost + end + self.stop[since] + self.score(tokens, BREAK)
        yield (self._tail((*tokens, BREAK)), 0), broken, True

    def _tail(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return tokens[-self.kept :] if self.kept else ()

    def _traced(self, best: _Step) -> GraphPath:
        steps = []
        step = best.before
        while step is not None and step.before is not None:
            steps.append(step)
            step = step.before
        graph, words, ends = self.graph, list[Word](), list[int]()
        for step in reversed(steps):
            arc = graph.arcs[step.arc]
            if self.said[step.arc]:
                words.append(Word(arc.word, graph.times.get(arc.source), graph.times.get(arc.target)))
                if step.broke:
                    ends.append(len(words) - 1)
        arcs = tuple(step.arc for step in reversed(steps))
        return GraphPath(Transcript(tuple(words)), Segmentation(len(words), tuple(ends)), arcs, best.cost)


def read_graphs(path: str | Path, *, symbols: Mapping[int, str] | None = None, frame_ms: int = 10) -> list[WordGraph]:
    """The word graphs in a file of Kaldi's text lattices or of HTK's, which may be packed with gzip.

    `symbols` has the words where a Kaldi lattice only has their numbers, `frame_ms` the length of its frames.
    """
    name = str(path)
    try:
        text = unpacked(Path(path).read_bytes(), name=name).decode("utf-8-sig")
    except OSError as problem:
        raise InputError(name, None, f"cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(
            name, None, "not text in UTF-8", "Kaldi's binary lattices: lattice-copy ark:… ark,t:…"
        ) from None
    head = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    if head.lstrip().startswith(_SLF_STARTS):
        return [parse_slf(text, source=name)]
    return parse_kaldi(text, source=name, symbols=symbols, frame_ms=frame_ms)


def write_graphs(graphs: Iterable[WordGraph], path: str | Path, *, symbols: Mapping[str, int] | None = None) -> None:
    """Write HTK's format where the name ends in `.slf`, which holds one graph; otherwise Kaldi's."""
    graphs = list(graphs)
    if Path(path).suffix != ".slf":
        put(render_kaldi(graphs, symbols=symbols).encode(), path)
    elif len(graphs) == 1:
        put(render_slf(graphs[0]).encode(), path)
    else:
        raise OptionError(f"An SLF file holds one word graph, not {len(graphs)}; write one file for each.")
