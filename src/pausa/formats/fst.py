"""Automata as text, one arc per line, the way OpenFst's tools print and read them; here, word graphs.

    0  1  so       1.25        from, to, word, cost
    1  2  <break>  0.5
    2  0.0                     a path may stop here, at this cost

The first line tells the start. A cost of nothing may be left out. A fifth column, what a transducer writes, may stand
before the cost and is passed over. Costs are written with all their digits, in units of a graph's own language model;
the table of symbols that `fstcompile` asks for is written beside the file (`talk.fst.txt.syms`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isnan

from pausa.core.document import Document
from pausa.core.graph import EPSILON, Final, GraphArc, WordGraph
from pausa.formats.base import Format, Layout, Source
from pausa.formats.graphs import graph_of, label, one_best, unit_of

#: Automata with more states than this come from broken numbers, not from speech.
_MOST_STATES = 100_000_000
_LOOK = 200


def parse(source: Source) -> list[Document]:
    return [one_best(_graph(source), lang=source.language)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    (doc,) = documents
    return "".join(_lines(graph_of(doc, format_name="fst")))


def beside(documents: Sequence[Document]) -> Mapping[str, str]:
    """The table of symbols: each with its number, 0 for nothing."""
    (doc,) = documents
    words = dict.fromkeys([EPSILON, *(label(arc) for arc in graph_of(doc, format_name="fst").arcs)])
    return {".syms": "".join(f"{word}\t{number}\n" for number, word in enumerate(words))}


def looks_like(head: str) -> bool:
    rows = [line.split() for line in head.split("\n", _LOOK)[:_LOOK] if line.strip()]
    if not rows or len(rows[0]) < 3 or any(not _is_row(cells) for cells in rows):
        return False
    # Arcs go on where others have come to; rows of other formats seldom do.
    known = {rows[0][0]}
    for cells in rows:
        if cells[0] not in known:
            return False
        known.add(cells[1] if len(cells) > 2 else cells[0])
    return True


def _is_row(cells: list[str]) -> bool:
    states, rest = (cells[:2], cells[3:]) if len(cells) > 2 else (cells[:1], cells[1:])
    return len(cells) <= 5 and all(map(str.isdecimal, states)) and (not rest or _is_cost(rest[-1]) or len(rest) == 1)


def _lines(graph: WordGraph) -> list[str]:
    """The rows of each state, the start's first."""
    lines = []
    unit = unit_of(graph)
    for state in sorted(graph.order, key=lambda state: (state != graph.start, state)):
        for _, arc in graph.leaving.get(state, ()):
            cost = graph.cost(arc) / unit
            if cost < inf:
                lines.append(f"{state}\t{arc.target}\t{label(arc)}\t{cost!r}\n")
        if graph.final_cost(state) < inf:
            lines.append(f"{state}\t{graph.final_cost(state) / unit!r}\n")
    return lines


def _graph(source: Source) -> WordGraph:
    rows = [(number, line.split()) for number, line in enumerate(source.text.split("\n"), start=1) if line.strip()]
    is_acceptor = _is_acceptor([cells for _, cells in rows if len(cells) > 2])
    arcs, finals = list[GraphArc](), dict[int, Final]()
    start = None
    for number, cells in rows:
        try:
            state = _state(cells[0])
            if len(cells) <= 2:
                finals[state] = Final(_cost(cells[1:]))
            else:
                arcs.append(GraphArc(state, _state(cells[1]), cells[2], _cost(cells[3 if is_acceptor else 4 :])))
        except (ValueError, IndexError):
            shown = " ".join(cells)[:60]
            raise source.error(number, f"not a line of an automaton: {shown!r}", "the file may be cut") from None
        start = state if start is None else start
    if arcs and all(arc.word.isdecimal() for arc in arcs):
        raise source.error(None, "its words are numbers of a table", "print it with them: fstprint --isymbols=…")
    try:
        return WordGraph(
            tuple(arcs), {state: final for state, final in finals.items() if final.graph < inf}, start or 0
        )
    except ValueError as problem:
        raise source.error(None, str(problem), "the file may be cut") from None


def _is_acceptor(arcs: list[list[str]]) -> bool:
    """Whether there is no column of what is written: a line too short for it, or nothing but costs there."""
    if any(len(cells) == 3 for cells in arcs):
        return True
    return all(len(cells) == 4 and _is_cost(cells[3]) for cells in arcs)


def _state(text: str) -> int:
    state = int(text)
    if not 0 <= state < _MOST_STATES:
        raise ValueError(text)
    return state


def _cost(cells: list[str]) -> float:
    """The cost in the rest of a line; nothing is zero."""
    if len(cells) > 1:
        raise ValueError(cells)
    cost = float(cells[0]) if cells else 0.0
    if isnan(cost) or cost == -inf:
        raise ValueError(cells)
    return cost


def _is_cost(text: str) -> bool:
    try:
        return not isnan(float(text))
    except ValueError:
        return False


FORMAT = Format(
    name="fst",
    title="OpenFst automata as text: word graphs, and the one that fst searches",
    suffixes=(".fst.txt",),
    keeps=frozenset({"words", "ends", "events", "graph"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    beside=beside,
)
