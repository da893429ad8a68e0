"""How many characters words take up in what is written, which limits on characters count.

A word with which a sentence ends has the mark that it gets there; one inside of a sentence may lose the mark of an end,
or get a comma. Every end counts with a mark, since a format may need one where a limit alone cuts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pausa.core.joining import is_close
from pausa.core.words import Transcript, Word
from pausa.text.casing import capitalise
from pausa.text.finish import with_end, without_stray_end
from pausa.text.languages import Language, language
from pausa.text.signs import plain_form

_NEUTRAL = language("")


@dataclass(frozen=True)
class Written:
    """Characters of each word with the events behind it: `inside` of a sentence with a space, and as its `last`."""

    inside: NDArray[np.int64]
    last: NDArray[np.int64]


def as_given(transcript: Transcript) -> Written:
    """The characters of words that are written as they are, as `Sentence.text` joins them."""
    lengths = np.array([len(str(word)) for word in transcript.words], dtype=np.int64) + _events(transcript)
    return Written(lengths + _blanks(transcript), lengths)


def as_finished(
    transcript: Transcript,
    *,
    stray_ends: bool,
    commas: Collection[int],
    instead: Collection[int],
    lang: Language = _NEUTRAL,
) -> Written:
    """The characters of words that are written with marks, and with commas where they are asked for.

    Marks of ends inside of sentences stay where `stray_ends` do; else a comma may stand `instead`. Languages may open a
    sentence with a mark too, or write marks of more than one sign.
    """
    added = max(len(lang.opening.get(mark, "")) + len(lang.write_mark(mark)) - 1 for mark in ".?!")
    events, asked, likely = _events(transcript), set(commas), set(instead)
    inside = np.zeros(len(transcript), dtype=np.int64)
    last = inside.copy()
    for place, word in enumerate(transcript.words):
        kept = word if stray_ends else without_stray_end(word, comma="," if place in likely else "")
        more = 0 if word.text.isascii() else max(0, len(capitalise(word.text)) - len(word.text))
        inside[place] = len(str(kept)) + more + (place in asked and not kept.mark)
        last[place] = _ended(word) + more + added
    blanks = _blanks(transcript)
    blanks[[*asked, *likely]] = 1
    return Written(inside + events + blanks, last + events)


def _ended(word: Word) -> int:
    """The characters of a word with which a sentence ends, and of the mark that goes to a word before a mere sign."""
    return len(str(with_end(word, "."))) if plain_form(word.text) else len(str(word)) + 1


def _blanks(transcript: Transcript) -> NDArray[np.int64]:
    """Whether a blank follows each word: 1, or 0 within a script that has none."""
    blanks = np.ones(len(transcript), dtype=np.int64)
    for place, (word, following) in enumerate(pairwise(transcript.words)):
        if not (following.text.isascii() and word.mark.isascii()) and is_close(str(word), str(following)):
            blanks[place] = 0
    for event in transcript.events:
        if event.before_word:
            blanks[event.before_word - 1] = 1
    return blanks


def _events(transcript: Transcript) -> NDArray[np.int64]:
    """The characters of the events that stand by each word, with their spaces."""
    lengths = np.zeros(len(transcript), dtype=np.int64)
    for event in transcript.events:
        lengths[max(0, event.before_word - 1)] += len(str(event.token)) + 1
    return lengths
