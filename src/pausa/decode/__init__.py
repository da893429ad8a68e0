"""From scores to sentences: thresholds, quotas, limits on length, ends at speaker turns and at marks that are there.

A detector only scores; what is decided from its scores is written here once, and every detector gets it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.decode.lengths import within
from pausa.decode.limits import THRESHOLD, SentenceLimits
from pausa.decode.quota import best_scored, wanted
from pausa.decode.threshold import Bools, OperatingPoint, logit, reaching
from pausa.text.marks import delimiters_for, kinds
from pausa.text.written import Written

__all__ = ["Kept", "SentenceLimits", "complete", "decode", "fixed_ends", "marks_at"]

_ANY = SentenceLimits()
#: A sentence is a question where that is so much of what speaks for a full stop or a question: a statement with a
#: question mark reads worse than a question with a full stop. Chosen on development recordings of every genre, so that
#: four of five question marks are right (`python -m benchmarks reading-marks`).
QUESTION = 0.7


@dataclass(frozen=True)
class Kept:
    """Ends that stand because the transcript marks them: a mark for each word, empty where no sentence ends.

    `alone` says that nothing but these has a mark; else ends beside them get the most likely one, though none where
    a word has a mark of another kind and ends a sentence only because its turn is over.
    """

    marks: tuple[str, ...]
    alone: bool = False

    @property
    def ends(self) -> Bools:
        return np.array([bool(mark) for mark in self.marks], dtype=bool)


def decode(
    scores: Scores,
    transcript: Transcript,
    limits: SentenceLimits = _ANY,
    *,
    level: str = "sentence",
    written: Written | None = None,
) -> Segmentation:
    """The segmentation that the scores and the limits amount to; `written` tells what a limit on characters counts.

    Where the scores tell marks, each end gets its most likely one among those that end a sentence (at
    level "clause", or a comma); an end at which none is possible gets none.
    """
    n_words = len(transcript)
    if len(scores) != n_words:
        raise ValueError(f"Scores for {len(scores)} words do not fit {n_words} words")
    if not n_words:
        return Segmentation(0, ())
    fixed = fixed_ends(transcript, limits)
    words_per_end = limits.words_per_end
    if words_per_end is None:
        point = reaching(scores.ends, at=THRESHOLD if limits.threshold is None else limits.threshold)
    else:
        point = best_scored(scores.ends, count=wanted(n_words, words_per_end), fixed=fixed)
    return _segmentation(scores, transcript, point, fixed, limits, level, written)


def complete(
    scores: Scores,
    transcript: Transcript,
    kept: Kept,
    chosen: Bools,
    limits: SentenceLimits = _ANY,
    *,
    level: str = "sentence",
    written: Written | None = None,
) -> Segmentation:
    """The segmentation of the ends that are kept, those `chosen` beside them, and what the limits ask for."""
    fixed = fixed_ends(transcript, limits) | kept.ends
    point = OperatingPoint(chosen | kept.ends, float(logit(np.array(THRESHOLD))))
    return _segmentation(scores, transcript, point, fixed, limits, level, written, kept)


def _segmentation(
    scores: Scores,
    transcript: Transcript,
    point: OperatingPoint,
    fixed: Bools,
    limits: SentenceLimits,
    level: str,
    written: Written | None,
    kept: Kept | None = None,
) -> Segmentation:
    meant = point.chosen | fixed
    marked = meant if kept is None else kept.ends if kept.alone else point.chosen | (fixed & _unmarked(transcript))
    bound = limits.bound_lengths
    ends = within(scores.ends, point, fixed, transcript, limits, written) if bound else np.flatnonzero(meant)
    places = np.asarray(ends, dtype=np.int64)
    marks = _marks(scores, places, level, marked, kept)
    return Segmentation(len(transcript), tuple(places.tolist()), marks, probabilities=tuple(scores.ends.tolist()))


def fixed_ends(transcript: Transcript, limits: SentenceLimits) -> Bools:
    """Ends that no score can undo: the last word, and the last of each turn where turns are respected."""
    fixed = np.zeros(len(transcript), dtype=bool)
    fixed[-1] = True
    if limits.turns == "respect":
        fixed[list(transcript.turn_ends)] = True
    return fixed


def _unmarked(transcript: Transcript) -> Bools:
    return np.array([not kinds(word.mark) for word in transcript.words], dtype=bool)


def _marks(scores: Scores, ends: NDArray[np.int64], level: str, marked: Bools, kept: Kept | None) -> tuple[str, ...]:
    """The mark at each end that shall have one: the transcript's own where it is kept, else the most likely.

    A cut that only a limit made gets none, nor does an end at which no mark is possible. Nothing is told where the
    scores tell no marks and nothing is kept, unless there are such cuts.
    """
    likely = marks_at(scores, ends, level)
    if likely is not None:
        marks = likely
    elif kept is None and marked[ends].all():
        return ()
    else:
        marks = np.full(ends.size, ".")
    marks = np.where(marked[ends], marks, "")
    if kept is not None:
        marks = np.array([kept.marks[end] or mark for end, mark in zip(ends, marks, strict=True)], dtype="U1")
    return tuple(marks.tolist()) if marks.any() or not marked[ends[:-1]].all() else ()


def marks_at(scores: Scores, ends: NDArray[np.int64], level: str) -> NDArray[np.str_] | None:
    """The most likely mark at each of these ends, empty where none is possible; None where the scores tell no marks.

    A question mark has to be three times as likely as a full stop.
    """
    columns = {mark: scores.marks[mark][ends] for mark in delimiters_for(level) if mark in scores.marks}
    if not columns:
        return None
    if {".", "?"} <= columns.keys():
        asks = columns["?"] >= QUESTION * (columns["."] + columns["?"])
        columns["?"] = np.where(asks, columns["?"], 0.0)
    likely = np.array(list(columns.values()))
    # The first of equals wins: a full stop goes before a question.
    best = np.array(list(columns))[likely.argmax(axis=0)]
    return np.where(likely.max(axis=0) > 0, best, "")
