"""An end wherever the probability reaches a threshold.

The result is an operating point: the gaps that would be ends if lengths did not matter, and the
threshold behind them in logits, which the best path needs to weigh a missed end against an extra one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats

Bools: TypeAlias = NDArray[np.bool_]

#: Probabilities nearer to 0 or 1 than this are taken for this, so that every gap has a finite price.
_CERTAIN = 1e-12


@dataclass(frozen=True)
class OperatingPoint:
    """The gaps chosen while lengths do not matter, and the threshold in logits that parts them from the rest."""

    chosen: Bools
    logit: float


def logit(probability: Floats) -> Floats:
    """log(p / (1 - p)), finite for certain events too."""
    inside = np.clip(probability, _CERTAIN, 1 - _CERTAIN)
    return np.asarray(np.log(inside) - np.log1p(-inside))


def reaching(ends: Floats, *, at: float) -> OperatingPoint:
    """Every gap whose probability of an end is `at` or more.

    >>> reaching(np.array([0.2, 0.5, 0.9]), at=0.5).chosen.tolist()
    [False, True, True]
    """
    return OperatingPoint(ends >= at, float(logit(np.array(at))))
