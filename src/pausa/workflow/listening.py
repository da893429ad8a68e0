"""A detector with ears: words are aligned with a recording first, so that there are times, and sounds, to go by.

    detector = on_audio(load("fst"), "talk.flac")
    segment(document, detector)                     # as segment(document, "fst", audio="talk.flac")

Any detector gains the times that its transcript lacked. `fst` also hears F0, energy and phones, where it has learned
from audio.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pausa.core.graph import WordGraph
from pausa.core.messages import Say, say_nothing
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.models.fst import FstDetector
from pausa.models.fst.audio import Listened, listened


class OnAudio(Detector):
    """A detector that listens to a recording; what was heard is kept for the transcript it was last asked about."""

    def __init__(self, detector: Detector, path: str | PathLike[str], say: Say = say_nothing) -> None:
        self.detector = detector
        self.path = path
        self.say = say
        self.name = detector.name
        self.needs = detector.needs - {"times"}
        self.reads_marks, self.tells_commas = detector.reads_marks, detector.tells_commas
        self.tells_cases = detector.tells_cases
        self.tells_clauses = detector.tells_clauses
        self.threshold, self.manifest = detector.threshold, detector.manifest
        self._last: tuple[Transcript, Listened] | None = None

    def score(self, transcript: Transcript) -> Scores:
        return self.detector.score(self.heard(transcript).transcript) if len(transcript) else Scores(np.zeros(0))

    def threshold_for(self, scores: Scores) -> float | None:
        return self.detector.threshold_for(scores)

    def rate_for(self, scores: Scores) -> float | None:
        return self.detector.rate_for(scores)

    def best(self, transcript: Transcript, *, fixed: NDArray[np.bool_] | None = None) -> list[int] | None:
        return self.detector.best(self.heard(transcript).transcript, fixed=fixed)

    def best_words(self, graph: WordGraph) -> Transcript | None:
        return self.detector.best_words(graph)

    def search_space(self, graph: WordGraph, *, fixed: NDArray[np.bool_] | None = None) -> WordGraph | None:
        return self.detector.search_space(graph, fixed=fixed)

    def at_level(self, level: str) -> Detector:
        detector = self.detector.at_level(level)
        return self if detector is self.detector else on_audio(detector, self.path, say=self.say)

    def heard(self, transcript: Transcript) -> Listened:
        """What the recording tells about the words."""
        if self._last is None or not (transcript is self._last[0] or transcript is self._last[1].transcript):
            self._last = (transcript, listened(transcript, Path(self.path)))
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


def on_audio(detector: Detector, path: str | PathLike[str], *, say: Say = say_nothing) -> OnAudio:
    """The detector, listening to that recording."""
    return FstOnAudio(detector, path, say) if isinstance(detector, FstDetector) else OnAudio(detector, path, say)
