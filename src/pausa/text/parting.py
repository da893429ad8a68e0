"""Words of text that is written without blanks: one for each character, while words of other scripts stay whole.

    OK，那就這樣。「用Python寫」      OK， 那 就 這 樣。 「用 Python 寫」

Where words end in such a script is for dictionaries to say, and they disagree; characters are what everybody counts.
A sign that could open or close (a dash, a straight quote) opens at the start of a stretch and closes within. Thai, Lao,
Khmer and Burmese put blanks between phrases; there what stands between two blanks is a word.
"""

from __future__ import annotations

import re

from pausa.core.joining import COMBINING, SPACELESS, WIDE_CLOSING, WIDE_OPENING

_WIDE = re.escape(WIDE_OPENING + WIDE_CLOSING)
_OPENING = re.escape(WIDE_OPENING + "“‘«‹„‚([{¿¡#@")
_EITHER = re.escape("\"'*_-–—….")
_CLOSING = re.escape(WIDE_CLOSING + "\"'”’»›)]}*.,;:?!…⋯-–—=%‰％°℃·")
_LETTER = f"(?:[{SPACELESS}][{COMBINING}]*)"
#: A letter or figure of another script, with what may stand before it inside of a word ("3.5", "A/B", "don't").
_INNER = f"(?:[^\\w\\s{SPACELESS}{_WIDE}<]{{0,8}}+[^\\W{SPACELESS}][{COMBINING}]*|(?<=\\d)[，．：](?=\\d))"
_EVENT = r"<[^<>\s](?:[^<>\n]*[^<>\s])?>"
#: All that opens before a letter; of a row that opens nothing, only the first looks for the end.
_OPENED = f"(?:(?<![{_OPENING}])[{_OPENING}]++)?+"
_PARTS = re.compile(f"(?:{_EVENT}|(?:(?<!\\S)[{_EITHER}]{{1,8}}+)?{_OPENED}(?:{_LETTER}|{_INNER}++))[{_CLOSING}]*+|\\S")
_SOME = re.compile(f"[{SPACELESS}{_WIDE}]")
#: Recognisers' words may have several characters, though hardly more than this.
_LONGEST_WORD = 8
_ONE_WORD = re.compile(f"[{_OPENING}]*+{_LETTER}{{1,{_LONGEST_WORD}}}[{_CLOSING}]*+")


def has_parts(text: str) -> bool:
    """Whether some of the text is written without blanks, or with the marks of such scripts."""
    return not text.isascii() and _SOME.search(text) is not None


def part(token: str) -> list[str]:
    """A token as words, each with the marks that belong to it; a token of other scripts as it is.

    >>> part("OK，那就這樣。"), part("「用Python寫」"), part("left.")
    (['OK，', '那', '就', '這', '樣。'], ['「用', 'Python', '寫」'], ['left.'])
    """
    return _PARTS.findall(token) if has_parts(token) else [token]


def part_unless_word(token: str) -> list[str]:
    """A recogniser's token: as it is where it can be a word of several characters, else parted as text is.

    >>> part_unless_word("這樣。"), part_unless_word("好，我去"), part_unless_word("是OK的")
    (['這樣。'], ['好，', '我', '去'], ['是', 'OK', '的'])
    """
    return [token] if _ONE_WORD.fullmatch(token) else part(token)
