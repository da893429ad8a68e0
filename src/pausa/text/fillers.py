"""Hesitations left out, for readers who do not want them: the one place where words go, and only if asked for.

    We had um a stall.        →  We had a stall.

What says nothing but "mm-hmm" is an answer, and stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Event, Transcript, Word, joined
from pausa.text.languages import language
from pausa.text.marks import kinds
from pausa.text.signs import BRACKETS

#: What closes each quote and bracket.
_CLOSING = BRACKETS | {'"': '"', "'": "'", "“": "”", "„": "“”", "«": "»", "»": "«", "‘": "’", "‹": "›"}
#: A comma parts these from a sentence with or without a hesitation: "Well, um, I think".
_OPENERS = frozenset("so well yes yeah no oh ok okay right now look anyway actually".split())


def without_fillers(document: Document) -> Document:
    """The document without hesitations, by its first segmentation; an end mark goes to the word before.

    Commas, brackets and quotes around a hesitation go with it; what it opens or closes for other words stays.
    """
    known = language(document.language or "en").fillers
    cut = document.segmentations[0]
    kept: list[Word] = []
    at: list[int] = []  # for each word, how many are kept before it
    ends: list[int] = []
    for start, stop in cut.spans():
        inside = document.transcript.words[start:stop]
        is_filler = [word.text.lower() in known for word in inside]
        says_more = not all(is_filler)
        said: list[Word] = []
        hesitated: list[Word] = []
        for word, goes in zip(inside, is_filler, strict=True):
            at.append(len(kept) + len(said))
            if goes and says_more:
                hesitated.append(word)
                continue
            said = _going_on(said, hesitated, word)
            hesitated = []
        kept += _ended(said, hesitated)
        ends.append(len(kept) - 1)
    at.append(len(kept))
    events = tuple(Event(at[event.before_word], event.token) for event in document.transcript.events)
    made = Segmentation(len(kept), tuple(ends), cut.marks, cut.by)
    return replace(document, transcript=Transcript(tuple(kept), events), segmentations=(made,), graph=None, shown=None)


def _going_on(said: list[Word], hesitated: Sequence[Word], word: Word) -> list[Word]:
    """The words of a sentence so far, after a hesitation or none, with the next one."""
    if not hesitated:
        said.append(word)
        return said
    opened, marks = _left(hesitated)
    if said and marks:
        last = said[-1]
        if _is_comma(last.mark[-1:]) and all(map(_is_comma, marks)):
            is_opener = all(each.text.lower() in _OPENERS for each in said)
            said[-1] = last if is_opener else word_with(last, mark=last.mark[:-1])
        else:
            said[-1] = word_with(last, mark=_all_marks(last.mark, marks))
    said.append(word_with(word, before=opened + word.before) if opened else word)
    return said


def _ended(said: list[Word], hesitated: Sequence[Word]) -> list[Word]:
    """The words of a sentence that ends with a hesitation or none."""
    _, marks = _left(hesitated)
    if said and marks:
        said[-1] = word_with(said[-1], mark=_all_marks(said[-1].mark, marks))
    return said


def _left(hesitated: Sequence[Word]) -> tuple[str, list[str]]:
    """What hesitations open for the words behind them, and their marks for the word before."""
    opened, marks = "", []
    for word in hesitated:
        opened += word.before
        mark = ""
        for sign in word.mark:
            place = next((n for n in range(len(opened) - 1, -1, -1) if sign in _CLOSING.get(opened[n], "")), -1)
            if place >= 0:
                opened = (opened[:place] + opened[place + 1 :]).strip()
            elif not opened:
                mark += sign  # else it stands inside of what is opened, with nothing before it there
        marks += [mark] if mark else []
    return opened, marks


def _is_comma(mark: str) -> bool:
    return kinds(mark) == "," and len(mark) == 1


def _all_marks(mark: str, more: Iterable[str]) -> str:
    for each in more:
        mark = _without_comma(mark, each)
    return mark


def _without_comma(mark: str, more: str) -> str:
    """The marks of a word and of the hesitation behind it: "so, um." ends with a full stop, "so um, we" has a comma."""
    return more if mark in ("", ",") else mark if more == "," else joined(mark, more)
