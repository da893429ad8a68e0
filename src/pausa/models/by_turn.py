"""A transcript in several languages: every run of turns is read by the detector that knows its language.

    so what did she say then          |  dijo que no podía venir hasta el lunes     |  okay so monday
    default                           |  world, with what is known of Spanish       |  default

Each is cut by its own threshold: scores are moved, in logits, to where the chief language's detector cuts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pausa.core.scores import Floats, Scores
from pausa.core.words import Transcript
from pausa.decode.limits import THRESHOLD
from pausa.decode.threshold import logit
from pausa.models.base import Detector
from pausa.models.neural.marks import sigmoid

_TINY = 1e-9


@dataclass(frozen=True)
class Run:
    """Words `start` to `stop`, and who reads them."""

    start: int
    stop: int
    detector: Detector


class ByTurn(Detector):
    """The detector of the chief language, which leaves runs in others to their own."""

    def __init__(self, chief: Detector, runs: Sequence[Run]) -> None:
        self.chief, self.runs = chief, tuple(runs)
        self.name, self.needs, self.reads_marks = chief.name, chief.needs, chief.reads_marks
        self.tells_clauses, self.threshold, self.manifest = chief.tells_clauses, chief.threshold, chief.manifest
        self.tells_commas = all(run.detector.tells_commas for run in runs)
        self.tells_cases = all(run.detector.tells_cases for run in runs)

    def score(self, transcript: Transcript) -> Scores:
        if len(transcript) != self.runs[-1].stop:  # other words than those whose languages are known
            return self.chief.score(transcript)
        return joined([self._scores(run, transcript) for run in self.runs])

    def rate_for(self, scores: Scores) -> float | None:
        return self.chief.rate_for(scores)

    def _scores(self, run: Run, transcript: Transcript) -> Scores:
        found = run.detector.score(transcript.slice(run.start, run.stop))
        bars = run.detector.threshold_for(found), self.chief.threshold
        own, chief = (THRESHOLD if bar is None else bar for bar in bars)
        return found if own == chief else moved(found, float(logit(np.array(chief)) - logit(np.array(own))))


def moved(scores: Scores, by: float) -> Scores:
    """Scores that are so much surer of ends, in logits; marks keep their shares."""
    ends = np.clip(sigmoid(logit(scores.ends) + by), 0, 1)
    more, less = ends / np.maximum(scores.ends, _TINY), (1 - ends) / np.maximum(1 - scores.ends, _TINY)
    marks = {mark: np.clip(column * (less if mark == "," else more), 0, 1) for mark, column in scores.marks.items()}
    return Scores(ends, marks, scores.cases)


def joined(parts: Sequence[Scores]) -> Scores:
    """The scores of stretches, one after the other; marks and capitals where all tell them."""
    told = [mark for mark in parts[0].marks if all(mark in part.marks for part in parts)]
    cases = [part.cases for part in parts if part.cases is not None]
    return Scores(
        _chained([part.ends for part in parts]),
        {mark: _chained([part.marks[mark] for part in parts]) for mark in told},
        np.concatenate(cases) if len(cases) == len(parts) else None,
    )


def _chained(columns: Sequence[Floats]) -> Floats:
    return np.concatenate([np.zeros(0), *columns])
