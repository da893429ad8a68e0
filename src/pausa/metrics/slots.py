"""Boundaries against each reference: precision, recall, F1, slot error rate, classification error rate.

P = TP/(TP+FP), R = TP/(TP+FN), F1 = 2TP/(2TP+FP+FN), SER = (FP+FN)/(TP+FN), CER = (FP+FN)/gaps.
With marks told apart, a right place with another mark is one substitution more in SER's numerator.
With a tolerance, boundaries are matched one to one, as many pairs as possible (never greedily short).
NIST's SU error is SER in percent.

Edge cases: no boundary on either side makes P, R, F1 and SER undefined (NaN); an empty hypothesis has
undefined precision, recall 0 and F1 0; without reference boundaries SER is undefined, however many are extra.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.metrics.base import Boundaries, Case, Counts, Family, Options, Positions, mean, ratio, shared


@dataclass(frozen=True)
class Matches(Counts):
    """Boundaries hit, missed and extra; `other_mark` of the hits bear another mark than the reference."""

    hit: int = 0
    missed: int = 0
    extra: int = 0
    other_mark: int = 0
    gaps: int = 0


@dataclass(frozen=True)
class EachReference(Counts):
    """Matches against each reference, one number per reference."""

    hit: tuple[int, ...]
    missed: tuple[int, ...]
    extra: tuple[int, ...]
    other_mark: tuple[int, ...]
    gaps: tuple[int, ...]

    def __getitem__(self, reference: int) -> Matches:
        return Matches(
            self.hit[reference],
            self.missed[reference],
            self.extra[reference],
            self.other_mark[reference],
            self.gaps[reference],
        )

    def __len__(self) -> int:
        return len(self.hit)


class Slots(Family):
    """The scores against one reference, and their means over the references."""

    name = "slots"
    keys = ("precision_mean", "recall_mean", "f1_mean", "ser_mean", "cer_mean")
    is_per_reference = True

    def count(self, case: Case) -> EachReference:
        found = [matches(reference, case.hypothesis, case) for reference in case.references]
        return EachReference(
            hit=case.seat([each.hit for each in found]),
            missed=case.seat([each.missed for each in found]),
            extra=case.seat([each.extra for each in found]),
            other_mark=case.seat([each.other_mark for each in found]),
            gaps=case.seat([each.gaps for each in found]),
        )

    def score(self, counts: EachReference) -> dict[str, float]:
        each = self.per_reference(counts)
        return {key: mean([scores[key.removesuffix("_mean")] for scores in each]) for key in self.keys}

    def per_reference(self, counts: EachReference) -> list[dict[str, float]]:
        """The scores against each reference, in their order."""
        return [slot_scores(counts[reference]) for reference in range(len(counts))]

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """How far off a boundary may be, and for SER whether another mark is an error."""
        own = tolerance_parts(options)
        if options.tell_marks_apart and key in ("ser_mean", "ser", "nist_su"):
            own["substitutions"] = "marks"
        return own


def tolerance_parts(options: Options) -> dict[str, str]:
    """The part of a signature that says how far off a boundary may be; empty where it may not."""
    own = {"tolerance": str(options.tolerance)} if options.tolerance else {}
    return own if options.collar_ms is None else {**own, "collar": f"{options.collar_ms}ms"}


def slot_scores(counts: Matches) -> dict[str, float]:
    """Every score that follows from hits, misses and extras."""
    wrong = counts.missed + counts.extra
    ser = ratio(wrong + counts.other_mark, counts.hit + counts.missed)
    return {
        "precision": ratio(counts.hit, counts.hit + counts.extra),
        "recall": ratio(counts.hit, counts.hit + counts.missed),
        "f1": ratio(2 * counts.hit, 2 * counts.hit + wrong),
        "ser": ser,
        "cer": ratio(wrong, counts.gaps),
        "nist_su": 100 * ser,
    }


def matches(reference: Boundaries, hypothesis: Boundaries, case: Case) -> Matches:
    """Hits, misses and extras of a hypothesis against one reference, with the case's tolerance."""
    options = case.options
    if options.tolerance or options.collar_ms is not None:
        ref_hit, hyp_hit = _pairs_within(reference, hypothesis, case)
    else:
        ref_hit, hyp_hit = shared(reference.at, hypothesis.at)
    hit = len(ref_hit)
    other = _other_marks(reference, hypothesis, ref_hit, hyp_hit) if options.tell_marks_apart else 0
    return Matches(hit, len(reference) - hit, len(hypothesis) - hit, other, case.n_gaps)


def _other_marks(reference: Boundaries, hypothesis: Boundaries, ref_hit: Positions, hyp_hit: Positions) -> int:
    """How many hits bear another mark; a mark that is unknown on either side is no other mark."""
    if not (reference.marks and hypothesis.marks):
        return 0
    pairs = zip(ref_hit.tolist(), hyp_hit.tolist(), strict=True)
    marks = ((reference.marks[r], hypothesis.marks[h]) for r, h in pairs)
    return sum(left != right for left, right in marks if left and right)


def _pairs_within(reference: Boundaries, hypothesis: Boundaries, case: Case) -> tuple[Positions, Positions]:
    """As many one-to-one pairs as possible within the tolerance, as places in either list."""
    if case.options.collar_ms is None:
        return _paired(reference.at, hypothesis.at, case.options.tolerance)
    if case.end_ms is None or np.isnan(case.end_ms).all():
        raise OptionError("A collar in milliseconds needs word times; give a tolerance in words instead.")
    left, right = case.end_ms[reference.at], case.end_ms[hypothesis.at]
    timed_left, timed_right = np.flatnonzero(~np.isnan(left)), np.flatnonzero(~np.isnan(right))
    # Turns may overlap, so the words' order is not the order of their times.
    timed_left = timed_left[np.argsort(left[timed_left], kind="stable")]
    timed_right = timed_right[np.argsort(right[timed_right], kind="stable")]
    timed = _paired(left[timed_left], right[timed_right], case.options.collar_ms)
    # A word without a time can still be the same word on both sides.
    bare_left, bare_right = np.flatnonzero(np.isnan(left)), np.flatnonzero(np.isnan(right))
    bare = shared(reference.at[bare_left], hypothesis.at[bare_right])
    return (
        np.concatenate([timed_left[timed[0]], bare_left[bare[0]]]),
        np.concatenate([timed_right[timed[1]], bare_right[bare[1]]]),
    )


def _paired(left: NDArray[Any], right: NDArray[Any], limit: float) -> tuple[Positions, Positions]:
    """Places of the pairs no further apart than the limit, from two rising arrays.

    On a line with one limit for all, taking both sides in order and pairing the earliest that fit is a
    maximum matching: uncrossing two pairs never breaks either.
    """
    ours, theirs = left.tolist(), right.tolist()
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(ours) and j < len(theirs):
        distance = ours[i] - theirs[j]
        if abs(distance) <= limit:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif distance < 0:
            i += 1
        else:
            j += 1
    places = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    return places[:, 0], places[:, 1]
