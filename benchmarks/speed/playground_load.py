"""How long a tiny request takes at the playground while large ones run and others are cancelled.

    python -m benchmarks playground-load             writes benchmarks/results/playground_load.json
    python -m benchmarks playground-load --words 2000 --dry

`pausa serve` runs as a user starts it, on the loopback address, with its usual limits and model. Two requests
of as many words as are taken are sent at once; ten more like them follow, one each second, and are cancelled 0.3 s
later by closing the connection. From before the first of them until the last is answered somebody sends a few words
four times a second, each time by a new connection, timed from connecting to the last byte of the answer. Before all
that one tiny request is answered, as the page's visitor would have seen it work. The load of the machine before the
run is written down, because others' work counts in the times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.places import RESULTS
from benchmarks.speed.annotation_load import share
from benchmarks.speed.many_streams import said
from benchmarks.speed.measure import processor_seconds
from pausa.web.api_pool import PoolLimits

TINY = "so we left it was late and nobody was there did you see them"
LARGE, CANCELLED, CANCEL_SECONDS = 2, 10, 0.3
#: Between two tiny requests, so that they stay within what one caller may ask for in a minute.
_PAUSE_SECONDS = 0.25
#: Tiny requests go on until there were so many; the whole run ends after so many seconds, whatever happens.
_LEAST, _LONGEST_SECONDS = 100, 150


@dataclass
class Outcome:
    """What came of all requests."""

    tiny_ms: list[float] = field(default_factory=list)
    large_seconds: list[float] = field(default_factory=list)
    cancelled: int = 0
    errors: list[str] = field(default_factory=list)


def request(text: str) -> bytes:
    """The bytes that ask for the sentences of a text."""
    body = json.dumps({"text": text}).encode()
    head = "POST /api/segment HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def asked(port: int, data: bytes) -> tuple[int, bytes]:
    """The status and the body of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), body
    finally:
        writer.close()


async def large(port: int, data: bytes, outcome: Outcome) -> None:
    began = time.perf_counter()
    status, body = await asked(port, data)
    outcome.large_seconds.append(round(time.perf_counter() - began, 1))
    if status != 200:
        outcome.errors.append(f"large: {status} {body[:200]!r}")


async def cancelled(port: int, data: bytes, outcome: Outcome) -> None:
    """Requests whose callers leave, one after the other."""
    for _ in range(CANCELLED):
        with suppress(TimeoutError):
            await asyncio.wait_for(asked(port, data), CANCEL_SECONDS)
            outcome.errors.append("cancelled: it was answered before")
        outcome.cancelled += 1
        await asyncio.sleep(1 - CANCEL_SECONDS)


async def tiny(port: int, done: asyncio.Event, outcome: Outcome) -> None:
    """Small requests until the others are done."""
    while not done.is_set() or len(outcome.tiny_ms) < _LEAST:
        began = time.perf_counter()
        status, body = await asked(port, request(TINY))
        outcome.tiny_ms.append(1000 * (time.perf_counter() - began))
        if status != 200:
            outcome.errors.append(f"tiny: {status} {body[:200]!r}")
        await asyncio.sleep(_PAUSE_SECONDS)


async def storm(port: int, n_words: int) -> Outcome:
    """Everything at once."""
    outcome, done = Outcome(), asyncio.Event()
    much = request(" ".join(word.text for word in said(n_words, 1)))
    await asked(port, request(TINY))

    async def others() -> None:
        both = (large(port, much, outcome) for _ in range(LARGE))
        await asyncio.gather(*both, cancelled(port, much, outcome))
        done.set()

    await asyncio.wait_for(asyncio.gather(tiny(port, done, outcome), others()), _LONGEST_SECONDS)
    return outcome


def measured(n_words: int) -> dict[str, Any]:
    """One run, in figures."""
    load_before = os.getloadavg()[0]
    command = [sys.executable, "-m", "pausa", "serve", "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        address = next(line for line in server.stderr or () if "http://" in line).split("http://")[1].split()[0]
        before = time.perf_counter()
        outcome = asyncio.run(storm(int(address.rstrip("/").rpartition(":")[2]), n_words))
        seconds = time.perf_counter() - before
        busy = processor_seconds(server.pid)
    finally:
        server.terminate()
        server.communicate()
    return {
        "words_of_a_large_request": n_words,
        "large_seconds": sorted(outcome.large_seconds),
        "cancelled": outcome.cancelled,
        "tiny_requests": len(outcome.tiny_ms),
        "p50_ms": share(outcome.tiny_ms, 0.50),
        "p95_ms": share(outcome.tiny_ms, 0.95),
        "p99_ms": share(outcome.tiny_ms, 0.99),
        "max_ms": round(max(outcome.tiny_ms), 1),
        "errors": outcome.errors[:3],
        "seconds": round(seconds, 1),
        "server_cpu_seconds_of_living_processes": round(busy, 1),
        "cores": os.cpu_count(),
        "machine_load_before": round(load_before, 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--words", type=int, default=PoolLimits().words, metavar="N", help="of a large request")
    options.add_argument("--dry", action="store_true", help="write no results")
    given = options.parse_args()
    found = measured(given.words)
    print(json.dumps(found, indent=1))
    if not given.dry:
        (RESULTS / "playground_load.json").write_text(json.dumps(found, indent=1) + "\n")
    if found["errors"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
