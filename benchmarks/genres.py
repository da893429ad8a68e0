"""How well detectors do in every genre, on recordings that nothing was learned from.

    python -m benchmarks genres --data DIR --split dev [--model NAME_OR_FOLDER]…

Whole recordings, words alone (no times, no speakers), and with times where silences can be trusted. Each source is one
row; a genre is the mean of its sources, the last row the mean of genres. Sentence ends are those of the source's own
marks. Ideas are judged on `dev`; a look at `test` is logged (`benchmarks.looks`), once for each release.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import looks
from benchmarks.known import BEGINNINGS, STYLES
from benchmarks.places import RESULTS
from benchmarks.sources import SOURCES, Source, check_there, documents, read
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.marks import boundaries
from pausa.workflow.segment import segment


@dataclass(frozen=True)
class Row:
    """What a detector reached on the recordings of one source.

    `added_at_marks` is the share of the ends that nobody wrote where the writer has a comma, a dash or the like;
    `missed_before_and` that of the ends not found which stand before "and", "but", "so" or "because".
    """

    source: str
    genre: str
    times: bool
    recordings: int
    words: int
    precision: float
    recall: float
    f1: float
    added_at_marks: float | None = None
    missed_before_and: float | None = None

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass
class Errors:
    """How many errors there are, and how many of some kind."""

    count: int = 0
    of_kind: int = 0

    def add(self, found: Iterable[bool]) -> None:
        for is_of_kind in found:
            self.count += 1
            self.of_kind += is_of_kind

    @property
    def share(self) -> float | None:
        return round(self.of_kind / self.count, 4) if self.count else None


def english() -> Iterator[Source]:
    """The English sources that are learned from or judged on; clips of one sentence have no end to be found."""
    return (source for source in SOURCES.values() if source.lang == "en" and source.genre != "read-speech")


def measure(detector: Detector, source: Source, found: Sequence[Document], *, times: bool) -> Row:
    """Counts pooled over recordings, each cut by itself without speakers; the last word is not counted."""
    total = Matches()
    added = Errors()
    missed = Errors()
    for each in found:
        words = each.transcript.words
        truth = set(boundaries(words).ends[:-1])
        made = set(segment(_bare(each.transcript, times=times), detector, turns="ignore").ends[:-1])
        hit = len(truth & made)
        total = total + Matches(hit, len(truth) - hit, len(made) - hit, 0, each.n_words - 1)
        added.add(bool(words[end].mark) for end in made - truth)
        missed.add(words[end + 1].text.casefold() in BEGINNINGS for end in truth - made)
    scores = slot_scores(total)
    return Row(
        source.name,
        source.genre,
        times,
        len(found),
        sum(each.n_words for each in found),
        round(scores["precision"], 4),
        round(scores["recall"], 4),
        round(scores["f1"], 4),
        added.share,
        missed.share,
    )


def by_genre(rows: Iterable[Row]) -> dict[str, float]:
    """The mean F1 of each genre, words alone."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if not row.times:
            found.setdefault(row.genre, []).append(row.f1)
    return {genre: float(np.mean(values)) for genre, values in found.items()}


def _bare(transcript: Transcript, *, times: bool) -> Transcript:
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))


def page(results: dict[str, list[Row]], split: str) -> str:
    """The tables as Markdown: precision, recall and F1 of each model."""
    models = list(results)
    lines = [
        f"# Every genre, {split} recordings",
        "",
        "Precision / recall / **F1**, counts pooled over whole recordings; `python -m benchmarks genres`.",
        "",
        f"| source | genre | known | recordings | words | {' | '.join(models)} |",
        "|---|---|---|---:|---:|" + "---|" * len(models),
    ]
    for place, row in enumerate(results[models[0]]):
        cells = [
            f"{each.precision:.3f} / {each.recall:.3f} / **{each.f1:.3f}**"
            for each in (results[model][place] for model in models)
        ]
        known = "words and times" if row.times else "words"
        lines.append(
            f"| {row.source} | {row.genre} | {known} | {row.recordings} | {row.words:,} | {' | '.join(cells)} |"
        )
    genres = {model: by_genre(rows) for model, rows in results.items()}
    means = [f"**{np.mean(list(genres[model].values())):.4f}**" for model in models]
    lines.append(f"| mean of {len(genres[models[0]])} genres | | words | | | {' | '.join(means)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser(description="F1 by genre on held-out recordings")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--split", choices=["dev", "test"], default="dev")
    asked.add_argument("--model", action="append", default=[], help="a name or a folder; the default if none is given")
    asked.add_argument("--styles", action="store_true", help="tell the network the style of each source")
    asked.add_argument("--source", action="append", default=[], help="only these sources")
    asked.add_argument("--most-words", type=int, help="so many words of each source, for a quick look")
    asked.add_argument(
        "-o", "--output", type=Path, help="write OUTPUT.json and OUTPUT.md instead of the results folder"
    )
    looks.add_again(asked)
    given = asked.parse_args()
    models = given.model or ["default"]
    detectors = {model: load(model) for model in models}
    results: dict[str, list[Row]] = {name: [] for name in detectors}
    sources = [source for source in english() if not given.source or source.name in given.source]
    digests = {Path(model).name: looks.digest(model) for model in models}
    names = [source.name for source in sources]
    check_there(names, given.data)
    looks.look(names, given.split, command="genres", models=digests, again=given.again)
    for source in sources:
        found = list(held_out(source, given.data, given.split, given.most_words))
        for times in (True, False) if source.pauses else (False,):
            for name, detector in detectors.items():
                style = STYLES.get(source.name) if given.styles else None
                row = measure(detector.in_style(style) if style else detector, source, found, times=times)
                results[name].append(row)
                print(name, row, flush=True)
    target = given.output or RESULTS / f"genres-{given.split}"
    figures = {name: [row.as_dict() for row in rows] for name, rows in results.items()}
    target.with_suffix(".json").write_text(json.dumps({"split": given.split, "models": figures}, indent=1) + "\n")
    target.with_suffix(".md").write_text(page(results, given.split))
    print(page(results, given.split))


def held_out(source: Source, data: Path, split: str, most: int | None) -> Iterator[Document]:
    """The documents of held-out recordings, whole, until there are so many words."""
    count = 0
    for recording in read(source, data, split="dev" if split == "dev" else "test"):
        for each in documents(recording):
            if each.n_words > 1:
                yield each
                count += each.n_words
        if most is not None and count >= most:
            return


if __name__ == "__main__":
    main()
