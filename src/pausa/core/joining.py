"""Words to text: whether a blank stands between two of them.

    那 就 這樣 。      那就這樣。           nothing between Chinese characters, or Japanese ones
    用 Python 寫       用 Python 寫         a blank wherever a word of another script is a neighbour

Everything that writes words as text for people asks here. Words of several such characters, as some recognisers give
them, are written without a blank too: as text they are read again one character at a time (`pausa.text.parting`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

#: Letters of scripts that put no blank between words, as the inside of a character class: Han, kana, bopomofo.
SPACELESS = (
    "\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d"
    "\U0001b000-\U0001b16f\U00020000-\U0002fa1f\U00030000-\U000323af"
)
#: What changes the letter before it and is never alone: accents, voicing marks, variants.
COMBINING = "\u0300-\u036f\u0591-\u05c7\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\uff9e\uff9f\U000e0100-\U000e01ef"
#: Marks as wide as a character, which have their room about them already.
WIDE_OPENING = "「『（《〈【〔〖〘〚｢［｛"
WIDE_CLOSING = "」』）》〉】〕〗〙〛｣］｝。．｡，、､；：？！・‧～〜"

_SOME = re.compile(f"[{SPACELESS}]")
_CLOSE_BEHIND = re.compile(rf"(?:[{SPACELESS}][{COMBINING}]*|[{re.escape(WIDE_CLOSING)}…⋯”’]|\S——)\Z")
_WIDE_BEHIND = re.compile(rf"(?<!\d)[{re.escape(WIDE_CLOSING)}]\Z")
_CLOSE_BEFORE = re.compile(f"[{SPACELESS}{re.escape(WIDE_OPENING)}“‘]")
#: Greek asks with a sign that looks like a semicolon and is typed as one. Where words are read it gets a code of its
#: own, so that nobody takes it for a semicolon; in text it is what people type. Unicode holds the two for the same.
GREEK_QUESTION = "\u037e"


def is_spaceless(sign: str) -> bool:
    """Whether a letter is of a script that puts no blank between words.

    >>> [is_spaceless(sign) for sign in "那かcの"]
    [True, True, False, True]
    """
    return _SOME.match(sign) is not None


def is_close(left: str, right: str) -> bool:
    """Whether two tokens stand side by side in text without a blank.

    >>> is_close("那", "就"), is_close("OK，", "那"), is_close("那，", "OK"), is_close("那", "OK"), is_close("so", "we")
    (True, True, True, False, False)
    """
    if _CLOSE_BEFORE.match(right):
        return _CLOSE_BEHIND.search(left[-80:]) is not None
    return right[:1].isalnum() and _WIDE_BEHIND.search(left[-2:]) is not None


def join(tokens: Iterable[object]) -> str:
    """The tokens as running text.

    >>> join("OK， 那 就 這 樣。".split()), join(["So", "we", "left."])
    ('OK，那就這樣。', 'So we left.')
    """
    parts = list(map(str, tokens))
    text = " ".join(parts)
    if text.isascii():
        return text
    if _SOME.search(text):
        text = parts[0] + "".join(right if is_close(left, right) else f" {right}" for left, right in pairwise(parts))
    return text.replace(GREEK_QUESTION, ";")
