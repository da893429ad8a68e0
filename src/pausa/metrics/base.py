"""Metrics count per document, then score a sum.

A `Case` is one document ready to be scored: the references' and the hypothesis' boundaries over the
same words. A metric family turns a case into `Counts`; counts of documents add up; `score` turns a
(summed) count into named numbers. Corpus scores, intervals and paired tests follow from that shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import compress
from math import nan, sqrt
from typing import Any, Protocol, Self, TypedDict

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.messages import counted
from pausa.core.segmentation import Segmentation
from pausa.text.marks import DELIMITERS

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Options:
    """Everything that changes a number; all of it stands in the signature."""

    window: int = 2
    last: str = "skip"
    level: str = "sentence"
    marks: str = DELIMITERS
    align: str = "none"
    pivot: str = ""
    condition: str = ""
    tolerance: int = 0
    collar_ms: int | None = None
    consensus: int | None = None
    tell_marks_apart: bool = False
    humans: str = ""

    def __post_init__(self) -> None:
        if self.window < 0:
            raise OptionError(f"The window limit is a number of words from 0, not {self.window}.")
        if self.last not in ("skip", "count"):
            raise OptionError(f"The last word is either 'skip' or 'count', not {self.last!r}.")
        if self.tolerance < 0 or (self.collar_ms or 0) < 0:
            raise OptionError("A tolerance is not negative.")
        if self.tolerance and self.collar_ms is not None:
            raise OptionError("Give a tolerance in words or a collar in milliseconds, not both.")
        if self.consensus is not None and self.consensus < 1:
            raise OptionError("A consensus needs at least one reference.")


class MetricOptions(TypedDict, total=False):
    """Those of the options that a caller chooses; the others follow from how words were matched."""

    window: int
    last: str
    level: str
    marks: str
    tolerance: int
    collar_ms: int | None
    consensus: int | None
    tell_marks_apart: bool


@dataclass(frozen=True)
class Boundaries:
    """The judged boundaries of one segmentation: word numbers, rising, and the mark at each ('' unknown)."""

    at: Positions
    marks: tuple[str, ...] = ()

    def __len__(self) -> int:
        return int(self.at.size)


@dataclass(frozen=True)
class Case:
    """One document to score: m references and one hypothesis over `n_words` words.

    `n_gaps` is how many word ends are judged (one fewer than the words when the last is skipped).
    `end_ms` is each word's end time, NaN where unknown; a collar needs it. Where documents have different people,
    `seats` says which of `n_seats` places each reference takes in counts that add up over them. `probabilities`, where
    the hypothesis carries them, is that of an end after each word, NaN where it is not judged.
    """

    references: tuple[Boundaries, ...]
    hypothesis: Boundaries
    n_words: int
    n_gaps: int
    options: Options = field(default_factory=Options)
    end_ms: NDArray[np.float64] | None = None
    seats: tuple[int, ...] = ()
    n_seats: int = 0
    probabilities: NDArray[np.float64] | None = None

    @property
    def n_references(self) -> int:
        return len(self.references)

    @property
    def is_lone(self) -> bool:
        """Whether there is but one reference where agreement is asked for: that tells nothing about agreement."""
        return self.n_references < 2 and (self.options.humans != "" or self.n_seats > 1)

    def seat(self, values: Sequence[int]) -> tuple[int, ...]:
        """One number for each reference, put in its place; 0 for the people who are not here."""
        if not self.n_seats:
            return tuple(values)
        row = [0] * self.n_seats
        for place, value in zip(self.seats, values, strict=True):
            row[place] = value
        return tuple(row)


def boundaries_of(segmentation: Segmentation, options: Options, judged: NDArray[np.bool_] | None = None) -> Boundaries:
    """A segmentation's boundaries as they are judged: without the last word if it is skipped."""
    at = np.asarray(segmentation.ends, dtype=np.int64)
    keep = np.ones(at.size, dtype=bool)
    if options.last == "skip" and at.size:
        keep[-1] = False
    if judged is not None:
        keep &= judged[at]
    return Boundaries(at[keep], tuple(compress(segmentation.marks, keep.tolist())))


def case(
    references: Sequence[Segmentation],
    hypothesis: Segmentation,
    *,
    options: Options | None = None,
    judged: NDArray[np.bool_] | None = None,
    end_ms: NDArray[np.float64] | None = None,
) -> Case:
    """A case from segmentations of the same words; `judged` leaves out gaps that are not to be looked at."""
    options = options or Options()
    if not references:
        raise OptionError("There is no reference to score against; give at least one.")
    n_words = hypothesis.n_words
    for reference in references:
        if reference.n_words != n_words:
            raise LengthMismatch(reference.n_words, n_words)
    gaps = np.ones(n_words, dtype=bool) if judged is None else judged.copy()
    if options.last == "skip" and n_words:
        gaps[-1] = False
    return Case(
        references=tuple(boundaries_of(reference, options, judged) for reference in references),
        hypothesis=boundaries_of(hypothesis, options, judged),
        n_words=n_words,
        n_gaps=int(gaps.sum()),
        options=options,
        end_ms=end_ms,
        probabilities=np.where(gaps, hypothesis.probabilities, np.nan) if hypothesis.probabilities else None,
    )


@dataclass(frozen=True)
class Counts:
    """What a metric needs from one document: numbers, or tuples of numbers (one per reference).

    Counts of documents add up; scores do not.
    """

    def __add__(self, other: Self) -> Self:
        return type(self)(*(_sum(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*(_less(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)))

    def without(self, place: int) -> Self:
        """The same where every number is one per reference and one reference is left out."""
        return type(self)(*(value[:place] + value[place + 1 :] for value in vars(self).values()))

    def vector(self) -> list[float]:
        """All numbers in order, for resampling."""
        flat: list[float] = []
        for each in fields(self):
            value = getattr(self, each.name)
            flat.extend(value if isinstance(value, tuple) else (value,))
        return flat

    def like(self, vector: Sequence[float]) -> Self:
        """Counts of this shape from a vector."""
        rest = list(vector)
        values: list[Any] = []
        for each in fields(self):
            value = getattr(self, each.name)
            width = len(value) if isinstance(value, tuple) else 1
            taken, rest = rest[:width], rest[width:]
            values.append(tuple(taken) if isinstance(value, tuple) else taken[0])
        return type(self)(*values)

    def as_dict(self) -> dict[str, float | tuple[float, ...]]:
        """The numbers by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _sum(left: Any, right: Any) -> Any:
    if isinstance(left, tuple):
        if len(left) != len(right):
            raise OptionError(
                f"One document has {counted(len(left), 'reference')}, another {len(right)}; "
                "score them apart or complete them."
            )
        return tuple(a + b for a, b in zip(left, right, strict=True))
    return left + right


def _less(left: Any, right: Any) -> Any:
    return tuple(a - b for a, b in zip(left, right, strict=True)) if isinstance(left, tuple) else left - right


class Family(Protocol):
    """Scores that share their counts; `keys` are the names a user asks for.

    A family needs `count` and `score`. The others say nothing unless a family has something to say. `is_per_reference`
    where all it counts is one number per reference, so that one can be left out without counting anew.
    """

    name: str
    keys: tuple[str, ...]
    is_per_reference: bool = False

    def count(self, case: Case) -> Counts: ...

    def score(self, counts: Any) -> dict[str, float]: ...

    def per_reference(self, counts: Any) -> list[dict[str, float]]:
        """The scores against each reference in their order; empty for a family that takes them all at once."""
        return []

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """What of the options concerns this family's score, as the signature names it.

        Documents have at least `fewest` and at most `most` references.
        """
        return {}

    def conditions(self, counts: Any) -> dict[str, str]:
        """What the data, not the options, decided about the scores: it belongs into the signature."""
        return {}

    def remarks(self, counts: Any) -> tuple[str, ...]:
        """Sentences that a reader of these scores should see."""
        return ()


def shared(left: Positions, right: Positions) -> tuple[Positions, Positions]:
    """Where the positions that two rising arrays have in common stand in each of them.

    >>> [places.tolist() for places in shared(np.array([2, 5, 9]), np.array([5, 7, 9]))]
    [[1, 2], [0, 2]]
    """
    places = np.searchsorted(left, right)
    inside = places < left.size
    inside[inside] = left[places[inside]] == right[inside]
    return places[inside].astype(np.int64), np.flatnonzero(inside).astype(np.int64)


def votes(references: Sequence[Boundaries], n_words: int) -> tuple[Positions, Positions]:
    """The positions that at least one reference marks, and how many mark each (WiSeBE's general reference)."""
    marked = np.concatenate([reference.at for reference in references]) if references else np.empty(0, np.int64)
    counted = np.bincount(marked, minlength=n_words)
    positions = np.flatnonzero(counted)
    return positions.astype(np.int64), counted[positions].astype(np.int64)


def ratio(part: float, whole: float) -> float:
    """`part / whole`, and NaN where there is nothing to divide by: the one place where 0/0 is decided."""
    return part / whole if whole else nan


def defined(values: Sequence[float]) -> list[float]:
    """The values that are not NaN; the difference in length is how many a mean leaves out."""
    return [value for value in values if value == value]


def mean(values: Sequence[float]) -> float:
    """The mean of the values that are defined; NaN where none is."""
    known = defined(values)
    return ratio(sum(known), len(known))


@dataclass(frozen=True)
class Spread:
    """The mean of repeated draws and how far they scatter (standard deviation); `n` draws were defined."""

    mean: float
    sd: float
    n: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """The spread of the values that are defined.

        >>> Spread.of([0.25, 0.75, nan])
        Spread(mean=0.5, sd=0.25, n=2)
        """
        known = defined(values)
        centre = mean(known)
        return cls(centre, sqrt(mean([(value - centre) ** 2 for value in known])) if known else nan, len(known))
