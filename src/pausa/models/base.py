"""What a detector is: something that tells how likely a sentence ends after each word.

It decides nothing. Thresholds, target rates, limits and speaker turns are in `pausa.decode`, so a new
detector gets them all by giving scores.
"""

from __future__ import annotations

from typing import Protocol

from pausa.core.scores import Scores
from pausa.core.words import Transcript


class Detector(Protocol):
    """Scores every gap of a transcript; see `pausa.models.pause` for a small one."""

    @property
    def name(self) -> str:
        """What it is called in the registry and in the segmentations it makes."""
        ...

    @property
    def needs(self) -> frozenset[str]:
        """What a transcript must have beside its words: any of "times", "marks"."""
        ...

    def score(self, transcript: Transcript) -> Scores:
        """Probability of an end after each word; OptionError where the transcript lacks what is needed."""
        ...
