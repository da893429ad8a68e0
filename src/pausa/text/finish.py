"""Sentences as people want to read them: a mark at the end, a comma where one belongs, a capital first letter.

    so we left / was it late        →  So we left. Was it late?

Texts of words stay as they are but for capitals; what is marked already keeps its marks.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.marks import is_end, kinds
from pausa.text.signs import BRACKETS, plain_form

_I = re.compile(r"i(['’].*)?")


def finish(document: Document, segmentation: Segmentation, *, capitals: bool = False) -> Document:
    """The document cut that way alone, with a final mark for each sentence and, if asked, a capital first letter.

    Marks come from the segmentation, and with capitals a full stop where it tells none. A word that has an end mark
    or dots already keeps them, and what is wholly in brackets stays as it is. Capitals are those at the start of
    sentences, though not after a comma, and of the English word I.
    """
    words = list(document.transcript.words)
    for place, (start, stop) in enumerate(segmentation.spans()):
        if _is_bracketed(words[start], words[stop - 1]):
            continue
        said = [index for index in range(start, stop) if plain_form(words[index].text)]
        if not said:
            continue
        words[said[-1]] = _with_end(words[said[-1]], segmentation.mark(place) or ("." if capitals else ""))
        if capitals and not (place and segmentation.mark(place - 1) == ","):
            words[said[0]] = word_with(words[said[0]], text=capitalise(words[said[0]].text))
    if capitals and document.language in ("", "en"):
        words = [word_with(word, text="I" + word.text[1:]) if _I.fullmatch(word.text) else word for word in words]
    transcript = Transcript(tuple(words), document.transcript.events)
    return replace(document, transcript=transcript, segmentations=(segmentation,))


def _is_bracketed(first: Word, last: Word) -> bool:
    return first.before[:1] in BRACKETS and BRACKETS[first.before[:1]] in last.mark


def _with_end(word: Word, mark: str) -> Word:
    """The word with that mark behind it, inside of quotes but outside of brackets; an end that is there stays."""
    if not mark or is_end(word.mark) or "…" in kinds(word.mark):
        return word
    kept = word.mark.lstrip(",:")
    return word_with(word, mark=kept + mark if kept[:1] and kept[:1] in BRACKETS.values() else mark + kept)


def add_commas(document: Document, places: Collection[int]) -> Document:
    """The document with a comma after those words that have no mark yet."""
    words = list(document.transcript.words)
    for place in places:
        if not words[place].mark:
            words[place] = word_with(words[place], mark=",")
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def capitalise(text: str) -> str:
    """A word with a capital first letter; one that has a capital anywhere is left as it is.

    >>> capitalise("so"), capitalise("'cause"), capitalise("iPhone"), capitalise("14th")
    ('So', "'Cause", 'iPhone', '14th')
    """
    first = next((place for place, sign in enumerate(text) if sign.isalnum()), 0)
    return text[:first] + text[first : first + 1].upper() + text[first + 1 :] if text.islower() else text
