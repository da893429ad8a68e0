"""How probable an end has to be in a stream, where what is still to come is not known.

A threshold that is asked for stays as it is; a detector's own is the one for the words so far. A rate (asked for, or a
detector's own) is kept as far as it can be: the bar is where it would be if the recording had ended with the words so
far, and it is drawn to ½ while these are few.
"""

from __future__ import annotations

from array import array

import numpy as np

from pausa.core.scores import Floats, Scores
from pausa.decode.limits import THRESHOLD, SentenceLimits
from pausa.decode.quota import wanted
from pausa.models.base import Detector

#: So many of the latest gaps say where the bar is; it is looked up again after so many.
REMEMBERED, RENEWED = 2000, 8
#: After so many gaps their own word counts as much as what is assumed at first.
_FEW = 20


class Bar:
    """The bar for one stream."""

    def __init__(self, detector: Detector, limits: SentenceLimits, *, adds_commas: bool) -> None:
        self._detector, self._limits = detector, limits
        self._fixed = THRESHOLD if limits.is_free and adds_commas else limits.threshold
        self._seen = array("d")
        self._new = RENEWED
        self._last = THRESHOLD if detector.threshold is None or not limits.is_free else detector.threshold

    def at(self) -> float:
        """The probability that is enough now."""
        return self._last if self._fixed is None else self._fixed

    def note(self, ends: Floats) -> None:
        """Gaps that are being judged."""
        if self._fixed is not None:
            return
        self._seen.extend(ends.tolist())
        del self._seen[:-REMEMBERED]
        self._new += ends.size
        if self._new >= RENEWED and len(self._seen) > 1:
            self._new = 0
            self._last = self._bar(np.array(self._seen))

    def _bar(self, known: Floats) -> float:
        threshold = self._detector.threshold_for(Scores(known)) if self._limits.is_free else None
        if threshold is not None:
            return threshold
        own = _reached(known, self._words_per_end(known))
        return (known.size * own + _FEW * THRESHOLD) / (known.size + _FEW)

    def _words_per_end(self, ends: Floats) -> float | None:
        if not self._limits.is_free:
            return self._limits.words_per_end
        rate = self._detector.rate_for(Scores(ends))
        return None if rate is None else 100 / rate


def _reached(ends: Floats, words_per_end: float | None) -> float:
    """The probability that so many gaps reach."""
    if words_per_end is None:
        return THRESHOLD
    count = wanted(ends.size, words_per_end)
    return float(np.partition(ends, -count)[-count])
