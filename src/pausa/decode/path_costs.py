"""What a segmentation costs: tables over words and breaks, and a length model.

The best path over them is found in `pausa.decode.path`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum, inf

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import PausaError
from pausa.core.scores import Floats

#: Larger finite costs would eat up the digits of the others; what may not be costs infinity.
LARGEST = 1e9


class NoPath(PausaError):
    """Every segmentation costs infinity; `stuck` is the last word that a sentence can start with, where known."""

    def __init__(self, n_words: int, stuck: int | None = None) -> None:
        super().__init__(n_words, stuck)
        self.n_words, self.stuck = n_words, stuck

    def __str__(self) -> str:
        where = "" if self.stuck is None else f": no sentence that starts at word {self.stuck + 1} or before leads on"
        return f"No segmentation of the {self.n_words} words is allowed{where}; allow more lengths or fewer fixed ends."


def _checked(name: str, costs: Floats, shape: tuple[int, ...]) -> Floats:
    """The costs as float64 of that shape; ValueError where one is no cost."""
    costs = np.ascontiguousarray(costs, dtype=np.float64)
    if costs.shape != shape:
        raise ValueError(f"{name} costs have shape {costs.shape}, not {shape}")
    if np.isnan(costs).any() or (costs.size and costs.min() < -LARGEST) or (np.abs(costs[costs < inf]) > LARGEST).any():
        raise ValueError(f"{name} costs must be numbers between -{LARGEST:g} and {LARGEST:g}, or infinity")
    return costs


@dataclass(frozen=True)
class LengthCosts:
    """What the length of a sentence costs: `stop[k - 1]` to end after k words, `go[k - 1]` to go on from k to k + 1.

    No sentence is longer than `stop` is.
    """

    stop: Floats
    go: Floats

    def __post_init__(self) -> None:
        if len(self.stop) < 1:
            raise ValueError("A sentence must be allowed to have one word at least")
        object.__setattr__(self, "stop", _checked("stop", self.stop, (len(self.stop),)))
        object.__setattr__(self, "go", _checked("length go", self.go, (len(self.stop) - 1,)))

    @classmethod
    def free(cls, longest: int = 80) -> LengthCosts:
        """Every length up to the longest, at no cost."""
        return cls(np.zeros(longest), np.zeros(longest - 1))

    @property
    def longest(self) -> int:
        return len(self.stop)

    @property
    def whole(self) -> Floats:
        """What a sentence of k words costs in all, at k - 1."""
        return np.concatenate([[0.0], np.cumsum(self.go)]) + self.stop


@dataclass(frozen=True)
class PathCosts:
    """What each word and each break costs, for n words; all in natural logarithms, infinity where not allowed.

    `word` is (n, 5), by history: first of its sentence after a sentence of two words or more (or at the
    start of the recording), first after a sentence of one word, then with one, two, three or more words of
    its sentence before it. `end` is (n, 3): a break after the word, its sentence then having one, two, three
    or more words. `go` is (n,): no break after the word; the last one is never used.
    """

    word: Floats
    end: Floats
    go: Floats
    length: LengthCosts

    def __post_init__(self) -> None:
        n_words = len(self.go)
        for name, shape in {"word": (n_words, 5), "end": (n_words, 3), "go": (n_words,)}.items():
            object.__setattr__(self, name, _checked(name, getattr(self, name), shape))

    def __len__(self) -> int:
        return len(self.go)

    def with_fixed(self, fixed: NDArray[np.bool_] | None) -> PathCosts:
        """The same costs, but a sentence must end wherever `fixed` says so."""
        if fixed is None:
            return self
        if len(fixed) != len(self):
            raise ValueError(f"Fixed ends for {len(fixed)} words do not fit {len(self)} words")
        return replace(self, go=np.where(fixed, inf, self.go))


def path_cost(costs: PathCosts, ends: Sequence[int]) -> float:
    """What a segmentation costs, summed afresh and rounded once."""
    if list(ends) != sorted(set(ends)) or (ends[-1] if len(ends) else -1) != len(costs) - 1 or min(ends, default=0) < 0:
        raise ValueError(f"{len(ends)} ends that do not rise to the last of {len(costs)} words")
    if not len(ends):
        return 0.0
    stops = np.asarray(ends, dtype=np.int64)
    lengths = np.diff(stops, prepend=-1)
    starts = stops - lengths + 1
    place = np.arange(len(costs)) - np.repeat(starts, lengths)
    history = np.minimum(place + 1, 4)
    history[starts[1:]] = lengths[:-1] == 1
    history[0] = 0
    goes = place[1:] > 0
    too_long = lengths > costs.length.longest
    if too_long.any():
        return inf
    return fsum(
        np.concatenate(
            [
                costs.word[np.arange(len(costs)), history],
                costs.go[:-1][goes],
                costs.length.go[place[1:][goes] - 1],
                costs.end[stops, np.minimum(lengths, 3) - 1],
                costs.length.stop[lengths - 1],
            ]
        )
    )
