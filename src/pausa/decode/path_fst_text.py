"""Automata as text, one arc per line, the way OpenFst's tools print and read them.

    0  2  so  <word>  1.25        from, to, reads, writes, cost
    2  5  <break>  <break>  0.5
    5  0.0                        a path may stop here, at this cost

The first line tells the start. A cost of nothing may be left out, and so may what is written where it is
what is read. Costs are written with all their digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isnan

from pausa.core.errors import InputError
from pausa.decode.path_fst import Arc, Automaton

#: Automata with more states than this come from broken numbers, not from speech.
_MOST_STATES = 100_000_000


def render_fst(automaton: Automaton) -> str:
    """The automaton as text, its start first."""
    lines = [
        f"{arc.source}\t{arc.target}\t{arc.reads}\t{arc.writes}\t{arc.cost!r}\n"
        for arc in sorted(automaton.arcs, key=lambda arc: arc.source)
    ]
    finals = [f"{state}\t{cost!r}\n" for state, cost in sorted(automaton.finals.items())]
    # Without arcs from the start, a final line must tell it.
    starts_here = any(arc.source == 0 for arc in automaton.arcs)
    return "".join(lines + finals if starts_here else finals + lines)


def render_symbols(symbols: Sequence[str]) -> str:
    """A table of symbols: each with its number."""
    return "".join(f"{symbol}\t{label}\n" for label, symbol in enumerate(symbols))


def parse_symbols(text: str, source: str = "<text>") -> dict[str, str]:
    """The symbol of each number (as spelled) in a table."""
    symbols = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            fields = line.split()
            if len(fields) != 2 or not fields[1].isdecimal():
                raise InputError(source, number, f"not a symbol and its number: {line.strip()[:60]!r}")
            symbols[fields[1]] = fields[0]
    return symbols


def parse_fst(
    text: str,
    *,
    source: str = "<text>",
    reads: Mapping[str, str] | None = None,
    writes: Mapping[str, str] | None = None,
    acceptor: bool | None = None,
) -> Automaton:
    """The automaton in a text; numbers in it become symbols where tables are given.

    An acceptor has no column of what is written. Where nobody says whether it is one, it is if a line is too
    short to have it, or if none is long enough to have it and a cost, and the last columns are all costs.
    """
    rows = [(number, line.split()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not rows:
        raise InputError(source, None, "no automaton in it", "nothing to read")
    arcs = [fields for _, fields in rows if len(fields) > 2]
    if acceptor is None:
        acceptor = writes is None and _looks_like_acceptor(arcs)
    read = _symbols(reads, {fields[2] for fields in arcs})
    written = read if acceptor else _symbols(writes, {fields[3] for fields in arcs if len(fields) > 3})
    found: list[Arc] = []
    finals: dict[int, float] = {}
    start = None
    for number, fields in rows:
        try:
            if len(fields) <= 2:
                state, cost = _state(fields[0]), _cost(fields[1:])
                if cost < inf:
                    finals[state] = cost
            else:
                first, *rest = fields[2:] if not acceptor else [fields[2], *fields[2:]]
                state = _state(fields[0])
                arc = Arc(state, _state(fields[1]), read(first), written(rest[0]), _cost(rest[1:]))
                if arc.cost < inf:
                    found.append(arc)
        except (ValueError, IndexError, KeyError):
            shown = " ".join(fields)[:60]
            raise InputError(source, number, f"not a line of an automaton: {shown!r}", "the file may be cut") from None
        start = state if start is None else start
    return _from_start(found, finals, start or 0)


def _looks_like_acceptor(arcs: list[list[str]]) -> bool:
    if any(len(fields) == 3 for fields in arcs):
        return True
    return all(len(fields) == 4 and _is_cost(fields[3]) for fields in arcs)


def _symbols(table: Mapping[str, str] | None, labels: set[str]) -> Callable[[str], str]:
    """Symbols from what a file says: its own spelling, unless there is a table that knows them by number only."""
    if table is None or labels <= set(table.values()):
        return str
    return table.__getitem__


def _state(text: str) -> int:
    state = int(text)
    if not 0 <= state < _MOST_STATES:
        raise ValueError(text)
    return state


def _cost(fields: list[str]) -> float:
    """The cost in the rest of a line; nothing is zero."""
    if len(fields) > 1:
        raise ValueError(fields)
    cost = float(fields[0]) if fields else 0.0
    if isnan(cost) or cost == -inf:
        raise ValueError(fields)
    return cost


def _is_cost(text: str) -> bool:
    try:
        return not isnan(float(text))
    except ValueError:
        return False


def _from_start(arcs: list[Arc], finals: dict[int, float], start: int) -> Automaton:
    """The automaton with the start as state 0, which changes places with the one that was."""
    number = {start: 0, 0: start}
    return Automaton(
        tuple(
            arc._replace(source=number.get(arc.source, arc.source), target=number.get(arc.target, arc.target))
            for arc in arcs
        ),
        {number.get(state, state): cost for state, cost in finals.items()},
    )
