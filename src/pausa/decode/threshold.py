"""An end wherever the probability reaches a threshold.

The result is an operating point: the gaps that would be ends if lengths did not matter, and the
threshold behind them in logits, which the best path needs to weigh a missed end against an extra one.

A threshold that was chosen on speeches misses half of the ends where people just talk: they end sentences twice as
often, and a network that has heard them little believes it only half. How many ends its probabilities add up to
tells such a recording from a speech, so there the threshold is lowered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats

Bools: TypeAlias = NDArray[np.bool_]

#: So many gaps with the usual share of ends are counted with those of the recording, which may be few. The threshold
#: falls with this power of how many times as many ends there are as usual, to this part of itself at the lowest.
_USUAL_GAPS, _STEEP, _LOWEST = 100, 1.5, 0.5
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


def lowered(threshold: float, ends: Floats, *, usual: float) -> float:
    """The threshold for a recording with these probabilities, where `usual` is the share of gaps that are ends.

    >>> lowered(0.4, np.full(300, 0.05), usual=0.05), round(lowered(0.4, np.full(300, 0.08), usual=0.05), 2)
    (0.4, 0.23)
    """
    likely = (float(ends.sum()) + _USUAL_GAPS * usual) / (ends.size + _USUAL_GAPS)
    return threshold * max(_LOWEST, min(1.0, float((usual / likely) ** _STEEP)))
