"""Ctrl-C and signals to end wait for the end of a step, so that nothing is left half done.

with held_back():
    step()           # Ctrl-C here …
                     # … is met here
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def held_back() -> Iterator[list[int]]:
    """Signals that somebody in this process answers are answered after the block; others do what they always do.

    Gives a list in which those stand that have come: long work can look there and be done sooner.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only that one is told of signals
        yield came
        return
    answers: dict[int, Callable[[int, FrameType | None], object]] = {}
    for number in _SIGNALS:
        answer = signal.getsignal(number)
        if callable(answer):
            answers[number] = answer
    for number in answers:
        signal.signal(number, lambda which, frame: came.append(which))
    try:
        yield came
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
        for number in came[:1]:
            answers[number](number, None)
