"""Confidence intervals: score corpora drawn from the documents, with replacement, and see how the scores scatter.

A family's counts of each document are one row of numbers; a drawn corpus is a weighted sum of rows, and its
score is the family's score of that sum. So every family has intervals, none needs its own.

Edge cases: with fewer than two documents there is nothing to draw from, and the interval is undefined (NaN).
Drawn corpora whose score is undefined are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.metrics.base import Counts, Family

SEED = 12345
DRAWS = 1000

Floats = NDArray[np.float64]
#: Weights are made in blocks of about so many numbers, to keep memory small.
_BLOCK = 4_000_000


@dataclass(frozen=True)
class Interval:
    """Where a score lies with that confidence."""

    low: float
    high: float


def intervals(
    family: Family,
    documents: Sequence[Counts],
    *,
    rng: np.random.Generator | None = None,
    draws: int = DRAWS,
    confidence: float = 0.95,
) -> dict[str, Interval]:
    """The percentile interval of each of a family's pooled scores, from the counts of each document."""
    if not 0 < confidence < 1:
        raise OptionError(f"A confidence lies between 0 and 1, not at {confidence}.")
    if len(documents) < 2:
        return {key: Interval(nan, nan) for key in family.keys}
    drawn = score_all(family, documents[0], drawn_totals(table(documents), rng or default_rng(), draws))
    return {key: _interval(values, confidence) for key, values in drawn.items()}


def default_rng() -> np.random.Generator:
    """The generator used where none is given: the same draws every time."""
    return np.random.default_rng(SEED)


def table(documents: Sequence[Counts]) -> Floats:
    """A row of numbers for each document."""
    rows = [document.vector() for document in documents]
    if len({len(row) for row in rows}) > 1:
        raise OptionError("The documents have different numbers of references; score them apart or complete them.")
    return np.asarray(rows, dtype=np.float64)


def drawn_totals(rows: Floats, rng: np.random.Generator, draws: int) -> Floats:
    """The summed rows of corpora of the same size, drawn with replacement."""
    return np.concatenate([weights @ rows for weights in _weights(len(rows), rng, draws)])


def _weights(n_documents: int, rng: np.random.Generator, draws: int) -> Iterator[Floats]:
    """How often each document is in each drawn corpus, some corpora at a time."""
    at_once = max(1, _BLOCK // n_documents)
    even = np.full(n_documents, 1 / n_documents)
    for start in range(0, draws, at_once):
        yield rng.multinomial(n_documents, even, size=min(at_once, draws - start)).astype(np.float64)


def score_all(family: Family, shape: Counts, totals: Floats) -> dict[str, Floats]:
    """Each score of a family for every row of summed counts; `shape` tells how a row becomes counts."""
    scores = [family.score(shape.like(row)) for row in totals.tolist()]
    return {key: np.asarray([each[key] for each in scores]) for key in family.keys}


def _interval(values: Floats, confidence: float) -> Interval:
    known = values[~np.isnan(values)]
    if not known.size:
        return Interval(nan, nan)
    margin = (1 - confidence) / 2
    low, high = np.quantile(known, [margin, 1 - margin])
    return Interval(float(low), float(high))
