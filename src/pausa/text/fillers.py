"""Hesitations left out, for readers who do not want them: the one place where words go, and only if asked for.

    We had um a stall.        →  We had a stall.

What says nothing but "mm-hmm" is an answer, and stays.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Event, Transcript, Word, joined
from pausa.text.languages import language


def without_fillers(document: Document) -> Document:
    """The document without hesitations, by its first segmentation; an end mark goes to the word before."""
    known = language(document.language or "en").fillers
    cut = document.segmentations[0]
    kept: list[Word] = []
    at: list[int] = []  # for each word, how many are kept before it
    ends: list[int] = []
    for start, stop in cut.spans():
        inside = document.transcript.words[start:stop]
        is_filler = [word.text.lower() in known for word in inside]
        says_more = not all(is_filler)
        first = len(kept)
        for word, goes in zip(inside, is_filler, strict=True):
            at.append(len(kept))
            if not (goes and says_more):
                kept.append(word)
            elif word.mark and len(kept) > first:
                kept[-1] = word_with(kept[-1], mark=_without_comma(kept[-1].mark, word.mark))
        ends.append(len(kept) - 1)
    at.append(len(kept))
    events = tuple(Event(at[event.before_word], event.token) for event in document.transcript.events)
    made = Segmentation(len(kept), tuple(ends), cut.marks, cut.by)
    return replace(document, transcript=Transcript(tuple(kept), events), segmentations=(made,), graph=None, shown=None)


def _without_comma(mark: str, more: str) -> str:
    """The marks of a word and of the hesitation behind it: "so, um." ends with a full stop, "so um, we" has a comma."""
    return more if mark in ("", ",") else mark if more == "," else joined(mark, more)
