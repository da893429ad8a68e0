"""Callers who go away before they are answered: what they asked for is given up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Gone(Exception):
    """Nobody waits for the answer any more."""


class Caller:
    """Somebody who waits for an answer, until they leave."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._then: Callable[[], None] | None = None
        self.has_left = False

    def leave(self) -> None:
        """Give up what is done for this caller."""
        with self._lock:
            self.has_left = True
            if self._then is not None:
                self._then()

    @contextmanager
    def when_left(self, then: Callable[[], None]) -> Iterator[None]:
        """Do this if the caller leaves in the meantime, and not afterwards; Gone where they have left already."""
        with self._lock:
            if self.has_left:
                raise Gone
            self._then = then
        try:
            yield
        finally:
            with self._lock:
                self._then = None
