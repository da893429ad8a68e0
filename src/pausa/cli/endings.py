"""How a run may end that nobody planned: told in one line, with the exit code that shells know.

    Ctrl-C                       pausa: stopped      130
    SIGTERM, SIGHUP              pausa: stopped      143, 129
    output that cannot be written (a full disk)        2
    whoever reads the output has seen enough           0

A signal becomes an exception, so that whatever is half written is cleared away on the way out.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(KeyboardInterrupt):
    """A signal asks to end; like Ctrl-C it is caught where something is to be left in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def code_of(ending: KeyboardInterrupt) -> int:
    """What a shell is told about a run that was ended.

    >>> code_of(KeyboardInterrupt()), code_of(Ended(15))
    (130, 143)
    """
    return 128 + (ending.number if isinstance(ending, Ended) else signal.SIGINT)


@contextmanager
def caught() -> Iterator[None]:
    """Signals to end become `Ended` within; those that someone else handles or ignores stay with them."""
    own = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() == own:
            raise Ended(number)
        signal.signal(number, signal.SIG_DFL)  # a process that we have forked ends as any other
        os.kill(os.getpid(), number)

    in_charge = threading.current_thread() is threading.main_thread()
    ours = [number for number in _SIGNALS if in_charge and signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def open_streams() -> None:
    """Where standard input or output was closed by the caller, one that is empty, or that refuses to be written."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull)  # noqa: SIM115


def let_go() -> None:
    """Give up what is not yet written to standard output: at the end it would fail once more."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
