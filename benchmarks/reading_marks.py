"""How far commas and question marks can be trusted, on English recordings that nothing was learned from.

    python -m benchmarks reading-marks --data DIR [--most-words N]

Development recordings, words alone: precision and recall of commas by the probability asked for, and of question
marks by their share of the probability of an end, by source and over all. The table shows what `segment` asks for; the
others say what another choice would give. Commas are written by themselves in reading formats only if three in four are
right; a statement should hardly ever become a question.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.genres import english, held_out
from benchmarks.languages import cut
from benchmarks.reports import saved, table
from pausa.core.document import Document
from pausa.decode import QUESTION
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.marks import chief
from pausa.workflow.segments import COMMA

COMMAS = (0.4, COMMA, 0.6, 0.7, 0.8)
QUESTIONS = (0.5, 0.6, 0.75, 0.85, QUESTION, 0.95)


def counts(detector: Detector, found: Sequence[Document]) -> dict[str, dict[float, Matches]]:
    """Hits, misses and extra marks for each mark and each threshold."""
    totals = {",": dict.fromkeys(COMMAS, Matches()), "?": dict.fromkeys(QUESTIONS, Matches())}
    for document, made in zip(found, cut(detector, found), strict=True):
        spelled = [chief(word.mark) for word in document.transcript.words]
        comma, asks, stops = (made.scores.marks[mark] for mark in ",?.")
        ends = np.zeros(len(spelled), dtype=bool)
        ends[list(made.ends)] = True
        said = {
            ",": {at: ~ends & (comma >= at) for at in COMMAS},
            "?": {at: ends & (asks >= at * (asks + stops)) for at in QUESTIONS},
        }
        for mark, by_threshold in said.items():
            truth = np.array([each == mark for each in spelled])
            for at, there in by_threshold.items():
                hit = int((truth & there).sum())
                totals[mark][at] += Matches(hit, int(truth.sum()) - hit, int(there.sum()) - hit, 0, len(spelled))
    return totals


def shares(total: Matches) -> dict[str, float | None]:
    """Precision and recall; None where there is nothing to divide by."""
    scores = {name: slot_scores(total)[name] for name in ("precision", "recall")}
    return {name: None if isnan(value) else round(value, 4) for name, value in scores.items()}


def page(figures: dict[str, Any]) -> str:
    """The tables as Markdown."""
    rows = [
        [name, told["words"], *(_cell(told[mark][str(at)]) for mark, at in ((",", COMMA), ("?", QUESTION)))]
        for name, told in figures.items()
    ]
    chosen = [
        [mark, f"{at:g}", _cell(figures["all"][mark][str(at)])]
        for mark, ats in ((",", COMMAS), ("?", QUESTIONS))
        for at in ats
    ]
    return "\n\n".join(
        [
            "# Commas and question marks",
            "Precision / recall on development recordings, words alone; `python -m benchmarks reading-marks`.",
            table(("source", "words", "commas", "question marks"), rows),
            "All sources together, by what is asked for: the probability of a comma, the share of a question mark.",
            table(("mark", "at least", "precision / recall"), chosen),
        ]
    )


def _cell(told: dict[str, float | None]) -> str:
    return " / ".join("–" if value is None else f"{value:.2f}" for value in told.values())


def main(given: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description="precision and recall of commas and question marks")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--model", default="default")
    asked.add_argument("--most-words", type=int, default=12_000, help="so many words of each source, whole recordings")
    options = asked.parse_args(given)
    detector = load(options.model)
    total = {",": dict.fromkeys(COMMAS, Matches()), "?": dict.fromkeys(QUESTIONS, Matches())}
    figures: dict[str, Any] = {}
    n_words = 0
    for source in english():
        found = list(held_out(source, options.data, "dev", options.most_words))
        made = counts(detector, found)
        total = {mark: {at: total[mark][at] + told for at, told in by.items()} for mark, by in made.items()}
        n_words += sum(each.n_words for each in found)
        figures[source.name] = _told(made, sum(each.n_words for each in found))
        print(source.name, figures[source.name], flush=True)
    figures["all"] = _told(total, n_words)
    saved("reading-marks", figures, page(figures))
    print(page(figures))


def _told(made: dict[str, dict[float, Matches]], n_words: int) -> dict[str, Any]:
    by_mark = {mark: {str(at): shares(total) for at, total in by.items()} for mark, by in made.items()}
    return {"words": n_words, **by_mark}


if __name__ == "__main__":
    main()
