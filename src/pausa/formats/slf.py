"""HTK's Standard Lattice Format, a word graph: nodes with times, links with words and log likelihoods.

    VERSION=1.0
    UTTERANCE=talk-7
    lmscale=12.0  wdpenalty=-5.0
    N=3  L=2                        how many nodes and links follow
    I=0  t=0.00                     a node
    I=1  t=0.31
    I=2  t=0.84
    J=0  S=0  E=1  W=so    a=-310.5  l=-2.1        a link
    J=1  S=1  E=2  W=left  a=-420.0  l=-4.0

A word stands on its link or on the node where the link ends. `base` tells the base of the logarithms (0: they
are no logarithms), `tscale` what times are multiplied with, `acscale` and `lmscale` what likelihoods are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import e, inf, isinf, isnan, log, nan

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.graph import Final, GraphArc, WordGraph
from pausa.core.numbers import MOST_DIGITS, shown
from pausa.core.times import Millis, millis, seconds
from pausa.formats.base import Format, Layout, Source
from pausa.formats.graphs import graph_of, one_best

_FIELD = re.compile(r'\s*([A-Za-z]\w*)=("(?:[^"\\]|\\.)*"|\S*)')
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_SHORT = {
    "VERSION": "V",
    "UTTERANCE": "U",
    "NODES": "N",
    "LINKS": "L",
    "START": "S",
    "END": "E",
    "WORD": "W",
    "time": "t",
    "acoustic": "a",
    "language": "l",
    "ngram": "n",
}
_NO_WORD = "!NULL"
_POSITIVE = frozenset({"base", "tscale"})
_COSTS = frozenset("aln")

_HEADER = re.compile(r"(?:VERSION|V|UTTERANCE|U|NODES|N|LINKS|L|base|lmname|lmscale|acscale|SUBLAT|start)=\S")
_LINK = re.compile(r"^[ \t]*[IJ]=\d+\b", re.MULTILINE)

Fields = dict[str, str]
Numbered = tuple[int, Fields]


def parse(source: Source) -> list[Document]:
    return [one_best(parse_slf(source.text, source=source.name), lang=source.language)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    (doc,) = documents
    return render_slf(graph_of(doc, format_name="slf"))


def looks_like(head: str) -> bool:
    first = next((line for line in head.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
    return _HEADER.match(first.lstrip()) is not None and _LINK.search(head) is not None


def parse_slf(text: str, *, source: str = "<text>") -> WordGraph:
    """The word graph in a text, with the scales that its header gives."""
    header: Fields = {}
    nodes: dict[int, Numbered] = {}
    links: dict[int, Numbered] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        fields = _fields(line, source, number)
        for key, kept in (("I", nodes), ("J", links)):
            if key in fields:
                kept[_whole(fields[key], source, number)] = (number, fields)
                break
        else:
            header |= fields
    if not links and "N" not in header:
        raise InputError(source, None, "no lattice in it", "nothing to read")
    if "SUBLAT" in header or any("L" in fields for _, fields in nodes.values()) or header.get("dir", "f") != "f":
        raise InputError(source, None, "sub-lattices and backward lattices are not read", "expand it first")
    for key, found, what in (("N", nodes, "nodes"), ("L", links, "links")):
        if key in header and _whole(header[key], source, None) != len(found) and (found or what == "links"):
            raise InputError(source, None, f"{header[key]} {what} announced, {len(found)} found", "the file may be cut")
    return _graph(header, nodes, links, source)


def render_slf(graph: WordGraph) -> str:
    """The word graph as text; several final states, or one with a cost, are joined in a node of their own."""
    ends = list(graph.finals)
    arcs = [arc for arc in graph.arcs if max(arc.graph, arc.acoustic) < inf]
    if len(ends) > 1 or any(final.graph or final.acoustic for final in graph.finals.values()):
        end = 1 + max(graph.order)
        arcs += [GraphArc(state, end, _NO_WORD, final.graph, final.acoustic) for state, final in graph.finals.items()]
    else:
        end = ends[0]
    states = sorted({graph.start, end, *graph.order})
    number = {state: place for place, state in enumerate(states)}
    lines = [
        "VERSION=1.0",
        f"UTTERANCE={_quoted(graph.name or 'unnamed')}",
        f"lmscale={graph.graph_scale!r}\tacscale={graph.acoustic_scale!r}\twdpenalty={-graph.word_cost!r}",
        f"start={number[graph.start]}\tend={number[end]}",
        f"N={len(states)}\tL={len(arcs)}",
    ]
    times = {state: f"\tt={seconds(time)}" for state, time in graph.times.items()}
    lines += [f"I={number[state]}{times.get(state, '')}" for state in states]
    for place, arc in enumerate(arcs):
        ways = f"J={place}\tS={number[arc.source]}\tE={number[arc.target]}"
        lines.append(f"{ways}\tW={_quoted(arc.word or _NO_WORD)}\ta={-arc.acoustic!r}\tl={-arc.graph!r}")
    return "\n".join(lines) + "\n"


def _graph(header: Fields, nodes: Mapping[int, Numbered], links: Mapping[int, Numbered], source: str) -> WordGraph:
    base = _number(header, "base", e, source, None)
    arcs = []
    for number, fields in links.values():
        ends = [_whole(fields.get(key, ""), source, number) for key in "SE"]
        for end in ends:
            if nodes and end not in nodes:
                raise InputError(source, number, f"no node {end}", "the file may be cut")
        # The word and its likelihood stand on the link, or on the node where it ends.
        at_end = nodes[ends[1]][1] if nodes else {}
        word = fields.get("W", at_end.get("W", _NO_WORD))
        acoustic = _cost({**at_end, **fields}, "a", base, source, number)
        language = _cost(fields, "l" if "l" in fields else "n", base, source, number)
        arcs.append(GraphArc(ends[0], ends[1], word, language, acoustic))
    entered, left = {arc.target for arc in arcs}, {arc.source for arc in arcs}
    states = nodes.keys() | entered | left
    start = _ends(header, "start", states - entered, source)
    finals = {state: Final() for state in _ends(header, "end", states - left, source)}
    if len(start) != 1:
        raise InputError(source, None, f"{len(start)} nodes where the lattice may start, not one", "give start=")
    # A penalty is a logarithm added per word, in the base of the others.
    penalty = _number(header, "wdpenalty", 0.0, source, None)
    try:
        return WordGraph(
            tuple(arcs),
            finals,
            start[0],
            header.get("U", ""),
            _times(header, nodes, source),
            graph_scale=_number(header, "lmscale", 1.0, source, None),
            acoustic_scale=_number(header, "acscale", 1.0, source, None),
            word_cost=-penalty * (log(base) if base else 1.0) + 0.0,
        )
    except ValueError as problem:
        raise InputError(source, None, str(problem)) from None


def _ends(header: Fields, key: str, states: set[int], source: str) -> list[int]:
    return [_whole(header[key], source, None)] if key in header else sorted(states)


def _times(header: Fields, nodes: Mapping[int, Numbered], source: str) -> dict[int, Millis]:
    scale = _number(header, "tscale", 1.0, source, None)
    times = {}
    for state, (number, fields) in nodes.items():
        if "t" in fields:
            try:
                times[state] = millis(fields["t"]) if scale == 1 else millis(scale * float(fields["t"]))
            except ValueError as problem:
                raise InputError(source, number, str(problem)) from None
    return times


def _cost(fields: Fields, key: str, base: float, source: str, number: int) -> float:
    """A likelihood as natural logarithm with its sign changed; nothing is no cost."""
    if key not in fields:
        return 0.0
    value = _number(fields, key, 0.0, source, number)
    if base:
        return -value * log(base) + 0.0
    if value < 0:
        raise InputError(source, number, f"{key}={value:g} is no likelihood, and the header says base=0")
    return -log(value) if value else inf


def _fields(line: str, source: str, number: int) -> Fields:
    """The fields of a line under their short names."""
    fields: Fields = {}
    place = 0
    stop = len(line.rstrip())
    while place < stop:
        found = _FIELD.match(line, place)
        if found is None:
            raise InputError(source, number, f"not a field=value: {line[place:].strip()[:40]!r}", "the file may be cut")
        name, value = found.groups()
        fields[_SHORT.get(name, name)] = _unquoted(value)
        place = found.end()
    return fields


def _unquoted(value: str) -> str:
    """A value without quotes and escapes; bytes may be spelled as three octal digits."""
    if value.startswith('"') and value.endswith('"') and len(value) > 1:
        value = value[1:-1]
    if "\\" not in value:
        return value
    return _ESCAPE.sub(_unescaped, value.encode()).decode("utf-8", errors="replace")


def _unescaped(escape: re.Match[bytes]) -> bytes:
    escaped = escape[1]
    return bytes([int(escaped, 8) & 255]) if len(escaped) == 3 else escaped


def _quoted(value: str) -> str:
    """A value as it can stand in a file."""
    if re.fullmatch(r"[^\s\"'\\]+", value):
        return value
    inner = re.sub(r'(["\\])', r"\\\1", value)
    return f'"{inner}"'


def _number(fields: Fields, key: str, default: float, source: str, number: int | None) -> float:
    try:
        value = float(fields.get(key, default))
    except ValueError:
        value = nan
    endless = isinf(value) and key not in _COSTS  # the logarithm of nothing is a cost
    if isnan(value) or endless or (key in _POSITIVE and value < 0):
        raise InputError(source, number, f"{key}={fields[key][:40]} is no number that can stand there")
    return value


def _whole(value: str, source: str, number: int | None) -> int:
    if not value.isdecimal() or len(value) >= MOST_DIGITS:
        raise InputError(source, number, f"{shown(value or 'nothing')} where the number of a node or link should be")
    return int(value)


FORMAT = Format(
    name="slf",
    title="HTK word graphs (Standard Lattice Format)",
    suffixes=(".slf",),
    keeps=frozenset({"words", "times", "ends", "events", "graph"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
