"""A table as it is to be read: cells are text already, drawn elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

UNDEFINED = "–"


@dataclass(frozen=True)
class Table:
    """A title, a header and rows of cells; `note` explains what needs it."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def number(value: float, *, digits: int = 3) -> str:
    """A number as it is printed; undefined is a dash.

    >>> number(0.29781), number(float("nan"))
    ('0.298', '–')
    """
    return UNDEFINED if isnan(value) else f"{value:.{digits}f}"
