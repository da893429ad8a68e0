"""Plain text or something built: what tells running text from JSON, XML, subtitles and tables.

The formats of running text take nearly anything, so they must not take what another format, or none,
should read: a JSON file that lost its tail is no transcript of braces.
"""

from __future__ import annotations

import re

_DATA = re.compile(
    r'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"]|\]\s*$)|<\?xml|<!doctype|<[a-z][\w:.-]*\s+[\w:.-]+\s*=)', re.IGNORECASE
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
#: Cue times, aligned rows, rows of word and label, label tokens, slashes between sentences.
_BUILT = re.compile(
    r"^WEBVTT|^[\d:.,]+\s*-->\s*\d|^\(\d+,\s*\d+\)\s|\t(?:O|COMMA|PERIOD|QUESTION)$"
    r"|(?<!\S)(?:\.PERIOD|,COMMA|\?QUESTIONMARK|<sil=[\d.]+>|//)(?!\S)",
    re.MULTILINE,
)
#: Looking at this many characters is enough.
_ENOUGH = 1 << 15


def is_data(head: str) -> bool:
    """Whether this begins as JSON or XML, or holds characters that no text has.

    >>> is_data('[{"word": "so"'), is_data("[laughs] so we left"), is_data("<laugh> so")
    (True, False, False)
    """
    return _DATA.match(head) is not None or _CONTROL.search(head, 0, _ENOUGH) is not None


def is_running_text(head: str) -> bool:
    """Whether this is plain text of words, as far as its look can tell.

    >>> is_running_text("So we left."), is_running_text("so we left // it was late //"), is_running_text("0110 0001")
    (True, False, False)
    """
    has_words = bool(head.strip("01 \t\n"))  # neither empty nor a 0/1 string
    return has_words and not is_data(head) and _BUILT.search(head, 0, _ENOUGH) is None
