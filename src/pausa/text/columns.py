"""How wide text is on a screen, in columns: Chinese and Japanese signs take two, accents none."""

from __future__ import annotations

import unicodedata

_NO_COLUMN = frozenset({"Mn", "Me", "Cf"})


def columns(text: str) -> int:
    """The columns that a text takes.

    >>> columns("so we left."), columns("那就這樣。"), columns("cafe\u0301")
    (11, 10, 4)
    """
    return len(text) if text.isascii() else sum(map(_column, text))


def _column(sign: str) -> int:
    if unicodedata.category(sign) in _NO_COLUMN:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
