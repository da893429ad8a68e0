"""Signs among the words: what stands in a transcript but cannot be said, such as dashes, notes and smileys."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

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
