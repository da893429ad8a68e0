"""A word graph (lattice): all the wordings that a recogniser holds for possible, from a start to an end.

Every arc carries a word, or nothing that counts as one (silence, noise, a mere connection), and two costs as
natural logarithms with their sign changed: what the language model and pronunciations say ("graph") and what
the sound says ("acoustic"). States may have times. There are no cycles.

A graph may have sentence ends in it: arcs that read `<break>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite, isnan
from typing import NamedTuple

from pausa.core.times import Millis
from pausa.core.words import EVENT

#: A sentence end among words.
BREAK = "<break>"
#: How graphs spell that nothing is read.
EPSILON = "<eps>"
#: Spellings with which graphs connect states; nobody says them, and nothing is heard.
NOTHING = frozenset(
    {
        *("", "#0", "!NULL", "!SENT_START", "!SENT_END", "!ENTER", "!EXIT"),
        *(EPSILON, "<epsilon>", "<s>", "</s>", "<sil>", BREAK),
    }
)
_UNKNOWN_WORD = "<unk>"


class GraphArc(NamedTuple):
    """One word between two states; `alignment` is Kaldi's, kept as it was spelled."""

    source: int
    target: int
    word: str
    graph: float = 0.0
    acoustic: float = 0.0
    alignment: str = ""


class Final(NamedTuple):
    """What it costs that the recording ends in a state."""

    graph: float = 0.0
    acoustic: float = 0.0
    alignment: str = ""


#: What the rest of a way costs, and its next arc; -1 where there is none.
Way = tuple[float, int]
_NO_WAY: Way = (inf, -1)


@dataclass(frozen=True)
class WordGraph:
    """States and the words between them; ValueError where no way leads from the start to a final state.

    An arc costs `graph_scale` × graph + `acoustic_scale` × acoustic, and `word_cost` where it is a word. Tokens in
    angle brackets are no words; `<unk>` is one, if unknown.
    """

    arcs: tuple[GraphArc, ...]
    finals: Mapping[int, Final]
    start: int = 0
    name: str = ""
    times: Mapping[int, Millis] = field(default_factory=dict)
    graph_scale: float = 1.0
    acoustic_scale: float = 1.0
    word_cost: float = 0.0

    def __post_init__(self) -> None:
        if not self.finals:
            raise ValueError("the word graph has no final state")
        if not all(map(isfinite, (self.graph_scale, self.acoustic_scale, self.word_cost))):
            raise ValueError("the word graph has a scale or a word penalty that is no number")
        items: list[GraphArc | Final] = [*self.arcs, *self.finals.values()]
        if not all(_is_cost(item.graph) and _is_cost(item.acoustic) for item in items):
            raise ValueError("the word graph has a cost that is no number")
        if self.ahead.get(self.start, _NO_WAY)[0] == inf:
            raise ValueError(f"no way leads from state {self.start} to a final state of the word graph")

    @cached_property
    def leaving(self) -> dict[int, list[tuple[int, GraphArc]]]:
        """The arcs that leave each state, with their places among all arcs."""
        leaving: dict[int, list[tuple[int, GraphArc]]] = {}
        for place, arc in enumerate(self.arcs):
            leaving.setdefault(arc.source, []).append((place, arc))
        return leaving

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All states, each after those that lead to it; ValueError where there is a cycle."""
        entering = dict.fromkeys([self.start, *self.finals], 0)
        for arc in self.arcs:
            entering.setdefault(arc.source, 0)
            entering[arc.target] = entering.get(arc.target, 0) + 1
        ready = [state for state, count in entering.items() if not count]
        order = []
        while ready:
            state = ready.pop()
            order.append(state)
            for _, arc in self.leaving.get(state, ()):
                entering[arc.target] -= 1
                if not entering[arc.target]:
                    ready.append(arc.target)
        if len(order) < len(entering):
            stuck = min(state for state, count in entering.items() if count)
            raise ValueError(f"the word graph has a cycle, at or before state {stuck}")
        return tuple(order)

    @cached_property
    def ahead(self) -> dict[int, Way]:
        """For each state, what the cheapest way from it to an end costs, and that way's first arc."""
        ahead: dict[int, Way] = {}
        for state in reversed(self.order):
            best = (self.final_cost(state), -1)
            for place, arc in self.leaving.get(state, ()):
                cost = self.cost(arc) + ahead[arc.target][0]
                if cost < best[0]:
                    best = (cost, place)
            ahead[state] = best
        return ahead

    @cached_property
    def behind(self) -> dict[int, Way]:
        """For each state that can be reached, what the cheapest way to it costs, and that way's last arc."""
        behind: dict[int, Way] = {self.start: (0.0, -1)}
        for state in self.order:
            so_far = behind.get(state, _NO_WAY)[0]
            for place, arc in self.leaving.get(state, ()):
                cost = so_far + self.cost(arc)
                if cost < behind.get(arc.target, _NO_WAY)[0]:
                    behind[arc.target] = (cost, place)
        return behind

    @cached_property
    def cheapest(self) -> tuple[int, ...]:
        """The places of the arcs on the cheapest way through: what the recogniser holds for best."""
        places = []
        place = self.ahead[self.start][1]
        while place >= 0:
            places.append(place)
            place = self.ahead[self.arcs[place].target][1]
        return tuple(places)

    def is_word(self, arc: GraphArc) -> bool:
        """Whether the arc's word is one that is said."""
        word = arc.word
        return word not in NOTHING and (word.lower() == _UNKNOWN_WORD or EVENT.fullmatch(word) is None)

    def cost(self, arc: GraphArc) -> float:
        """What passing the arc costs."""
        return self._scaled(arc) + (self.word_cost if self.word_cost and self.is_word(arc) else 0.0)

    def final_cost(self, state: int) -> float:
        """What ending in the state costs; infinity where the recording cannot."""
        final = self.finals.get(state)
        return inf if final is None else self._scaled(final)

    def _scaled(self, item: GraphArc | Final) -> float:
        # What is not counted at all may cost infinity.
        graph = self.graph_scale * item.graph if self.graph_scale else 0.0
        return graph + (self.acoustic_scale * item.acoustic if self.acoustic_scale else 0.0)


def _is_cost(cost: float) -> bool:
    return not isnan(cost) and cost != -inf
