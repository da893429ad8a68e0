"""The weights λ: how much each factor counts, fitted on gaps whose boundaries are known.

    log f_B/f_¬B  =  λ1·L − λ2·B + λ3·(W1,W2) − λ4·(W2) + λ5·(W2,W3) + λ6·(W3,W4) − λ7·(W3)  [ + λ8·D ]

where L stands for the log-odds of P(B|L), B for those of P(B), (W2) for those of P(B|W2) and so on. Method 0
leaves the first two out, method 1 has all weights 1, method 2 one weight for the first two, method 3 seven.
An eighth, for the duration D of W2, is there only where it was asked for.

Weights are positive: they are fitted as exponentials, by Newton's method with damping, on the conditional
log-likelihood of the boundaries. Since the threshold follows from a rate, only the order of the scores counts:
method 2's likelihood is taken with a free scale and a free threshold, which method 3 has by itself. Without
them its one weight would make up for the overconfidence of the product and the pause would count too little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.tables import probabilities

METHODS = (0, 1, 2, 3)
#: The factors in the order of the weights λ1 … λ8, and whether each multiplies or divides.
FACTORS = ("L", "B", "W1,W2", "W2", "W2,W3", "W3,W4", "W3", "D")
SIGNS = np.array([1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0])
#: A weight below this is as good as none.
LEAST = 1e-6

_ROUNDS, _FLAT = 200, 1e-10
_LEXICAL = slice(2, 7)


@dataclass(frozen=True)
class Weights:
    """One weight for each of the `FACTORS`; 0 for those that are left out."""

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.values) != len(FACTORS) or not all(np.isfinite(value) and value >= 0 for value in self.values):
            raise OptionError(f"Weights are {len(FACTORS)} numbers from 0, not {self.values}.")

    def log_odds(self, columns: Floats) -> Floats:
        """The weighted sum for each gap; `columns` has the log-odds of each of the `FACTORS`."""
        return np.asarray(columns @ (SIGNS * np.array(self.values)))


BARE = Weights((0, 0, 1, 1, 1, 1, 1, 0))
PLAIN = Weights((1, 1, 1, 1, 1, 1, 1, 0))


def fit(
    method: int, columns: Floats, ends: NDArray[np.bool_], *, pauses: bool = True, duration: bool = False
) -> Weights:
    """The weights of a method on these gaps; without `pauses`, λ1 is 0 and methods 1 and 2 come down to method 0."""
    if method not in METHODS:
        raise OptionError(f"No method {method}; there are {', '.join(map(str, METHODS))}.")
    if method == 0 or (method < 3 and not pauses):
        return BARE
    if method == 1:
        return PLAIN
    signed = columns * SIGNS
    if method == 2:
        both = np.stack([signed[:, _LEXICAL].sum(axis=1), signed[:, :2].sum(axis=1)], axis=1)
        words, pause = positive_fit(both, ends, threshold=True)
        return Weights((pause / words, pause / words, 1, 1, 1, 1, 1, 0))
    used = [place for place in range(len(FACTORS)) if (place or pauses) and (place < 7 or duration)]
    values = dict(zip(used, positive_fit(signed[:, used], ends), strict=True))
    return Weights(tuple(values.get(place, 0.0) for place in range(len(FACTORS))))


def positive_fit(columns: Floats, ends: NDArray[np.bool_], *, threshold: bool = False) -> list[float]:
    """Positive weights of the columns that make the boundaries most likely under a logistic model.

    With `threshold` the model has a constant too, of either sign, which is not given back.

    >>> x = np.array([[-1.0], [-1.0], [-1.0], [-1.0], [1.0], [1.0], [1.0], [1.0]])
    >>> [round(weight, 3) for weight in positive_fit(x, np.array([0, 0, 0, 1, 1, 1, 1, 0], dtype=bool))]
    [1.099]
    """
    width = columns.shape[1]
    if threshold:
        columns = np.hstack([columns, np.ones((len(columns), 1))])
    is_log = np.arange(columns.shape[1]) < width
    target = ends.astype(np.float64)
    found = np.zeros(is_log.size)
    damping, loss = 1e-3, _loss(columns @ _weights(found, is_log), target)
    for _ in range(_ROUNDS):
        # By the chain rule each column is scaled by its weight: d e^θ = e^θ dθ. The constant is itself.
        weights = _weights(found, is_log)
        scaled = columns * np.where(is_log, weights, 1.0)
        p = probabilities(columns @ weights)
        slope = scaled.T @ (p - target) / target.size
        if np.abs(slope).max() < _FLAT:
            break
        curve = (scaled * (p * (1 - p))[:, None]).T @ scaled / target.size
        curve[np.diag_indices_from(curve)] += np.where(is_log, np.maximum(slope, 0), 0) + 1e-12
        while damping < 1e12:
            step = np.linalg.solve(curve + damping * np.diag(curve.diagonal()), -slope)
            tried = np.clip(found + np.clip(step, -2, 2), np.where(is_log, np.log(LEAST), -50), 50)
            new = _loss(columns @ _weights(tried, is_log), target)
            if new <= loss:
                break
            damping *= 8
        else:
            break
        has_settled = loss - new < 1e-14 and np.abs(tried - found).max() < 1e-9
        found, loss, damping = tried, new, max(damping / 8, 1e-12)
        if has_settled:
            break
    return [float(weight) for weight in np.exp(found[:width])]


def _weights(found: Floats, is_log: NDArray[np.bool_]) -> Floats:
    return np.where(is_log, np.exp(np.where(is_log, found, 0)), found)


def _loss(log_odds: Floats, target: Floats) -> float:
    return float(np.mean(np.logaddexp(0, log_odds) - target * log_odds))
