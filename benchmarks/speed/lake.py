"""How fast `pausa batch` is, what room it takes, and whether its bytes are the same whoever works.

    python -m benchmarks batch                      10 million made-up words through bayes, fewer through the default
    python -m benchmarks batch --words 1000000      fewer

It writes benchmarks/results/batch.json. The words are those that the bayes model knows, frequent ones more often; the
transcripts differ in length as recordings do. Seconds depend on who else uses the machine, so processor time stands
beside them: of the driver and all its workers together. Memory is that of all processes together, looked at ten
times a second; pages that they share count several times.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.places import RESULTS
from benchmarks.speed.measure import resident
from pausa.core.document import Document
from pausa.core.words import Transcript
from pausa.models import load
from pausa.models.storage import BUNDLED
from pausa.text.tokens import words_of

WORDS, WORDS_DEFAULT, TRANSCRIPTS = 10_000_000, 200_000, 2_000
#: Words of a recording: the median, and how far they spread (of the logarithm).
MEDIAN, SPREAD = 3_000, 1.0
_LOOK = 0.1


def lengths(n_words: int, *, median: float = MEDIAN, seed: int = 7) -> list[int]:
    """Lengths of recordings that have so many words together."""
    rng, made, left = np.random.default_rng(seed), [], n_words
    while left > 0:
        made.append(min(left, max(20, int(median * rng.lognormal(0, SPREAD)))))
        left -= made[-1]
    return made


def make_lake(path: Path, sizes: list[int], *, group: int = 500) -> None:
    """A Parquet table with a transcript of each length."""
    known = (BUNDLED / "bayes-en" / "words.txt").read_text(encoding="utf-8").split()
    rng = np.random.default_rng(11)
    rank = 1 / (np.arange(len(known)) + 2.7) ** 1.15  # a talk of 3,000 words has about 1,100 different ones
    schema = pa.schema({"id": pa.string(), "text": pa.string()})
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, len(sizes), group):
            rows = [
                {
                    "id": f"r{number}",
                    "text": " ".join(known[w] for w in rng.choice(len(known), size, p=rank / rank.sum())),
                }
                for number, size in enumerate(sizes[start : start + group], start=start)
            ]
            writer.write_table(pa.Table.from_pylist(rows, schema))


def measured(source: Path, target: Path, *options: str) -> dict[str, Any]:
    """One run from its start to its end."""
    command = [sys.executable, "-m", "pausa", "batch", str(source), str(target), *options]
    before = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    peak = 0
    while True:
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        peak = max(peak, resident(process.pid))
        time.sleep(_LOOK)
    told = process.stderr.read() if process.stderr else ""
    if status:
        raise SystemExit(f"failed: {' '.join(command)}\n{told}")
    return {
        "seconds": round(time.perf_counter() - before, 1),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mb": peak >> 20,
    }


def digest(target: Path) -> str:
    """A digest of all parts of a target, names included."""
    made = hashlib.blake2b(digest_size=16)
    for path in sorted(target.iterdir()):
        made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()


def pace(n_words: int, run: dict[str, Any], cores: int) -> dict[str, Any]:
    """A run with words per second: by the clock, and what its processor time would give if the cores were free."""
    by_clock, by_processor = n_words / run["seconds"], n_words * cores / run["cpu_seconds"]
    return {**run, "words_per_second": round(by_clock), "words_per_second_on_free_cores": round(by_processor)}


def raw_speed(source: Path, model: str) -> float:
    """Words per processor second of a detector by itself, on one core, the texts in memory."""
    detector = load(model).on_one_core()
    talks = [
        Document(Transcript.of(words_of(text))).transcript for text in pq.read_table(source).column("text").to_pylist()
    ]
    detector.score(talks[0].slice(0, 300))
    begun = time.process_time()
    for talk in talks:
        detector.score(talk)
    return sum(map(len, talks)) / (time.process_time() - begun)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--words", type=int, default=WORDS)
    asked.add_argument("--words-default", type=int, default=WORDS_DEFAULT)
    given = asked.parse_args()
    found: dict[str, Any] = {"cores": len(os.sched_getaffinity(0)), "load_before": round(os.getloadavg()[0], 1)}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        found["same bytes"] = _same_bytes(folder)
        found["bayes"] = _bayes(folder, given.words)
        found["default"] = _default(folder, given.words_default)
    found["load_after"] = round(os.getloadavg()[0], 1)
    print(json.dumps(found, indent=1))
    (RESULTS / "batch.json").write_text(json.dumps(found, indent=1) + "\n")


def _same_bytes(folder: Path) -> dict[str, Any]:
    """Two thousand transcripts through every engine."""
    source = folder / "small.parquet"
    make_lake(source, lengths(TRANSCRIPTS * 600, median=200)[:TRANSCRIPTS])
    small = ("--model", "bayes", "--part-mb", "0.1")
    engines = {
        "local, 1 worker": ("--workers", "1"),
        "local, 2 workers": ("--workers", "2"),
        "dask, 2 workers": ("--engine", "dask", "--workers", "2"),
    }
    digests = {}
    for number, (name, options) in enumerate(engines.items()):
        measured(source, folder / f"small-{number}", *small, *options)
        digests[name] = digest(folder / f"small-{number}")
    n_parts = len(list((folder / "small-0").glob("part-*")))
    return {"transcripts": pq.read_metadata(source).num_rows, "parts": n_parts, "digests": digests}


def _bayes(folder: Path, n_words: int) -> dict[str, Any]:
    source = folder / "large.parquet"
    sizes = lengths(n_words)
    make_lake(source, sizes)
    found: dict[str, Any] = {"words": n_words, "transcripts": len(sizes), "source_mb": source.stat().st_size >> 20}
    for cores in (1, 2):
        run = measured(source, folder / f"large-{cores}", "--model", "bayes", "--workers", str(cores))
        found[f"{cores} workers"] = pace(n_words, run, cores)
    found["target_mb"] = sum(path.stat().st_size for path in (folder / "large-2").iterdir()) >> 20
    return found


def _default(folder: Path, n_words: int) -> dict[str, Any]:
    source = folder / "default.parquet"
    make_lake(source, lengths(n_words))
    run = measured(source, folder / "default", "--workers", "2", "--part-mb", "0.05")
    raw = raw_speed(source, "default")
    share = n_words / run["cpu_seconds"] / raw
    return {
        "words": n_words,
        "2 workers": pace(n_words, run, 2),
        "raw_words_per_processor_second": round(raw),
        "share_of_raw_speed": round(share, 3),
    }


if __name__ == "__main__":
    main()
