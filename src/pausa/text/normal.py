"""What counts as the same word, and words that are not meant as words.

Folding is for comparing only: nothing folded is ever written. Dictated marks ("full stop") and
hesitations ("um") are found by the lists of the language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pausa.core.words import Transcript, Word, caseless
from pausa.text.languages import Language

_SPELLED = {"&": "and", "%": "percent", "@": "at", "+": "plus", "=": "equals", "$": "dollar", "€": "euro", "£": "pound"}

#: Vowels and the like that Hebrew and Arabic may write or leave out, and the stroke that makes Arabic words longer.
_POINTS = frozenset(map(chr, (*range(0x591, 0x5C8), *range(0x64B, 0x653), 0x670, 0x640)))


@lru_cache(maxsize=1 << 17)
def fold(text: str) -> str:
    """A word without case, accents of typography and punctuation; never empty for a non-empty word.

    Normal forms of one spelling are one word, and so are words with and without the vowel points of Hebrew and Arabic.

    >>> fold("U.S."), fold("Today’s"), fold("Q&A"), fold("3.5"), fold("1,000"), fold("%")
    ('us', 'todays', 'qanda', '3.5', '1000', 'percent')
    """
    if text.isascii() and text.isalpha():
        return text.lower()
    plain = caseless(unicodedata.normalize("NFKC", text))
    kept = []
    for place, sign in enumerate(plain):
        if sign in _POINTS:
            continue
        if sign.isalnum() or unicodedata.category(sign)[0] == "M":
            kept.append(sign)
        elif sign in _SPELLED:
            kept.append(_SPELLED[sign])
        elif sign == "." and plain[place - 1 : place].isdigit() and plain[place + 1 : place + 2].isdigit():
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept)) or plain


def folded(words: Iterable[Word]) -> list[str]:
    """Every word's text folded for comparison."""
    return [fold(word.text) for word in words]


def without_spoken_marks(transcript: Transcript, *, lang: Language) -> Transcript:
    """The transcript with dictated marks made marks: "we left full stop" becomes "we left."

    The dictated words go with the shorter of the two pauses around them: what follows moves forward, so that
    the longer pause remains between the words that stay. A dictated mark with nothing before it is left
    alone. Events are left out: the result is for detectors, not for writing.
    """
    if not lang.spoken_marks:
        return transcript
    words = list(transcript.words)
    dictated = {phrase[0] for phrase, _ in lang.spoken_marks}
    if not any(word.text.lower() in dictated for word in words):
        return transcript
    kept: list[Word] = []
    marks: list[str] = []  # dictated since the last word
    index = 0
    shift = 0
    while index < len(words):
        found = _spoken_mark(words, index, lang) if words[index].text.lower() in dictated else None
        if found is None or not kept:
            if marks:
                kept[-1] = replace(kept[-1], mark="".join([kept[-1].mark, *marks]))
                marks = []
            kept.append(_shifted(words[index], shift))
            index += 1
            continue
        length, mark = found
        before, after = words[index - 1], words[index + length] if index + length < len(words) else None
        marks.append(mark)
        shift += _surplus(before, words[index], words[index + length - 1], after)
        index += length
    if marks:
        kept[-1] = replace(kept[-1], mark="".join([kept[-1].mark, *marks]))
    return Transcript(tuple(kept))


def _spoken_mark(words: Sequence[Word], index: int, lang: Language) -> tuple[int, str] | None:
    for phrase, mark in lang.spoken_marks:
        here = words[index : index + len(phrase)]
        if len(here) == len(phrase) and all(word.text.lower() == part for word, part in zip(here, phrase, strict=True)):
            return len(phrase), mark
    return None


def _surplus(before: Word, first: Word, last: Word, after: Word | None) -> int:
    """By how much later words move forward: the dictated words and the shorter of their two pauses."""
    if after is None or before.end is None or first.start is None or last.end is None or after.start is None:
        return 0
    shorter = min(first.start - before.end, after.start - last.end)
    return max(0, last.end - first.start) + max(0, shorter)


def _shifted(word: Word, by: int) -> Word:
    if not by:
        return word
    start = None if word.start is None else max(0, word.start - by)
    end = None if word.end is None else max(0, word.end - by)
    return replace(word, start=start, end=end)
