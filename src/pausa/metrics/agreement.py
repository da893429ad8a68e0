"""How far annotators agree among themselves: Fleiss' κ, Krippendorff's α, pairwise F1, jack-knife.

Every judged word end is an item that each of the m annotators puts into one of two categories.

    κ = (P − Pe) / (1 − Pe)      P: share of agreeing pairs of annotators; Pe = p² + (1 − p)², p the share of marks
    α = 1 − Do / De              Do: observed, De: expected disagreement (nominal)

κ is given over all word ends, where the many that nobody marks make agreement look large, and over the
candidates, the ends that somebody marks. Pairwise F1 is the mean over all pairs of annotators; the jack-knife is
each annotator's mean F1 against the others. All of it follows from counts that add up over documents.

Edge cases: one annotator alone agrees with nobody, so everything but the agreement ratio (0) is undefined; κ and
α are undefined where all annotators use a single category.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Boundaries, Case, Counts, Family, Options, Spread, boundaries_of, mean, ratio
from pausa.metrics.consensus import unanimous


@dataclass(frozen=True)
class AgreementCounts(Counts):
    """What m annotators marked in a document.

    `candidates` of the `items` are marked by somebody, `unanimous` by all; `agreed` is the weight of those that two
    or more mark; `agreeing` counts the ordered pairs of annotators that agree about a candidate. `sizes` is how
    many each annotator marks. For each pair (0-1, 0-2, …, 1-2, …) `hits` is how many places both mark, `told_apart`
    at how many of them both marks are known, `other_mark` at how many they differ.
    """

    items: int
    candidates: int
    unanimous: int
    agreed: int
    agreeing: int
    sizes: tuple[int, ...]
    hits: tuple[int, ...]
    told_apart: tuple[int, ...]
    other_mark: tuple[int, ...]

    @property
    def annotators(self) -> int:
        return len(self.sizes)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of annotators, in the order of `hits`."""
        return list(combinations(range(len(self.sizes)), 2))


class Agreement(Family):
    """The references of a case among themselves; the hypothesis is not looked at."""

    name = "agreement"
    keys = (
        "agreement_ratio",
        "fleiss_kappa",
        "fleiss_kappa_candidates",
        "krippendorff_alpha",
        "pairwise_f1",
        "pairwise_f1_marks",
        "absolute_consensus",
    )

    def count(self, case: Case) -> AgreementCounts:
        return count(case.references, case.n_gaps)

    def score(self, counts: AgreementCounts) -> dict[str, float]:
        return {
            "agreement_ratio": ratio(counts.agreed, counts.annotators * counts.candidates),
            "fleiss_kappa": fleiss_kappa(counts),
            "fleiss_kappa_candidates": fleiss_kappa(counts, candidates_only=True),
            "krippendorff_alpha": krippendorff_alpha(counts),
            "pairwise_f1": mean(pairwise_f1(counts)),
            "pairwise_f1_marks": mean(pairwise_f1(counts, tell_marks_apart=True)),
            "absolute_consensus": ratio(counts.unanimous, counts.candidates) if counts.annotators > 1 else nan,
        }


def of(segmentations: Sequence[Segmentation], options: Options | None = None) -> AgreementCounts:
    """The counts of several people's segmentations of the same words."""
    options = options or Options()
    for segmentation in segmentations[1:]:
        if segmentation.n_words != segmentations[0].n_words:
            raise LengthMismatch(segmentation.n_words, segmentations[0].n_words)
    n_words = segmentations[0].n_words if segmentations else 0
    n_gaps = max(0, n_words - 1) if options.last == "skip" else n_words
    return count([boundaries_of(segmentation, options) for segmentation in segmentations], n_gaps)


def count(annotators: Sequence[Boundaries], items: int) -> AgreementCounts:
    """The counts of several people's boundaries over that many judged word ends."""
    m = len(annotators)
    marks = _table(annotators)
    chosen = (marks > 0).astype(np.float64)
    together = chosen.T @ chosen
    chosen_by = chosen.sum(axis=1).astype(np.int64)
    others = m - chosen_by
    pairs = list(combinations(range(m), 2))
    compared = [_compared(marks[:, a], marks[:, b]) for a, b in pairs]
    return AgreementCounts(
        items=items,
        candidates=len(marks),
        unanimous=unanimous(chosen_by, m),
        agreed=int(chosen_by[chosen_by >= 2].sum()),
        agreeing=int((chosen_by * (chosen_by - 1) + others * (others - 1)).sum()),
        sizes=tuple(len(annotator) for annotator in annotators),
        hits=tuple(int(together[a, b]) for a, b in pairs),
        told_apart=tuple(known for known, _ in compared),
        other_mark=tuple(other for _, other in compared),
    )


_UNMARKED, _UNKNOWN = 0, 1


def _table(annotators: Sequence[Boundaries]) -> NDArray[np.int16]:
    """A row for each candidate, a column for each annotator: 0 no boundary, 1 mark unknown, then a code per mark."""
    candidates = np.unique(np.concatenate([annotator.at for annotator in annotators] or [np.empty(0, np.int64)]))
    table = np.zeros((candidates.size, len(annotators)), dtype=np.int16)
    codes = {"": _UNKNOWN}
    for column, annotator in enumerate(annotators):
        code = np.full(len(annotator), _UNKNOWN, dtype=np.int16)
        if annotator.marks:
            for mark in set(annotator.marks):
                codes.setdefault(mark, len(codes) + _UNKNOWN)
            code = np.fromiter((codes[mark] for mark in annotator.marks), dtype=np.int16, count=len(annotator))
        table[np.searchsorted(candidates, annotator.at), column] = code
    return table


def _compared(left: NDArray[np.int16], right: NDArray[np.int16]) -> tuple[int, int]:
    """Shared places where both marks are known, and how many of those have different marks."""
    known = (left > _UNKNOWN) & (right > _UNKNOWN)
    return int(np.count_nonzero(known)), int(np.count_nonzero(known & (left != right)))


def fleiss_kappa(counts: AgreementCounts, *, candidates_only: bool = False) -> float:
    """Fleiss' κ of boundary against none, over all word ends or over those that somebody marks."""
    m = counts.annotators
    items = counts.candidates if candidates_only else counts.items
    # About a word end that nobody marks, everybody agrees.
    agreeing = counts.agreeing + (items - counts.candidates) * m * (m - 1)
    observed = ratio(agreeing, items * m * (m - 1))
    marked = ratio(sum(counts.sizes), items * m)
    expected = marked**2 + (1 - marked) ** 2
    return ratio(observed - expected, 1 - expected)


def krippendorff_alpha(counts: AgreementCounts) -> float:
    """Krippendorff's α for two nominal categories, nobody missing."""
    m = counts.annotators
    values = m * counts.items
    marked = sum(counts.sizes)
    disagreeing = counts.candidates * m * (m - 1) - counts.agreeing
    observed = ratio(disagreeing, (m - 1) * values)
    expected = ratio(2 * marked * (values - marked), values * (values - 1))
    return 1 - ratio(observed, expected)


def pairwise_f1(counts: AgreementCounts, *, tell_marks_apart: bool = False) -> list[float]:
    """The F1 of every pair of annotators.

    Told apart, a shared place with another mark is no hit; where no shared place has two known marks there is
    nothing to tell apart, and the F1 is undefined.
    """
    hits, boundaries = _pair_table(counts, tell_marks_apart)
    return [ratio(2 * hit, both) for hit, both in zip(hits, boundaries, strict=True)]


def _pair_table(counts: AgreementCounts, tell_marks_apart: bool) -> tuple[list[float], list[int]]:
    """Hits of each pair of annotators, and how many boundaries the two have."""
    both = [counts.sizes[a] + counts.sizes[b] for a, b in counts.pairs]
    if not tell_marks_apart:
        return list(counts.hits), both
    columns = zip(counts.hits, counts.told_apart, counts.other_mark, strict=True)
    return [hit - other if known or not hit else nan for hit, known, other in columns], both


def sampled_pairwise_f1(
    documents: Sequence[AgreementCounts],
    rng: np.random.Generator,
    *,
    draws: int = 100,
    tell_marks_apart: bool = False,
) -> Spread:
    """Pairwise F1 as Lee & Glass sample it: in each draw a random pair of annotators for every document, pooled."""
    hits, boundaries = np.zeros(draws), np.zeros(draws)
    for document in documents:
        if document.annotators < 2:
            continue
        chosen = rng.integers(len(document.hits), size=draws)
        pair_hits, pair_boundaries = _pair_table(document, tell_marks_apart)
        hits += np.asarray(pair_hits)[chosen]
        boundaries += np.asarray(pair_boundaries)[chosen]
    return Spread.of([ratio(2 * hit, both) for hit, both in zip(hits.tolist(), boundaries.tolist(), strict=True)])


def jack_knife(counts: AgreementCounts) -> list[float]:
    """Each annotator's mean F1 against all the others."""
    scores = pairwise_f1(counts)
    return [
        mean([score for score, pair in zip(scores, counts.pairs, strict=True) if annotator in pair])
        for annotator in range(counts.annotators)
    ]


def pearson(left: Sequence[float], right: Sequence[float]) -> float:
    """Pearson's correlation of two rows, over the places where both are defined.

    >>> round(pearson([1, 2, 3], [2, 4, 7]), 4)
    0.9934
    """
    pairs = [(x, y) for x, y in zip(left, right, strict=True) if x == x and y == y]
    x_mean, y_mean = mean([x for x, _ in pairs]), mean([y for _, y in pairs])
    covariance = sum((x - x_mean) * (y - y_mean) for x, y in pairs)
    x_variance, y_variance = sum((x - x_mean) ** 2 for x, _ in pairs), sum((y - y_mean) ** 2 for _, y in pairs)
    return ratio(covariance, sqrt(x_variance * y_variance))


def pearson_ar_kappa(documents: Sequence[AgreementCounts]) -> float:
    """How the agreement ratio goes with Fleiss' κ over documents (WiSeBE, sect. 5.1)."""
    scores = [Agreement().score(document) for document in documents]
    return pearson([each["agreement_ratio"] for each in scores], [each["fleiss_kappa"] for each in scores])
