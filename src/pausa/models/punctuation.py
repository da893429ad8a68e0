"""Trust the marks that are there: certain ends at delimiters, none elsewhere.

    so we left , it was late .     →  0 0 0 0 0 1, and a comma after "left"

For transcripts from recognisers that punctuate, and for text by people. The marks themselves are passed
on, so `!` stays `!`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats, Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.text.marks import CLAUSE_DELIMITERS, DELIMITERS, chief, delimiters_for, is_end


@dataclass(frozen=True)
class PunctuationDetector(Detector):
    """An end at every mark that holds one of the delimiters; clauses also end at commas (`.?!;,`)."""

    delimiters: str = DELIMITERS

    name = "punctuation"
    needs = frozenset({"marks"})
    reads_marks = True
    tells_commas = True
    history = 0

    def score(self, transcript: Transcript) -> Scores:
        if len(transcript) and not any(chief(word.mark) for word in transcript.words):
            raise OptionError(
                "The punctuation model needs marks, and this transcript has none; "
                "choose another model (pausa models lists them)."
            )
        return self.score_stretch(transcript, 0)

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        spelled = [word.mark for word in transcript.words[first:]]
        ends = np.array([bool(mark) and is_end(mark, self.delimiters) for mark in spelled], dtype=np.float64)
        return Scores(ends, _columns(spelled))

    def at_level(self, level: str) -> PunctuationDetector:
        """Clauses end at commas too."""
        return replace(self, delimiters=delimiters_for(level, self.delimiters))


def _columns(spelled: list[str]) -> dict[str, Floats]:
    """A column of zeros and ones for `.`, `?`, `,` and what other ends there are."""
    chiefs = np.array([chief(mark) for mark in spelled], dtype="U1")
    found = {mark: chiefs == mark for mark in CLAUSE_DELIMITERS}
    return {mark: at.astype(np.float64) for mark, at in found.items() if mark in ".?," or at.any()}
