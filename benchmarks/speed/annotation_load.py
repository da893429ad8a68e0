"""How long a save takes while many people annotate at once.

    python -m benchmarks annotation-load             writes benchmarks/results/annotation_load.json
    python -m benchmarks annotation-load --annotators 50 --saves 10 --dry

The real server (`pausa annotate`) runs in a process of its own on the loopback address, with a project in a fresh
folder. Simulated annotators set a mark, wait about a second as people at their fastest would, and set the next. A
save is timed from the request to the last byte of the answer; at the end every save that was answered is looked up
in the database. The load of the machine before the run is written down, because others' work counts in the times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from benchmarks.places import RESULTS
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.store import members, people, project, schema, transcripts, work
from pausa.store.store import Store, open_store

N_WORDS = 1000
#: The whole run ends after this, whatever happens.
LONGEST_SECONDS = 240


@dataclass(frozen=True)
class Annotator:
    cookie: str
    assignment: int


@dataclass
class Outcome:
    """What came of all saves."""

    milliseconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def prepared(store: Store, n_people: int) -> list[Annotator]:
    """A project in which everybody has one transcript, ten people each, and has entered."""
    store.write(project.create, project.Settings("Load", per_transcript=min(10, n_people)))
    words = Transcript(tuple(Word(f"word{number}", number * 300, number * 300 + 250) for number in range(N_WORDS)))
    for number in range(max(1, n_people // 10)):
        store.write(transcripts.add, Document(words, name=f"talk-{number}"))
    store.write(members.invite, [f"person {number}" for number in range(n_people)])
    name = f"pausa_session_{store.read(project.key)}"
    return [
        Annotator(f"{name}={store.write(people.begin_session, one.person_id)}", one.id)
        for one in store.read(work.listing)[:n_people]
    ]


async def annotate(
    one: Annotator, port: int, n_saves: int, rng: random.Random, think_seconds: float, outcome: Outcome
) -> None:
    """One person with one connection that stays open, as a browser's does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(rng.uniform(0, think_seconds))
    version = 0
    for n in range(1, n_saves + 1):
        action = {"n": n, "at": n, "word": rng.randrange(N_WORDS), "mark": rng.choice(".?,"), "kind": "set"}
        body = json.dumps(
            {"client": f"load-{one.assignment}", "base": version, "actions": [action], "reached": n, "seconds": n}
        ).encode()
        head = (
            f"POST /api/work/{one.assignment}/actions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Pausa: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: {one.cookie}\r\n\r\n"
        )
        before = time.perf_counter()
        try:
            writer.write(head.encode() + body)
            status, answer = await asyncio.wait_for(answered(reader), 30)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
            outcome.errors.append(f"{type(problem).__name__}: {problem}")
            break
        outcome.milliseconds.append((time.perf_counter() - before) * 1000)
        if status != 200:
            outcome.errors.append(f"{status} {answer!r}")
            break
        version = answer["version"]
        await asyncio.sleep(rng.uniform(0.5 * think_seconds, 1.5 * think_seconds))
    writer.close()


async def answered(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    body = await reader.readexactly(int(length[1]) if length else 0)
    return int(head.split(b" ", 2)[1]), json.loads(body)


async def storm(annotators: list[Annotator], port: int, n_saves: int, think_seconds: float) -> Outcome:
    outcome = Outcome()
    work = [
        annotate(one, port, n_saves, random.Random(number), think_seconds, outcome)
        for number, one in enumerate(annotators)
    ]
    await asyncio.wait_for(asyncio.gather(*work), LONGEST_SECONDS)
    return outcome


def started(folder: Path, database: str | None) -> tuple[subprocess.Popen[str], int]:
    """The server and the port it listens on."""
    command = [sys.executable, "-m", "pausa", "annotate", str(folder), "--port", "0"]
    process = subprocess.Popen(
        command + (["--database", database] if database else []), stderr=subprocess.PIPE, text=True
    )
    for line in process.stderr or ():
        found = re.search(r"annotation pages at http://127\.0\.0\.1:(\d+)", line)
        if found:
            return process, int(found[1])
    raise SystemExit("the server did not start")


def share(values: list[float], part: float) -> float:
    """The value that this part of all values does not exceed."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)


def measured(
    folder: Path, *, n_people: int, n_saves: int, think_seconds: float, database: str | None
) -> dict[str, Any]:
    store = open_store(folder, database)
    annotators = prepared(store, n_people)
    load_before = os.getloadavg()[0]
    process, port = started(folder, database)
    try:
        before = time.perf_counter()
        outcome = asyncio.run(storm(annotators, port, n_saves, think_seconds))
        seconds = time.perf_counter() - before
    finally:
        process.send_signal(signal.SIGINT)
        _, _, usage = os.wait4(process.pid, 0)
    kept = store.read(lambda db: db.scalar(select(func.count()).select_from(schema.actions)))
    store.close()
    good = len(outcome.milliseconds) - len(outcome.errors)
    return {
        "database": "postgresql" if database else "sqlite",
        "annotators": n_people,
        "think_seconds": think_seconds,
        "saves": len(outcome.milliseconds),
        "saves_per_second": round(len(outcome.milliseconds) / seconds, 1),
        "errors": len(outcome.errors),
        "first_errors": outcome.errors[:3],
        "answered_and_in_database": (kept or 0) >= good,
        "p50_ms": share(outcome.milliseconds, 0.50),
        "p95_ms": share(outcome.milliseconds, 0.95),
        "p99_ms": share(outcome.milliseconds, 0.99),
        "max_ms": round(max(outcome.milliseconds), 1),
        "server_cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "server_peak_mb": usage.ru_maxrss // 1024,
        "cores": os.cpu_count(),
        "machine_load_before": round(load_before, 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--annotators", type=int, default=200)
    options.add_argument("--saves", type=int, default=30, help="of each annotator")
    options.add_argument("--think", type=float, default=1.0, help="seconds between two marks, on average")
    options.add_argument("--database", help="an empty PostgreSQL database instead of SQLite")
    options.add_argument("--dry", action="store_true", help="write no results")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = measured(
            Path(place) / "project",
            n_people=asked.annotators,
            n_saves=asked.saves,
            think_seconds=asked.think,
            database=asked.database,
        )
    print(json.dumps(found, indent=1))
    if not asked.dry:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "annotation_load.json").write_text(json.dumps(found, indent=1) + "\n")
    if found["errors"] or not found["answered_and_in_database"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
