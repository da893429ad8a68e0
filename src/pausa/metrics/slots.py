"""Boundaries against each reference: precision, recall, F1, slot error rate, classification error rate.

P = TP/(TP+FP), R = TP/(TP+FN), F1 = 2TP/(2TP+FP+FN), SER = (FP+FN)/(TP+FN), CER = (FP+FN)/gaps.
With marks told apart, a right place with another mark is one substitution more in SER's numerator.
With a tolerance, boundaries are matched one to one, as many pairs as possible (never greedily short).
NIST's SU error is SER in percent.

Edge cases: no boundary on either side makes P, R, F1 and SER undefined (NaN); an empty hypothesis has
undefined precision, recall 0 and F1 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pausa.core.errors import OptionError
from pausa.metrics.base import Boundaries, Case, Counts, mean, ratio


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
    gaps: int

    def __getitem__(self, reference: int) -> Matches:
        return Matches(
            self.hit[reference],
            self.missed[reference],
            self.extra[reference],
            self.other_mark[reference],
            self.gaps,
        )

    def __len__(self) -> int:
        return len(self.hit)


class Slots:
    """The scores against one reference, and their means over the references."""

    name = "slots"
    keys = ("precision_mean", "recall_mean", "f1_mean", "ser_mean", "cer_mean")

    def count(self, case: Case) -> EachReference:
        found = [matches(reference, case.hypothesis, case) for reference in case.references]
        return EachReference(
            hit=tuple(each.hit for each in found),
            missed=tuple(each.missed for each in found),
            extra=tuple(each.extra for each in found),
            other_mark=tuple(each.other_mark for each in found),
            gaps=case.n_gaps,
        )

    def score(self, counts: EachReference) -> dict[str, float]:
        each = self.per_reference(counts)
        return {f"{key}_mean": mean([scores[key] for scores in each]) for key in ("precision", "recall", "f1", "ser", "cer")}

    def per_reference(self, counts: EachReference) -> list[dict[str, float]]:
        """The scores against each reference, in their order."""
        return [slot_scores(counts[reference]) for reference in range(len(counts))]


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
        pairs = _pairs_within(reference, hypothesis, case)
        ref_hit, hyp_hit = pairs[:, 0], pairs[:, 1]
    else:
        _, ref_hit, hyp_hit = np.intersect1d(reference.at, hypothesis.at, assume_unique=True, return_indices=True)
    hit = len(ref_hit)
    other = 0
    if options.tell_marks_apart and reference.marks and hypothesis.marks:
        other = sum(reference.marks[r] != hypothesis.marks[h] for r, h in zip(ref_hit, hyp_hit, strict=True))
    return Matches(hit, len(reference) - hit, len(hypothesis) - hit, other, case.n_gaps)


def _pairs_within(reference: Boundaries, hypothesis: Boundaries, case: Case) -> np.ndarray:
    """As many one-to-one pairs as possible within the tolerance.

    On a line with one tolerance for all, taking both sides in order and pairing the earliest that fit
    is a maximum matching: exchanging two crossed pairs never breaks either.
    """
    left, right, limit = reference.at.astype(float), hypothesis.at.astype(float), float(case.options.tolerance)
    if case.options.collar_ms is not None:
        if case.end_ms is None or np.isnan(case.end_ms).all():
            raise OptionError("A collar in milliseconds needs word times; give --tolerance in words instead.")
        left, right = case.end_ms[reference.at], case.end_ms[hypothesis.at]
        limit = float(case.options.collar_ms)
    order_left, order_right = np.argsort(left, kind="stable"), np.argsort(right, kind="stable")
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < order_left.size and j < order_right.size:
        distance = left[order_left[i]] - right[order_right[j]]
        if abs(distance) <= limit:
            pairs.append((order_left[i], order_right[j]))
            i, j = i + 1, j + 1
        elif distance < 0:
            i += 1
        else:
            j += 1
    return np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
