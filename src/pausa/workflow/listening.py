"""A detector with ears: words are aligned with a recording first, so that there are times, and sounds, to go by.

    detector = on_audio(load("fst"), "talk.flac")
    segmented(document, detector)                   # the words of the document stay as they are

Any detector gains the times that its transcript lacked. `fst` also hears F0, energy and phones, where it has learned
from audio.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.messages import Say
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.models.fst import FstDetector
from pausa.models.fst.audio import Listened, listened


def _quiet(_: str) -> None:
    """Say nothing."""


class OnAudio:
    """A detector that listens to a recording; what was heard is kept for the transcript it was last asked about."""

    def __init__(self, detector: Detector, path: str | Path, say: Say = _quiet) -> None:
        self.detector = detector
        self.path = path
        self.say = say
        self._last: tuple[Transcript, Listened] | None = None

    @property
    def name(self) -> str:
        return self.detector.name

    @property
    def needs(self) -> frozenset[str]:
        return self.detector.needs - {"times"}

    def __getattr__(self, name: str) -> Any:
        # A threshold or a rate of its own is the detector's business.
        return getattr(self.__dict__["detector"], name)

    def score(self, transcript: Transcript) -> Scores:
        return self.detector.score(self.heard(transcript).transcript) if len(transcript) else Scores(np.zeros(0))

    def heard(self, transcript: Transcript) -> Listened:
        """What the recording tells about the words."""
        if self._last is None or self._last[0] is not transcript:
            self._last = (transcript, listened(transcript, self.path))
            for message in self._last[1].messages:
                self.say(message)
        return self._last[1]


class FstOnAudio(OnAudio):
    """`fst` with all features, and its best path."""

    detector: FstDetector

    def score(self, transcript: Transcript) -> Scores:
        if not len(transcript):
            return Scores(np.zeros(0))
        heard = self.heard(transcript)
        return self.detector.score(heard.transcript, table=heard.table(self.detector.norms))

    def best(self, transcript: Transcript, *, fixed: NDArray[np.bool_] | None = None) -> list[int]:
        """The ends of the best path."""
        heard = self.heard(transcript)
        return self.detector.best(heard.transcript, table=heard.table(self.detector.norms), fixed=fixed)


def on_audio(detector: Detector, path: str | Path, *, say: Say = _quiet) -> Detector:
    """The detector, listening to that recording."""
    return FstOnAudio(detector, path, say) if isinstance(detector, FstDetector) else OnAudio(detector, path, say)
