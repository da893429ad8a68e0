"""From scores to sentences: thresholds, quotas, limits on length, ends at speaker turns.

A detector only scores; what is decided from its scores is written here once, and every detector gets it.
"""

from __future__ import annotations

import numpy as np

from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.decode.lengths import within
from pausa.decode.limits import THRESHOLD, SentenceLimits
from pausa.decode.quota import best_scored, wanted
from pausa.decode.threshold import Bools, reaching
from pausa.text.marks import delimiters_for

__all__ = ["SentenceLimits", "decode", "marks_at"]

_ANY = SentenceLimits()


def decode(
    scores: Scores, transcript: Transcript, limits: SentenceLimits = _ANY, *, level: str = "sentence"
) -> Segmentation:
    """The segmentation that the scores and the limits amount to.

    Where the scores tell marks, each end gets its most likely one among those that end a sentence (at
    level "clause", or a comma); an end at which none is possible gets none.
    """
    n_words = len(transcript)
    if len(scores) != n_words:
        raise ValueError(f"Scores for {len(scores)} words do not fit {n_words} words")
    if not n_words:
        return Segmentation(0, ())
    fixed = _fixed_ends(transcript, limits)
    words_per_end = limits.words_per_end
    if words_per_end is None:
        point = reaching(scores.ends, at=THRESHOLD if limits.threshold is None else limits.threshold)
    else:
        point = best_scored(scores.ends, count=wanted(n_words, words_per_end), fixed=fixed)
    if limits.bound_lengths:
        ends = within(scores.ends, point, fixed, transcript, limits)
    else:
        ends = np.flatnonzero(point.chosen | fixed).tolist()
    return Segmentation(n_words, tuple(ends), marks_at(scores, ends, level), probabilities=tuple(scores.ends.tolist()))


def _fixed_ends(transcript: Transcript, limits: SentenceLimits) -> Bools:
    """Ends that no score can undo: the last word, and the last of each turn where turns are respected."""
    fixed = np.zeros(len(transcript), dtype=bool)
    fixed[-1] = True
    if limits.turns == "respect":
        fixed[list(transcript.turn_ends)] = True
    return fixed


def marks_at(scores: Scores, ends: list[int], level: str) -> tuple[str, ...]:
    """The most likely mark at each end, empty where no mark is possible."""
    columns = {mark: scores.marks[mark][ends] for mark in delimiters_for(level) if mark in scores.marks}
    if not columns:
        return ()
    likely = np.array(list(columns.values()))
    # The first of equals wins: a full stop goes before a question.
    best = np.array(list(columns))[likely.argmax(axis=0)]
    marks = np.where(likely.max(axis=0) > 0, best, "")
    return tuple(marks.tolist()) if marks.any() else ()
