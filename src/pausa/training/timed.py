"""Recordings to learn pauses and weights from: words with times, and for each gap whether a sentence ends in it.

    own marks      so(0–200) we(200–300) left.(300–600)  it(1200–1300) was(1300–1500) late.(1500–1900)
    reference      a recogniser's words with times, and a text by someone who wrote down what was meant

In the second case only gaps that the text vouches for are known (`pausa.alignment.characters`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.characters import gap_data
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Options
from pausa.models.bayes.counts import Counter
from pausa.models.bayes.gaps import gaps_of
from pausa.models.bayes.tables import Lexicon
from pausa.text.languages import language
from pausa.text.marks import DELIMITERS, boundaries, delimiters_for
from pausa.text.normal import without_spoken_marks
from pausa.training.bayes.folds import LabelledGaps

Bools = NDArray[np.bool_]


#: What becomes of hesitations ("um") in text that is counted: many recognisers leave them out, others do not.
HESITATIONS = ("keep", "drop", "both")


@dataclass(frozen=True)
class TextRules:
    """How text is taken: which marks end a sentence, whether marks are dictated ("full stop"), what of hesitations.

    At the level "clause" a comma is an end too. With hesitations "both", text is counted twice, with them and
    without, and each count for half.
    """

    delimiters: str = DELIMITERS
    level: str = "sentence"
    dictated: bool = False
    hesitations: str = "keep"
    language: str = "en"

    def __post_init__(self) -> None:
        delimiters_for(self.level)  # refuses levels that there are not
        if self.hesitations not in HESITATIONS:
            raise OptionError(f"hesitations is one of {', '.join(HESITATIONS)}, not {self.hesitations!r}.")

    @property
    def n_versions(self) -> int:
        """How many times each text is counted."""
        return 2 if self.hesitations == "both" else 1

    def count(self, counter: Counter, words: Sequence[Word], ends: Bools) -> None:
        """Count words and their ends, in each version that is asked for."""
        texts = [word.text for word in words]
        if self.hesitations != "drop":
            counter.add(texts, ends)
        if self.hesitations != "keep":
            fillers = language(self.language).fillers
            spoken = np.array([text.lower() not in fillers for text in texts], dtype=bool)
            counter.add([text for text, is_word in zip(texts, spoken, strict=True) if is_word], move_ends(ends, spoken))

    def find_ends(self, document: Document) -> Bools:
        """Whether a sentence ends after each word of a document; its own sentences go before its marks."""
        by_marks = self.find_marked(document.transcript)
        if not document.segmentations:
            return by_marks
        own = flag_ends(document.segmentations[0])
        return own | by_marks if self.level == "clause" else own

    def find_marked(self, transcript: Transcript) -> Bools:
        """Whether a mark after each word ends a sentence."""
        marks = delimiters_for(self.level, self.delimiters)
        return flag_ends(boundaries(transcript.words, delimiters=marks))

    def drop_dictated(self, transcript: Transcript) -> Transcript:
        """The words without the marks that are dictated."""
        return without_spoken_marks(transcript, lang=language(self.language)) if self.dictated else transcript


@dataclass(frozen=True)
class TimedRecording:
    """A recording with times; `judged` are the gaps whose answer in `ends` is known.

    `text` and `text_ends` are what the lexical tables may count of it; `align` is how the answers came to these words.
    """

    name: str
    transcript: Transcript
    ends: Bools
    judged: Bools
    text: tuple[Word, ...]
    text_ends: Bools
    align: str = "none"

    def extract_gaps(self, lexicon: Lexicon) -> LabelledGaps:
        """The judged gaps as a model with these tables sees them."""
        return LabelledGaps(gaps_of(self.transcript, lexicon, durations=True)[self.judged], self.ends[self.judged])


def move_ends(ends: Bools, kept: Bools) -> Bools:
    """The ends on the words that are kept, those of the others on the last kept word before them.

    >>> move_ends(np.array([False, False, True, False]), np.array([True, True, False, True])).tolist()
    [False, True, False]
    """
    place = np.cumsum(kept)[ends] - 1
    there = np.zeros(int(kept.sum()), dtype=bool)
    there[place[place >= 0]] = True
    return there


def signature_options(recordings: Iterable[TimedRecording], rules: TextRules) -> Options:
    """What a signature says of scores on these recordings: their marks, and how answers were aligned with words."""
    options = Options(level=rules.level, marks=rules.delimiters)
    methods = sorted({each.align for each in recordings} - {"none"})
    return replace(options, align="+".join(methods), pivot="hypothesis") if methods else options


def flag_ends(segmentation: Segmentation) -> Bools:
    """Whether a sentence ends after each word."""
    found = np.zeros(segmentation.n_words, dtype=bool)
    found[list(segmentation.ends)] = True
    return found


def label_by_marks(document: Document, rules: TextRules) -> TimedRecording:
    """A recording whose own words have times and whose own marks tell its sentences.

    Without any time no gap is judged; its words can still be counted.
    """
    words, ends = document.transcript, rules.find_ends(document)
    if rules.dictated:
        words = rules.drop_dictated(words)
        ends = rules.find_marked(words)
    judged = np.full(len(words), words.has_times)
    judged[-1:] = False
    return TimedRecording(document.name, words, ends, judged, words.words, ends)


def label_by_reference(heard: Document, reference: Document, rules: TextRules) -> TimedRecording:
    """A recogniser's words and times, with sentence ends where letters around them match those of a text.

    Only gaps that the text vouches for are judged, each for itself. The text's words are what is counted.
    """
    words = rules.drop_dictated(heard.transcript)
    text_ends = rules.find_ends(reference)
    known = gap_data(reference.transcript, Segmentation.of(len(text_ends), np.flatnonzero(text_ends).tolist()), words)
    ends, judged = np.zeros(len(words), dtype=bool), np.zeros(len(words), dtype=bool)
    for gap in known:
        judged[gap.hyp] = True
        ends[gap.hyp] = gap.is_end
    return TimedRecording(heard.name, words, ends, judged, reference.transcript.words, text_ends, align="characters")
