"""How fast `pausa score` is: a million words against five references, reading included.

    python -m benchmarks score-speed                 writes benchmarks/results/score_speed.json

Also: how time grows with the words, what quadratic counting (every reference boundary searched in a list
of every candidate boundary, as WiSeBETool does) would take, and 1,000 resamples over 1,000 recordings.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS
from benchmarks.speed.measure import best, pausa
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics.base import Options
from pausa.workflow.evaluate import evaluate_trials
from pausa.workflow.evaluation import Request
from pausa.workflow.trials import Trial

VOCABULARY = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in ("", "n", "rt", "s", "l")]


def ends(rng: random.Random, n_words: int, rate: float) -> list[int]:
    return [index for index in range(n_words) if rng.random() < rate]


def write_lines(path: Path, words: list[str], at: list[int]) -> None:
    with path.open("w") as out:
        start = 0
        for end in [*at, len(words) - 1]:
            if end >= start:
                out.write(" ".join(words[start : end + 1]) + "\n")
                start = end + 1


def corpus(folder: Path, n_words: int, n_references: int) -> None:
    """Lines files: the references share three quarters of their ends."""
    rng = random.Random(n_words)
    words = rng.choices(VOCABULARY, k=n_words)
    common = ends(rng, n_words, 0.05)
    (folder / "references").mkdir(parents=True)
    for number in range(n_references):
        own = set(rng.sample(common, int(len(common) * 0.75))) | set(ends(rng, n_words, 0.012))
        write_lines(folder / "references" / f"ref{number + 1}.txt", words, sorted(own))
    write_lines(
        folder / "system.txt", words, sorted(set(rng.sample(common, len(common) // 2)) | set(ends(rng, n_words, 0.03)))
    )


def quadratic_seconds(folder: Path) -> float:
    """Counting hits the quadratic way on the same files: lists searched end by end."""
    sides = [_ends_of(path) for path in (*sorted((folder / "references").iterdir()), folder / "system.txt")]
    *references, system = sides
    before = time.perf_counter()
    for reference in references:
        sum(1 for end in reference if end in system)
        sum(1 for end in system if end in reference)
    return time.perf_counter() - before


def _ends_of(path: Path) -> list[int]:
    found, n_words = [], 0
    for line in path.read_text().splitlines():
        n_words += len(line.split())
        found.append(n_words - 1)
    return found


def interval_seconds(n_documents: int) -> float:
    """1,000 resamples of every score over that many recordings."""
    rng = random.Random(1)
    trials = []
    for number in range(n_documents):
        n_words = 300
        people = tuple(Segmentation.of(n_words, ends(rng, n_words, 0.06), by=f"ref{k}") for k in range(5))
        system = Segmentation.of(n_words, ends(rng, n_words, 0.06), by="system")
        trials.append(Trial(f"doc{number}", Transcript.blank(n_words), people, system))
    before = time.perf_counter()
    evaluate_trials(trials, {"system": trials}, options=Options(), request=Request(confidence=True, humans=False))
    return time.perf_counter() - before


def main() -> None:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as place:
        for n_words in (10_000, 100_000, 1_000_000):
            folder = Path(place) / str(n_words)
            corpus(folder, n_words, 5)
            command = ("score", "-q", "-r", "references", "system.txt", "--format", "json")
            row = best([pausa(*command, cwd=folder) for _ in range(2)]).as_dict()
            if n_words <= 100_000:
                row["quadratic_counting_seconds"] = round(quadratic_seconds(folder), 3)
            found[f"{n_words} words x 5 references"] = row
            print(n_words, row, flush=True)
    hundredfold = found["100000 words x 5 references"]["quadratic_counting_seconds"] * 100
    ratio = hundredfold / found["1000000 words x 5 references"]["seconds"]
    found["quadratic counting alone at 1000000 words (100 times that at 100000), times our whole run"] = round(ratio)
    found["1000 resamples x 1000 recordings, seconds"] = round(interval_seconds(1000), 2)
    print(found)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "score_speed.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
