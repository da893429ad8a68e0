"""Confidence intervals that hold with few documents: leave one out at a time, and take Student's t.

With n documents, the score of all and the n scores without one of them tell how much a score hangs on single documents:

    variance = (n − 1)/n · Σ (score without i − their mean)²,    interval = score ± t(n − 1) · √variance

For scores between 0 and 1 this is done on the log-odds, which keeps the interval between 0 and 1 and lets it be
longer on the side where there is room; for rates that may exceed 1, on the logarithm. `python -m benchmarks coverage`
shows how often such intervals hold the truth.

Edge cases: with fewer than two documents, or a score that is undefined, the interval is undefined (NaN). Where the
score does not hang on any document, it is the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, isnan, log, nan

from pausa.core.errors import OptionError
from pausa.metrics import described
from pausa.metrics.base import Counts, Family, mean
from pausa.stats.bootstrap import Interval, score_all, table
from pausa.stats.student import margin

#: From so many documents on a nominal 95 % interval covers between 93 and 97 %.
ENOUGH = 7
#: The logarithm of the largest float, rounded down.
_LARGEST = 709


def intervals(family: Family, documents: Sequence[Counts], *, confidence: float = 0.95) -> dict[str, Interval]:
    """The interval of each of a family's pooled scores, from the counts of each document."""
    if not 0 < confidence < 1:
        raise OptionError(f"A confidence lies between 0 and 1, not at {confidence}.")
    if len(documents) < 2:
        return {key: Interval(nan, nan) for key in family.keys}
    rows = table(documents)
    whole = family.score(documents[0].like(rows.sum(axis=0).tolist()))
    without = score_all(family, documents[0], rows.sum(axis=0) - rows)
    return {
        key: _interval(whole[key], without[key].tolist(), confidence, described(key).is_share) for key in family.keys
    }


def _interval(whole: float, without: Sequence[float], confidence: float, is_share: bool) -> Interval:
    known = [value for value in without if not isnan(value)]
    if isnan(whole) or len(known) < 2:
        return Interval(nan, nan)
    if all(0 < value < (1 if is_share else inf) for value in (whole, *known)):
        there, back = (_log_odds, _share) if is_share else (log, _rate)
        half = _half_width([there(value) for value in known], confidence)
        return Interval(back(there(whole) - half), back(there(whole) + half))
    half = _half_width(known, confidence)
    low, high = max(0.0, whole - half), whole + half
    return Interval(low, min(1.0, high) if is_share else high)


def _half_width(without: Sequence[float], confidence: float) -> float:
    n, centre = len(without), mean(without)
    variance = (n - 1) / n * sum((value - centre) ** 2 for value in without)
    # Sums in another order differ in the last bits; that is no spread.
    return margin(variance, n - 1, confidence) if variance > 1e-24 else 0.0


def _log_odds(share: float) -> float:
    return log(share / (1 - share))


def _rate(logarithm: float) -> float:
    """The rate of this logarithm; infinite where it is beyond all numbers."""
    return exp(logarithm) if logarithm < _LARGEST else inf


def _share(odds: float) -> float:
    """The share of these log-odds, without overflow on either side."""
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))
