"""Connections to SQLite or PostgreSQL, and what makes a save safe and quick on either.

SQLite has one writer. All writes go to one thread, which takes whatever is waiting, runs each piece of work in a
savepoint of its own, commits once (one wait for the disk for all of them) and only then answers. PostgreSQL does
the same inside the server, so there every piece of work is simply a transaction.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, NoSuchModuleError, OperationalError

from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.store.errors import Locked, Lost

P = ParamSpec("P")
T = TypeVar("T")

#: Pieces of work that one commit may carry.
_BATCH = 64
_BUSY_MS = 20_000
#: Connections to PostgreSQL stay open, since opening one takes longer than a save; more would wait for each other.
_CONNECTIONS = 8
#: One that lay unused for longer may be gone: it is asked first.
_FRESH_SECONDS = 2.0


class Database:
    """Reads and writes; `write` returns when the work is on disk."""

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writer = _Writer(self.engine) if self.is_sqlite else None

    def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` finds out, in one consistent view of the database."""
        with _told(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            return work(connection, *args, **kwargs)

    def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` answers, after everything it wrote is on disk; an error leaves nothing of it."""
        if self._writer is None:
            with _told(), self.engine.begin() as connection:
                return work(connection, *args, **kwargs)
        with _told():
            return self._writer.run(lambda connection: work(connection, *args, **kwargs))

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()


@contextmanager
def _told() -> Iterator[None]:
    """What a database says when it is held by another, full or gone, as an error of ours."""
    try:
        yield
    except OperationalError as problem:
        if getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Locked from problem
        raise Lost(_reason(problem)) from problem


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() == "sqlite":
            engine = create_engine(url, pool_size=16, max_overflow=32, connect_args={"check_same_thread": False})
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        if url.get_backend_name() == "postgresql":
            engine = create_engine(url, pool_size=_CONNECTIONS, max_overflow=0)
            _ask_those_that_lay_unused(engine)
            return engine
    except ModuleNotFoundError as problem:
        raise MissingExtra("psycopg", "web", "A PostgreSQL database") from problem
    except (ArgumentError, NoSuchModuleError):
        raise OptionError(
            f"{_without_secret(address)!r} is no database address; give postgresql://USER@HOST/NAME."
        ) from None
    raise OptionError(f"Pausa keeps annotations in SQLite or PostgreSQL, not in {url.get_backend_name()}.")


def _without_secret(address: str) -> str:
    """An address that may be shown: what stands before the last @ is left out."""
    return "…@" + address.rpartition("@")[2] if "@" in address else address


def checked(engine: Engine, shown: str) -> None:
    """Connect once, so that a wrong address is one clear line."""
    try:
        engine.connect().close()
    except DBAPIError as problem:
        told = f"the database cannot be opened: {_reason(problem)}"
        raise InputError(shown, None, told, "is the address right?") from None


def _reason(problem: DBAPIError) -> str:
    """The first line of what the driver says."""
    return next(iter(str(problem.orig or "").strip().splitlines()), "no answer")


def _prepare_sqlite(connection: Any, record: object) -> None:
    # The driver's own transactions begin too late (reads) and end too early (table changes): we begin them ourselves.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (f"busy_timeout={_BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _ask_those_that_lay_unused(engine: Engine) -> None:
    """Look whether a connection is still there, but not where it was just used: that would be a fifth of a save."""

    def note(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def look(connection: Any, record: Any, proxy: object) -> None:
        now = time.monotonic()
        if now - record.info.get("used", now) < _FRESH_SECONDS:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as problem:
            raise InvalidatePoolError from problem

    event.listen(engine, "checkin", note)
    event.listen(engine, "checkout", look)


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once: one that reads first and writes later could be refused in the middle.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class _Writer:
    """The one thread that writes to SQLite."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def run(self, work: Callable[[Connection], T]) -> T:
        future: Future[T] = Future()
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="pausa-writer", daemon=True)
                self._thread.start()
            self._queue.put((work, future))
        return future.result()

    def close(self) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None:
            thread.join()

    def _serve(self) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < _BATCH and batch[-1] is not None:
                try:
                    batch.append(self._queue.get_nowait())
                except Empty:
                    break
            self._commit([job for job in batch if job is not None])
            if batch[-1] is None:
                return

    def _commit(self, jobs: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        if not jobs:
            return
        answers: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                for work, future in jobs:
                    try:
                        with connection.begin_nested():
                            answers.append((future, work(connection), None))
                    except Exception as problem:
                        answers.append((future, None, problem))
        except Exception as problem:  # the commit itself failed (disk full): nobody may believe to be saved
            for _, future in jobs:
                future.set_exception(problem)
            return
        for future, answer, failure in answers:
            if failure is None:
                future.set_result(answer)
            else:
                future.set_exception(failure)
