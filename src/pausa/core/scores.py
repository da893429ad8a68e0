"""What a detector gives: for every word, how likely a sentence ends after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """Probability of a sentence end after each word, and of each mark where the detector tells.

    `marks` maps a mark (`,`, `.`, `?`) to its probability after each word; it may be empty. `cases` is how each word is
    written (a place in `pausa.text.casing.CASES`), where the detector tells that.
    """

    ends: Floats
    marks: Mapping[str, Floats] = field(default_factory=dict)
    cases: NDArray[np.int8] | None = None

    def __post_init__(self) -> None:
        for name, column in {"ends": self.ends, **self.marks}.items():
            if column.shape != self.ends.shape or column.ndim != 1:
                raise ValueError(f"Scores for {name!r} have shape {column.shape}, not {self.ends.shape}")
            if column.size and not (np.nanmin(column) >= 0 and np.nanmax(column) <= 1 and not np.isnan(column).any()):
                raise ValueError(f"Scores for {name!r} are not probabilities")
        if self.cases is not None and self.cases.shape != self.ends.shape:
            raise ValueError(f"Cases have shape {self.cases.shape}, not {self.ends.shape}")

    def since(self, first: int) -> Scores:
        """The scores of word number `first` and those after it."""
        if not first:
            return self
        marks = {mark: column[first:] for mark, column in self.marks.items()}
        return Scores(self.ends[first:], marks, None if self.cases is None else self.cases[first:])

    def __len__(self) -> int:
        return int(self.ends.size)
