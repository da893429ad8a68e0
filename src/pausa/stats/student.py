"""Student's t distribution: how far a mean of few values strays.

The distribution is worked out from the incomplete beta function by its continued fraction (Lentz's method), the
quantile from that by halving. Degrees of freedom need not be whole.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, sqrt

_TINY = 1e-300


def two_tailed(t: float, freedom: float) -> float:
    """How likely a value at least that far from 0 is, on either side.

    >>> round(two_tailed(2.776, 4), 3)
    0.05
    """
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=256)
def quantile(confidence: float, freedom: float) -> float:
    """How many standard errors hold that share of the distribution, on both sides of 0.

    >>> round(quantile(0.95, 4), 3), round(quantile(0.95, 1000), 3)
    (2.776, 1.962)
    """
    low, high = 0.0, 1.0
    while two_tailed(high, freedom) > 1 - confidence:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if two_tailed(middle, freedom) > 1 - confidence else (low, middle)
    return (low + high) / 2


def margin(variance: float, freedom: float, confidence: float = 0.95) -> float:
    """Half the width of the interval of a mean with that variance; 0 where nothing varies."""
    return quantile(confidence, freedom) * sqrt(variance) if variance > 0 else 0.0


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return min(1.0, max(0.0, x))
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / _away_from_nothing(1 - (a + b) * x / (a + 1))
    whole = d
    for n in range(1, 300):
        for step in (
            n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n)),
            -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1)),
        ):
            d, c = 1 / _away_from_nothing(1 + step * d), _away_from_nothing(1 + step / c)
            whole *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * whole


def _away_from_nothing(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
