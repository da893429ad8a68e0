"""Boundary similarity B: a boundary one word off is half an error (Fournier 2013).

Boundaries of reference and hypothesis that agree are matches. Of the others, one on either side in
neighbouring places is a transposition (n = 2: it spans two places); what is left is an addition.

    B = 1 − (additions + transpositions / 2) / (additions + transpositions + matches)

Transpositions are taken from left to right, which finds as many as there can be.

Edge cases: undefined (NaN) where neither side has a boundary; Fournier's segeval says 1 there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pausa.metrics.base import Boundaries, Case, Counts, Family, Options, mean, ratio, shared

#: How many places a transposition may span; its weight is the distance over this.
SPAN = 2


@dataclass(frozen=True)
class Edits(Counts):
    """Matches, transpositions and additions, one number per reference."""

    matches: tuple[int, ...]
    transpositions: tuple[int, ...]
    additions: tuple[int, ...]


class BoundarySimilarity(Family):
    """B against each reference and its mean."""

    name = "similarity"
    keys = ("boundary_similarity_mean",)
    is_per_reference = True

    def count(self, case: Case) -> Edits:
        found = [edits(reference, case.hypothesis) for reference in case.references]
        return Edits(*(case.seat([each[part] for each in found]) for part in range(3)))

    def score(self, counts: Edits) -> dict[str, float]:
        return {"boundary_similarity_mean": mean([each["boundary_similarity"] for each in self.per_reference(counts)])}

    def per_reference(self, counts: Edits) -> list[dict[str, float]]:
        """B against each reference, in their order."""
        columns = zip(counts.matches, counts.transpositions, counts.additions, strict=True)
        return [{"boundary_similarity": similarity(*column)} for column in columns]

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """How many places a transposition may span."""
        return {"n": str(SPAN)}


def similarity(matches: float, transpositions: float, additions: float) -> float:
    """B from its counts."""
    whole = matches + transpositions + additions
    return ratio(whole - additions - transpositions / SPAN, whole)


def edits(reference: Boundaries, hypothesis: Boundaries) -> tuple[int, int, int]:
    """Matches, transpositions and additions between two sets of boundaries.

    >>> edits(Boundaries(np.array([2, 5, 9])), Boundaries(np.array([2, 6, 20])))
    (1, 1, 2)
    """
    in_reference, in_hypothesis = shared(reference.at, hypothesis.at)
    missed, extra = np.delete(reference.at, in_reference), np.delete(hypothesis.at, in_hypothesis)
    places = np.concatenate([missed, extra])
    order = np.argsort(places)
    places, is_extra = places[order], (np.arange(places.size) >= missed.size)[order]
    # In a run of neighbours on alternating sides every two make a transposition.
    breaks = (np.diff(places) != 1) | (is_extra[1:] == is_extra[:-1])
    edges = np.concatenate([[0], np.flatnonzero(breaks) + 1, [places.size]])
    transpositions = int((np.diff(edges) // 2).sum())
    return in_reference.size, transpositions, places.size - 2 * transpositions
