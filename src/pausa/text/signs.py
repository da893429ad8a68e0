"""Signs among the words: what stands in a transcript but cannot be said, such as dashes, notes and smileys."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pausa.core.words import Word

#: Signs with which something begins.
OPENING = (">", "-", "–", "—", "•")
#: Signs around what is sung: the first of a pair opens it, the second closes it.
NOTES = ("♩", "♪", "♫", "♬")
#: What closes each bracket.
BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}", "（": "）", "［": "］", "【": "】", "〔": "〕"}

_SPACED = str.maketrans({"’": "'", "‘": "'", "`": "'", "_": "", "-": " ", "–": " ", "—": " ", "/": " ", ",": ""})
_AROUND = " .;:!?'\"()[]{}<>“”«»‹›„‚״…*·。「」『』《》"
_SYMBOLS = frozenset("$%&@+#=€£¥°")


@lru_cache(maxsize=1 << 17)
def plain_form(text: str) -> str:
    """A word as it is said, lower case and bare, as networks read it; empty for a sign.

    >>> plain_form("U.S."), plain_form("Don’t"), plain_form("next-gen"), plain_form("1,000"), plain_form("…")
    ('u.s', "don't", 'next gen', '1000', '')
    """
    if text.isascii() and text.isalpha():
        return text.lower()
    # The small letter of the Turkish capital İ comes with a dot of its own.
    plain = unicodedata.normalize("NFKC", text).lower().replace("i\u0307", "i").translate(_SPACED).strip(_AROUND)
    return plain if plain in _SYMBOLS or any(map(str.isalnum, plain)) else ""


def after_notes(words: Sequence[Word], start: int, stop: int) -> int:
    """The first of the words `start` to `stop` that is said, behind notes in brackets and signs; `stop` if none is.

    >>> told = [Word("music", before="["), Word("plays", mark="]"), Word("so"), Word("we", before="("), Word("left")]
    >>> after_notes(told, 0, 5), after_notes(told, 0, 2), after_notes(told, 2, 5), after_notes(told, 3, 5)
    (2, 2, 2, 3)
    """
    said = start
    while said < stop:
        after = said + 1 if not plain_form(words[said].text) else _after_note(words, said, stop)
        if after == said:
            break
        said = after
    return said


def _after_note(words: Sequence[Word], start: int, stop: int) -> int:
    """The word after the note that opens at `start`; `start` itself where none does or nothing closes it."""
    opening = words[start].before.lstrip("-–—> ")[:1]
    if opening not in BRACKETS:
        return start
    depth = 0
    for place in range(start, stop):
        depth += words[place].before.count(opening) - words[place].mark.count(BRACKETS[opening])
        if depth <= 0:
            return place + 1
    return start
