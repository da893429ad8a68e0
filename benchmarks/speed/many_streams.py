"""A hundred streams at once: what memory they take when young and when old, and what a word costs.

    python -m benchmarks streams                     writes benchmarks/results/streams.json
    python -m benchmarks streams --streams 20 --words 20

Words that the bayes model knows, frequent ones more often, are pushed a word to each stream in turn: in one process
through `pausa.stream`, and to `pausa serve` through as many WebSockets, on the loopback address. Memory is what the
process holds more than with the model loaded and one stream used; looked at after so many words to each stream, and
after four times as many. What grows in between are tables of known words, which all streams share, and for models
with a rate the latest 2,000 probabilities of each stream; both have an end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import pausa
from benchmarks.places import RESULTS
from benchmarks.speed.measure import processor_seconds, resident
from pausa.core.words import Word
from pausa.models import load
from pausa.models.storage import BUNDLED

MODELS = ("default", "bayes")
STREAMS, WORDS = 100, 20
#: How long a word lasts, and how long it is silent between some.
_WORD_MS, _PAUSE_MS, _BETWEEN = 300, 700, 11


def said(n_words: int, seed: int) -> list[Word]:
    """What somebody says: frequent words more often, a pause now and then."""
    known = (BUNDLED / "bayes-en" / "words.txt").read_text(encoding="utf-8").split()
    rank = 1 / (np.arange(len(known)) + 2.7) ** 1.15
    chosen = np.random.default_rng(seed).choice(len(known), n_words, p=rank / rank.sum())
    starts = [place * _WORD_MS + place // _BETWEEN * _PAUSE_MS for place in range(n_words)]
    return [
        Word(known[word], start, start + _WORD_MS - 50) for word, start in zip(chosen.tolist(), starts, strict=True)
    ]


def in_one_process(model: str, n_streams: int, n_words: int) -> dict[str, Any]:
    """Streams of `pausa.stream` over one loaded model; for a process that has done nothing else."""
    detector = load(model)
    talks = [said(4 * n_words, number) for number in range(n_streams)]
    warm = pausa.stream(detector)
    for word in talks[0]:
        warm.push(word)
    own = os.getpid()
    before, n_sentences = resident(own), 0
    streams = [pausa.stream(detector, clock=lambda: 0.0) for _ in talks]
    begun = time.process_time()
    memory = []
    for turn in range(4 * n_words):
        for stream, talk in zip(streams, talks, strict=True):
            n_sentences += len(stream.push(talk[turn]))
        if turn + 1 in (n_words, 4 * n_words):
            memory.append(resident(own) - before)
    taken = time.process_time() - begun
    return told(memory, taken, n_streams, n_words, n_sentences)


def told(memory: Sequence[int], seconds: float, n_streams: int, n_words: int, n_sentences: int) -> dict[str, Any]:
    """What was measured, for one stream each."""
    young, old = (round(each / n_streams / 1024, 1) for each in memory)
    return {
        "kb_a_stream_young": young,
        "kb_a_stream_old": old,
        "cpu_ms_a_word": round(1000 * seconds / (4 * n_words * n_streams), 3),
        "sentences": n_sentences,
    }


def through_the_server(model: str, n_streams: int, n_words: int) -> dict[str, Any]:
    """The same through WebSockets of `pausa serve`."""
    command = [sys.executable, "-m", "pausa", "serve", "--port", "0", "--most-streams", str(n_streams + 1)]
    server = subprocess.Popen([*command, "--per-minute", "100000"], stderr=subprocess.PIPE, text=True)
    try:
        address = next(line for line in server.stderr or () if "http://" in line).split("http://")[1].split()[0]
        return asyncio.run(_talk(address.rstrip("/"), server.pid, model, n_streams, n_words))
    finally:
        server.terminate()
        server.communicate()


async def _talk(address: str, server: int, model: str, n_streams: int, n_words: int) -> dict[str, Any]:
    import websockets  # comes with the web extra

    talks = [said(4 * n_words, number) for number in range(n_streams)]

    async def opened() -> Any:
        socket = await websockets.connect(f"ws://{address}/api/stream", ping_interval=None)
        await socket.send(json.dumps({"options": {"model": model, "max_wait": 3600.0}}))
        assert "ready" in json.loads(await socket.recv())
        return socket

    async def push(socket: Any, words: Sequence[Word], heard: list[int]) -> None:
        """Words, and after the last of them the sound of the end: what was answered by then is read."""
        for word in words:
            start, end = (word.start or 0) / 1000, (word.end or 0) / 1000
            await socket.send(json.dumps({"word": word.text, "start": start, "end": end}))
            while True:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 0.001))
                except TimeoutError:
                    break
                heard[0] += "text" in message

    n_heard = [0]
    warm = await opened()
    await push(warm, talks[0], n_heard)
    await warm.send('{"close": true}')
    async for _ in warm:
        pass
    n_heard[0] = 0
    before, busy = resident(server), processor_seconds(server)
    sockets = [await opened() for _ in talks]
    memory = []
    for start, stop in ((0, n_words), (n_words, 4 * n_words)):
        await asyncio.gather(
            *(push(socket, talk[start:stop], n_heard) for socket, talk in zip(sockets, talks, strict=True))
        )
        await _worked_off(server)
        memory.append(resident(server) - before)
    closed = await asyncio.gather(*(_close(socket) for socket in sockets))
    assert [one["words"] for one in closed] == [4 * n_words] * n_streams
    return told(memory, processor_seconds(server) - busy, n_streams, n_words, sum(one["sentences"] for one in closed))


async def _worked_off(server: int) -> None:
    """Until the server has nothing to do."""
    busy = -1.0
    while processor_seconds(server) - busy > 0.02:
        busy = processor_seconds(server)
        await asyncio.sleep(2)


async def _close(socket: Any) -> dict[str, int]:
    """What the server says in the end: how many words and sentences there were."""
    await socket.send('{"close": true}')
    closed: dict[str, int] = {}
    async for message in socket:
        closed = json.loads(message).get("closed", closed)
    return closed


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--streams", type=int, default=STREAMS, metavar="N")
    asked.add_argument("--words", type=int, default=WORDS, metavar="N", help="to each, and then three times as many")
    asked.add_argument("--alone", metavar="MODEL", help="only the streams of this process, with this model")
    given = asked.parse_args()
    if given.alone:
        print(json.dumps(in_one_process(given.alone, given.streams, given.words)))
        return
    found: dict[str, Any] = {"streams": given.streams, "words": given.words, "models": {}}
    size = ["--streams", str(given.streams), "--words", str(given.words)]
    for model in MODELS:
        command = [sys.executable, "-m", "benchmarks", "streams", "--alone", model, *size]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        found["models"][model] = {
            "one process": json.loads(done.stdout),
            "server": through_the_server(model, given.streams, given.words),
        }
    print(json.dumps(found, indent=1))
    (RESULTS / "streams.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
