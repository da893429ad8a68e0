"""What formats of word graphs share: the best words of a graph as a document, and a document as a graph with one way.

0 ─ so ▶ 1 ─ left ▶ 2 ─ <break> ▶ 3 ─ !NULL ▶ 4 ─ good ▶ 5 ─ <break> ▶ 6
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.core.graph import BREAK, EPSILON, NOTHING, Final, GraphArc, WordGraph
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Transcript, Word, sane
from pausa.formats.base import JOINER, main_segmentation
from pausa.text.languages import Language, language
from pausa.text.marks import any_end
from pausa.text.tokens import settled, token_words


def one_best(graph: WordGraph, *, lang: Language | None = None) -> Document:
    """The words on the cheapest way through a graph, with the graph; sentences where the way has breaks."""
    transcript, breaks = spoken(graph, graph.cheapest, lang=lang)
    ends = [Segmentation.of(len(transcript), breaks)] if breaks else []
    return Document(transcript, tuple(ends), graph.name, graph=graph)


def spoken(
    graph: WordGraph, arcs: Sequence[int], *, lang: Language | None = None
) -> tuple[Transcript, tuple[int, ...]]:
    """The words and events on a way through a graph, and the words after which it has a break."""
    tokens, breaks = list[Word](), set[int]()
    n_words = 0
    for place in arcs:
        arc = graph.arcs[place]
        if arc.word == BREAK and n_words:
            breaks.add(n_words - 1)
        if arc.word not in NOTHING:
            start, end = sane(graph.times.get(arc.source), graph.times.get(arc.target))
            found = token_words(arc.word, start=start, end=end)
            tokens += found
            n_words += sum(bool(word.text) and not word.is_event for word in found)
    transcript = Transcript.of(settled(tokens, lang=lang or language("en")))
    return transcript, tuple(sorted(end for end in breaks if end < len(transcript)))


def graph_of(doc: Document, *, format_name: str) -> WordGraph:
    """The document's graph; where it has none, its words one after the other, with breaks where sentences end."""
    if doc.graph is not None:
        return doc.graph
    ends: Collection[int] = ()
    if doc.segmentations or any_end(doc.transcript.words):
        ends = main_segmentation(doc).ends
    return chain(doc.transcript, ends=ends, name=doc.name, format_name=format_name)


def chain(
    transcript: Transcript, *, ends: Collection[int] = (), name: str = "", format_name: str = "word graph"
) -> WordGraph:
    """Words and events one after the other, at no cost."""
    made = _Chain()
    if all(text.isdecimal() for text in transcript.texts):
        made.add(EPSILON, None, None)  # numbers alone would be taken for those of a table of words
    index, closing = -1, frozenset(ends)
    for token in transcript.tokens():
        if token.is_event:
            made.add("_".join(token.text.split()), token.start, token.end)
            continue
        if token.text in NOTHING or len(token.text.split()) != 1:
            problem = f"{token.text!r} cannot be a word there"
            spelling = f"{token.text}{JOINER}"
            raise CannotSpell(format_name, problem, "write json instead", token.text, spelling, whole=True)
        made.add(token.text, token.start, token.end)
        index += 1
        if index in closing:
            made.add(BREAK, token.end, token.end)
    return WordGraph(tuple(made.arcs), {made.state: Final()}, name=name, times=made.times)


def unit_of(graph: WordGraph) -> float:
    """What a graph's costs are divided by where a format keeps no scales: its language model then counts once.

    A detector weighs a graph against its own language model, so it finds the same before and after.
    """
    return graph.graph_scale if graph.graph_scale > 0 else 1.0


def label(arc: GraphArc) -> str:
    """What the arc reads in formats that spell nothing as `<eps>`; blanks become underscores."""
    if arc.word in NOTHING and arc.word != BREAK:
        return EPSILON
    return "_".join(arc.word.split())


class _Chain:
    """A graph in the making: its arcs, the times of its states, and the state it has come to."""

    def __init__(self) -> None:
        self.arcs: list[GraphArc] = []
        self.times: dict[int, Millis] = {}
        self.state = 0

    def add(self, word: str, start: Millis | None, end: Millis | None) -> None:
        """A word; where it does not start when the one before ended, an arc between them."""
        if self.arcs and start != self.times.get(self.state):
            self._arc(EPSILON)
        if start is not None:
            self.times[self.state] = start
        self._arc(word)
        if end is not None:
            self.times[self.state] = end

    def _arc(self, word: str) -> None:
        self.arcs.append(GraphArc(self.state, self.state + 1, word))
        self.state += 1
