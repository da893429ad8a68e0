"""Who is told what happens: a function that takes one line for a person to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]


def counted(number: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(1, "recording"), counted(2000, "recording")
    ('1 recording', '2,000 recordings')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def say_nothing(line: str) -> None:
    """For those who do not want to be told."""
