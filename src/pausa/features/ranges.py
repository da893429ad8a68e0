"""Statistics of a contour over many stretches of frames at once, what is missing in it left out.

contour   1.0  NaN  3.0  2.0  NaN  5.0
stretch        [1,  4)                      mean 2.5, highest 3.0, last 2.0
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats

Ints = NDArray[np.int64]


class Ranges:
    """Stretches `start` to `stop` (frames, stop not included) of a contour; NaN where a stretch holds no value."""

    def __init__(self, contour: Floats, start: Ints, stop: Ints) -> None:
        known = ~np.isnan(contour)
        counted = np.concatenate([[0], np.cumsum(known)])
        self._frames = np.flatnonzero(known)
        self._values = contour[known]
        self._sums = np.concatenate([[0.0], np.cumsum(self._values)])
        self._first: Ints = counted[np.clip(start, 0, len(contour))]
        self._last: Ints = np.maximum(self._first, counted[np.clip(stop, 0, len(contour))])

    def mean(self) -> Floats:
        return self._mean(self._first, self._last)

    def at_start(self, frames: int) -> Floats:
        """The mean of the first values of each stretch, so many at most."""
        return self._mean(self._first, np.minimum(self._last, self._first + frames))

    def at_end(self, frames: int) -> Floats:
        """The mean of the last values of each stretch, so many at most."""
        return self._mean(np.maximum(self._first, self._last - frames), self._last)

    def highest(self) -> Floats:
        return self._reduced(np.maximum)

    def lowest(self) -> Floats:
        return self._reduced(np.minimum)

    def slope(self, frames: int) -> Floats:
        """Change per frame over the last values of each stretch, by least squares; NaN for fewer than three."""
        if not len(self._values):
            return np.full(len(self._first), np.nan)
        places = self._last[:, None] - np.arange(frames, 0, -1)
        used = places >= self._first[:, None]
        places = np.maximum(places, 0)
        time = np.where(used, self._frames[places], np.nan)
        value = np.where(used, self._values[places], np.nan)
        n = used.sum(axis=1)
        safe = np.maximum(n, 1)
        time = np.nan_to_num(time - (np.nansum(time, axis=1) / safe)[:, None])
        value = np.nan_to_num(value - (np.nansum(value, axis=1) / safe)[:, None])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(n >= 3, (time * value).sum(axis=1) / (time**2).sum(axis=1), np.nan)

    def _mean(self, first: Ints, last: Ints) -> Floats:
        n = last - first
        total = self._sums[last] - self._sums[first]
        return np.where(n > 0, total / np.maximum(n, 1), np.nan)

    def _reduced(self, take: np.ufunc) -> Floats:
        found = np.full(len(self._first), np.nan)
        held = self._last > self._first
        if held.any():
            edges = np.stack([self._first[held], self._last[held]], axis=1).reshape(-1)
            # One more value, so that the end of the last stretch is a place, too.
            found[held] = take.reduceat(np.append(self._values, 0.0), edges)[::2]
        return found
