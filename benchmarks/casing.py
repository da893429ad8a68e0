"""How well words get their capitals in every genre: by the network, by a truecaser, and with I alone.

    python -m benchmarks casing --data DIR [--split dev] [--model NAME_OR_FOLDER] [--most-words N]

Words whose capital says nothing (the first of a sentence) are not judged; all others are given in lower case. For each
way of writing: how many of the words that people wrote so were written so (recall), and how many of those written so
were right (precision). The truecaser is the package `truecase` (Lita et al. 2003), told where sentences end, which the
network is not; without the package its column is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks import looks
from benchmarks.genres import english, held_out
from benchmarks.reports import saved, table
from benchmarks.sources import check_there
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.casing import CASES, INITIAL, LOWER, UNKNOWN_CASE, case_of, cases_of, is_always_capital
from pausa.text.marks import boundaries

Cases: TypeAlias = NDArray[np.int8]
Way: TypeAlias = Callable[[Document], Cases]


def count(truth: Cases, found: Cases) -> NDArray[np.int64]:
    """How often words of each case (rows) were written in each (columns); what is unknown does not count."""
    known = truth != UNKNOWN_CASE
    counts = np.zeros((len(CASES), len(CASES)), dtype=np.int64)
    np.add.at(counts, (truth[known], np.maximum(found[known], LOWER)), 1)
    return counts


def figures(counts: NDArray[np.int64]) -> dict[str, Any]:
    """Accuracy, precision, recall and F1 of each case, and of all words with capitals together."""
    right, said, there = np.diag(counts), counts.sum(axis=0), counts.sum(axis=1)
    made: dict[str, Any] = {"words": int(counts.sum()), "accuracy": _share(right.sum(), counts.sum())}
    rows = [*zip(CASES, right, said, there, strict=True)]
    rows.append(("capitals", right[1:].sum(), said[1:].sum(), there[1:].sum()))
    for name, hit, given, wanted in rows:
        made[name] = {
            "words": int(wanted),
            "precision": _share(hit, given),
            "recall": _share(hit, wanted),
            "f1": _share(2 * hit, given + wanted),
        }
    return made


def by_network(detector: Detector) -> Way:
    """The network's own way, words alone."""

    def write(document: Document) -> Cases:
        bare = Transcript(tuple(Word(word.text.lower()) for word in document.transcript.words))
        cases = detector.score(bare).cases
        assert cases is not None
        return cases

    return write


def by_start_alone(document: Document) -> Cases:
    """Lower case but for the word I: what a capital at the start of each sentence leaves."""
    return np.array(
        [INITIAL if is_always_capital(word.text.capitalize()) else LOWER for word in document.transcript.words],
        dtype=np.int8,
    )


def by_truecaser() -> Way | None:
    """The package's way, sentence by sentence; None without the package."""
    try:
        from truecase.TrueCaser import TrueCaser  # type: ignore[import-not-found]  # not among our dependencies
    except ImportError:
        return None
    caser = TrueCaser()

    def write(document: Document) -> Cases:
        texts = [word.text.lower() for word in document.transcript.words]
        found: list[int] = []
        start = 0
        for end in boundaries(document.transcript.words).ends:
            made = caser.get_true_case_from_tokens(texts[start : end + 1], "as-is")
            found += [case_of(text) for text in made]
            start = end + 1
        return np.array(found, dtype=np.int8)

    return write


def measure(found: Iterable[Document], ways: dict[str, Way]) -> dict[str, NDArray[np.int64]]:
    """The counts of each way over some documents."""
    counts = {name: np.zeros((len(CASES), len(CASES)), dtype=np.int64) for name in ways}
    for document in found:
        ends = {*boundaries(document.transcript.words).ends, *document.transcript.turn_ends}
        truth = cases_of(document.transcript.words, ends)
        if (truth != UNKNOWN_CASE).any():
            for name, way in ways.items():
                counts[name] += count(truth, way(document))
    return counts


def page(by_source: dict[str, dict[str, NDArray[np.int64]]], split: str) -> str:
    """A table by source and one by case, as Markdown."""
    ways = list(next(iter(by_source.values())))
    rows = []
    for source, counts in by_source.items():
        told = [figures(counts[way]) for way in ways]
        rows.append((source, f"{told[0]['words']:,}", *(_cell(each) for each in told)))
    total = {way: _total(counts[way] for counts in by_source.values()) for way in ways}
    rows.append(("all", f"{figures(total[ways[0]])['words']:,}", *(_cell(figures(total[way])) for way in ways)))
    cases = [
        (
            case,
            f"{figures(total[ways[0]])[case]['words']:,}",
            *("{precision:.3f} / {recall:.3f} / **{f1:.3f}**".format(**figures(total[way])[case]) for way in ways),
        )
        for case in (*CASES, "capitals")
    ]
    return "\n\n".join(
        [
            f"# Capitals, {split} recordings",
            "Accuracy, and F1 of words with capitals; the first words of sentences are not counted. "
            "`python -m benchmarks casing`.",
            table(("source", "words", *ways), rows),
            "Precision / recall / **F1** of each way of writing, all sources together.",
            table(("written", "words", *ways), cases),
        ]
    )


def _cell(told: dict[str, Any]) -> str:
    return f"{told['accuracy']:.4f}, **{told['capitals']['f1']:.3f}**"


def _total(counts: Iterable[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.asarray(sum(counts, np.zeros((len(CASES), len(CASES)), dtype=np.int64)))


def _share(part: Any, whole: Any) -> float:
    return round(float(part) / float(whole), 4) if whole else 0.0


def main(given: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description="Capitals in every genre")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--split", choices=["dev", "test"], default="dev")
    asked.add_argument("--model", default="default")
    asked.add_argument("--most-words", type=int, default=8000, help="so many words of each source")
    looks.add_again(asked)
    options = asked.parse_args(given)
    names = [source.name for source in english()]
    digests = {Path(options.model).name: looks.digest(options.model)}
    check_there(names, options.data)
    looks.look(names, options.split, command="casing", models=digests, again=options.again)
    ways: dict[str, Way] = {"network": by_network(load(options.model)), "I alone": by_start_alone}
    truecaser = by_truecaser()
    if truecaser is not None:
        ways["truecase 0.0.14"] = truecaser
    by_source = {}
    for source in english():
        counts = measure(held_out(source, options.data, options.split, options.most_words), ways)
        if counts["network"].sum():
            by_source[source.name] = counts
            print(source.name, {way: _cell(figures(each)) for way, each in counts.items()}, flush=True)
    told = {source: {way: figures(each) for way, each in counts.items()} for source, counts in by_source.items()}
    saved("casing", {"split": options.split, "sources": told}, page(by_source, options.split))


if __name__ == "__main__":
    main()
