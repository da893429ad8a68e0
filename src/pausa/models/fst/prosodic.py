"""How likely a sentence ends in a gap by how it sounds: an RBF support vector machine with calibrated posteriors.

    f(x)     = Σ_j strength_j · exp(−γ‖x − z_j‖²) + offset            z_j: landmarks, some hundred of the training gaps
    P(end|x) = 1 / (1 + exp(slope · f(x) + shift))                     Platt's sigmoid

An exact machine keeps every training gap near the border, tens of thousands of them, and takes hours to fit. Here
the kernel is approximated from landmarks (Nyström), which leaves the form as it is and makes scoring a matrix
product. `svm` fits it.

Features differ in kind: milliseconds with a long tail, hertz, decibels. Each is squashed, sign(x)·log(1 + |x|/s),
then standardised and cut off at three standard deviations: no silence is so long that it resembles nothing. A
feature that is missing counts as average, and a column of its own says that it was missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats

Bools = NDArray[np.bool_]

#: Prepared features lie between minus and plus this.
CUT = 3.0
#: Posteriors keep this far from 0 and 1, so that no gap is decided by its sound alone.
CERTAIN = 1e-6
_ROWS = 16_384


@dataclass(frozen=True)
class Preparation:
    """How raw features become what the machine sees; one entry per column in each array."""

    squash: Floats
    centre: Floats
    spread: Floats
    missing: Bools

    @classmethod
    def of(cls, values: Floats) -> Preparation:
        """The preparation that these features ask for."""
        known = ~np.isnan(values)
        squash = np.ones(values.shape[1])
        for column in range(values.shape[1]):
            sizes = np.abs(values[known[:, column], column])
            sizes = sizes[sizes > 0]
            squash[column] = np.median(sizes) if sizes.size else 1.0
        bent = _bent(values, squash)
        counts = np.maximum(known.sum(axis=0), 1)
        centre = np.where(known, bent, 0).sum(axis=0) / counts
        spread = np.sqrt((np.where(known, bent - centre, 0) ** 2).sum(axis=0) / counts)
        return cls(squash, centre, np.where(spread > 1e-9, spread, 1.0), np.asarray(np.isnan(values).any(axis=0)))

    def __call__(self, values: Floats) -> Floats:
        scaled = (_bent(values, self.squash) - self.centre) / self.spread
        unknown = np.isnan(values)
        filled = np.where(unknown, 0.0, np.clip(scaled, -CUT, CUT))
        return np.hstack([filled, unknown[:, self.missing].astype(np.float64)])

    @property
    def width(self) -> int:
        """How many columns there are after preparation."""
        return int(self.squash.size + self.missing.sum())


def _bent(values: Floats, squash: Floats) -> Floats:
    return np.asarray(np.sign(values) * np.log1p(np.abs(values) / squash))


@dataclass(frozen=True)
class Prosodic:
    """A fitted machine: the names of its features, their preparation, landmarks, and the sigmoid."""

    columns: tuple[str, ...]
    preparation: Preparation
    landmarks: Floats
    strengths: Floats
    gamma: float
    offset: float
    slope: float
    shift: float

    def decisions(self, values: Floats) -> Floats:
        """f(x) for each row of raw features in the order of `columns`."""
        found = np.empty(len(values))
        for start in range(0, len(values), _ROWS):
            rows = self.preparation(values[start : start + _ROWS])
            kernel = rbf(rows, self.landmarks, self.gamma)
            found[start : start + _ROWS] = np.einsum("ij,j->i", kernel, self.strengths) + self.offset
        return found

    def probabilities(self, values: Floats) -> Floats:
        """P(end) for each row."""
        return np.clip(sigmoid(self.decisions(values), self.slope, self.shift), CERTAIN, 1 - CERTAIN)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model folder keeps."""
        given = self.preparation
        return {
            "landmarks": self.landmarks.astype(np.float32),
            "strengths": np.append(self.strengths, self.offset),
            "preparation": np.vstack([given.squash, given.centre, given.spread, given.missing]),
            "sigmoid": np.array([self.gamma, self.slope, self.shift]),
        }

    @classmethod
    def from_arrays(cls, columns: tuple[str, ...], arrays: dict[str, NDArray[Any]]) -> Prosodic:
        """A machine as it was kept; ValueError where the arrays do not fit each other."""
        squash, centre, spread, missing = np.asarray(arrays["preparation"], dtype=np.float64)
        preparation = Preparation(squash, centre, spread, missing > 0)
        landmarks = np.asarray(arrays["landmarks"], dtype=np.float64)
        strengths = np.asarray(arrays["strengths"], dtype=np.float64)
        if squash.size != len(columns) or landmarks.shape != (strengths.size - 1, preparation.width):
            raise ValueError("the prosodic model's arrays do not fit each other")
        gamma, slope, shift = np.asarray(arrays["sigmoid"], dtype=np.float64).tolist()
        return cls(columns, preparation, landmarks, strengths[:-1], gamma, float(strengths[-1]), slope, shift)


def rbf(rows: Floats, landmarks: Floats, gamma: float) -> Floats:
    """exp(−γ‖x − z‖²) for each row and landmark.

    `einsum` sums in one order; a matrix product sums in another for each number of threads, and the last digits of all
    posteriors would follow.
    """
    products = np.einsum("ij,kj->ik", rows, landmarks)
    squares = (rows**2).sum(axis=1)[:, None] + (landmarks**2).sum(axis=1) - 2 * products
    return np.asarray(np.exp(-gamma * np.maximum(squares, 0)))


def sigmoid(decisions: Floats, slope: float, shift: float) -> Floats:
    """1 / (1 + exp(slope · f + shift)), without overflow."""
    return np.asarray(0.5 * (1 - np.tanh((slope * decisions + shift) / 2)))
