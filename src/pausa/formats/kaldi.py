"""Kaldi's lattices as text (`lattice-copy ark:- ark,t:-`), one block per recording, a blank line after each.

    talk-7                         the recording
    0  1  so    2.1,80.4,3_8_8     from, to, word, then graph cost, acoustic cost, one number per frame
    1  2  left  4.0,91.5,5_6
    2  0.5,0,                      a final state

Words are spelled; Kaldi's own numbers need `utils/int2sym.pl -f 3 words.txt` first. The numbers per frame tell the
times, a frame being 10 ms. Lattices that have not been made compact yet (two labels per arc, a frame and a word) are
read too, and written compact. Acoustic costs count a tenth, as in Kaldi's own scoring.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.graph import EPSILON, Final, GraphArc, WordGraph
from pausa.core.times import Millis
from pausa.formats.base import Format, Layout, Source
from pausa.formats.graphs import graph_of, label, one_best, unit_of
from pausa.formats.nist import cell, names

#: What acoustic costs are multiplied with.
ACOUSTIC_SCALE = 0.1
_FRAME_MS = 10
_WEIGHT = r"-?[\d.]+(?:e[-+]?\d+)?,-?[\d.]+(?:e[-+]?\d+)?(?:,[\d_]*)?"
_ROWS = re.compile(rf"\s*\S+[ \t]*\n[ \t]*\d+[ \t]+\d+[ \t]+\S+([ \t]+\S+)?[ \t]+{_WEIGHT}[ \t]*\n")


def parse(source: Source) -> list[Document]:
    return [one_best(graph, lang=source.language) for graph in parse_kaldi(source.text, source=source.name)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return render_kaldi(
        replace(graph_of(doc, format_name="kaldi"), name=name)
        for doc, name in zip(documents, names(documents), strict=True)
    )


def looks_like(head: str) -> bool:
    return _ROWS.match(head) is not None


def parse_kaldi(text: str, *, source: str = "<text>") -> list[WordGraph]:
    """The word graphs in a text."""
    graphs = [_graph(block, source) for block in _blocks(text)]
    if not graphs:
        raise InputError(source, None, "no lattice in it", "nothing to read")
    return graphs


def render_kaldi(graphs: Iterable[WordGraph]) -> str:
    """The word graphs as text; scales and word penalties that Kaldi does not write are put into the costs.

    They are in units of the graph's own language model, and acoustic costs count a tenth, as a reader will have it.
    Times stay only as far as the arcs have Kaldi's alignments.
    """
    return "".join(f"{cell(graph.name, 'unnamed')}\n{''.join(_lines(_in_scale(graph)))}\n" for graph in graphs)


def _in_scale(graph: WordGraph) -> WordGraph:
    """The same with the scales that a reader will take for granted."""
    if (graph.graph_scale, graph.acoustic_scale, graph.word_cost) == (1.0, ACOUSTIC_SCALE, 0.0):
        return graph
    unit = unit_of(graph)
    scale, louder = graph.graph_scale / unit, graph.acoustic_scale / ACOUSTIC_SCALE / unit
    arcs = [
        arc._replace(
            graph=_times(scale, arc.graph) + (graph.word_cost / unit if graph.is_word(arc) else 0.0),
            acoustic=_times(louder, arc.acoustic),
        )
        for arc in graph.arcs
    ]
    finals = {
        state: final._replace(graph=_times(scale, final.graph), acoustic=_times(louder, final.acoustic))
        for state, final in graph.finals.items()
    }
    return replace(
        graph, arcs=tuple(arcs), finals=finals, graph_scale=1.0, acoustic_scale=ACOUSTIC_SCALE, word_cost=0.0
    )


def _times(scale: float, cost: float) -> float:
    return scale * cost if scale else 0.0


def _lines(graph: WordGraph) -> Iterator[str]:
    # The state of the first line is the start.
    for state in sorted(graph.order, key=lambda state: (state != graph.start, state)):
        for _, arc in graph.leaving.get(state, ()):
            if max(arc.graph, arc.acoustic) < inf:
                yield f"{state}\t{arc.target}\t{label(arc)}\t{arc.graph!r},{arc.acoustic!r},{arc.alignment}\n"
        if state in graph.finals:
            final = graph.finals[state]
            yield f"{state}\t{final.graph!r},{final.acoustic!r},{final.alignment}\n"


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each recording with their numbers."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _graph(block: list[tuple[int, str]], source: str) -> WordGraph:
    (first, name), *lines = block
    arcs: list[GraphArc] = []
    finals: dict[int, Final] = {}
    start = None
    for number, line in lines:
        fields = line.split()
        try:
            state = int(fields[0])
            if len(fields) <= 2:
                finals[state] = Final(*_weight(fields[1:]))
            else:
                arcs.append(_arc(fields))
        except (ValueError, IndexError):
            raise InputError(
                source, number, f"not a line of a lattice: {line.strip()[:60]!r}", "the file may be cut"
            ) from None
        start = state if start is None else start
    if arcs and all(arc.word.isdecimal() for arc in arcs):
        raise InputError(
            source, first, "its words are numbers of a table", "spell them first: utils/int2sym.pl -f 3 words.txt"
        )
    # Kaldi writes no state that leads nowhere.
    nowhere = {arc.target for arc in arcs} - {arc.source for arc in arcs} - finals.keys()
    if nowhere:
        raise InputError(source, first, f"state {min(nowhere)} leads nowhere", "the file may be cut")
    try:
        graph = WordGraph(tuple(arcs), finals, start or 0, name.strip(), acoustic_scale=ACOUSTIC_SCALE)
    except ValueError as problem:
        raise InputError(source, first, str(problem)) from None
    return replace(graph, times=_state_times(graph))


def _arc(fields: list[str]) -> GraphArc:
    source, target, *labels = fields
    weight = [labels.pop()] if "," in labels[-1] and len(labels) > 1 else []
    if len(labels) > 2:
        raise ValueError(fields)
    graph, acoustic, alignment = _weight(weight)
    if len(labels) == 2:  # not compact: the first label is a frame, or none
        if not (labels[0].isdecimal() or labels[0] == EPSILON):
            raise ValueError(fields)
        alignment = "" if labels[0] in ("0", EPSILON) else labels[0]
    return GraphArc(int(source), int(target), labels[-1], graph, acoustic, alignment)


def _weight(fields: list[str]) -> tuple[float, float, str]:
    """Two costs and an alignment; nothing is no cost."""
    if not fields:
        return 0.0, 0.0, ""
    costs = fields[0].split(",")
    if not 2 <= len(costs) <= 3:
        raise ValueError(fields)
    alignment = costs[2] if len(costs) == 3 else ""
    if alignment and not all(part.isdecimal() for part in alignment.split("_")):
        raise ValueError(fields)
    return float(costs[0]), float(costs[1]), alignment


def _state_times(graph: WordGraph) -> dict[int, Millis]:
    """The time of each state, from the frames before it; unknown where ways to it differ or no frame is known."""
    if not any(arc.alignment for arc in graph.arcs):
        return {}
    times: dict[int, float] = {graph.start: 0}
    for state in graph.order:
        for _, arc in graph.leaving.get(state, ()):
            # Infinity stands for a time that is not known.
            frames = arc.alignment.count("_") + 1 if arc.alignment else 0
            time = times.get(state, inf) + frames * _FRAME_MS
            times[arc.target] = time if times.get(arc.target, time) == time else inf
    return {state: int(time) for state, time in times.items() if time < inf}


FORMAT = Format(
    name="kaldi",
    title="Kaldi word graphs (lattices as text)",
    suffixes=(".lat",),
    keeps=frozenset({"words", "ends", "events", "documents", "graph"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
