"""As many ends as asked for: the best-scored gaps, whatever their probabilities are.

Ends that stand anyway (speaker turns, the last word) count. Where equally scored gaps compete for the
last places they are taken evenly spread, so that a detector that is silent about a stretch does not get
all its ends at the beginning of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.decode.threshold import Bools, OperatingPoint, logit


def wanted(n_words: int, words_per_end: float) -> int:
    """The number of ends that comes nearest to that mean length; at least one, if there is a word.

    >>> wanted(100, 7), wanted(3, 20)
    (14, 1)
    """
    return min(n_words, max(1, int(n_words / words_per_end + 0.5)))


def best_scored(ends: Floats, *, count: int, fixed: Bools) -> OperatingPoint:
    """The `count` best-scored gaps, those that are fixed among them, even where these alone are more.

    >>> last = np.array([False, False, False, True])
    >>> best_scored(np.array([0.1, 0.4, 0.3, 0.0]), count=2, fixed=last).chosen.tolist()
    [False, True, False, True]
    """
    free = np.flatnonzero(~fixed)
    scores = ends[free]
    places = min(max(count - int(fixed.sum()), 0), free.size)
    chosen = fixed.copy()
    last_in, first_out = 1.0, float(scores.max(initial=0))
    if places:
        last_in = float(np.partition(scores, -places)[-places])
        better, equal = free[scores > last_in], free[scores == last_in]
        taken = _evenly(equal, places - better.size)
        chosen[better] = True
        chosen[taken] = True
        first_out = last_in if taken.size < equal.size else float(scores[scores < last_in].max(initial=0))
    # Half-way between the last gap in and the first one out, so that neither is to be had for nothing.
    return OperatingPoint(chosen, float(logit(np.array([last_in, first_out])).mean()))


def _evenly(places: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """That many of the places, spread over all of them."""
    return np.asarray(places[(2 * np.arange(count) + 1) * places.size // (2 * count)])
