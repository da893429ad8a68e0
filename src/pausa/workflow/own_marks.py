"""The marks that a transcript brings along, beside what a detector says of its words.

    keep      they stand, and nothing is added
    auto      they stand, and where none are for longer than can be, the detector's ends are added
    ignore    the detector alone decides
    blend     the detector decides, the marks being evidence: for marks that a recogniser made

Recognisers drop marks for minutes on end, or write hardly any. A stretch between two marked ends is bare if the
detector expects four ends or more inside it (the sum of its probabilities): people write sentences that a detector
would cut once or twice, but hardly ever four times. Where half of the words stand in such stretches, marks are scarce
throughout, and two are enough. `python -m benchmarks own-marks` has the figures behind these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats, Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.decode import Kept
from pausa.decode.threshold import Bools, logit
from pausa.text.casing import begins_with_capitals
from pausa.text.marks import chief, delimiters_for, is_end, may_go_on

MARKS = ("auto", "keep", "ignore", "blend")
#: A stretch without marks is bare where a detector expects so many ends in it.
MISSING = 4.0
#: The same where marks are scarce throughout: where so large a part of the words is in bare stretches.
MISSING_IF_SCARCE = 2.0
SCARCE = 0.5
#: Marks as evidence: half of the trust is given at this agreement (F1) with the detector, nearly all of it .05 above.
TRUSTED = 0.88
TRUST_WIDTH = 0.02
#: Agreement is counted where the detector is this sure, either way: there, good marks hardly ever differ.
SURE = 0.8
#: By how much the logarithm of the odds rises at a mark and sinks elsewhere, at full trust.
RAISED = 5.0
SUNK = 2.0
#: So many ends that agree so well are added to those of a recording.
PRIOR_COUNT = 24
PRIOR = 0.95


def check_choice(marks: str) -> None:
    """An error where there is no such choice."""
    if marks not in MARKS:
        raise OptionError(f"marks is one of {', '.join(MARKS)}, not {marks!r}.")


def kept_ends(transcript: Transcript, *, level: str = "sentence", alone: bool = False) -> Kept:
    """The ends that the marks of the transcript spell.

    A ? or ! behind which the sentence goes on is none ('"Ready?" she asked.'), as it does where people write capitals
    and the next word has a small letter. A clause ends there as it does at a comma.
    """
    delimiters, goes_on = delimiters_for(level), set() if level == "clause" else going_on(transcript)
    return Kept(
        tuple(
            chief(word.mark) if word.mark and is_end(word.mark, delimiters) and place not in goes_on else ""
            for place, word in enumerate(transcript.words)
        ),
        alone,
    )


def going_on(transcript: Transcript) -> set[int]:
    """The words with a ? or ! behind which their sentence goes on."""
    found = {
        place
        for place, (word, following) in enumerate(pairwise(transcript.words))
        if word.mark and may_go_on(word, following)
    }
    found -= set(transcript.turn_ends)
    return found if found and begins_with_capitals(transcript.words) else set()


@dataclass(frozen=True)
class Stretch:
    """Words `start` to `stop`, the last one included, after none of which a sentence is marked to end but the last."""

    start: int
    stop: int


def bare_stretches(kept: Kept, ends: Floats, fixed: Bools) -> list[Stretch]:
    """The stretches in which ends must be missing, by what a detector expects at gaps that are no ends anyway.

    >>> marks = ("", ".", "", "", "", "", "", ".", "", ".", "", ".")
    >>> bare_stretches(Kept(marks), np.full(12, 0.9), np.zeros(12, dtype=bool))
    [Stretch(start=2, stop=7)]
    """
    expected = np.where(kept.ends | fixed, 0.0, ends)
    found = _stretches(kept, expected, MISSING)
    if gaps_in(found, len(kept.marks)).mean() >= SCARCE:
        return _stretches(kept, expected, MISSING_IF_SCARCE)
    return found


def _stretches(kept: Kept, expected: Floats, at_least: float) -> list[Stretch]:
    found = []
    start = 0
    for stop in [*np.flatnonzero(kept.ends).tolist(), len(kept.marks) - 1]:
        if stop >= start and float(expected[start : stop + 1].sum()) >= at_least:
            found.append(Stretch(start, stop))
        start = stop + 1
    return found


def flag(segmentation: Segmentation) -> Bools:
    """For each word, whether a sentence ends after it."""
    flags = np.zeros(segmentation.n_words, dtype=bool)
    flags[list(segmentation.ends)] = True
    return flags


def gaps_in(stretches: list[Stretch], n_words: int) -> Bools:
    """Which gaps lie in the stretches."""
    inside = np.zeros(n_words, dtype=bool)
    for stretch in stretches:
        inside[stretch.start : stretch.stop] = True
    return inside


def blend(scores: Scores, kept: Kept) -> Scores:
    """What a detector says, with the marks of a recogniser as evidence: odds rise where one stands and sink elsewhere.

    How much depends on how far the marks agree with the detector where it is sure: hardly at all where they go their
    own ways, by `RAISED` and `SUNK` where they nearly are the same. Where it is not sure, good marks and bad ones
    differ from it alike. A short recording tells little and is taken for one of a good recogniser.
    """
    ends = scores.ends[:-1]
    found = ends >= SURE
    own = kept.ends[:-1] & (found | (ends <= 1 - SURE))
    hit = int((own & found).sum())
    agreement = 2 * (hit + PRIOR_COUNT * PRIOR) / (int(own.sum()) + int(found.sum()) + 2 * PRIOR_COUNT)
    trust = 1 / (1 + np.exp(-(agreement - TRUSTED) / TRUST_WIDTH))
    odds = logit(scores.ends) + trust * np.where(kept.ends, RAISED, -SUNK)
    return replace(scores, ends=1 / (1 + np.exp(-odds)))


#: F1 of recognisers' own marks, and of `ignore` and `blend` on their words (`python -m benchmarks own-marks`): the mean
#: over four recognisers of earnings calls, and Whisper on speeches.
MEASURED = {"calls": (0.56, 0.76, 0.76), "Whisper's speeches": (0.88, 0.79, 0.88)}


def tell_recognised() -> str:
    """What other choices gave where a recogniser made the marks."""
    figures = ", ".join(
        f"on {name} {keep:.2f} (own marks), {ignore:.2f} (ignore), {blend:.2f} (blend)"
        for name, (keep, ignore, blend) in MEASURED.items()
    )
    return f"; a recogniser made them: F1 was {figures}"


def tell_kept(kept: Kept, found: Segmentation, stretches: list[Stretch]) -> str:
    """One line on what was done with the marks that were there, and which option does otherwise."""
    n_kept = int(kept.ends.sum())
    inside = gaps_in(stretches, len(kept.marks))
    n_added = sum(bool(inside[end] and not kept.marks[end]) for end in found.ends)
    told = (
        f"kept the {n_kept:,} sentence ends that are marked" if n_kept != 1 else "kept the sentence end that is marked"
    )
    if not n_added:
        return f"{told} (marks: auto; ignore goes by the words alone)"
    longest = max(stretch.stop - stretch.start + 1 for stretch in stretches)
    where = f"{len(stretches)} stretches" if len(stretches) > 1 else "a stretch"
    return (
        f"{told} and added {n_added:,} in {where} without marks, of up to {longest:,} words "
        "(marks: auto; keep adds none, ignore goes by the words alone)"
    )
