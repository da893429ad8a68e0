"""How well detectors do in every language, on sittings that nothing was learned from, words alone.

    python -m benchmarks languages --data DIR [--split dev] [--model NAME_OR_FOLDER] [--bayes FOLDER] [--language de]…

F1, precision and recall with 95 % intervals over sittings, beside "an end every N words" (N the mean length in these
very recordings, so better than anyone could know it) and `bayes` trained on the same language's training text (with
`--bayes`, the folder where these models are kept or made; `--only-bayes` makes them and nothing else). Question marks
and commas count where the same mark stands after the same word, capitals but for the first words of sentences. All but
English and Mandarin is parliaments: whoever reads the table should not expect the same of other speech. Where Polish
texts read aloud are there (PolEval 2021), they are cut once with their times and once without.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import looks
from benchmarks.casing import count
from benchmarks.casing import figures as figures_of_cases
from benchmarks.genres import held_out
from benchmarks.reports import saved, table
from benchmarks.sources import SOURCES, Source, documents, read
from benchmarks.tables.poleval import LANGUAGE, PLACE, match_ends, texts_read_aloud
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import store
from pausa.metrics.slots import EachReference, Matches, Slots, slot_scores
from pausa.models import load, load_folder
from pausa.models.base import Detector
from pausa.models.storage import folder_bytes
from pausa.stats.jackknife import intervals
from pausa.text.casing import CASES, cases_of
from pausa.text.marks import boundaries, chief
from pausa.training.timed import flag_ends
from pausa.training.train import train
from pausa.workflow.segment import segment
from pausa.workflow.segments import Segments, likely_commas

#: What `bayes` learns from: so many words of a language.
BAYES_WORDS = 300_000
ENGLISH = "europarl-en"


@dataclass(frozen=True)
class Row:
    """What one detector reached in one language."""

    f1: float
    precision: float
    recall: float
    low: float
    high: float


def languages() -> dict[str, list[Source]]:
    """The sources of each language, by code; of English the parliament alone, `genres` has the others."""
    found: dict[str, list[Source]] = {}
    for source in SOURCES.values():
        if source.lang != "en" or source.name == ENGLISH:
            found.setdefault(source.lang, []).append(source)
    return dict(sorted(found.items()))


def matches(document: Document, ends: Iterable[int]) -> Matches:
    """The counts of one sitting; its last word is not counted."""
    last = document.n_words - 1
    truth = {end for end in boundaries(document.transcript.words).ends if end != last}
    made = {end for end in ends if end != last}
    hit = len(truth & made)
    return Matches(hit, len(truth) - hit, len(made) - hit, 0, last)


def row(counts: Sequence[Matches]) -> Row:
    """Pooled scores, and the interval of F1 over sittings."""
    total = sum(counts, Matches())
    scores = slot_scores(total)
    one = [EachReference((each.hit,), (each.missed,), (each.extra,), (0,), (each.gaps,)) for each in counts]
    f1 = intervals(Slots(), one)["f1_mean"]
    values = (scores["f1"], scores["precision"], scores["recall"], f1.low, f1.high)
    return Row(*(round(value, 4) for value in values))


def cut(detector: Detector, found: Sequence[Document]) -> list[Segments]:
    """What a detector makes of bare words."""
    return [segment(bare(each), detector, marks="ignore", turns="ignore") for each in found]


def score(made: Sequence[Segments], found: Sequence[Document]) -> Row:
    return row([matches(document, cut.ends) for cut, document in zip(made, found, strict=True)])


def marks_and_capitals(made: Sequence[Segments], found: Sequence[Document]) -> dict[str, Any]:
    """Precision, recall and F1 of question marks and commas; F1 of words with capitals where there are any."""
    totals = {"?": Matches(), ",": Matches()}
    cases = np.zeros((len(CASES), len(CASES)), dtype=np.int64)
    for each, document in zip(made, found, strict=True):
        words = document.transcript.words
        asked = {end for end, mark in zip(each.ends, each.marks, strict=True) if mark == "?"}
        for mark, places in (("?", asked), (",", set(likely_commas(each.scores)))):
            truth = {place for place, word in enumerate(words) if chief(word.mark) == mark}
            hit = len(truth & places)
            totals[mark] += Matches(hit, len(truth) - hit, len(places) - hit, 0, document.n_words)
        if each.scores.cases is not None:
            cases += count(cases_of(words, set(boundaries(words).ends)), each.scores.cases)
    told: dict[str, Any] = {
        mark: {name: round(slot_scores(total)[name], 4) for name in ("precision", "recall", "f1")}
        for mark, total in totals.items()
    }
    return {**told, "capitals": figures_of_cases(cases)["capitals"] if cases.any() else None}


def read_aloud(detector: Detector, data: Path) -> dict[str, float]:
    """F1 on Polish texts that were read aloud, with the times of the words and without."""
    told = {}
    for name in ("times", "words alone"):
        total = Matches()
        for each in texts_read_aloud(data / PLACE, []):
            words = each.words if name == "times" else _without_times(each.words)
            made = flag_ends(segment(words, detector, marks="ignore", turns="ignore"))
            total += match_ends(made[:-1], each.ends[:-1])
        told[name] = round(slot_scores(total)["f1"], 4)
    return told


def _without_times(words: Transcript) -> Transcript:
    return Transcript(tuple(Word(word.text) for word in words.words))


def every(found: Sequence[Document]) -> tuple[int, Row]:
    """An end after every N words, N being the mean length."""
    n_words = sum(each.n_words for each in found)
    n_ends = sum(len(boundaries(each.transcript.words).ends) for each in found)
    length = max(1, round(n_words / max(1, n_ends)))
    return length, row([matches(each, range(length - 1, each.n_words, length)) for each in found])


def bayes_of(code: str, sources: Sequence[Source], data: Path, place: Path) -> tuple[Detector, dict[str, float]]:
    """`bayes` for a language, made with `pausa train` where it is not there; with processor minutes and megabytes."""
    folder, cost = place / code, place / f"{code}.minutes"
    if not folder.is_dir():
        began = time.process_time()
        texts = place / f"{code}.texts"
        texts.mkdir(parents=True, exist_ok=True)
        for number, document in enumerate(_training(sources, data)):
            store([document], FORMATS["text"], texts / f"{number:05}.txt", layout=Layout())
        train("bayes", text=[texts], output=folder, language=code)
        cost.write_text(f"{(time.process_time() - began) / 60:.2f}\n")
    minutes = float(cost.read_text())
    return load_folder(folder), {"minutes": minutes, "mb": round(folder_bytes(folder) / 1e6, 2)}


def _training(sources: Sequence[Source], data: Path) -> Iterable[Document]:
    for source in sources:
        count = 0
        for recording in read(source, data, split="train"):
            for document in documents(recording):
                yield document
                count += document.n_words
            if count >= BAYES_WORDS / len(sources):
                break


def bare(document: Document) -> Transcript:
    return Transcript(tuple(Word(word.text.lower()) for word in document.transcript.words))


def page(figures: dict[str, dict[str, Any]], split: str) -> str:
    """The table as Markdown."""
    rows = []
    for code, told in figures.items():
        best = told["world"]
        cells = [code, told["recordings"], told["words"]]
        cells += [f"{best['precision']:.3f} / {best['recall']:.3f} / **{best['f1']:.3f}**"]
        cells += ["–" if best["low"] is None else f"{best['low']:.3f}–{best['high']:.3f}"]
        cells += [f"{told['every']['f1']:.3f} (N = {told['every_n']})"]
        cells += [f"{told['bayes']['f1']:.3f}" if "bayes" in told else "–"]
        cells += ["{minutes} min, {mb} MB".format(**told["bayes_cost"]) if "bayes_cost" in told else "–"]
        cells += [" / ".join(figure(told["?"][name], 2) for name in ("precision", "recall"))]
        cells += [figure(told[","]["f1"], 2), figure((told["capitals"] or {}).get("f1"), 2)]
        rows.append(cells)
    head = (
        *("language", "sittings", "words", "world: P / R / **F1**", "95 %", "every N words", "bayes", "bayes costs"),
        *("? P / R", "comma F1", "capitals F1"),
    )
    return "\n\n".join(
        [
            f"# Every language, {split} recordings",
            "The first words of each sitting, in lower case, without marks, times or speakers; `python -m benchmarks "
            "languages`. All but Mandarin is parliaments.",
            table(head, rows),
            *(
                f"Polish texts read aloud (PolEval 2021, test-A): F1 {told['read aloud']['times']:.3f} with times, "
                f"{told['read aloud']['words alone']:.3f} by the words alone."
                for told in figures.values()
                if "read aloud" in told
            ),
        ]
    )


def main(given: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description="F1 by language on held-out recordings")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--split", choices=["dev", "test"], default="dev")
    asked.add_argument("--model", default="world")
    asked.add_argument("--bayes", type=Path, help="where bayes models of each language are kept or made")
    asked.add_argument("--only-bayes", action="store_true", help="make the bayes models, and nothing else")
    asked.add_argument("--language", action="append", default=[], help="only these")
    asked.add_argument("--sitting-words", type=int, default=3_000, help="so many words of each sitting, the first ones")
    asked.add_argument("--most-sittings", type=int, default=12)
    looks.add_again(asked)
    options = asked.parse_args(given)
    wanted = {code: own for code, own in languages().items() if not options.language or code in options.language}
    if options.only_bayes:
        for code, sources in wanted.items():
            print(code, bayes_of(code, sources, options.data, options.bayes)[1], flush=True)
        return
    detector = load(options.model)
    names = [source.name for own in wanted.values() for source in own]
    looks.look(
        names,
        options.split,
        command="languages",
        models={options.model: looks.digest(options.model)},
        again=options.again,
    )
    figures: dict[str, dict[str, Any]] = {}
    for code, sources in wanted.items():
        found = [each for source in sources for each in _beginnings(source, options)]
        length, baseline = every(found)
        spoken = detector.in_language(code)
        made = cut(spoken, found)
        told: dict[str, Any] = {
            "recordings": len(found),
            "words": sum(each.n_words for each in found),
            "world": _plain(score(made, found)),
            **marks_and_capitals(made, found),
            "every": _plain(baseline),
            "every_n": length,
        }
        if options.bayes is not None:
            own, told["bayes_cost"] = bayes_of(code, sources, options.data, options.bayes)
            told["bayes"] = _plain(score(cut(own, found), found))
        if code == LANGUAGE and (options.data / PLACE).is_dir():
            told["read aloud"] = read_aloud(spoken, options.data)
        figures[code] = told
        print(code, told, flush=True)
    known = without_nan(figures)
    saved(f"languages-{options.split}", known, page(known, options.split))


def _beginnings(source: Source, options: argparse.Namespace) -> Iterator[Document]:
    """The first words of held-out sittings: several tell more than one whole day."""
    found = islice(held_out(source, options.data, options.split, None), options.most_sittings)
    return (replace(each, transcript=each.transcript.slice(0, options.sitting_words)) for each in found)


def without_nan(found: Any) -> Any:
    """The same, with None for numbers that are none, as JSON has them."""
    if isinstance(found, dict):
        return {name: without_nan(each) for name, each in found.items()}
    return None if isinstance(found, float) and isnan(found) else found


def figure(value: float | None, digits: int = 3) -> str:
    """A number for a table; a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}"


def _plain(row: Row) -> dict[str, float]:
    return {name: getattr(row, name) for name in Row.__dataclass_fields__}


if __name__ == "__main__":
    main()
