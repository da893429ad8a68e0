"""How far annotators agree among themselves: Fleiss' κ, Krippendorff's α, pairwise F1, jack-knife.

Every judged word end is an item that each of the m annotators puts into one of two categories.

    κ = (P − Pe) / (1 − Pe)      P: share of agreeing pairs of annotators; Pe = p² + (1 − p)², p the share of marks
    α = 1 − Do / De              Do: observed, De: expected disagreement (nominal)

κ is given over all word ends, where the many that nobody marks make agreement look large, and over the
candidates, the ends that somebody marks. Pairwise F1 is the mean over all pairs of annotators; the jack-knife is
each annotator's mean F1 against the others. All of it follows from counts that add up over documents.

Documents may have different people and different numbers of them. α takes that as Krippendorff defines it, pairwise F1
is over the pairs that share a document, κ needs the same number of people throughout (`same_number`).

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
    """What the annotators marked in a document, or in several documents, each with its own m annotators.

    `candidates` of the `items` are marked by somebody; `shared` of the candidates are in documents of two annotators
    or more, and `unanimous` of those are marked by all. `agreed` is the weight of the candidates that two or more mark,
    `possible` what it would be if all marked each. `marks` is how many marks there are. With m annotators, `ratings` is
    m for each item, `comparisons` the m(m − 1) ordered pairs of annotators; the same over candidates alone; `agreeing`
    counts the pairs that agree about a candidate. For α, which looks at items that two or more have judged: `pairable`
    ratings, `pairable_marks` of them boundaries, and the `disagreement`, disagreeing pairs over m − 1.
    For each pair of annotators (0-1, 0-2, …, 1-2, …) `hits` is how many places both mark, `boundaries` how many the two
    have where both judged, `told_apart` at how many hits both marks are known, `other_mark` at how many they differ.
    """

    items: int
    candidates: int
    shared: int
    unanimous: int
    agreed: int
    possible: int
    marks: int
    ratings: int
    candidate_ratings: int
    comparisons: int
    candidate_comparisons: int
    agreeing: int
    pairable: int
    pairable_marks: int
    disagreement: float
    sizes: tuple[int, ...]
    hits: tuple[int, ...]
    boundaries: tuple[int, ...]
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
        return count(case.references, case.n_gaps, case)

    def score(self, counts: AgreementCounts) -> dict[str, float]:
        return {
            "agreement_ratio": ratio(counts.agreed, counts.possible),
            "fleiss_kappa": fleiss_kappa(counts),
            "fleiss_kappa_candidates": fleiss_kappa(counts, candidates_only=True),
            "krippendorff_alpha": krippendorff_alpha(counts),
            "pairwise_f1": mean(pairwise_f1(counts)),
            "pairwise_f1_marks": mean(pairwise_f1(counts, tell_marks_apart=True)),
            "absolute_consensus": ratio(counts.unanimous, counts.shared),
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


def count(annotators: Sequence[Boundaries], items: int, case: Case | None = None) -> AgreementCounts:
    """The counts of several people's boundaries over that many judged word ends; a case may seat them among more."""
    m = len(annotators)
    marks = _table(annotators)
    chosen = (marks > 0).astype(np.float64)
    together = chosen.T @ chosen
    chosen_by = chosen.sum(axis=1).astype(np.int64)
    others = m - chosen_by
    candidates, sizes = len(marks), [len(annotator) for annotator in annotators]
    agreeing = int((chosen_by * (chosen_by - 1) + others * (others - 1)).sum())
    disagreeing = candidates * m * (m - 1) - agreeing
    hits, boundaries, told_apart, other_mark = _seated_pairs(marks, together, sizes, case)
    return AgreementCounts(
        items=items,
        candidates=candidates,
        shared=candidates if m > 1 else 0,
        unanimous=unanimous(chosen_by, m) if m > 1 else 0,
        agreed=int(chosen_by[chosen_by >= 2].sum()),
        possible=0 if case is not None and case.is_lone else m * candidates,
        marks=sum(sizes),
        ratings=m * items,
        candidate_ratings=m * candidates,
        comparisons=items * m * (m - 1),
        candidate_comparisons=candidates * m * (m - 1),
        agreeing=agreeing,
        pairable=m * items if m > 1 else 0,
        pairable_marks=sum(sizes) if m > 1 else 0,
        disagreement=disagreeing / (m - 1) if m > 1 else 0.0,
        sizes=tuple(sizes) if case is None else case.seat(sizes),
        hits=hits,
        boundaries=boundaries,
        told_apart=told_apart,
        other_mark=other_mark,
    )


def _seated_pairs(
    marks: NDArray[np.int16], together: NDArray[np.float64], sizes: Sequence[int], case: Case | None
) -> tuple[tuple[int, ...], ...]:
    """Hits, boundaries, hits with known marks and with other marks of every pair of seats."""
    seats = case.seats if case is not None and case.n_seats else range(len(sizes))
    n_seats = case.n_seats if case is not None and case.n_seats else len(sizes)
    at = {pair: place for place, pair in enumerate(combinations(range(n_seats), 2))}
    rows = np.zeros((4, len(at)), dtype=np.int64)
    for a, b in combinations(range(len(sizes)), 2):
        left, right = sorted((seats[a], seats[b]))
        rows[:, at[left, right]] = (
            int(together[a, b]),
            sizes[a] + sizes[b],
            *_compare_marks(marks[:, a], marks[:, b]),
        )
    return tuple(tuple(row) for row in rows.tolist())


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


def _compare_marks(left: NDArray[np.int16], right: NDArray[np.int16]) -> tuple[int, int]:
    """Shared places where both marks are known, and how many of those have different marks."""
    known = (left > _UNKNOWN) & (right > _UNKNOWN)
    return int(np.count_nonzero(known)), int(np.count_nonzero(known & (left != right)))


def fleiss_kappa(counts: AgreementCounts, *, candidates_only: bool = False) -> float:
    """Fleiss' κ of boundary against none, over all word ends or over those that somebody marks."""
    if candidates_only:
        observed = ratio(counts.agreeing, counts.candidate_comparisons)
        marked = ratio(counts.marks, counts.candidate_ratings)
    else:
        # About a word end that nobody marks, everybody agrees.
        agreeing = counts.agreeing + counts.comparisons - counts.candidate_comparisons
        observed = ratio(agreeing, counts.comparisons)
        marked = ratio(counts.marks, counts.ratings)
    expected = marked**2 + (1 - marked) ** 2
    return ratio(observed - expected, 1 - expected)


def krippendorff_alpha(counts: AgreementCounts) -> float:
    """Krippendorff's α for two nominal categories; items that fewer than two have judged are left out."""
    observed = ratio(counts.disagreement, counts.pairable)
    marked = counts.pairable_marks
    expected = ratio(2 * marked * (counts.pairable - marked), counts.pairable * (counts.pairable - 1))
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
    both = list(counts.boundaries)
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


def same_number(documents: Sequence[AgreementCounts]) -> list[AgreementCounts]:
    """The documents with as many annotators as most documents have: those that Fleiss' κ can be taken over.

    Of numbers equally frequent, the larger. Counts are those of each document alone, without seats.
    """
    numbers = [document.annotators for document in documents]
    chosen = max(set(numbers), key=lambda number: (number > 1, numbers.count(number), number), default=0)
    return [document for document in documents if document.annotators == chosen]


def jack_knife(counts: AgreementCounts) -> list[float]:
    """Each annotator's mean F1 against all the others."""
    scores = pairwise_f1(counts)
    return [
        mean([score for score, pair in zip(scores, counts.pairs, strict=True) if annotator in pair])
        for annotator in range(counts.annotators)
    ]


def best_f1(counts: AgreementCounts) -> list[float]:
    """Each annotator's F1 against whoever agrees most with them; undefined ones are passed over."""
    scores = pairwise_f1(counts)
    found = (
        [score for score, pair in zip(scores, counts.pairs, strict=True) if annotator in pair and score == score]
        for annotator in range(counts.annotators)
    )
    return [max(own, default=nan) for own in found]


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
