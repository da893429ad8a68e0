"""Callers who leave, small requests among large ones, connections that nothing comes through."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

pytest.importorskip("fastapi")

import uvicorn

from pausa.web.api_pool import Pool, PoolLimits
from pausa.web.connections import ImpatientProtocol
from pausa.web.leaving import Caller, Gone
from pausa.web.running import listening
from pausa.web.serve import playground_app


@contextmanager
def held(pool: Pool) -> Iterator[ThreadPoolExecutor]:
    """Threads to ask from; everything is let go at the end."""
    with ThreadPoolExecutor(8) as threads:
        try:
            yield threads
        finally:
            pool.close()


def stop_first(pool: Pool) -> int:
    """A worker that is as good as working for ever; its process."""
    pool.run("ready", {})
    worker = next(one for one in pool._all if one.pid is not None)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    return worker.pid


def until_worked_on(pool: Pool, callers: Sequence[Caller]) -> Caller:
    """The one of the callers for whom a process works."""
    for _ in range(6000):
        for caller in callers:
            if caller._then not in (None, pool._wake):
                return caller
        threading.Event().wait(0.01)
    raise AssertionError("nothing is worked on")


def test_work_whose_caller_leaves_is_stopped_and_the_next_gets_a_new_process() -> None:
    pool = Pool(PoolLimits(workers=1, seconds=300))
    with held(pool) as threads:
        stopped, caller = stop_first(pool), Caller()
        working = threads.submit(pool.run, "ready", {}, caller=caller)
        until_worked_on(pool, [caller])
        next_one = threads.submit(pool.run, "ready", {})
        caller.leave()
        with pytest.raises(Gone):
            working.result(60)
        assert next_one.result(60)["status"] == 200
        assert pool._all[0].pid != stopped


def test_whoever_waits_and_leaves_frees_the_place() -> None:
    pool = Pool(PoolLimits(workers=1, waiting=1, seconds=300))
    with held(pool) as threads:
        stop_first(pool)
        first, second = Caller(), Caller()
        working = threads.submit(pool.run, "ready", {}, caller=first)
        until_worked_on(pool, [first])
        waiting = threads.submit(pool.run, "ready", {}, caller=second)
        second.leave()
        with pytest.raises(Gone):
            waiting.result(60)
        third = threads.submit(pool.run, "ready", {})  # has the place of the second
        first.leave()
        with pytest.raises(Gone):
            working.result(60)
        assert third.result(60)["status"] == 200


def test_small_requests_do_not_wait_behind_large_ones() -> None:
    pool = Pool(PoolLimits(workers=2, seconds=300))
    with held(pool) as threads:
        stop_first(pool)
        callers = [Caller() for _ in range(3)]
        large = [threads.submit(pool.run, "ready", {}, caller=one) for one in callers]
        working = until_worked_on(pool, callers)
        assert pool.run("ready", {}, is_small=True)["status"] == 200
        assert not any(future.done() for future in large)
        for caller in sorted(callers, key=lambda one: one is working):  # those who wait leave first
            caller.leave()
        for future in large:
            with pytest.raises(Gone):
                future.result(60)


def test_leaving_after_the_answer_does_no_harm() -> None:
    pool = Pool(PoolLimits(workers=1))
    try:
        caller = Caller()
        pool.run("ready", {}, caller=caller)
        before = pool._all[0].pid
        caller.leave()
        assert pool.run("ready", {})["status"] == 200
        assert pool._all[0].pid == before
        with pytest.raises(Gone):
            pool.run("ready", {}, caller=caller)
    finally:
        pool.close()


class Hasty(ImpatientProtocol):
    patience = 0.2


@contextmanager
def server(limits: PoolLimits) -> Iterator[int]:
    """The playground on a port of this machine, with little patience for connections."""
    made = listening("127.0.0.1", 0)
    running = uvicorn.Server(uvicorn.Config(playground_app(limits), log_level="error", http=Hasty, lifespan="on"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [made]})
    thread.start()
    try:
        yield made.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join()


def post(path: str, body: dict[str, object]) -> bytes:
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data


async def sent(port: int, data: bytes) -> bytes:
    """What comes back until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        return await reader.read()
    finally:
        writer.close()


def test_half_open_connections_are_closed_and_others_are_served() -> None:
    half = [b"", b"GET / HTTP/1.1\r\nHost: 127", b"POST /api/segment HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]

    async def many(port: int) -> list[bytes]:
        closed = await asyncio.wait_for(asyncio.gather(*(sent(port, half[n % 3]) for n in range(200))), 120)
        whole = await sent(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        return [*closed, whole]

    with server(PoolLimits(workers=1)) as port:
        *closed, whole = asyncio.run(many(port))
    assert not any(b" 200 " in one for one in closed)
    assert whole.startswith(b"HTTP/1.1 200")


def test_a_tiny_request_is_answered_after_ten_large_ones_that_were_cancelled() -> None:
    large = post("/api/segment", {"text": "so we left it was late and nobody was there " * 5000})

    async def cancelled(port: int) -> bytes:
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(large)
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.close()
        return await asyncio.wait_for(sent(port, post("/api/segment", {"text": "so we left it was late"})), 120)

    # With one worker and no place to wait, anything that is still worked on would be in the way.
    with server(PoolLimits(workers=1, waiting=10, seconds=100)) as port:
        assert asyncio.run(cancelled(port)).startswith(b"HTTP/1.1 200")


def test_a_stream_that_pauses_is_no_connection_that_nothing_comes_through() -> None:
    websockets = pytest.importorskip("websockets")

    async def paused(port: int) -> str:
        async with websockets.connect(f"ws://127.0.0.1:{port}/api/stream") as socket:
            await socket.send(json.dumps({"options": {"model": "punctuation"}}))
            await socket.recv()
            await asyncio.sleep(4 * Hasty.patience)
            await socket.send(json.dumps({"word": "so."}))
            await socket.send(json.dumps({"close": True}))
            return str(json.loads(await socket.recv())["text"])

    with server(PoolLimits(workers=1)) as port:
        assert asyncio.run(paused(port)) == "so."
