"""Who is told what happens: a function that takes one line for a person to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]


def say_nothing(line: str) -> None:
    """For those who do not want to be told."""
