"""Worker processes for the HTTP API and for uploads: so many at a time, so long each, and a short queue before them.

    pool = Pool(PoolLimits())
    pool.run("segment", {...})      blocks until there is an answer; raises Busy, Overtime or Gone

A request over its time costs its process, which is ended and started again with the next request. That is
what threads cannot do. So does a request whose caller has left; one that still waits leaves the queue.

Small requests do not wait behind large ones: they come first, and where there are two workers or more, one of them is
never given to a large one.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.exceptions import HTTPException

from pausa.core.errors import OptionError
from pausa.web.api_worker import receive, send
from pausa.web.leaving import Caller, Gone

#: A request of no more bytes than this is small: a few thousand words.
SMALL_BYTES = 32 << 10


@dataclass(frozen=True, kw_only=True)
class PoolLimits:
    """What the playground and its HTTP interface take: of one request, of one caller, of this machine."""

    body_bytes: int = 8 << 20
    words: int = 50_000
    seconds: float = 60.0
    workers: int = 2
    waiting: int = 16
    per_minute: int = 240
    memory_mb: int = 4096
    streams: int = 100
    message_bytes: int = 64 << 10
    idle_seconds: float = 60.0
    send_seconds: float = 10.0

    def __post_init__(self) -> None:
        above = ("body_bytes", "words", "seconds", "workers", "per_minute", "streams")
        for name in (*above, "message_bytes", "idle_seconds", "send_seconds"):
            if not getattr(self, name) > 0:
                raise OptionError(f"{name.replace('_', '-')} is a number above 0, not {getattr(self, name)}.")
        if self.waiting < 0 or self.memory_mb < 0:
            raise OptionError("waiting and memory-mb are numbers from 0.")


class Busy(Exception):
    """All workers are at work and enough requests wait."""


class Overtime(Exception):
    """A request took longer than it may."""


class Stopped(Exception):
    """A worker ended in the middle of a request, most likely for want of memory."""


class Pool:
    """Workers that are started when first needed."""

    def __init__(self, limits: PoolLimits) -> None:
        self.limits = limits
        self._rooms = {is_small: threading.Semaphore(limits.workers + limits.waiting) for is_small in (True, False)}
        self._closed = threading.Event()
        self._all = [Worker(limits) for _ in range(limits.workers)]
        self._freed = threading.Condition()
        self._idle = self._all[::-1]  # the one that was just used is warm
        self._large = 0  # large requests that are worked on
        self._small_waiting = 0

    def run(
        self, task: str, asked: Mapping[str, Any], *, is_small: bool = False, caller: Caller | None = None
    ) -> dict[str, Any]:
        """The answer of the first worker that is free."""
        caller = caller or Caller()
        room = self._rooms[is_small]
        if self._closed.is_set() or not room.acquire(blocking=False):
            raise Busy
        try:
            with caller.when_left(self._wake):
                worker = self._take(is_small, caller)
            try:
                return worker.ask(task, asked, seconds=self.limits.seconds, caller=caller)
            finally:
                self._give_back(worker, is_small)
        finally:
            room.release()

    def _take(self, is_small: bool, caller: Caller) -> Worker:
        """A worker, as soon as there is one for a request of this kind."""
        until = time.monotonic() + self.limits.seconds
        with self._freed:
            self._small_waiting += is_small
            try:
                while not self._is_free(is_small):
                    left = until - time.monotonic()
                    if caller.has_left:
                        raise Gone
                    if left <= 0:
                        raise Busy
                    self._freed.wait(left)
            finally:
                self._small_waiting -= is_small
                self._freed.notify_all()
            self._large += not is_small
            return self._idle.pop()

    def _is_free(self, is_small: bool) -> bool:
        if not self._idle or is_small:
            return bool(self._idle)
        return not self._small_waiting and self._large < max(1, self.limits.workers - 1)

    def _give_back(self, worker: Worker, is_small: bool) -> None:
        with self._freed:
            self._large -= not is_small
            self._idle.append(worker)
            self._freed.notify_all()

    def _wake(self) -> None:
        with self._freed:
            self._freed.notify_all()

    def warm(self) -> None:
        """Let one worker start, if there is nothing to do yet."""
        with suppress(Busy, Overtime, Stopped):
            self.run("ready", {}, is_small=True)

    def close(self) -> None:
        """End all processes; none is started afterwards."""
        self._closed.set()
        for worker in self._all:
            worker.end()


def worked(
    pool: Pool, task: str, asked: Mapping[str, Any], *, is_small: bool = False, caller: Caller | None = None
) -> dict[str, Any]:
    """A worker's answer, or the HTTP error that says why there is none."""
    try:
        return pool.run(task, asked, is_small=is_small, caller=caller)
    except Gone:
        raise HTTPException(503, "Nobody waited for the answer any more.") from None
    except Busy:
        raise HTTPException(503, "The server is busy; try again in a moment.", {"Retry-After": "5"}) from None
    except Overtime:
        seconds = f"{pool.limits.seconds:g}"
        raise HTTPException(503, f"This took more than {seconds} s and was stopped; send it in parts.") from None
    except Stopped:
        raise HTTPException(503, "The work was stopped, most likely for want of memory; send it in parts.") from None


class Worker:
    """One process, and the one request it has at a time."""

    def __init__(self, limits: PoolLimits) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process, where it was started."""
        return None if self._process is None else self._process.pid

    def ask(
        self, task: str, asked: Mapping[str, Any], *, seconds: float, caller: Caller | None = None
    ) -> dict[str, Any]:
        """The answer, if there is one within these seconds and while it is waited for; else the process is ended."""
        caller = caller or Caller()
        process = self._running()
        overtime = threading.Event()

        def stop() -> None:
            overtime.set()
            process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            with caller.when_left(process.kill):
                answer = self._exchanged(process, {"task": task, "asked": asked})
        finally:
            timer.cancel()
        if answer is None:
            self.end()
            raise Gone if caller.has_left else Overtime if overtime.is_set() else Stopped
        return answer

    @staticmethod
    def _exchanged(process: subprocess.Popen[bytes], message: dict[str, Any]) -> dict[str, Any] | None:
        if process.stdin is None or process.stdout is None:
            return None
        try:
            send(process.stdin, message)
            return receive(process.stdout)
        except (OSError, ValueError):  # the pipe broke or was closed
            return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        told = {"words": self._limits.words, "memory_mb": self._limits.memory_mb}
        # Out of the terminal's group: Ctrl-C is for the server, which then ends its workers.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pausa.web.api_worker", msgspec.json.encode(told).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        return self._process

    def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not yet sent cannot be sent any more
                    pipe.close()
