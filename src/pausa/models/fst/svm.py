"""Fitting the prosodic machine: landmarks, a large margin in the space they span, Platt's sigmoid.

    φ(x) = K(x, Z) · L⁻ᵀ,   K(Z, Z) = L·Lᵀ                  the Nyström map: φ(x)·φ(y) ≈ K(x, y)
    min  ½‖w‖² + C · Σ max(0, 1 − y·(w·φ(x) + b))²           squared hinge, by Newton's method
    slope, shift                                             by likelihood, on recordings the machine has not seen

Landmarks are training gaps, half of them ends where there are enough. γ and C are chosen by the likelihood of
recordings that are left out. numpy is all that is needed, and the same gaps give the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.fst.prosodic import CERTAIN, Preparation, Prosodic, rbf, sigmoid

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

#: γ to try, times one over the number of columns, and C.
GAMMAS = (0.5, 1.0, 2.0)
COSTS = (0.1, 1.0)
#: Recordings are left out in so many turns.
TURNS = 3
SEED = 20120909


@dataclass(frozen=True)
class Size:
    """How much of the data is used: landmarks, gaps to fit on, gaps to choose γ and C by."""

    landmarks: int = 300
    gaps: int = 60_000
    trial: int = 12_000


@dataclass(frozen=True)
class Fit:
    """A machine and how it did on the recordings that were left out: F1 at one half, mean negative log-likelihood.

    `unseen` are the posteriors of the training gaps, each by a machine that had not seen its recording; NaN for
    gaps that were not used.
    """

    model: Prosodic
    f1: float
    loss: float
    cost: float
    unseen: Floats


def fit(
    values: Floats,
    ends: Bools,
    groups: Ints,
    columns: Sequence[str],
    *,
    size: Size | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Fit:
    """A machine for these gaps; `groups` tells the recording of each."""
    size = size or Size()
    if not ends.any() or ends.all():
        raise OptionError("A prosodic model needs gaps with a sentence end and gaps without one.")
    rng = np.random.default_rng(SEED)
    chosen = _some(rng, len(ends), size.gaps)
    posteriors = np.full(len(ends), np.nan)
    values, ends, groups = values[chosen], ends[chosen], groups[chosen]
    preparation = Preparation.of(values)
    rows, signs = preparation(values), np.where(ends, 1.0, -1.0)
    marks = rows[_landmarks(rng, ends, size.landmarks)]
    few = _some(rng, len(ends), size.trial)
    turn = _turns(groups)
    gamma, cost = _best_settings(rows[few], signs[few], turn[few], marks)
    say(f"prosody: {len(ends):,} gaps, {len(marks)} landmarks, γ {gamma:.4f}, C {cost:g}")
    space = Space.of(marks, gamma)
    features = space.features(rows)
    unseen = _unseen(features, signs, turn, cost)
    slope, shift = platt(unseen, ends)
    weights = large_margin(features, signs, cost)
    posterior = sigmoid(unseen, slope, shift)
    posteriors[chosen] = np.clip(posterior, CERTAIN, 1 - CERTAIN)
    model = Prosodic(
        columns=tuple(columns),
        preparation=preparation,
        landmarks=marks,
        strengths=space.strengths(weights[:-1]),
        gamma=gamma,
        offset=float(weights[-1]),
        slope=slope,
        shift=shift,
    )
    return Fit(model, _f1(posterior >= 0.5, ends), _loss(posterior, ends), cost, posteriors)


@dataclass(frozen=True)
class Space:
    """The space that landmarks span under a kernel."""

    landmarks: Floats
    gamma: float
    inverse: Floats

    @classmethod
    def of(cls, landmarks: Floats, gamma: float) -> Space:
        kernel = rbf(landmarks, landmarks, gamma)
        values, vectors = np.linalg.eigh(kernel)
        kept = values > 1e-6 * values[-1]  # directions that rounding makes up are left out
        return cls(landmarks, gamma, vectors[:, kept] / np.sqrt(values[kept]))

    def features(self, rows: Floats) -> NDArray[np.float32]:
        """φ of each row, with a column of ones for the offset."""
        mapped = np.ones((len(rows), self.inverse.shape[1] + 1), dtype=np.float32)
        for start in range(0, len(rows), 8192):
            part = rows[start : start + 8192]
            mapped[start : start + 8192, :-1] = rbf(part, self.landmarks, self.gamma) @ self.inverse
        return mapped

    def strengths(self, weights: Floats) -> Floats:
        """What each landmark counts for in w·φ(x)."""
        return np.asarray(self.inverse @ weights)


def large_margin(features: NDArray[np.float32], signs: Floats, cost: float, *, steps: int = 30) -> Floats:
    """The weights that minimise ½‖w‖² + C·Σ max(0, 1 − y·w·φ)²; the last one is the offset and not held down."""
    width = features.shape[1]
    weights = np.zeros(width)
    held = np.ones(width)
    held[-1] = 1e-6

    def loss(candidate: Floats, margins: Floats) -> float:
        return float(0.5 * (held * candidate**2).sum() + cost * (np.maximum(1 - margins, 0) ** 2).sum())

    margins = np.zeros(len(signs))
    value = loss(weights, margins)
    for _ in range(steps):
        inside = margins < 1
        active = features[inside]
        slack = (1 - margins[inside]) * signs[inside]
        slope = held * weights - 2 * cost * (active.T @ slack.astype(np.float32)).astype(np.float64)
        curve = 2 * cost * (active.T @ active).astype(np.float64) + np.diag(held + 1e-8)
        step = np.linalg.solve(curve, slope)
        length = 1.0
        while True:
            tried = weights - length * step
            moved = (features @ tried.astype(np.float32)).astype(np.float64) * signs
            lower = loss(tried, moved)
            if lower <= value or length < 1e-3:
                break
            length /= 2
        gained = value - lower
        if gained <= 0:
            break
        weights, margins, value = tried, moved, lower
        if gained < 1e-6 * value:
            break
    return weights


def platt(decisions: Floats, ends: Bools, *, steps: int = 100) -> tuple[float, float]:
    """Slope and shift of the sigmoid of highest likelihood, targets drawn in as Platt does."""
    n_ends, n_others = int(ends.sum()), int((~ends).sum())
    target = np.where(ends, (n_ends + 1) / (n_ends + 2), 1 / (n_others + 2))
    slope, shift = 0.0, float(np.log((n_others + 1) / (n_ends + 1)))

    def loss(a: float, b: float) -> float:
        score = a * decisions + b
        return float((np.logaddexp(0, score) - (1 - target) * score).sum())

    value = loss(slope, shift)
    for _ in range(steps):
        posterior = sigmoid(decisions, slope, shift)
        error = target - posterior
        weight = posterior * (1 - posterior) + 1e-12
        gradient = np.array([(error * decisions).sum(), error.sum()])
        cross = (weight * decisions).sum()
        curve = np.array([[(weight * decisions**2).sum() + 1e-9, cross], [cross, weight.sum() + 1e-9]])
        step = np.linalg.solve(curve, gradient)
        length = 1.0
        while length > 1e-6 and loss(slope - length * step[0], shift - length * step[1]) > value:
            length /= 2
        slope, shift = slope - length * float(step[0]), shift - length * float(step[1])
        lower = loss(slope, shift)
        if value - lower < 1e-9 * abs(value):
            break
        value = lower
    return slope, shift


def _best_settings(rows: Floats, signs: Floats, turn: Ints, landmarks: Floats) -> tuple[float, float]:
    found: list[tuple[float, float, float]] = []
    for times in GAMMAS:
        gamma = times / rows.shape[1]
        features = Space.of(landmarks, gamma).features(rows)
        for cost in COSTS:
            unseen = _unseen(features, signs, turn, cost)
            posterior = sigmoid(unseen, *platt(unseen, signs > 0))
            found.append((_loss(posterior, signs > 0), gamma, cost))
    _, gamma, cost = min(found)
    return gamma, cost


def _unseen(features: NDArray[np.float32], signs: Floats, turn: Ints, cost: float) -> Floats:
    """f(x) of every gap by a machine that was fitted on the other turns."""
    found = np.zeros(len(signs))
    for each in range(TURNS):
        apart = turn == each
        if apart.any():
            weights = large_margin(features[~apart], signs[~apart], cost)
            found[apart] = features[apart] @ weights.astype(np.float32)
    return found


def _turns(groups: Ints) -> Ints:
    """A turn for each gap: whole recordings, or gap by gap where there are too few of them."""
    _, numbers = np.unique(groups, return_inverse=True)
    if numbers.max(initial=0) + 1 < TURNS:
        numbers = np.arange(len(groups))
    return np.asarray(numbers % TURNS, dtype=np.int64)


def _landmarks(rng: np.random.Generator, ends: Bools, count: int) -> Ints:
    """Gaps to be landmarks: half ends and half others, as far as there are so many."""
    is_end, other = rng.permutation(np.flatnonzero(ends)), rng.permutation(np.flatnonzero(~ends))
    half = min(count // 2, is_end.size)
    return np.sort(np.concatenate([is_end[:half], other[: count - half]]))


def _some(rng: np.random.Generator, size: int, count: int) -> Ints:
    return np.sort(rng.permutation(size)[:count])


def _loss(posterior: Floats, ends: Bools) -> float:
    inside = np.clip(posterior, 1e-12, 1 - 1e-12)
    return float(-np.where(ends, np.log(inside), np.log1p(-inside)).mean())


def _f1(found: Bools, ends: Bools) -> float:
    both = int(found.sum()) + int(ends.sum())
    return 2 * int((found & ends).sum()) / both if both else 0.0
