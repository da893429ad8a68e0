"""What the driver of `pausa batch` can do by itself, and where a worker's time goes: what breaks first in a large lake.

    python -m benchmarks lake-driver                 writes benchmarks/results/lake_driver.json

- how many pieces a second it hands out and takes back, where a piece is no work at all, by each engine
- how fast it finds pieces: megabytes a second of lines and tables, files a second of small ones
- a ledger of 200,000 lines: its size, the memory it takes, how long it takes to write, to load and to put in order
- a worker's processor time on one piece: reading, splitting into words, the model, and the rest (sentences, Parquet)

From that follow the number of parts and the ledger of a million hours, and how many workers one driver can keep busy.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.lake_plan import HOURS, WORDS_PER_HOUR
from benchmarks.places import RESULTS
from benchmarks.speed.lake import lengths, make_lake
from pausa.batches.engines import open_engine
from pausa.batches.job import Job, LakeReading
from pausa.batches.ledger import LEDGER, Ledger
from pausa.batches.parts import Receipt, make_part
from pausa.batches.pieces import Piece, pieces_of
from pausa.batches.places import File, files_in
from pausa.batches.reading import batches_of
from pausa.batches.running import run
from pausa.core.messages import say_nothing
from pausa.core.words import Transcript
from pausa.models import load
from pausa.text.languages import language
from pausa.text.tokens import Splitter

TASKS, ENTRIES, SMALL_FILES = 1_000, 200_000, 2_000
#: Words of the lakes that are read, and of the piece that a worker makes with each model.
WORDS, WORDS_OF_A_PIECE = 2_000_000, {"bayes": 180_000, "default": 10_000}


def nothing(piece: Piece, job: Job) -> Receipt:
    """A piece that is no work."""
    return Receipt(n_rows=1, n_words=1, n_bytes=1)


def no_pieces(n_pieces: int) -> Iterator[Piece]:
    """Pieces that hold nothing."""
    file = File("lake.parquet", "/lake.parquet", 1)
    return (Piece(number, "texts", (file,), f"{number:032x}", 1, number, number + 1) for number in range(n_pieces))


def handed_out(engine: str, n_tasks: int) -> dict[str, float]:
    """Pieces a second, by the clock and by the processor time of the driver's process."""
    job = Job(target="/nowhere")
    with open_engine(engine, workers=2, scheduler=None) as opened:
        for _ in run(no_pieces(20), nothing, job, opened):  # workers have started and loaded what they need
            pass
        clock, busy = time.perf_counter(), time.process_time()
        n_done = sum(1 for _ in run(no_pieces(n_tasks), nothing, job, opened))
        seconds, cpu = time.perf_counter() - clock, time.process_time() - busy
    return {"pieces_a_second": round(n_done / seconds), "pieces_a_processor_second": round(n_done / cpu)}


def found(folder: Path, n_words: int, n_files: int) -> dict[str, float]:
    """How fast pieces are found: everything is read once, for the digests."""
    make_lake(folder / "lake.parquet", lengths(n_words))
    with (folder / "lake.jsonl").open("w") as lines:
        for batch in pq.ParquetFile(folder / "lake.parquet").iter_batches():
            lines.writelines(json.dumps(row) + "\n" for row in batch.to_pylist())
    small = folder / "small"
    small.mkdir()
    for number in range(n_files):
        (small / f"call-{number:06d}.txt").write_text("so we left it was late " * 20)
    job = Job(target="/nowhere")
    told: dict[str, float] = {}
    for name, source in (("parquet", folder / "lake.parquet"), ("jsonl", folder / "lake.jsonl")):
        told[f"{name}_mb_a_processor_second"] = round(source.stat().st_size / (1 << 20) / _time_to_find(source, job))
    told["bytes_a_word"] = round((folder / "lake.jsonl").stat().st_size / n_words, 2)
    told["small_files_a_processor_second"] = round(n_files / _time_to_find(small, job))
    return told


def _time_to_find(source: Path, job: Job) -> float:
    busy = time.process_time()
    for _ in pieces_of(files_in(str(source), say=say_nothing), job):
        pass
    return time.process_time() - busy


def ledger(folder: Path, n_entries: int) -> dict[str, float]:
    """A ledger of so many lines: written, put in order, loaded again."""
    job = Job(target=str(folder / "target"))
    receipt = Receipt(n_rows=60, n_words=180_000, n_bytes=400_000)
    busy = time.process_time()
    made = Ledger(job)
    for piece in no_pieces(n_entries):
        made.add(piece, piece.key(job), receipt)
    written = time.process_time() - busy
    n_bytes = (folder / "target" / LEDGER).stat().st_size
    busy = time.process_time()
    made.finish(n_entries)
    ordered = time.process_time() - busy
    made.close()
    busy = time.process_time()
    again = Ledger(job)
    loaded = time.process_time() - busy
    again.close()
    tracemalloc.start()
    again = Ledger(job)
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    again.close()
    return {
        "entries": n_entries,
        "bytes_an_entry": round(n_bytes / n_entries, 1),
        "memory_bytes_an_entry": round(memory / n_entries),
        "seconds_to_write": round(written, 1),
        "seconds_to_put_in_order": round(ordered, 1),
        "seconds_to_load": round(loaded, 1),
    }


def worker(folder: Path, model: str, n_words: int) -> dict[str, float]:
    """The shares of a worker's processor time on one piece."""
    place = folder / model
    place.mkdir()
    make_lake(place / "piece.parquet", lengths(n_words))
    job = Job(target=str(place / "out"), model=model, part_bytes=1 << 30, reading=LakeReading())
    (piece,) = pieces_of(files_in(str(place / "piece.parquet"), say=say_nothing), job)
    detector = load(model).on_one_core()
    make_part(piece, job)  # with the model loaded and its tables warm
    begun = time.process_time()
    make_part(piece, job)
    whole = time.process_time() - begun
    begun = time.process_time()
    texts = [text for _, batch in batches_of(piece, job) for text in batch.column("text").to_pylist()]
    read = time.process_time() - begun
    splitter, lang = Splitter(), language("en")
    begun = time.process_time()
    talks = [Transcript.of(splitter.settled(splitter.raw(text), lang=lang)) for text in texts]
    split = time.process_time() - begun
    begun = time.process_time()
    for talk in talks:
        detector.score(talk)
    scored = time.process_time() - begun
    parts = {"reading": read, "splitting": split, "model": scored}
    total = max(whole, sum(parts.values()))  # measured apart, the parts may come to a little more
    return {
        "words": n_words,
        "words_a_processor_second": round(n_words / whole),
        **{f"share_{name}": round(seconds / total, 3) for name, seconds in parts.items()},
        "share_rest": round(1 - sum(parts.values()) / total, 3),
    }


def reckoned(told: dict[str, Any]) -> dict[str, Any]:
    """What that means for a million hours, in parts of a megabyte of lines, and of sixteen."""
    n_words = HOURS * WORDS_PER_HOUR
    made = {}
    for megabytes in (1, 16):
        words_of_a_part = megabytes * (1 << 20) / told["finding"]["bytes_a_word"]
        n_parts = n_words / words_of_a_part
        made[f"{megabytes} MB"] = {
            "parts": round(n_parts),
            "ledger_mb": round(n_parts * told["ledger"]["bytes_an_entry"] / (1 << 20), 1),
            "ledger_memory_mb": round(n_parts * told["ledger"]["memory_bytes_an_entry"] / (1 << 20), 1),
            "workers_that_one_driver_feeds": {
                model: {
                    engine: round(rate["pieces_a_processor_second"] * words_of_a_part / run["words_a_processor_second"])
                    for engine, rate in told["handing out"].items()
                }
                | {
                    "reading": round(
                        told["finding"]["jsonl_mb_a_processor_second"]
                        * (1 << 20)
                        / told["finding"]["bytes_a_word"]
                        / run["words_a_processor_second"]
                    )
                }
                for model, run in told["worker"].items()
            },
        }
    return made


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--tasks", type=int, default=TASKS, metavar="N")
    asked.add_argument("--entries", type=int, default=ENTRIES, metavar="N", help="lines of the ledger")
    given = asked.parse_args()
    told: dict[str, Any] = {"cores": len(os.sched_getaffinity(0)), "load_before": round(os.getloadavg()[0], 1)}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        told["handing out"] = {engine: handed_out(engine, given.tasks) for engine in ("local", "dask")}
        told["finding"] = found(folder, WORDS, SMALL_FILES)
        told["ledger"] = ledger(folder, given.entries)
        told["worker"] = {model: worker(folder, model, n_words) for model, n_words in WORDS_OF_A_PIECE.items()}
    told["a million hours"] = reckoned(told)
    print(json.dumps(told, indent=1))
    (RESULTS / "lake_driver.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
