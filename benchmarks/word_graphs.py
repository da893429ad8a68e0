"""What a word graph gives beyond a recogniser's best words: graphs made of confusable words, cut in three ways.

    python -m benchmarks word-graphs --data DIR      Earnings-22, dev; writes benchmarks/results/word-graphs.*
    python -m benchmarks word-graphs                 the example interview, printed only

Every word of a transcript that has sound-alikes (`benchmarks.sound_alikes`) gets them as alternatives in a graph. How
much better or worse each sounds is drawn from a normal distribution, the word that was said being better on average.
The graph has no language scores. Its best words are then wrong where an alternative happens to sound better.

- `best words`: the graph's best words, cut by `fst`;
- `language model`: the words that `fst`'s word LM and the graph hold for best in stretches of 60 words without any
  break, then cut by `fst`: what a language model gives that knows nothing of sentences;
- `together`: words and ends in one search, as `pausa segment --model fst` does;
- `words as said`: nothing to recognise, cut by `fst`.

Wordings have as many words as were said, so word errors are substitutions and ends can be compared as they stand.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from benchmarks.findings import Findings, folder, render
from benchmarks.held_out import held_out
from benchmarks.places import RESULTS, ROOT
from benchmarks.sound_alikes import sound_alikes
from pausa.core.document import Document
from pausa.core.graph import GraphArc, WordGraph
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.decode.graph_search import best_in_graph
from pausa.decode.path import LengthCosts
from pausa.formats.files import read, save
from pausa.formats.graphs import chain, one_best, spoken
from pausa.models.fst import FstDetector, bundled
from pausa.models.fst.tokens import forms
from pausa.text.marks import boundaries
from pausa.workflow.segment import segment

#: By how much the word that was said sounds better on average, in natural logarithms; and how much that varies.
GAP = 1.0
SPREADS = {"clear": 1.0, "noisy": 2.0}
STRETCH = 60
SEED = 22


@dataclass
class Tally:
    """Errors of one way of cutting, over all recordings."""

    words: int = 0
    wrong: int = 0
    hit: int = 0
    missed: int = 0
    extra: int = 0

    def add(self, said: Sequence[str], ends: Sequence[int], found: Sequence[str], cut: Sequence[int]) -> None:
        """Count one recording; the end of its last word is everybody's and left out."""
        if len(said) != len(found):
            raise ValueError(f"{len(found)} words for {len(said)}")
        true, told = set(ends) - {len(said) - 1}, set(cut) - {len(said) - 1}
        self.words += len(said)
        self.wrong += sum(one != other for one, other in zip(said, found, strict=True))
        self.hit, self.missed = self.hit + len(true & told), self.missed + len(true - told)
        self.extra += len(told - true)

    @property
    def word_error_rate(self) -> float:
        return self.wrong / self.words if self.words else float("nan")

    @property
    def f1(self) -> float:
        both = 2 * self.hit + self.missed + self.extra
        return 2 * self.hit / both if both else float("nan")


@dataclass
class Condition:
    """All ways of cutting under one amount of noise, and how many words had alternatives."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    ambiguous: int = 0

    def tally(self, name: str) -> Tally:
        return self.tallies.setdefault(name, Tally())


def confusable(said: Transcript, spread: float, rng: np.random.Generator) -> tuple[WordGraph, int]:
    """A graph of a transcript's words and their sound-alikes, and how many words have some."""
    others = sound_alikes()
    arcs: list[GraphArc] = []
    ambiguous = 0
    graph = chain(said)
    for arc in graph.arcs:
        arcs.append(arc)
        arcs += [arc._replace(word=word, acoustic=float(rng.normal(GAP, spread))) for word in others.get(arc.word, ())]
        ambiguous += arc.word in others
    return replace(graph, arcs=tuple(arcs)), ambiguous


def without_sentences(graph: WordGraph, detector: FstDetector) -> Transcript:
    """The words that the graph and the word LM hold for best, no breaks among them, a stretch at a time."""
    words: list[Word] = []
    for part in stretches(graph):
        costs = detector.graph_costs(part)
        prosody = np.full((len(part.arcs), 2), [np.inf, 0.0])
        last = max(arc.target for arc in part.arcs if part.is_word(arc))
        prosody[[arc.target == last for arc in part.arcs], 0] = 0.0
        costs = replace(costs, prosody=prosody, length=LengthCosts.free(STRETCH))
        words += spoken(part, best_in_graph(part, costs).arcs)[0].words
    return Transcript(tuple(words))


def stretches(graph: WordGraph) -> Iterator[WordGraph]:
    """A graph whose alternatives lie side by side, cut into pieces of at most `STRETCH` words."""
    arcs: list[GraphArc] = []
    starts: set[int] = set()
    final = next(iter(graph.finals.values()))
    for arc in graph.arcs:
        if graph.is_word(arc) and arc.source not in starts and len(starts) == STRETCH:
            yield replace(graph, arcs=tuple(arcs), start=arcs[0].source, finals={arcs[-1].target: final})
            arcs, starts = [], set()
        if graph.is_word(arc):
            starts.add(arc.source)
        arcs.append(arc)
    if starts:
        yield replace(graph, arcs=tuple(arcs), start=arcs[0].source, finals={arcs[-1].target: final})


def plain(document: Document, count: int | None = None) -> tuple[Transcript, tuple[int, ...]]:
    """The first words as a recogniser spells them, with times where known, and where sentences end."""
    words = document.transcript.words[:count]
    # A word broken off is spelled without its hyphen, as it comes back from a graph.
    spelled = [form.rstrip("-") or form for form in forms_of(words)]
    said = Transcript(tuple(Word(text, word.start, word.end) for text, word in zip(spelled, words, strict=True)))
    given = document.segmentations[0] if document.segmentations else boundaries(document.transcript.words)
    return said, tuple(end for end in given.ends if end < len(words))


def forms_of(words: Sequence[Word]) -> list[str]:
    return forms([word.text for word in words])


def measure(documents: Sequence[Document], detector: FstDetector, *, count: int | None = None) -> dict[str, Condition]:
    """Word errors and sentence ends for each amount of noise and each way."""
    found: dict[str, Condition] = {}
    for number_of, document in enumerate(documents, start=1):
        said, ends = plain(document, count)
        for noise, spread in SPREADS.items():
            condition = found.setdefault(noise, Condition())
            graph, ambiguous = confusable(said, spread, np.random.default_rng([SEED, number_of]))
            condition.ambiguous += ambiguous
            best = replace(one_best(graph), graph=None)
            ways = {
                "best words": best,
                "language model": replace(best, transcript=without_sentences(graph, detector)),
                "together": one_best(graph),
                "words as said": Document(said),
            }
            for name, each in ways.items():
                cut = segment(each, detector)
                condition.tally(name).add(said.texts, ends, forms_of(cut.source.transcript.words), cut.ends)
        print(f"{number_of} of {len(documents)}: {document.name}, {len(said)} words", flush=True)
    return found


def findings(found: dict[str, Condition], where: str) -> Findings:
    tables, figures, verdicts = [], {}, []
    for noise, condition in found.items():
        rows = {
            name: {"word_error_rate": tally.word_error_rate, "f1": tally.f1}
            for name, tally in condition.tallies.items()
        }
        total = condition.tallies["together"].words
        figures[noise] = {"words": total, "ambiguous": condition.ambiguous, "ways": rows}
        cells = tuple((name, f"{100 * row['word_error_rate']:.2f}", number(row["f1"])) for name, row in rows.items())
        note = (
            f"{condition.ambiguous:,} of {total:,} words have alternatives; what was said sounds better by {GAP:g} on "
            f"average, with a standard deviation of {SPREADS[noise]:g}"
        )
        tables.append(Table(noise, ("words and ends", "word errors %", "F1 of ends"), cells, note))
        before, after = rows["best words"], rows["together"]
        verdicts.append(
            f"{noise}: together, {100 * before['word_error_rate']:.2f} % word errors become "
            f"{100 * after['word_error_rate']:.2f} %, and F1 {before['f1']:.3f} becomes {after['f1']:.3f}."
        )
    return Findings(f"Word graphs of confusable words: {where}", tuple(tables), figures, tuple(verdicts))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--words", type=int, default=2000, metavar="N", help="the first N of each recording (2000)")
    asked.add_argument("--data", type=Path, metavar="DIR", help="the folder that holds the data sets")
    given = asked.parse_args()
    detector = bundled()
    if given.data is None:
        example = read(ROOT / "examples" / "references" / "maria.txt")
        print(render(findings(measure([example], detector), "the example interview"), "text"))
        return
    place = folder(given.data, "earnings22")
    names = sorted(held_out("earnings22").dev)
    documents = [read(place / f"{name}.nlp", warn=lambda _: None) for name in names]
    where = f"Earnings-22, the first {given.words:,} words of {len(documents)} dev recordings"
    found = findings(measure(documents, detector, count=given.words), where)
    print(render(found, "text"))
    for form in ("md", "json"):
        save(render(found, form), RESULTS / f"word-graphs.{form}")


if __name__ == "__main__":
    main()
