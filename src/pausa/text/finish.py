"""Sentences as people want to read them: a mark at the end, a comma where one belongs, a capital first letter.

    so we left / was it late        →  So we left. Was it late?

Texts of words stay as they are but for capitals, which are added and never taken away. What is marked already keeps
its marks, unless the sentence does not end there and marks that are in the way shall go (`without_stray_ends`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.casing import capitalise, write_in
from pausa.text.languages import language
from pausa.text.marks import DELIMITERS, SAME, is_end, kinds
from pausa.text.signs import BRACKETS, plain_form

_I = re.compile(r"i(['’].*)?")
#: Signs that end a sentence, in every script.
_ENDS = re.compile(
    f"[{re.escape(DELIMITERS + ''.join(chr(sign) for sign, same in SAME.items() if same and same in DELIMITERS))}]"
)
#: Marks of a sentence that is broken off; nothing is put behind them.
_BREAKING_OFF = frozenset("…—=")


def finish(
    document: Document, segmentation: Segmentation, *, full_stops: bool = False, capitals: bool = False
) -> Document:
    """The document cut that way alone, with a final mark for each sentence and, if asked, a capital first letter.

    Marks come from the segmentation; where it tells none at all, and if asked, they are full stops. An end without a
    mark among others that have one is a mere cut: the sentence goes on after it, unless another speaker does. A word
    that has an end mark, dots or a dash already keeps them, and what is wholly in brackets stays as it is. Capitals
    are those at the start of sentences, though not after a comma, and of the English word I.
    """
    words = list(document.transcript.words)
    usual = "." if full_stops and not segmentation.marks else ""
    goes_on = False
    for place, (start, stop) in enumerate(segmentation.spans()):
        mark = segmentation.mark(place) or usual
        went_on = goes_on and words[start].speaker == words[start - 1].speaker
        goes_on = mark == "," or bool(segmentation.marks and not mark)
        if _is_bracketed(words[start], words[stop - 1]):
            continue
        said = [index for index in range(start, stop) if plain_form(words[index].text)]
        if not said:
            continue
        words[said[-1]] = _with_end(words[said[-1]], mark)
        if capitals and not went_on:
            words[said[0]] = word_with(words[said[0]], text=capitalise(words[said[0]].text))
    if capitals and document.language in ("", "en"):
        words = [word_with(word, text="I" + word.text[1:]) if _I.fullmatch(word.text) else word for word in words]
    transcript = Transcript(tuple(words), document.transcript.events)
    return replace(document, transcript=transcript, segmentations=(segmentation,))


def without_stray_ends(document: Document, segmentation: Segmentation, commas: Collection[int] = ()) -> Document:
    """The document without marks of ends where its sentences go on; a comma instead after the words given.

    Dots that belong to a word ("Dr.", "3.5", "U.S. troops") are no marks and stay, as do quotes and brackets.

    >>> from pausa.text.tokens import words_of
    >>> spelled = Document(Transcript.of(words_of('so we left. "then" it was late.')))
    >>> " ".join(map(str, without_stray_ends(spelled, Segmentation(7, (6,))).transcript.words))
    'so we left "then" it was late.'
    """
    ends = set(segmentation.ends)
    instead = set(commas)
    words = [
        word
        if not word.mark or place in ends or not is_end(word.mark) or any(map(str.isalnum, word.mark))
        else word_with(word, mark=("," if place in instead else "") + _ENDS.sub("", word.mark).strip())
        for place, word in enumerate(document.transcript.words)
    ]
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def write_capitals(document: Document, cases: Sequence[int]) -> Document:
    """The document with its words written in these cases; words that have capitals keep theirs."""
    spellings = {spelled.lower(): spelled for spelled in language(document.language or "en").spellings}
    words = [
        word_with(word, text=write_in(word.text, case, spellings))
        for word, case in zip(document.transcript.words, cases, strict=True)
    ]
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def _is_bracketed(first: Word, last: Word) -> bool:
    return first.before[:1] in BRACKETS and BRACKETS[first.before[:1]] in last.mark


def _with_end(word: Word, mark: str) -> Word:
    """The word with that mark behind it, inside of quotes but outside of brackets; an end that is there stays."""
    if not mark or is_end(word.mark) or _BREAKING_OFF & set(kinds(word.mark)):
        return word
    if word.text[-1:] == "." == mark and not word.mark:
        return word  # "U.S." has its dot
    kept = word.mark.lstrip(",:")
    return word_with(word, mark=kept + mark if kept[:1] and kept[:1] in BRACKETS.values() else mark + kept)


def add_commas(document: Document, places: Collection[int]) -> Document:
    """The document with a comma after those words that have no mark yet."""
    words = list(document.transcript.words)
    for place in places:
        if not words[place].mark:
            words[place] = word_with(words[place], mark=",")
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))
