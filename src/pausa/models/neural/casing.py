"""How people write a word: in lower case, with an initial capital, all in capitals, or mixed.

boat lower   Anna initial   I initial   USA all   iPhone mixed
"""

from __future__ import annotations

import re

CASES = ("lower", "initial", "all", "mixed")
LOWER, INITIAL, ALL, MIXED = range(4)
#: Nobody knows, as at the start of a sentence or where nobody wrote capitals.
UNKNOWN_CASE = -1
_I = re.compile(r"I(['’].*)?")


def case_of(text: str) -> int:
    """How a word is written; unknown where it has no letters that tell.

    >>> [case_of(text) for text in ("boat", "Anna's", "I'm", "A", "USA", "U.S", "iPhone", "CEOs", "14th", "42")]
    [0, 1, 1, 1, 2, 2, 3, 3, 0, -1]
    """
    letters = [sign for sign in text if sign.isupper() or sign.islower()]
    if not letters:
        return UNKNOWN_CASE
    upper = sum(map(str.isupper, letters))
    if not upper:
        return LOWER
    if upper == len(letters) and upper > 1:
        return ALL
    return INITIAL if upper == 1 and letters[0].isupper() else MIXED


def is_always_capital(text: str) -> bool:
    """Whether a word has its capital wherever it stands: the English word I.

    >>> [is_always_capital(text) for text in ("I", "I'm", "It")]
    [True, True, False]
    """
    return _I.fullmatch(text) is not None
