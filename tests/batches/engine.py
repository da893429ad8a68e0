"""An engine that works at once, in this process."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from pausa.batches.job import Job
from pausa.batches.parts import Receipt
from pausa.batches.pieces import Piece


class Here:
    """An engine that works at once, in this process, and remembers what it did; it may stop on the way."""

    def __init__(self, capacity: int = 1, stop_after: int | None = None) -> None:
        self.capacity, self.stop_after = capacity, stop_after
        self.done: list[int] = []

    def submit(self, work: Any, piece: Piece, job: Job) -> Future[Receipt]:
        if self.stop_after is not None and len(self.done) >= self.stop_after:
            raise KeyboardInterrupt
        self.done.append(piece.number)
        future: Future[Receipt] = Future()
        try:
            future.set_result(work(piece, job))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *problem: object) -> None: ...
