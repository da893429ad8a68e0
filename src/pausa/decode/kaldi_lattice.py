"""Kaldi's lattices as text (`lattice-copy ark:- ark,t:-`), one block per recording, a blank line after each.

    talk-7                         the recording
    0  1  so    2.1,80.4,3_8_8     from, to, word, then graph cost, acoustic cost, one number per frame
    1  2  left  4.0,91.5,5_6
    2  0.5,0,                      a final state

Words are spelled, or numbers of a table (`words.txt`). The numbers per frame tell the times. Lattices that
have not been made compact yet (two labels per arc, a frame and a word) are read too, and written compact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf

from pausa.core.errors import CannotWrite, InputError
from pausa.core.times import Millis
from pausa.decode.path_graph import Final, GraphArc, WordGraph

_EPSILON = "<eps>"


def parse_kaldi(
    text: str, *, source: str = "<text>", symbols: Mapping[int, str] | None = None, frame_ms: int = 10
) -> list[WordGraph]:
    """The word graphs in a text; `symbols` has the words if they are numbers, `frame_ms` the length of a frame."""
    graphs = [_graph(block, source, symbols, frame_ms) for block in _blocks(text)]
    if not graphs:
        raise InputError(source, None, "no lattice in it", "nothing to read")
    return graphs


def render_kaldi(graphs: Iterable[WordGraph], *, symbols: Mapping[str, int] | None = None) -> str:
    """The word graphs as text; words become numbers where a table of them is given.

    Times stay only as far as the arcs have Kaldi's alignments. Scales are not written.
    """
    return "".join(f"{graph.name or 'unnamed'}\n{''.join(_lines(graph, symbols))}\n" for graph in graphs)


def _lines(graph: WordGraph, symbols: Mapping[str, int] | None) -> Iterator[str]:
    labels = _labels(graph, symbols)
    # The state of the first line is the start.
    for state in sorted(graph.order, key=lambda state: (state != graph.start, state)):
        for _, arc in graph.leaving.get(state, ()):
            yield f"{state}\t{arc.target}\t{labels[arc.word]}\t{arc.graph!r},{arc.acoustic!r},{arc.alignment}\n"
        if state in graph.finals:
            final = graph.finals[state]
            yield f"{state}\t{final.graph!r},{final.acoustic!r},{final.alignment}\n"


def _labels(graph: WordGraph, symbols: Mapping[str, int] | None) -> dict[str, str]:
    """How each word is written; what is not said has the number 0 where the table does not know it."""
    words = {arc.word: graph.is_word(arc) for arc in graph.arcs}
    if symbols is None:
        # Numbers that were read without a table are written as they were.
        numbers = all(word.isdecimal() for word, said in words.items() if said)
        return {
            word: word if said or word not in ("", _EPSILON) else "0" if numbers else _EPSILON
            for word, said in words.items()
        }
    unknown = sorted(word for word, said in words.items() if said and word not in symbols)
    if unknown:
        raise CannotWrite("kaldi", f"{unknown[0]!r} is not in the table of words", "add it")
    return {word: str(symbols.get(word, 0)) for word in words}


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


def _graph(block: list[tuple[int, str]], source: str, symbols: Mapping[int, str] | None, frame_ms: int) -> WordGraph:
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
                arcs.append(_arc(fields, symbols))
        except (ValueError, IndexError):
            raise InputError(
                source, number, f"not a line of a lattice: {line.strip()[:60]!r}", "the file may be cut"
            ) from None
        except KeyError:
            raise InputError(source, number, "a word that is not in the table of words", "give its own table") from None
        start = state if start is None else start
    if all(arc.word.isdecimal() for arc in arcs):
        arcs = [arc._replace(word=_EPSILON) if arc.word == "0" else arc for arc in arcs]
    # Kaldi writes no state that leads nowhere.
    nowhere = {arc.target for arc in arcs} - {arc.source for arc in arcs} - finals.keys()
    if nowhere:
        raise InputError(source, first, f"state {min(nowhere)} leads nowhere", "the file may be cut")
    try:
        graph = WordGraph(tuple(arcs), finals, start or 0, name.strip())
    except ValueError as problem:
        raise InputError(source, first, str(problem)) from None
    return replace(graph, times=_times(graph, frame_ms))


def _arc(fields: list[str], symbols: Mapping[int, str] | None) -> GraphArc:
    source, target, *labels = fields
    weight = [labels.pop()] if "," in labels[-1] and len(labels) > 1 else []
    if len(labels) > 2:
        raise ValueError(fields)
    word = labels[-1] if symbols is None else symbols[int(labels[-1])] if labels[-1] != "0" else _EPSILON
    graph, acoustic, alignment = _weight(weight)
    if len(labels) == 2:  # not compact: the first label is a frame, or none
        if not (labels[0].isdecimal() or labels[0] == _EPSILON):
            raise ValueError(fields)
        alignment = "" if labels[0] in ("0", "<eps>") else labels[0]
    return GraphArc(int(source), int(target), word, graph, acoustic, alignment)


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


def _times(graph: WordGraph, frame_ms: int) -> dict[int, Millis]:
    """The time of each state, from the frames before it; unknown where ways to it differ or no frame is known."""
    if not any(arc.alignment for arc in graph.arcs):
        return {}
    times: dict[int, float] = {graph.start: 0}
    for state in graph.order:
        for _, arc in graph.leaving.get(state, ()):
            # Infinity stands for a time that is not known.
            frames = arc.alignment.count("_") + 1 if arc.alignment else 0
            time = times.get(state, inf) + frames * frame_ms
            times[arc.target] = time if times.get(arc.target, time) == time else inf
    return {state: int(time) for state, time in times.items() if time < inf}
