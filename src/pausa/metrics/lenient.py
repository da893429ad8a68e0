"""Lenient SER: wrong is only what differs from every reference (Kolář & Lamel 2012, second approach).

A boundary is extra where no reference has one, missed where all references have one and the hypothesis has none.

    SER_lenient = (extra + missed) / mean number of reference boundaries

Edge cases: undefined without reference boundaries; with one reference it is SER.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.metrics.base import Case, Counts, Family, ratio, shared, votes


@dataclass(frozen=True)
class LenientCounts(Counts):
    """Boundaries that differ from all references; `boundaries` is the mean number over the references."""

    extra: int
    missed: int
    boundaries: float


class Lenient(Family):
    """Slot error rate that forgives what any reference allows."""

    name = "lenient"
    keys = ("ser_lenient",)

    def count(self, case: Case) -> LenientCounts:
        positions, chosen_by = votes(case.references, case.n_words)
        by_all = positions[chosen_by == case.n_references]
        return LenientCounts(
            extra=len(case.hypothesis) - shared(positions, case.hypothesis.at)[0].size,
            missed=by_all.size - shared(by_all, case.hypothesis.at)[0].size,
            boundaries=int(chosen_by.sum()) / case.n_references,
        )

    def score(self, counts: LenientCounts) -> dict[str, float]:
        return {"ser_lenient": ratio(counts.extra + counts.missed, counts.boundaries)}
