"""How far commas and question marks can be trusted, on English recordings that nothing was learned from.

    python -m benchmarks reading-marks --data DIR [--model NAME] [--most-words N] [--fit]

Development recordings, words alone: precision and recall of commas by the probability asked for, and of question
marks by their share of the probability of an end, by source and over all. The table shows what `segment` asks for; the
others say what another choice would give. Commas are written by themselves in reading formats only if three in four are
right; a statement should hardly ever become a question. With `--fit` every other recording serves to fit the line that
makes shares of question marks mean what they say; it is written into the model's folder, and the table is of the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace as with_values

from benchmarks.genres import english, held_out
from benchmarks.languages import cut
from benchmarks.reports import saved, table
from pausa.core.document import Document
from pausa.decode import QUESTION
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.models.neural.marks import Platt
from pausa.models.neural.tagger import Tagger
from pausa.models.storage import open_folder, save_manifest
from pausa.models.transformer import TransformerDetector
from pausa.text.marks import chief
from pausa.training.neural.calibration import fit_questions
from pausa.training.neural.heldout import Predictions
from pausa.workflow.segments import COMMA

Tells = TransformerDetector | Tagger
COMMAS = (0.4, COMMA, 0.6, 0.7, 0.8)
QUESTIONS = tuple(sorted({0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, QUESTION}))


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


def fitted(detector: Tells, found: Sequence[Document]) -> Platt:
    """The line for questions among the ends that a detector finds."""
    plain = with_questions(detector, Platt())
    told = []
    for document, made in zip(found, cut(plain, found), strict=True):
        asks, stops = made.scores.marks["?"], made.scores.marks["."]
        asked = np.array([chief(word.mark) == "?" for word in document.transcript.words])
        ends = np.zeros(asked.size, dtype=bool)
        ends[list(made.ends)] = True
        share = asks / np.maximum(asks + stops, 1e-9)
        told.append(Predictions(document.name, ends.astype(float), ends, ~ends, share, asked))
    line = fit_questions(told)
    if line is None:
        raise SystemExit("There are too few questions to fit a line for them.")
    return line


def with_questions(detector: Tells, line: Platt) -> Tells:
    """The detector with another line for questions."""
    return replace(detector, calibration=with_values(detector.calibration, question=line))


def write(line: Platt, folder: Path) -> None:
    """Put the line into a model's folder."""
    manifest = open_folder(folder).manifest
    calibration = {**manifest.settings["calibration"], "question": {"scale": line.scale, "shift": line.shift}}
    save_manifest(folder, with_values(manifest, settings={**manifest.settings, "calibration": calibration}))
    print(f"{folder}: questions by {line}")


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
    asked.add_argument("--model", default="default", help="a name; with --fit a folder")
    asked.add_argument("--most-words", type=int, default=12_000, help="so many words of each source, whole recordings")
    asked.add_argument("--fit", action="store_true", help="fit the line for question marks, and write it to the model")
    options = asked.parse_args(given)
    detector = load(options.model)
    recordings = {source.name: list(held_out(source, options.data, "dev", options.most_words)) for source in english()}
    if options.fit:
        if not isinstance(detector, TransformerDetector | Tagger):
            raise SystemExit("Only networks tell marks.")
        line = fitted(detector, [each for found in recordings.values() for each in found[::2]])
        detector = with_questions(detector, line)
        write(line, Path(options.model))
        recordings = {name: found[1::2] for name, found in recordings.items()}
    total = {",": dict.fromkeys(COMMAS, Matches()), "?": dict.fromkeys(QUESTIONS, Matches())}
    figures: dict[str, Any] = {}
    n_words = 0
    for name, found in recordings.items():
        made = counts(detector, found)
        total = {mark: {at: total[mark][at] + told for at, told in by.items()} for mark, by in made.items()}
        n_words += sum(each.n_words for each in found)
        figures[name] = _told(made, sum(each.n_words for each in found))
        print(name, figures[name], flush=True)
    figures["all"] = _told(total, n_words)
    if load(options.model).name == load("default").name:
        saved("reading-marks", figures, page(figures))
    print(page(figures))


def _told(made: dict[str, dict[float, Matches]], n_words: int) -> dict[str, Any]:
    by_mark = {mark: {str(at): shares(total) for at, total in by.items()} for mark, by in made.items()}
    return {"words": n_words, **by_mark}


if __name__ == "__main__":
    main()
