"""Calibration: of the places that a system gives 30 %, do 30 % end a sentence?

For hypotheses that carry a probability p of an end after every word. Against one person, y is 1 where they end a
sentence and 0 elsewhere; against the people together, y is the share of them who do.

    Brier = mean of (p − y)²
    ECE   = Σ over bins of  (gaps in the bin / gaps) · |mean p − mean y|

Bins hold equally many gaps: ten, of which the k-th ends where k tenths of the gaps are reached in the order of p.
Equal probabilities are never parted, and those within a tenth of a unit of log-odds count as equal, so that counts
of recordings add up; where many gaps are alike there are fewer bins.

Edge cases: undefined without probabilities, for people for instance. Gaps that are not judged (the last word) count
nowhere. ECE is never 0 by chance alone: the fewer gaps, the larger it is for a system that is calibrated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.metrics.base import Case, Counts, Family, Options, mean, ratio

BINS = 10
#: Cells of equal width in log-odds, from this far below even to as far above; the outermost are open.
_FURTHEST, _WIDTH = 10.0, 0.1
_EDGES = np.arange(-_FURTHEST, _FURTHEST + _WIDTH / 2, _WIDTH)
CELLS = _EDGES.size + 1

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bin:
    """Gaps of like probability: how many, their mean probability, and the share of them that are ends."""

    gaps: int
    probability: float
    share: float


@dataclass(frozen=True)
class CalibrationCounts(Counts):
    """Gaps, sums of their probabilities and of their ends, cell by cell; `squared` sums (p − y)².

    The first four are against each reference, their cells one after the other; the last four against the share of
    people who end a sentence.
    """

    gaps: tuple[float, ...]
    chances: tuple[float, ...]
    ends: tuple[float, ...]
    squared: tuple[float, ...]
    shared_gaps: tuple[float, ...]
    shared_chances: tuple[float, ...]
    shared_ends: tuple[float, ...]
    shared_squared: float

    def as_dict(self) -> dict[str, float | tuple[float, ...]]:
        """The reliability curve against the share of people, bin by bin, and what Brier scores are made of."""
        found = self.bins()
        return {
            "gaps": float(sum(self.shared_gaps)),
            "bin_gaps": tuple(float(one.gaps) for one in found),
            "bin_probability": tuple(one.probability for one in found),
            "bin_share": tuple(one.share for one in found),
            "squared": self.squared,
            "shared_squared": self.shared_squared,
        }

    def bins(self) -> list[Bin]:
        """The reliability curve against the share of people."""
        return bins(self.shared_gaps, self.shared_chances, self.shared_ends)


class Calibration(Family):
    """Brier score and expected calibration error, against each reference and against the share of people."""

    name = "calibration"
    keys = ("brier_mean", "ece_mean", "brier_share", "ece_share")

    def count(self, case: Case) -> CalibrationCounts:
        m = max(case.n_seats, case.n_references)
        each = np.zeros((3, m, CELLS))
        squared = np.zeros(m)
        together = np.zeros((3, CELLS))
        if case.probabilities is None:
            return _counts(each, squared, together, 0.0)
        judged = np.flatnonzero(~np.isnan(case.probabilities))
        chances = case.probabilities[judged]
        cells = cells_of(chances)
        votes = np.zeros(case.n_words)
        for seat, reference in zip(case.seats or range(m), case.references, strict=True):
            ends = np.zeros(case.n_words)
            ends[reference.at] = 1.0
            votes += ends
            each[:, seat] = _summed(cells, chances, ends[judged])
            squared[seat] = float(((chances - ends[judged]) ** 2).sum())
        shares = votes[judged] / case.n_references
        together = _summed(cells, chances, shares)
        return _counts(each, squared, together, float(((chances - shares) ** 2).sum()))

    def score(self, counts: CalibrationCounts) -> dict[str, float]:
        each = self.per_reference(counts)
        return {
            "brier_mean": mean([row["brier"] for row in each]),
            "ece_mean": mean([row["ece"] for row in each]),
            "brier_share": ratio(counts.shared_squared, sum(counts.shared_gaps)),
            "ece_share": calibration_error(counts.bins()),
        }

    def per_reference(self, counts: CalibrationCounts) -> list[dict[str, float]]:
        """Brier score and calibration error against each reference, in their order."""
        rows = []
        for place, squared in enumerate(counts.squared):
            here = slice(place * CELLS, (place + 1) * CELLS)
            gaps = counts.gaps[here]
            found = bins(gaps, counts.chances[here], counts.ends[here])
            rows.append({"brier": ratio(squared, sum(gaps)), "ece": calibration_error(found)})
        return rows

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """How bins are made."""
        return {"bins": f"{BINS}-equal-count"} if key.startswith("ece") else {}

    def remarks(self, counts: CalibrationCounts) -> tuple[str, ...]:
        """Why there is no figure."""
        if any(counts.shared_gaps):
            return ()
        return (
            "A system comes without probabilities, so its calibration is undefined (–); "
            "json written with probabilities has them.",
        )


def cells_of(chances: Floats) -> NDArray[np.int64]:
    """The cell of each probability, by its log-odds.

    >>> cells_of(np.array([0.0, 0.5, 0.5001, 1.0])).tolist()
    [0, 101, 101, 201]
    """
    with np.errstate(divide="ignore"):
        odds = np.log(chances) - np.log1p(-chances)
    return np.searchsorted(_EDGES, np.round(odds, 9), side="right").astype(np.int64)


def bins(gaps: Sequence[float], chances: Sequence[float], ends: Sequence[float]) -> list[Bin]:
    """At most ten bins of equally many gaps, from sums cell by cell; cells are never parted."""
    whole = sum(gaps)
    if whole <= 0:
        return []
    reached = np.cumsum(gaps)
    # Cell by cell until k tenths of all gaps are in; the last bin takes the rest.
    wanted = whole * np.arange(1, BINS) / BINS
    cuts = np.unique(np.searchsorted(reached, wanted - 1e-9) + 1)
    parts = [np.split(np.asarray(column, dtype=np.float64), cuts) for column in (gaps, chances, ends)]
    sums = [tuple(float(part.sum()) for part in triple) for triple in zip(*parts, strict=True)]
    return [Bin(round(count), chance / count, end / count) for count, chance, end in sums if count > 0]


def calibration_error(found: Sequence[Bin]) -> float:
    """The mean distance between probability and share, over the gaps; NaN without any."""
    whole = sum(one.gaps for one in found)
    return ratio(sum(one.gaps * abs(one.probability - one.share) for one in found), whole)


def _summed(cells: NDArray[np.int64], chances: Floats, ends: Floats) -> Floats:
    """Gaps, probabilities and ends, cell by cell."""
    weights: tuple[Floats | None, ...] = (None, chances, ends)
    return np.array([np.bincount(cells, weights=weight, minlength=CELLS) for weight in weights], dtype=np.float64)


def _counts(each: Floats, squared: Floats, together: Floats, shared_squared: float) -> CalibrationCounts:
    gaps, chances, ends = (tuple(part.ravel().tolist()) for part in each)
    shared_gaps, shared_chances, shared_ends = (tuple(part.tolist()) for part in together)
    return CalibrationCounts(
        gaps, chances, ends, tuple(squared.tolist()), shared_gaps, shared_chances, shared_ends, shared_squared
    )
