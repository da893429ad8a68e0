"""From what a detector says to sentences: scores at a level, ends by threshold, rate, best path or own marks.

`segment` and streams decide by these alone, so that both cut alike.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.decode import Kept, SentenceLimits, complete, decode, fixed_ends
from pausa.decode.limits import THRESHOLD
from pausa.decode.signs import keep_signs_with_words
from pausa.decode.threshold import Bools
from pausa.models.base import Detector
from pausa.text.languages import language as language_of
from pausa.text.written import Written, as_finished
from pausa.workflow.own_marks import bare_stretches, flag, gaps_in, tell_kept
from pausa.workflow.segments import likely_commas


def score_gaps(transcript: Transcript, detector: Detector, *, level: str = "sentence") -> Scores:
    """What a detector says about a transcript; at level "clause" a comma is an end too."""
    if transcript.is_blank:
        raise OptionError("There are boundaries but no words here to segment; give a format that holds words.")
    return at_level(detector.score(transcript), transcript, detector, level)


def at_level(scores: Scores, transcript: Transcript, detector: Detector, level: str) -> Scores:
    """A detector's scores with signs kept to their words; at level "clause" a comma is an end too."""
    if detector.reads_marks:
        return scores
    scores = keep_signs_with_words(scores, transcript.texts)
    if not _adds_commas(detector, level):
        return scores
    check_commas(detector)
    return replace(scores, ends=np.minimum(scores.ends + scores.marks[","], 1.0))


def decide(
    transcript: Transcript,
    scores: Scores,
    detector: Detector,
    limits: SentenceLimits,
    *,
    level: str = "sentence",
    written: Written | None = None,
) -> Segmentation:
    """The sentences that the scores and the limits amount to, as many as the detector gives by itself if none say.

    A detector with a best path over the whole recording has its way where no limit says anything.
    """
    if limits.is_free:
        if len(transcript) and not limits.bound_lengths and not _adds_commas(detector, level):
            path = best_path(detector, transcript, fixed_ends(transcript, limits))
            if path is not None:
                return Segmentation(len(transcript), path, by=detector.name, probabilities=tuple(scores.ends.tolist()))
        own = own_limits(detector, scores, level=level)
        limits = replace(limits, threshold=own.threshold, rate=own.rate)
    return decode(scores, transcript, limits, level=level, written=written).named(detector.name)


def keep(
    transcript: Transcript,
    scores: Scores,
    detector: Detector,
    kept: Kept,
    limits: SentenceLimits,
    *,
    level: str = "sentence",
    written: Written | None = None,
) -> tuple[Segmentation, str]:
    """The sentences that are marked, completed where marks must be missing; and a line that says what was done."""
    if kept.alone:
        nothing = np.zeros(len(transcript), dtype=bool)
        found = complete(scores, transcript, kept, nothing, limits, level=level, written=written)
        told = "" if any(kept.marks) else "no sentence end is marked here; marks=auto finds them"
        return found.named("punctuation"), told
    free = replace(limits, min_words=None, max_words=None, max_chars=None, max_seconds=None)
    alone = flag(decide(transcript, scores, detector, free, level=level))
    stretches = bare_stretches(kept, scores.ends, fixed_ends(transcript, limits))
    chosen = alone & gaps_in(stretches, len(transcript))
    found = complete(scores, transcript, kept, chosen, limits, level=level, written=written)
    by = f"punctuation+{detector.name}" if chosen.any() else "punctuation"
    return found.named(by), tell_kept(kept, found, stretches)


def counted(
    transcript: Transcript,
    scores: Scores,
    limits: SentenceLimits,
    *,
    stray_ends: bool,
    commas: tuple[int, ...] = (),
    language: str = "",
) -> Written | None:
    """What a limit on characters counts: words as they will be written; None where there is no such limit."""
    if limits.max_chars is None:
        return None
    instead = likely_commas(scores) if "," in scores.marks else ()
    lang = language_of(language)
    return as_finished(transcript, stray_ends=stray_ends, commas=commas, instead=instead, lang=lang)


def best_path(detector: Detector, transcript: Transcript, fixed: Bools) -> tuple[int, ...] | None:
    """The ends of a detector's best path, kept clear of signs as scores are; None where it has none."""
    path = detector.best(transcript, fixed=fixed)
    if path is None:
        return None
    chosen = np.zeros(len(transcript))
    chosen[path] = 1.0
    moved = keep_signs_with_words(Scores(chosen), transcript.texts).ends > 0
    moved[-1] = True
    return tuple(np.flatnonzero(moved | fixed).tolist())


def own_limits(detector: Detector, scores: Scores, *, level: str = "sentence") -> SentenceLimits:
    """How a detector cuts where nobody asks for a number: at its threshold, or at its rate for these scores."""
    if _adds_commas(detector, level):
        return SentenceLimits(threshold=THRESHOLD)
    threshold = detector.threshold_for(scores)
    if threshold is None and len(scores):
        rate = detector.rate_for(scores)
        if rate is not None:
            return SentenceLimits(rate=min(100.0, rate))
    return SentenceLimits(threshold=THRESHOLD if threshold is None else threshold)


def _adds_commas(detector: Detector, level: str) -> bool:
    """Whether ends of clauses have to be made from ends and commas; marks, and models of clauses, tell them already."""
    return level == "clause" and not detector.reads_marks and not detector.tells_clauses


def check_commas(detector: Detector) -> None:
    if not detector.tells_commas:
        raise OptionError(f"The {detector.name} model knows no commas; the transformer does (pausa models).")
