"""The same best path by composing automata, to compare with FST tools and to exchange files with them.

Composition, shortest paths and binary files are kaldifst's (the extra `fst`), which keeps costs as float32.
Only the path is taken from it; what the path costs is summed again in float64.

A text file has one arc per line, as OpenFst's own tools print it, and two tables of symbols beside it:

    talk.txt         0  2  so  <word>  1.25
    talk.txt.isyms   so  1
    talk.txt.osyms   <word>  1
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from importlib import import_module
from math import fsum, inf
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from pausa.core.errors import CannotWrite, InputError, MissingExtra
from pausa.core.saving import put
from pausa.decode.path_costs import NoPath, PathCosts, path_cost
from pausa.decode.path_fst import (
    BREAK,
    EPSILON,
    WORD,
    Arc,
    Automaton,
    chain,
    costs_on,
    ends_among,
    lengths,
    lengths_on,
)
from pausa.decode.path_fst_text import parse_fst, parse_symbols, render_fst, render_symbols

if TYPE_CHECKING:
    import kaldifst

__all__ = [
    "BREAK",
    "EPSILON",
    "WORD",
    "Arc",
    "Automaton",
    "best_tokens",
    "chain",
    "composed",
    "costs_on",
    "ends_among",
    "from_kaldifst",
    "lengths",
    "lengths_on",
    "parse_fst",
    "read_fst",
    "render_fst",
    "shortest",
    "to_kaldifst",
    "write_fst",
]

#: The first bytes of every binary automaton of OpenFst.
_MAGIC = (2125659606).to_bytes(4, "little")


def composed(first: Automaton, second: Automaton) -> Automaton:
    """What reads as the first and writes as the second, trimmed to what leads somewhere."""
    return from_kaldifst(_composed(first, second), first.reads, second.writes)


def shortest(costs: PathCosts, words: Sequence[str] | None = None) -> tuple[list[int], float]:
    """The ends of the cheapest segmentation as kaldifst finds them, and their cost, summed in float64.

    It is what `best_path` gives, up to ties and up to the float32 that kaldifst compares with.
    """
    words_and_breaks = chain(costs, words)
    found = _best(_composed(words_and_breaks, lengths(costs.length)), words_and_breaks.reads)
    if found is None:
        raise NoPath(len(costs))
    ends = ends_among(found[0])
    return ends, path_cost(costs, ends)


def best_tokens(automaton: Automaton) -> tuple[list[str], float]:
    """What the cheapest path reads, ε left out, and what it costs; kaldifst's costs are float32, their sum is not."""
    found = _best(_to_kaldifst(automaton), automaton.reads)
    if found is None:
        raise NoPath(sum(arc.reads != BREAK for arc in automaton.arcs))
    return found


def _composed(first: Automaton, second: Automaton) -> kaldifst.StdVectorFst:
    library = _kaldifst()
    between = tuple(dict.fromkeys([*first.writes, *second.reads]))
    left, right = _to_kaldifst(first, writes=between), _to_kaldifst(second, reads=between)
    library.arcsort(left, sort_type="olabel")
    return library.compose(left, right)


def _best(fst: kaldifst.StdVectorFst, symbols: Sequence[str]) -> tuple[list[str], float] | None:
    library = _kaldifst()
    path = library.shortest_path(fst)
    if path.start < 0:
        return None
    tokens, costs = [], []
    state = path.start
    while path.num_arcs(state):
        arc = next(iter(library.ArcIterator(path, state)))
        tokens.append(symbols[arc.ilabel])
        costs.append(arc.weight.value)
        state = arc.nextstate
    return [token for token in tokens if token != EPSILON], fsum([*costs, path.final(state).value])


def to_kaldifst(automaton: Automaton) -> kaldifst.StdVectorFst:
    """The same as a vector automaton of kaldifst, with its symbol tables."""
    made = _to_kaldifst(automaton)
    made.input_symbols = _table(automaton.reads, "reads")
    made.output_symbols = _table(automaton.writes, "writes")
    return made


def from_kaldifst(fst: kaldifst.StdVectorFst, reads: Sequence[str], writes: Sequence[str]) -> Automaton:
    """The same with its own symbols; a label is a place in the sequence of them."""
    library = _kaldifst()
    if fst.start < 0:
        return Automaton((), {})
    # The start becomes state 0 by changing places with it.
    number = {fst.start: 0, 0: fst.start}
    arcs: list[Arc] = []
    finals: dict[int, float] = {}
    for state in range(fst.num_states):
        source = number.get(state, state)
        for arc in library.ArcIterator(fst, state):
            target = number.get(arc.nextstate, arc.nextstate)
            arcs.append(Arc(source, target, reads[arc.ilabel], writes[arc.olabel], arc.weight.value))
        if fst.final(state).value < inf:
            finals[source] = fst.final(state).value
    return Automaton(tuple(arcs), finals)


def _to_kaldifst(
    automaton: Automaton, *, reads: Sequence[str] | None = None, writes: Sequence[str] | None = None
) -> kaldifst.StdVectorFst:
    library = _kaldifst()
    read = {symbol: label for label, symbol in enumerate(reads or automaton.reads)}
    written = {symbol: label for label, symbol in enumerate(writes or automaton.writes)}
    made = library.StdVectorFst()
    for _ in range(automaton.n_states):
        made.add_state()
    made.start = 0
    for source, target, reading, writing, cost in automaton.arcs:
        made.add_arc(source, library.StdArc(read[reading], written[writing], cost, target))
    for state, cost in automaton.finals.items():
        made.set_final(state, cost)
    return made


def write_fst(automaton: Automaton, path: str | Path) -> None:
    """Write a binary file where the name ends in `.fst`, otherwise text and its two tables of symbols."""
    path = Path(path)
    if path.suffix == ".fst":
        put(_binary(automaton), path)
        return
    put(render_fst(automaton).encode(), path)
    for suffix, symbols in ((".isyms", automaton.reads), (".osyms", automaton.writes)):
        put(render_symbols(symbols).encode(), f"{path}{suffix}")


def _binary(automaton: Automaton) -> bytes:
    """The bytes of a binary file; the library writes only to a name."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "automaton.fst"
        if not to_kaldifst(automaton).write(str(part)):
            raise CannotWrite("fst", "the automaton cannot be written", "is there room in the temporary folder?")
        return part.read_bytes()


def read_fst(path: str | Path) -> Automaton:
    """The automaton in a binary or text file; tables of symbols beside a text file are used, but not needed."""
    path = Path(path)
    try:
        data = path.read_bytes()
        if data.startswith(_MAGIC):
            return _read_binary(path)
        tables = []
        for suffix in (".isyms", ".osyms"):
            beside = Path(f"{path}{suffix}")
            tables.append(parse_symbols(_text(beside.read_bytes(), beside), str(beside)) if beside.exists() else None)
    except OSError as problem:
        raise InputError(str(path), None, problem.strerror or "cannot be read") from None
    return parse_fst(_text(data, path), source=str(path), reads=tables[0], writes=tables[1])


def _text(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(str(path), None, "neither text in UTF-8 nor a binary automaton") from None


def _read_binary(path: Path) -> Automaton:
    fst = _kaldifst().StdVectorFst.read(str(path))
    if fst is None:
        raise InputError(str(path), None, "the file is cut short or is no vector automaton of tropical costs")
    tables = []
    for table, labels in ((fst.input_symbols, "reads"), (fst.output_symbols, "writes")):
        if table is None:
            raise InputError(str(path), None, f"no table of the symbols it {labels}", "write it with symbols")
        tables.append([table.find(label) for label in range(table.available_key())])
    return from_kaldifst(fst, *tables)


def _table(symbols: Sequence[str], name: str) -> kaldifst.SymbolTable:
    table = _kaldifst().SymbolTable(name)
    for label, symbol in enumerate(symbols):
        table.add_symbol(symbol, label)
    return table


def _kaldifst() -> ModuleType:
    try:
        return import_module("kaldifst")  # an optional dependency
    except ImportError:
        raise MissingExtra("kaldifst", "fst", "Composing automata") from None
