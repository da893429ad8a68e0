"""The weights λ: how much each factor counts, fitted on gaps whose boundaries are known.

    log f_B − log f_¬B  =  λ1·P(B|L) − λ2·P(B) + λ3·P(B|W1,W2) − λ4·P(B|W2) + λ5·P(B|W2,W3) + λ6·P(B|W3,W4) − λ7·P(B|W3)

where every P stands for its log-odds. Method 0 leaves the first two out, method 1 has all weights 1,
method 2 one weight for the first two, method 3 seven. Weights are positive: they are fitted as exponentials,
by Newton's method with damping, on the conditional log-likelihood of the boundaries.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.tables import probabilities

METHODS = (0, 1, 2, 3)
#: The factors in the order of the weights λ1 … λ7, and whether each multiplies or divides.
FACTORS = ("L", "prior", "W1,W2", "W2", "W2,W3", "W3,W4", "W3")
SIGNS = np.array([1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0])
#: A weight below this is as good as none.
LEAST = 1e-6

_ROUNDS, _ENOUGH = 200, 1e-10


@dataclass(frozen=True)
class Weights:
    """One weight for each of the `FACTORS`; the first two may be 0, where pauses are left out."""

    values: tuple[float, ...] = (1.0,) * 7

    def __post_init__(self) -> None:
        if len(self.values) != len(FACTORS) or not all(np.isfinite(value) and value >= 0 for value in self.values):
            raise OptionError(f"Weights are {len(FACTORS)} numbers from 0, not {self.values}.")

    def log_odds(self, columns: Floats) -> Floats:
        """The weighted sum for each gap; `columns` has the log-odds of each of the `FACTORS`."""
        return np.asarray(columns @ (SIGNS * np.array(self.values)))


BARE = Weights((0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0))
PLAIN = Weights()


def fit(method: int, columns: Floats, ends: NDArray[np.bool_], *, pauses: bool = True) -> Weights:
    """The weights of a method on these gaps; without `pauses`, λ1 is 0 and method 2 comes down to method 0."""
    if method not in METHODS:
        raise OptionError(f"No method {method}; there are {', '.join(map(str, METHODS))}.")
    if method == 0 or (method == 2 and not pauses):
        return BARE
    if method == 1:
        return PLAIN if pauses else BARE
    signed = columns * SIGNS
    if method == 2:
        (weight,) = positive_fit(signed[:, :2].sum(axis=1, keepdims=True), ends, offset=signed[:, 2:].sum(axis=1))
        return Weights((weight, weight, 1.0, 1.0, 1.0, 1.0, 1.0))
    if pauses:
        return Weights(tuple(positive_fit(signed, ends)))
    return Weights((0.0, *positive_fit(signed[:, 1:], ends)))


def positive_fit(columns: Floats, ends: NDArray[np.bool_], *, offset: Floats | None = None) -> list[float]:
    """Positive weights of the columns that make the boundaries most likely under a logistic model.

    >>> x = np.array([[-1.0], [-1.0], [-1.0], [-1.0], [1.0], [1.0], [1.0], [1.0]])
    >>> [round(weight, 3) for weight in positive_fit(x, np.array([0, 0, 0, 1, 1, 1, 1, 0], dtype=bool))]
    [1.099]
    """
    base = np.zeros(len(ends)) if offset is None else offset
    target = ends.astype(np.float64)
    logs = np.zeros(columns.shape[1])
    damping = 1e-3
    loss = _loss(columns @ np.exp(logs) + base, target)
    for _ in range(_ROUNDS):
        # By the chain rule each column is scaled by its weight: d e^θ = e^θ dθ.
        scaled = columns * np.exp(logs)
        p = probabilities(scaled.sum(axis=1) + base)
        slope = scaled.T @ (p - target) / target.size
        if np.abs(slope).max(initial=0) < _ENOUGH:
            break
        curve = (scaled * (p * (1 - p))[:, None]).T @ scaled / target.size
        curve[np.diag_indices_from(curve)] += np.maximum(slope, 0) + 1e-12
        while damping < 1e12:
            step = np.linalg.solve(curve + damping * np.diag(curve.diagonal()), -slope)
            tried = np.clip(logs + np.clip(step, -2, 2), np.log(LEAST), 20)
            new = _loss(columns @ np.exp(tried) + base, target)
            if new <= loss:
                break
            damping *= 8
        else:
            break
        is_done = loss - new < 1e-14 and np.abs(tried - logs).max() < 1e-9
        logs, loss, damping = tried, new, max(damping / 8, 1e-12)
        if is_done:
            break
    return [float(weight) for weight in np.exp(logs)]


def _loss(log_odds: Floats, target: Floats) -> float:
    return float(np.mean(np.logaddexp(0, log_odds) - target * log_odds))
