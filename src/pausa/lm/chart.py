"""Chart parsing (Cocke, Younger, Kasami): the best way to build every symbol over every span, short spans first.

The rules are rewritten so that the right side is one word, one symbol, or two symbols:

    A -> B C D     becomes   A -> B A:1,  A:1 -> C D          (the new symbols cost nothing)
    A -> B, B ->   becomes   A -> B | nothing                  (choices without what may be nothing)
    A -> B         chains are followed beforehand, each at the cost of its rules

Cost is the number of rules used (not those that stand for nothing), then the order of the rules. Work grows
with the cube of the sentence's length.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

#: Number of rules, then the sum of their places in the grammar.
Cost = tuple[int, int]
#: Where a symbol over a span came from: its preterminal, or where the span is cut and into what.
Origin = str | tuple[int, str, str]
Cell = dict[str, tuple[Cost, Origin]]


@dataclass(frozen=True)
class Chart:
    """Rewritten rules: by word, by pair of symbols, and what each symbol may also be."""

    start: str
    lexical: Mapping[str, list[tuple[str, Cost, str]]]
    binary: Mapping[tuple[str, str], list[tuple[str, Cost]]]
    also: Mapping[str, list[tuple[str, Cost]]]
    empty: bool

    @classmethod
    def of(cls, start: str, rules: Iterable[tuple[str, tuple[str, ...]]]) -> Chart:
        """The chart for rules; words have quotes."""
        listed = list(rules)
        nothing = _nullable(listed)
        lexical: dict[str, list[tuple[str, Cost, str]]] = defaultdict(list)
        binary: dict[tuple[str, str], list[tuple[str, Cost]]] = defaultdict(list)
        chains: dict[str, list[tuple[str, Cost]]] = defaultdict(list)
        for place, (left, right) in enumerate(listed):
            for number, short in enumerate(_choices(right, nothing)):
                _add(left, short, (1, place), f"{left}:{place}:{number}", lexical, binary, chains)
        return cls(start, dict(lexical), dict(binary), _closed(chains), start in nothing)

    def preterminals(self, words: Sequence[str]) -> tuple[str, ...] | None:
        """The preterminals of the best parse, None where there is none."""
        if not words:
            return () if self.empty else None
        if not all(word in self.lexical for word in words):
            return None
        cells = self._filled(words)
        if self.start not in cells[0, len(words)]:
            return None
        found: list[str] = []
        open_spans = [(0, len(words), self.start)]
        while open_spans:
            begin, end, symbol = open_spans.pop()
            origin = cells[begin, end][symbol][1]
            if isinstance(origin, str):
                found.append(origin)
            else:
                cut, left, right = origin
                open_spans += [(cut, end, right), (begin, cut, left)]
        return tuple(found)

    def _filled(self, words: Sequence[str]) -> dict[tuple[int, int], Cell]:
        cells: dict[tuple[int, int], Cell] = {}
        for at, word in enumerate(words):
            cell: Cell = {}
            for symbol, cost, preterminal in self.lexical[word]:
                _offer(cell, symbol, cost, preterminal)
            cells[at, at + 1] = self._with_chains(cell)
        for length in range(2, len(words) + 1):
            for begin in range(len(words) - length + 1):
                cells[begin, begin + length] = self._with_chains(self._joined(cells, begin, begin + length))
        return cells

    def _joined(self, cells: dict[tuple[int, int], Cell], begin: int, end: int) -> Cell:
        cell: Cell = {}
        for cut in range(begin + 1, end):
            left_cell, right_cell = cells[begin, cut], cells[cut, end]
            if not left_cell or not right_cell:
                continue
            for (left, (left_cost, _)), (right, (right_cost, _)) in product(left_cell.items(), right_cell.items()):
                for symbol, cost in self.binary.get((left, right), ()):
                    _offer(cell, symbol, _plus(cost, _plus(left_cost, right_cost)), (cut, left, right))
        return cell

    def _with_chains(self, cell: Cell) -> Cell:
        full = dict(cell)
        for symbol, (cost, origin) in cell.items():
            for above, more in self.also.get(symbol, ()):
                _offer(full, above, _plus(cost, more), origin)
        return full


def _nullable(rules: list[tuple[str, tuple[str, ...]]]) -> set[str]:
    """The symbols that may stand for nothing."""
    found: set[str] = set()
    while more := {left for left, right in rules if left not in found and all(each in found for each in right)}:
        found |= more
    return found


def _choices(right: tuple[str, ...], nothing: set[str]) -> list[tuple[str, ...]]:
    """A right side with and without what may be nothing; the whole one first, never an empty one."""
    options = [((each,), ()) if each in nothing else ((each,),) for each in right]
    made = [tuple(symbol for part in choice for symbol in part) for choice in product(*options)]
    return [each for each in dict.fromkeys(made) if each]


def _add(
    left: str,
    right: tuple[str, ...],
    cost: Cost,
    name: str,
    lexical: dict[str, list[tuple[str, Cost, str]]],
    binary: dict[tuple[str, str], list[tuple[str, Cost]]],
    chains: dict[str, list[tuple[str, Cost]]],
) -> None:
    if len(right) == 1 and right[0].startswith("'"):
        lexical[right[0][1:-1]].append((left, cost, left))
        return
    for word in right:
        if word.startswith("'") and (word, (0, 0), word) not in lexical[word[1:-1]]:
            lexical[word[1:-1]].append((word, (0, 0), word))
    if len(right) == 1:
        chains[right[0]].append((left, cost))
        return
    for number in range(len(right) - 2):
        rest = f"{name}:{number}"
        binary[right[number], rest].append((left, cost))
        left, cost = rest, (0, 0)
    binary[right[-2], right[-1]].append((left, cost))


def _closed(chains: dict[str, list[tuple[str, Cost]]]) -> dict[str, list[tuple[str, Cost]]]:
    """For each symbol all that it may be by chains of rules, at the smallest cost."""
    closed: dict[str, list[tuple[str, Cost]]] = {}
    for symbol in list(chains):
        best: dict[str, Cost] = {symbol: (0, 0)}
        waiting = [symbol]
        while waiting:
            below = waiting.pop(0)
            for above, cost in chains.get(below, ()):
                reached = _plus(best[below], cost)
                if above not in best or reached < best[above]:
                    best[above] = reached
                    waiting.append(above)
        closed[symbol] = [(above, cost) for above, cost in best.items() if above != symbol]
    return closed


def _offer(cell: Cell, symbol: str, cost: Cost, origin: Origin) -> None:
    if symbol not in cell or cost < cell[symbol][0]:
        cell[symbol] = (cost, origin)


def _plus(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]
