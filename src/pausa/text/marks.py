"""What punctuation says about boundaries.

A mark string (`.`, `?"`, `%.`) ends a sentence when it contains a delimiter. An ellipsis, a dash and a
unit broken off (`==`) are no ends unless asked for: put `…`, `—` or `=` among the delimiters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Word

DELIMITERS = ".?!;"
CLAUSE_DELIMITERS = ".?!;,"
LEVELS = ("sentence", "clause")

#: Marks of other scripts, as the mark they stand for.
SAME = str.maketrans({
    "。": ".", "．": ".", "｡": ".", "।": ".", "॥": ".", "۔": ".", "։": ".", "።": ".", "။": ".", "។": ".",
    "？": "?", "؟": "?", "՞": "?", "፧": "?", "⁇": "?", "\u037e": "?",
    "！": "!", "՜": "!", "¡": "", "¿": "",
    "；": ";", "؛": ";",
    "，": ",", "、": ",", "،": ",", "､": ",",
    "：": ":", "⋯": "…", "–": "—", "―": "—", "−": "—",
})  # fmt: skip

_BROKEN_OFF = re.compile(r"[?.!]?==+")
_ELLIPSIS = re.compile(r"\.{2,}")
_DASH = re.compile(r"-+")
#: Which mark a boundary gets when its string holds several.
_RANK = "?!.;—…=:,"


@lru_cache(maxsize=4096)
def kinds(mark: str) -> str:
    """The plain marks in a mark string, one character each: `…` for an ellipsis, `—` dash, `=` broken off.

    >>> kinds('?"'), kinds("..."), kinds("%."), kinds("?==")
    ('?', '…', '.', '=')
    """
    plain = mark.translate(SAME)
    plain = _BROKEN_OFF.sub("=", plain)
    plain = _ELLIPSIS.sub("…", plain)
    plain = _DASH.sub("—", plain)
    return "".join(sign for sign in plain if sign in _RANK)


@lru_cache(maxsize=4096)
def is_end(mark: str, delimiters: str = DELIMITERS) -> bool:
    """Whether a sentence ends at this mark string.

    >>> is_end("%."), is_end("…"), is_end(","), is_end("?==")
    (True, False, False, False)
    """
    return any(sign in delimiters for sign in kinds(mark))


@lru_cache(maxsize=4096)
def chief(mark: str) -> str:
    """The one mark that a mark string amounts to, empty if none.

    >>> chief('!?"'), chief('"')
    ('?', '')
    """
    found = kinds(mark)
    return next((sign for sign in _RANK if sign in found), "")


def delimiters_for(level: str, delimiters: str = DELIMITERS) -> str:
    """The delimiters of a level: a clause also ends at commas."""
    if level not in LEVELS:
        raise OptionError(f"No level {level!r}; there are {' and '.join(LEVELS)}.")
    return delimiters if level == "sentence" or "," in delimiters else delimiters + ","


def boundaries(words: Sequence[Word], *, delimiters: str = DELIMITERS, by: str = "") -> Segmentation:
    """The segmentation that the marks in the words spell.

    >>> boundaries([Word("yes", mark="."), Word("no"), Word("way", mark="!")]).ends
    (0, 2)
    """
    ends = [index for index, word in enumerate(words) if word.mark and is_end(word.mark, delimiters)]
    marks = [chief(words[end].mark) for end in ends]
    return Segmentation.of(len(words), ends, marks=marks, by=by)


def any_end(words: Iterable[Word], delimiters: str = DELIMITERS) -> bool:
    """Whether the marks spell at least one boundary."""
    return any(word.mark and is_end(word.mark, delimiters) for word in words)


def may_go_on(word: Word, following: Word) -> bool:
    """Whether a sentence may go on behind the ? or ! of a word: who writes capitals goes on with a small letter.

    >>> may_go_on(Word("ready", mark='?"'), Word("asked")), may_go_on(Word("ready", mark="?"), Word("Yes"))
    (True, False)
    """
    return chief(word.mark) in ("?", "!") and following.text.islower() and following.text[:1].isalpha()
