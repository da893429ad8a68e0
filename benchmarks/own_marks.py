"""Marks that are there: kept, completed, ignored, blended; on recognisers' words and on what people wrote.

    python -m benchmarks own-marks --data DIR [--heard FOLDER]

Recognisers: sentence ends on the words and marks of each recogniser of Earnings-21 and, where a folder of transcripts
by Whisper is given, of the ESIC speeches of the same names; a person's ends are projected onto them. People:
development recordings with their marks left in; how many ends `auto` keeps and adds. Stretches: the same with the
marks of stretches of 200 words taken away; F1 inside them, `auto` beside `ignore`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace as word_with

from benchmarks.genres import english
from benchmarks.places import RESULTS
from benchmarks.sources import documents, read
from benchmarks.tables.calls import calls, references
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.formats.files import read as read_file
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.marks import any_end, boundaries
from pausa.workflow.segment import segment

WAYS = ("keep", "ignore", "auto", "blend")
#: Words of a stretch whose marks are taken away, and how many words there are for each such stretch.
STRETCH, APART = 200, 800


@dataclass(frozen=True)
class Known(Detector):
    """The scores of a detector for one transcript, worked out once."""

    scores: Scores
    name = "transformer"

    def score(self, transcript: Transcript) -> Scores:
        return self.scores


Ends = frozenset[int]


def f1(total: Matches) -> float:
    return round(slot_scores(total)["f1"], 4)


def matched(truth: Iterable[int], made: Iterable[int], *, within: range) -> Matches:
    """Hits, misses and extra ends among the gaps of that range."""
    right, found = (frozenset(ends) & frozenset(within) for ends in (truth, made))
    hit = len(right & found)
    return Matches(hit, len(right) - hit, len(found) - hit, 0, len(within))


def on_recognised(detector: Detector, heard: Iterable[tuple[Transcript, Ends]]) -> dict[str, Any]:
    """F1 of every way on words that a recogniser heard, counts pooled."""
    totals = {way: Matches() for way in WAYS}
    n_recordings = 0
    for words, truth in heard:
        n_recordings += 1
        known = Known(detector.score(words))
        for way in WAYS:
            made = segment(words, known, marks=way, turns="ignore").ends
            totals[way] = totals[way] + matched(truth, made, within=range(len(words) - 1))
    return {"recordings": n_recordings, **{way: f1(total) for way, total in totals.items()}}


def vendors(data: Path) -> Iterator[tuple[str, Iterator[tuple[Transcript, Ends]]]]:
    """Each recogniser of Earnings-21 that writes marks, with its calls."""
    place = data / "earnings21"
    known = list(references(place, problems=[]))
    for folder in sorted(path for path in place.iterdir() if path.is_dir() and path.name != "references"):
        found = [
            (call.heard, frozenset(call.on_heard.ends)) for call in calls(place, folder.name, problems=[], known=known)
        ]
        if any(any_end(words.words) for words, _ in found):
            yield f"Earnings-21, {folder.name}", iter(found)


def speeches(data: Path, heard: Path) -> Iterator[tuple[Transcript, Ends]]:
    """What a recogniser heard of the ESIC speeches, and where people end sentences in it."""
    for path in sorted(heard.glob("*.json")):
        words = read_file(path).transcript
        said = read_file(data / "esic" / f"{path.stem}.txt", format="text").transcript
        yield words, frozenset(project(boundaries(said.words), align_words(said, words)).segmentation.ends)


def on_written(detector: Detector, recordings: Iterable[Transcript], rng: np.random.Generator) -> dict[str, Any]:
    """What `auto` keeps and adds in text with marks, and how well it completes stretches without."""
    marked = kept = added = n_words = 0
    totals = {way: Matches() for way in ("auto", "ignore")}
    for words in recordings:
        known = Known(detector.score(words))
        truth = frozenset(boundaries(words.words).ends)
        found = segment(words, known, marks="auto")
        made = boundaries(found.document.transcript.words).ends
        turns = frozenset(words.turn_ends)
        n_words += len(words)
        marked += len(truth)
        kept += len(truth.intersection(made))
        added += len(frozenset(found.ends) - truth - turns)
        for _ in range(max(1, len(words) // APART)):
            start = int(rng.integers(0, max(1, len(words) - STRETCH)))
            within = range(start, min(start + STRETCH, len(words) - 1))
            bare = without_marks(words, within)
            for way in totals:
                ends = segment(bare, known, marks=way).ends
                totals[way] = totals[way] + matched(truth, ends, within=within)
    return {
        "words": n_words,
        "marked": marked,
        "kept": round(kept / marked, 4),
        "added_per_100": round(100 * added / marked, 2),
        **{f"stretches_{way}": f1(total) for way, total in totals.items()},
    }


def without_marks(words: Transcript, within: range) -> Transcript:
    """The words with no mark after those of that range."""
    bare = (word_with(word, mark="") if place in within else word for place, word in enumerate(words.words))
    return Transcript(tuple(bare), words.events)


def _recordings(source: Any, data: Path, most: int) -> Iterator[Transcript]:
    count = 0
    for recording in read(source, data, split="dev"):
        for each in documents(recording):
            if each.n_words > STRETCH:
                yield each.transcript.slice(0, min(each.n_words, 5000))
                count += min(each.n_words, 5000)
        if count >= most:
            return


def page(figures: dict[str, Any]) -> str:
    """The tables as Markdown."""
    lines = [
        "# Marks that are there",
        "",
        "`python -m benchmarks own-marks`; the default model, words with their times and turns where there are any.",
        "",
        "## Marks that recognisers made",
        "F1 against a person's sentence ends, every gap, counts pooled. `keep` is the recogniser's own figure.",
        "",
        "| words and marks of | recordings | keep | ignore | auto | blend |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, row in figures["recognisers"].items():
        lines.append(f"| {name} | {row['recordings']} | " + " | ".join(f"{row[way]:.3f}" for way in WAYS) + " |")
    lines += [
        "",
        "## Marks that people made",
        "Ends that `auto` keeps with their marks, and ends it adds for each hundred that are there, turns aside. Then "
        f"the marks of stretches of {STRETCH} words are taken away: F1 inside them.",
        "",
        "| source | words | kept | added per 100 | stretches, auto | stretches, ignore |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, row in figures["people"].items():
        lines.append(
            f"| {name} | {row['words']:,} | {100 * row['kept']:.1f} % | {row['added_per_100']:.2f} | "
            f"{row['stretches_auto']:.3f} | {row['stretches_ignore']:.3f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser(description="marks that are there: kept, completed, ignored, blended")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--heard", type=Path, help="a folder of Whisper's transcripts of the ESIC speeches")
    asked.add_argument("--most-words", type=int, default=15_000, help="so many words of each source that people wrote")
    given = asked.parse_args()
    detector = load("default")
    recognisers: dict[str, Any] = {}
    say: Callable[..., None] = lambda *told: print(*told, flush=True)  # noqa: E731
    for name, heard in vendors(given.data):
        recognisers[name] = on_recognised(detector, heard)
        say(name, recognisers[name])
    if given.heard:
        recognisers["ESIC, Whisper base"] = on_recognised(detector, speeches(given.data, given.heard))
        say(recognisers["ESIC, Whisper base"])
    people: dict[str, Any] = {}
    rng = np.random.default_rng(0)
    for source in english():
        recordings = list(_recordings(source, given.data, given.most_words))
        if recordings:
            people[source.name] = on_written(detector, recordings, rng)
            say(source.name, people[source.name])
    figures = {"recognisers": recognisers, "people": people}
    (RESULTS / "own-marks.json").write_text(json.dumps(figures, indent=1) + "\n")
    (RESULTS / "own-marks.md").write_text(page(figures))
    print(page(figures))


if __name__ == "__main__":
    main()
