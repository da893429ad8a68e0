"""How long sentences are: a gamma distribution over words per sentence, as arcs of a finite-state machine.

    p(1) = F(1.5)        p(i) = F(i + ½) − F(i − ½)                    F: the fitted gamma distribution
    stop after n words   −log p(n)
    go on from k         −log(1 − p(1) − … − p(k))                     a break is forced at 80 words

That is Lee & Glass (2012), sect. 3.4. Survival is charged at every step, so a long sentence pays for its length
again and again and the arcs are no probabilities that sum to one. The `normalised` arcs are: to stop costs
−log p(n | at least n words), to go on −log p(more than k | at least k), and a path of n words sums to −log p(n).

Everything is in logarithms: the tail of the distribution is far below what a float can tell from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, lgamma, log, log1p

import numpy as np

from pausa.core.errors import OptionError
from pausa.decode.path import LengthCosts

#: The longest sentence: a break is forced after so many words.
LONGEST = 80
_TINY = 1e-300


@dataclass(frozen=True)
class Gamma:
    """A gamma distribution of words per sentence, by its shape and its scale in words."""

    shape: float
    scale: float

    def __post_init__(self) -> None:
        if not (self.shape > 0 and self.scale > 0 and isfinite(self.shape) and isfinite(self.scale)):
            raise OptionError(f"A gamma distribution has a shape and a scale above 0, not {self.shape}, {self.scale}.")

    @property
    def mean(self) -> float:
        return self.shape * self.scale

    def density(self, words: float) -> float:
        """How likely a length near `words` is, for a length above 0."""
        shape, scale = self.shape, self.scale
        return exp((shape - 1) * log(words) - words / scale - lgamma(shape) - shape * log(scale))

    def log_survival(self, words: float) -> float:
        """log(1 − F(words))."""
        return _log_upper(self.shape, words / self.scale)

    def log_probability(self, n_words: int) -> float:
        """log p(n_words), the distribution made discrete."""
        above = self.log_survival(n_words + 0.5)
        if n_words == 1:
            return log(max(-np.expm1(above), _TINY))
        below = self.log_survival(n_words - 0.5)
        return below + log(max(-np.expm1(above - below), _TINY))

    def costs(self, *, weight: float = 1.0, normalised: bool = False, longest: int = LONGEST) -> LengthCosts:
        """The arcs of the length machine, each cost times a weight."""
        stop = -np.array([self.log_probability(n) for n in range(1, longest + 1)])
        go = -np.array([self.log_survival(k + 0.5) for k in range(1, longest)])
        if normalised:
            reached = np.concatenate([[0.0], go])  # −log of at least n words
            stop = stop - reached
            stop[-1] = 0.0  # whoever gets as far as the longest ends there
            go = go - reached[:-1]
        return LengthCosts(stop=weight * stop, go=weight * go)


def fit_gamma(lengths: Sequence[int]) -> Gamma:
    """The gamma distribution of highest likelihood for these words per sentence.

    >>> found = fit_gamma([4, 7, 9, 12, 18])
    >>> round(found.mean, 6), round(found.shape, 2)
    (10.0, 4.27)
    """
    counts = np.asarray(lengths, dtype=np.float64)
    if counts.size < 2 or counts.min() <= 0 or counts.min() == counts.max():
        raise OptionError("A length model needs sentences of at least two different lengths.")
    mean = float(counts.mean())
    gap = log(mean) - float(np.log(counts).mean())
    # Newton on log a − ψ(a) = gap, from the usual closed start.
    shape = (3 - gap + ((gap - 3) ** 2 + 24 * gap) ** 0.5) / (12 * gap)
    for _ in range(50):
        step = (log(shape) - _digamma(shape) - gap) / (1 / shape - _trigamma(shape))
        shape = max(shape - step, shape / 2)
        if abs(step) < 1e-12 * shape:
            break
    return Gamma(shape, mean / shape)


def _log_upper(shape: float, x: float) -> float:
    """log Q(shape, x), the regularised upper incomplete gamma function."""
    if x <= 0:
        return 0.0
    front = shape * log(x) - x - lgamma(shape)
    if x < shape + 1:
        return log1p(-min(exp(front) * _series(shape, x), 1 - 1e-16))
    return front + log(_fraction(shape, x))


def _series(shape: float, x: float) -> float:
    """P(shape, x) over its front factor, by its power series; for small x."""
    term = total = 1 / shape
    step = shape
    while term > total * 1e-16:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    """Q(shape, x) over its front factor, by its continued fraction (Lentz); for large x."""
    b = x + 1 - shape
    c, d = inf, 1 / b
    h = d
    for i in range(1, 500):
        a = -i * (i - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        h *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return h


def _digamma(x: float) -> float:
    shift = 0.0
    while x < 8:
        shift -= 1 / x
        x += 1
    y = 1 / (x * x)
    return shift + log(x) - 1 / (2 * x) - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))


def _trigamma(x: float) -> float:
    shift = 0.0
    while x < 8:
        shift += 1 / (x * x)
        x += 1
    y = 1 / (x * x)
    return shift + 1 / x + y / 2 + y / x * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y / 30)))
