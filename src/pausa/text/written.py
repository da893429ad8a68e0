"""How many characters words take up in what is written, which limits on characters count.

A word with which a sentence ends has the mark that it gets there; one inside of a sentence may lose the mark of an end,
or get a comma. Every end counts with a mark, since nobody knows yet which ones a limit alone will make.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pausa.core.joining import is_close
from pausa.core.words import Transcript, Word
from pausa.text.casing import capitalise
from pausa.text.finish import takes_end, with_end, without_stray_end
from pausa.text.languages import Language
from pausa.text.signs import plain_form


@dataclass(frozen=True)
class Written:
    """Characters of each word with the events behind it: `inside` of a sentence with the blank, and as its `last`."""

    inside: NDArray[np.int64]
    last: NDArray[np.int64]


def as_given(transcript: Transcript) -> Written:
    """The characters of words that are written as they are, as `Sentence.text` joins them."""
    texts = list(map(str, transcript.words))
    lengths = np.array([len(text) for text in texts], dtype=np.int64) + _events(transcript)
    return Written(lengths + _blanks(transcript, texts), lengths)


def as_finished(
    transcript: Transcript, *, stray_ends: bool, commas: Collection[int], instead: Collection[int], lang: Language
) -> Written:
    """The characters of words that are written with marks, and with commas where they are asked for.

    Marks of ends inside of sentences stay where `stray_ends` do; else a comma may stand `instead`. What the language
    writes before a question, and a blank before its mark, counts at every end.
    """
    asked, likely, comma = set(commas), set(instead), lang.write_mark(",")
    opening = max(len(lang.opening.get(mark, "")) + len(lang.write_mark(mark)) - 1 for mark in ".?!")
    n_words = len(transcript)
    inside, last, more = (np.zeros(n_words, dtype=np.int64) for _ in range(3))
    texts: list[str] = []
    for place, word in enumerate(transcript.words):
        kept = word if stray_ends else without_stray_end(word, comma if place in likely else "")
        texts.append(f"{kept}{comma if place in asked and not kept.mark else ''}")
        dotted = place in asked and not word.mark and not takes_end(word, ".")  # "U.S." gets its comma even at an end
        inside[place], last[place] = len(texts[-1]), _ended(word) + opening + dotted
        if not word.text.isascii():
            more[place] = max(0, len(capitalise(word.text, lang)) - len(word.text))
    events = _events(transcript) + more
    return Written(inside + events + _blanks(transcript, texts), last + events)


def _ended(word: Word) -> int:
    """The characters of a word with which a sentence ends, and of the mark that goes to a word before a mere sign."""
    if not plain_form(word.text):
        return len(str(word)) + 1
    return len(str(with_end(word, ".") if takes_end(word, ".") else word))


def _blanks(transcript: Transcript, texts: Sequence[str]) -> NDArray[np.int64]:
    """Whether a blank stands behind each word, where its sentence goes on."""
    blanks = np.ones(len(texts), dtype=np.int64)
    if not all(map(str.isascii, texts)):
        blanks[:-1] = [not is_close(left, right) for left, right in pairwise(texts)]
        blanks[[event.before_word - 1 for event in transcript.events if event.before_word]] = 1
    return blanks


def _events(transcript: Transcript) -> NDArray[np.int64]:
    """The characters of the events that stand by each word, with their spaces."""
    lengths = np.zeros(len(transcript), dtype=np.int64)
    for event in transcript.events if len(transcript) else ():
        lengths[max(0, event.before_word - 1)] += len(str(event.token)) + 1
    return lengths
