"""Who does the work: processes of this machine, or a cluster of dask.distributed. Both take a function and a piece.

A worker that dies costs the piece it had: here it is replaced and the piece is tried again, on a cluster the scheduler
does the same. Workers are started anew and know nothing of the program that asks for them: a script needs no guard.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import SimpleQueue
from typing import Any, Protocol

from pausa.batches.job import Job
from pausa.batches.parts import Receipt
from pausa.batches.pieces import Piece
from pausa.core.errors import InputError, MissingExtra, OptionError

Work = Callable[[Piece, Job], Receipt]
ENGINES = ("local", "dask")


class Engine(Protocol):
    """Something that works on so many pieces at a time."""

    capacity: int

    def submit(self, work: Work, piece: Piece, job: Job) -> Future[Receipt]:
        """Begin with a piece; never called for more than `capacity` at a time."""


@contextmanager
def open_engine(name: str, *, workers: int | None, scheduler: str | None) -> Iterator[Engine]:
    """The engine of that name; without a number, as many workers as this process may use cores."""
    if name not in ENGINES:
        raise OptionError(f"engine is {' or '.join(ENGINES)}, not {name!r}.")
    if workers is not None and workers < 1:
        raise OptionError(f"workers is a number from 1, not {workers}.")
    if scheduler is not None and (name != "dask" or workers is not None):
        raise OptionError("A scheduler has its own workers: give engine dask, and no number of workers.")
    with _dask(workers, scheduler) if name == "dask" else _local(workers) as engine:
        yield engine


class Processes:
    """Processes of this machine, each a pool of its own, so that one that dies takes no other with it."""

    def __init__(self, n_workers: int) -> None:
        self.capacity = n_workers
        self._all: list[Executor] = []
        self._idle: SimpleQueue[Executor] = SimpleQueue()
        for _ in range(n_workers):
            self._idle.put(self._started())

    def submit(self, work: Work, piece: Piece, job: Job) -> Future[Receipt]:
        executor = self._idle.get()  # one whose piece is done may be a moment late
        future = executor.submit(work, piece, job)
        future.add_done_callback(lambda done: self._back(executor, done))
        return future

    def _back(self, executor: Executor, done: Future[Receipt]) -> None:
        is_dead = not done.cancelled() and isinstance(done.exception(), BrokenExecutor)
        self._idle.put(self._started() if is_dead else executor)

    def _started(self) -> Executor:
        # Started anew, not forked: a fork of a process with threads may hang.
        self._all.append(ProcessPoolExecutor(1, mp_context=_Context(), initializer=_end_with_driver))
        return self._all[-1]

    def close(self) -> None:
        """End all workers once what they have under way is done; else they would end in the middle of Python's exit."""
        for executor in self._all:
            executor.shutdown(cancel_futures=True)


class _Worker(SpawnProcess):
    """A process that does not run the program again which starts it."""

    def start(self) -> None:
        with _hidden_program():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


_HIDING = threading.Lock()
#: What of the program is hidden, once for each who hides it; only the first has found it there.
_HIDDEN: list[dict[str, Any]] = []


@contextmanager
def _hidden_program() -> Iterator[None]:
    """While this is open, a process that is started does not see which program starts it.

    It would run that program as far as the call that starts processes, and there start some more.
    """
    told = vars(sys.modules["__main__"])
    with _HIDING:
        _HIDDEN.append({name: told[name] for name in ("__spec__", "__file__") if name in told})
        told.update(dict.fromkeys(_HIDDEN[-1]))
    try:
        yield
    finally:
        with _HIDING:
            last = _HIDDEN.pop()
            if not _HIDDEN:
                told.update(last)


def _end_with_driver() -> None:
    """End this process when the one that started it ends, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the driver's to see to
    driver = multiprocessing.parent_process()

    def wait() -> None:
        if driver is not None:
            driver.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _local(workers: int | None) -> Iterator[Engine]:
    engine = Processes(workers or available_cores())
    try:
        yield engine
    finally:
        engine.close()


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Cluster:
    """A cluster by its `concurrent.futures` door; a few pieces wait at the scheduler, so that nobody is idle."""

    def __init__(self, executor: Executor, n_threads: int) -> None:
        self.capacity = 2 * n_threads
        self._executor = executor

    def submit(self, work: Work, piece: Piece, job: Job) -> Future[Receipt]:
        return self._executor.submit(work, piece, job)


@contextmanager
def _dask(workers: int | None, scheduler: str | None) -> Iterator[Engine]:
    try:
        import distributed as library  # optional, and slow to import
    except ImportError:
        raise MissingExtra("distributed", "cluster", "The engine dask") from None
    distributed: Any = library  # not all of it is typed
    if scheduler is not None:
        try:
            client = distributed.Client(scheduler, timeout=30)
        except (OSError, ValueError) as problem:
            raise InputError(scheduler, None, f"no scheduler answers ({problem})", "is it running?") from None
        with client:
            yield _on(client)
        return
    # Loopback only, and no page: nothing of this machine is shown to others.
    with (
        _hidden_program(),  # as long as it runs: a worker that dies is replaced
        distributed.LocalCluster(
            n_workers=workers or available_cores(),
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield _on(client)


def _on(client: Any) -> Cluster:
    n_threads = sum(client.nthreads().values())
    if not n_threads:
        raise InputError(str(client.scheduler.address), None, "this scheduler has no workers", "start some")
    return Cluster(client.get_executor(pure=False), n_threads)
