"""How long a save takes while many people annotate at once and the server is killed meanwhile, and whether any is lost.

    python -m benchmarks annotation-load                     writes benchmarks/results/annotation_load.json
    python -m benchmarks annotation-load --on postgresql     one database; the other's figures stay
    python -m benchmarks annotation-load --annotators 50 --saves 10 --kills 0 --dry

The real server (`pausa annotate`) runs in a process of its own on the loopback address, with a project in a fresh
folder; PostgreSQL, where asked for, is a fresh server that waits for the disk. Simulated annotators set a mark, wait
about a second as people at their fastest would, and set the next. So many times the server is ended with kill -9 while
saves are under way, and started again. Who gets no answer does what the page does: it keeps the mark and sends it again
after 1, 2, 4, 8, then 15 seconds.

A save is timed from the request that is answered to the last byte of its answer, connecting included: that is how the
server is when it is up. Saves that an outage held up are told apart, with the time from their first request to their
answer. At the end every save that was answered is looked up in the database, word and mark. The load of the machine
before the run is written down, because others' work counts in the times.
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks import postgresql
from benchmarks.places import RESULTS
from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.store import members, people, project, schema, transcripts, work
from pausa.store.store import Store, open_store

DATABASES = ("sqlite", "postgresql")
N_WORDS = 1000
#: The whole run ends after this, whatever happens.
LONGEST_SECONDS = 240
#: How long the page waits before it sends again (`saving.js`).
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0)
#: The server is killed when so many saves are under way.
UNDER_WAY = 3

#: A save as the database keeps it: assignment, number, word, mark.
Save = tuple[int, int, int, str]


@dataclass(frozen=True)
class Annotator:
    cookie: str
    assignment: int


@dataclass
class Outcome:
    """What came of all saves."""

    milliseconds: list[float] = field(default_factory=list)
    held_up_seconds: list[float] = field(default_factory=list)
    acknowledged: list[Save] = field(default_factory=list)
    retries: int = 0
    under_way: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass
class Lives:
    """The server, one process after the other on one port."""

    folder: Path
    database: str | None
    port: int = 0
    under_way_at_kills: list[int] = field(default_factory=list)
    down_seconds: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0
    peak_mb: int = 0
    _process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start a server and wait until it listens."""
        command = [sys.executable, "-m", "pausa", "annotate", str(self.folder), "--port", str(self.port)]
        self._process = subprocess.Popen(
            command + (["--database", self.database] if self.database else []), stderr=subprocess.PIPE, text=True
        )
        for line in self._process.stderr or ():
            found = re.search(r"annotation pages at http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
        raise SystemExit("the server did not start")

    def end(self, how: signal.Signals) -> None:
        """End the server; what it took is added up."""
        if self._process is None:
            return
        self._process.send_signal(how)
        _, _, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = 0
        if self._process.stderr:
            self._process.stderr.close()
        self._process = None
        self.cpu_seconds += usage.ru_utime + usage.ru_stime
        self.peak_mb = max(self.peak_mb, usage.ru_maxrss // 1024)

    async def kill(self, outcome: Outcome, every: float, kills: int) -> None:
        """Kill the server now and then while saves are under way, and start it again."""
        for _ in range(kills):
            await asyncio.sleep(every)
            while outcome.under_way < UNDER_WAY:
                await asyncio.sleep(0)
            began = time.perf_counter()
            self.under_way_at_kills.append(outcome.under_way)
            self.end(signal.SIGKILL)
            await asyncio.to_thread(self.start)
            self.down_seconds.append(round(time.perf_counter() - began, 1))


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


class Page:
    """What an annotator's browser does: one connection that stays open, and sending again what was not answered."""

    def __init__(self, one: Annotator, port: int, outcome: Outcome) -> None:
        self._one, self._port, self._outcome = one, port, outcome
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def save(self, body: dict[str, Any], *, again: bool) -> dict[str, Any] | None:
        """The server's answer, None where it refuses; without `again` a lost connection is an error, too."""
        first, tries = time.perf_counter(), 0
        while True:
            sent = time.perf_counter()
            self._outcome.under_way += 1
            try:
                status, answer = await asyncio.wait_for(self._asked(body), 15)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
                self.close()
                if not again:
                    self._outcome.errors.append(f"{type(problem).__name__}: {problem}")
                    return None
                self._outcome.retries += 1
                tries += 1
            else:
                now = time.perf_counter()
                self._outcome.milliseconds.append(1000 * (now - sent))
                if tries:
                    self._outcome.held_up_seconds.append(now - first)
                if status != 200:
                    self._outcome.errors.append(f"{status} {answer!r}")
                    return None
                return dict(answer)
            finally:
                self._outcome.under_way -= 1
            await asyncio.sleep(WAITS[min(tries, len(WAITS)) - 1])

    async def _asked(self, body: dict[str, Any]) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = json.dumps(body).encode()
        head = (
            f"POST /api/work/{self._one.assignment}/actions HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nX-Pausa: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            f"Cookie: {self._one.cookie}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        return await answered(reader)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def annotate(
    one: Annotator, port: int, n_saves: int, rng: random.Random, think_seconds: float, outcome: Outcome, *, again: bool
) -> None:
    """One person who sets a mark, waits, and sets the next."""
    page = Page(one, port, outcome)
    await asyncio.sleep(rng.uniform(0, think_seconds))
    version = 0
    for n in range(1, n_saves + 1):
        word, mark = rng.randrange(N_WORDS), rng.choice(".?,")
        action = {"n": n, "at": n, "word": word, "mark": mark, "kind": "set"}
        body = {"client": f"load-{one.assignment}", "base": version, "actions": [action], "reached": n, "seconds": n}
        answer = await page.save(body, again=again)
        if answer is None:
            break
        version = answer["version"]
        if n in answer["saved"]:
            outcome.acknowledged.append((one.assignment, n, word, mark))
        await asyncio.sleep(rng.uniform(0.5 * think_seconds, 1.5 * think_seconds))
    page.close()


async def answered(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    body = await reader.readexactly(int(length[1]) if length else 0)
    return int(head.split(b" ", 2)[1]), json.loads(body)


async def storm(annotators: list[Annotator], lives: Lives, n_saves: int, think_seconds: float, kills: int) -> Outcome:
    """Everybody at once; the kills are spread over the time that the saves take."""
    outcome = Outcome()
    work = [
        annotate(one, lives.port, n_saves, random.Random(number), think_seconds, outcome, again=kills > 0)
        for number, one in enumerate(annotators)
    ]
    every = n_saves * think_seconds / (kills + 1)
    await asyncio.wait_for(asyncio.gather(*work, lives.kill(outcome, every, kills)), LONGEST_SECONDS)
    return outcome


def share(values: list[float], part: float) -> float:
    """The value that this part of all values does not exceed."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)


def saved(store: Store) -> set[Save]:
    """Every action in the database."""
    held = schema.actions.c
    rows = store.read(lambda db: db.execute(select(held.assignment_id, held.n, held.word, held.mark)).all())
    return {(row.assignment_id, row.n, row.word, row.mark) for row in rows}


def measured(
    folder: Path, *, n_people: int, n_saves: int, think_seconds: float, database: str | None, kills: int
) -> dict[str, Any]:
    """One run, in figures."""
    store = open_store(folder, database)
    annotators = prepared(store, n_people)
    load_before = os.getloadavg()[0]
    lives = Lives(folder, database)
    lives.start()
    try:
        before = time.perf_counter()
        outcome = asyncio.run(storm(annotators, lives, n_saves, think_seconds, kills))
        seconds = time.perf_counter() - before
    finally:
        lives.end(signal.SIGINT)
    kept = saved(store)
    store.close()
    return {
        "annotators": n_people,
        "think_seconds": think_seconds,
        "saves": len(outcome.acknowledged),
        "saves_per_second": round(len(outcome.acknowledged) / seconds, 1),
        "errors": len(outcome.errors),
        "first_errors": outcome.errors[:3],
        "kills": len(lives.under_way_at_kills),
        "under_way_at_kills": lives.under_way_at_kills,
        "down_seconds": lives.down_seconds,
        "sent_again": outcome.retries,
        "held_up_by_kills": len(outcome.held_up_seconds),
        "longest_held_up_seconds": round(max(outcome.held_up_seconds, default=0.0), 1),
        "acknowledged_and_lost": len(set(outcome.acknowledged) - kept),
        "saved_and_not_acknowledged": len(kept - set(outcome.acknowledged)),
        "p50_ms": share(outcome.milliseconds, 0.50),
        "p95_ms": share(outcome.milliseconds, 0.95),
        "p99_ms": share(outcome.milliseconds, 0.99),
        "max_ms": round(max(outcome.milliseconds), 1),
        "server_cpu_seconds": round(lives.cpu_seconds, 2),
        "server_peak_mb": lives.peak_mb,
        "cores": os.cpu_count(),
        "machine_load_before": round(load_before, 2),
    }


@contextmanager
def database(name: str) -> Iterator[str | None]:
    """The address of a fresh database of this kind, None for the file in the project."""
    if name == "sqlite":
        yield None
        return
    server = postgresql.started(durable=True)
    if server is None:
        raise InputError("PostgreSQL", None, "it is not installed", "install Debian's package postgresql")
    try:
        yield server.address
    finally:
        server.stop()


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--annotators", type=int, default=200)
    options.add_argument("--saves", type=int, default=30, help="of each annotator")
    options.add_argument("--think", type=float, default=1.0, help="seconds between two marks, on average")
    options.add_argument("--kills", type=int, default=3, metavar="N", help="of the server, with kill -9 in mid-save")
    options.add_argument("--on", choices=DATABASES, help="this database alone; else both")
    options.add_argument("--dry", action="store_true", help="write no results")
    asked = options.parse_args()
    path = RESULTS / "annotation_load.json"
    for name in [asked.on] if asked.on else DATABASES:
        with tempfile.TemporaryDirectory() as place, database(name) as address:
            found = measured(
                Path(place) / "project",
                n_people=asked.annotators,
                n_saves=asked.saves,
                think_seconds=asked.think,
                database=address,
                kills=asked.kills,
            )
        print(json.dumps({name: found}, indent=1))
        if not asked.dry:
            held = json.loads(path.read_text()) if path.is_file() else {}
            whole = {each: held[each] for each in DATABASES if each in held} | {name: found}
            path.write_text(json.dumps(whole, indent=1) + "\n")
        if found["errors"] or found["acknowledged_and_lost"]:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
