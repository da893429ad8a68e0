"""Where sentences end, over some number of words; kept apart from the words themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise


@dataclass(frozen=True, slots=True, eq=False)
class Segmentation:
    """Sentences end after word `i` for each `i` in `ends`, out of `n_words` words.

    The last word always ends a sentence. `marks`, where given, holds one mark per end
    (`.`, `?`, `!`, `;`, `,` or empty where unknown). `by` names who or what made it.
    `probabilities`, where a detector made it, holds one probability of an end per word. Two are equal where all
    this is, whether or not one of them comes with its words (`pausa.segment` gives such a one).

    >>> Segmentation(n_words=5, ends=(1, 4)).lengths
    (2, 3)
    """

    n_words: int
    ends: tuple[int, ...]
    marks: tuple[str, ...] = ()
    by: str = ""
    probabilities: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if any(a >= b for a, b in pairwise(self.ends)):
            raise ValueError(f"Sentence ends must rise, got {_some(self.ends)}")
        if self.ends and self.ends[0] < 0:
            raise ValueError(f"Sentence ends are word numbers from 0, got {self.ends[0]}")
        if (self.ends[-1] if self.ends else -1) != self.n_words - 1:
            raise ValueError(
                f"The last of {self.n_words} words ends the last sentence, but the ends are {_some(self.ends)}"
            )
        if self.marks and len(self.marks) != len(self.ends):
            raise ValueError(f"{len(self.marks)} marks for {len(self.ends)} sentence ends")
        if self.probabilities and len(self.probabilities) != self.n_words:
            raise ValueError(f"{len(self.probabilities)} probabilities for {self.n_words} words")

    @classmethod
    def of(cls, n_words: int, ends: Sequence[int], *, marks: Sequence[str] = (), by: str = "") -> Segmentation:
        """A segmentation from ends that need not hold the last word yet.

        >>> Segmentation.of(3, [0]).ends
        (0, 2)
        """
        closed = tuple(ends)
        labels = tuple(marks)
        if n_words and (not closed or closed[-1] != n_words - 1):
            closed = (*closed, n_words - 1)
            labels = (*labels, "") if labels else ()
        return cls(n_words, closed, labels if any(labels) else (), by)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Words per sentence."""
        return tuple(stop - start for start, stop in self.spans())

    def spans(self) -> Iterator[tuple[int, int]]:
        """First word and the one after the last, for each sentence.

        >>> list(Segmentation(5, (1, 4)).spans())
        [(0, 2), (2, 5)]
        """
        start = 0
        for end in self.ends:
            yield start, end + 1
            start = end + 1

    def mark(self, place: int) -> str:
        """The mark at the `place`-th end, empty where unknown."""
        return self.marks[place] if self.marks else ""

    def named(self, by: str) -> Segmentation:
        """The same ends by someone else."""
        return replace(self.bare(), by=by)

    def bare(self) -> Segmentation:
        """The ends alone, without words where it comes with some."""
        return self

    def __eq__(self, other: object) -> bool:
        return self._all() == other._all() if isinstance(other, Segmentation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def _all(self) -> tuple[object, ...]:
        return self.n_words, self.ends, self.marks, self.by, self.probabilities


def _some(ends: tuple[int, ...]) -> str:
    return str(ends) if len(ends) <= 12 else f"({', '.join(map(str, ends[:6]))}, … {len(ends)} in all)"
