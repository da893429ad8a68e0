"""A project: its folder, its database, and the words it has read lately."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.store import transcripts
from pausa.store.database import Database, checked
from pausa.store.migrations import migrate

P = ParamSpec("P")
T = TypeVar("T")

#: Transcripts whose words are kept at hand; they never change.
_KEPT = 50


class Store:
    """Everything of one project; make it with `open_store`."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder, self.database = folder, database
        self._documents: OrderedDict[int, Document] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` finds out in the database."""
        return self.database.read(work, *args, **kwargs)

    def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` answers, once what it wrote is on disk."""
        return self.database.write(work, *args, **kwargs)

    def document(self, transcript_id: int) -> Document:
        """The words of a transcript."""
        with self._lock:
            if transcript_id in self._documents:
                self._documents.move_to_end(transcript_id)
                return self._documents[transcript_id]
        found = self.read(transcripts.document, transcript_id)
        with self._lock:
            self._documents[transcript_id] = found
            while len(self._documents) > _KEPT:
                self._documents.popitem(last=False)
        return found

    @property
    def audio(self) -> Path:
        """Where recordings are kept."""
        return self.folder / "audio"

    def close(self) -> None:
        self.database.close()


def open_store(folder: Path, address: str | None = None) -> Store:
    """The project in a folder, its database brought up to date; both are made where they are not there yet.

    Folder and database are for their owner's eyes only. A folder that was there before and held no project stays as
    open as it was.
    """
    file = folder / "pausa.sqlite"
    try:
        if not folder.exists():
            folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        if address is None:
            _close_to_others(folder, file)
    except OSError as problem:
        raise InputError(str(folder), None, f"cannot be made: {problem.strerror}", "choose another folder") from problem
    database = Database(address or f"sqlite:///{file.resolve()}")
    try:
        checked(database.engine, str(file) if address is None else "the database")
        migrate(database)
    except BaseException:
        database.close()
        raise
    return Store(folder, database)


def _close_to_others(folder: Path, file: Path) -> None:
    """Let nobody else read the database; what SQLite keeps beside it gets the same permissions."""
    if file.exists():
        with suppress(PermissionError):  # somebody else's: they decide
            folder.chmod(0o700)
            file.chmod(0o600)
    else:
        file.touch(mode=0o600)
