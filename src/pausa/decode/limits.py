"""What a person may ask of the sentences, whatever detector scored the gaps.

How many ends there are follows from one of three: a threshold on the probability, a rate of ends, or a
mean length. How long a sentence may be is a hard limit: nothing that is written is longer, but for a
single word that is too long by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TypedDict

from pausa.core.errors import OptionError

#: The threshold where neither a threshold, a rate nor a mean length is asked for.
THRESHOLD = 0.5
TURNS = ("respect", "ignore")


class SentenceOptions(TypedDict, total=False):
    """The fields of `SentenceLimits`, as keywords of whoever takes them."""

    threshold: float | None
    rate: float | None
    mean_length: float | None
    min_words: int | None
    max_words: int | None
    max_chars: int | None
    max_seconds: float | None
    turns: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceLimits:
    """How many sentences there shall be, and how short and long they may get; None asks for nothing.

    `rate` is ends per 100 words, `mean_length` words per sentence; both count the end of the last word
    and those at speaker turns. With `turns="respect"` a sentence never runs over a change of speaker.
    """

    threshold: float | None = None
    rate: float | None = None
    mean_length: float | None = None
    min_words: int | None = None
    max_words: int | None = None
    max_chars: int | None = None
    max_seconds: float | None = None
    turns: str = "respect"

    def __post_init__(self) -> None:
        self._check_how_many()
        for name in ("min_words", "max_words", "max_chars"):
            value = getattr(self, name)
            if value is not None and not value >= 1:
                raise OptionError(f"{_spelled(name)} is a number from 1, not {value}.")
        if self.max_seconds is not None and not (self.max_seconds > 0 and isfinite(self.max_seconds)):
            raise OptionError(f"max-seconds is a number above 0, not {self.max_seconds}.")
        if self.min_words and self.max_words and self.min_words > self.max_words:
            raise OptionError(
                f"No sentence has at least {self.min_words} and at most {self.max_words} words; "
                "let min-words be no larger than max-words."
            )
        if self.turns not in TURNS:
            raise OptionError(f"turns is {' or '.join(map(repr, TURNS))}, not {self.turns!r}.")

    def _check_how_many(self) -> None:
        asked = [name for name in ("threshold", "rate", "mean_length") if getattr(self, name) is not None]
        if len(asked) > 1:
            raise OptionError(
                f"{' and '.join(map(_spelled, asked))} each say how many sentences there shall be; give one of them."
            )
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise OptionError(f"threshold is a probability between 0 and 1, not {self.threshold}.")
        if self.rate is not None and not 0 < self.rate <= 100:
            raise OptionError(f"rate is a number of ends per 100 words, above 0 and at most 100, not {self.rate}.")
        if self.mean_length is not None and not (self.mean_length >= 1 and isfinite(self.mean_length)):
            raise OptionError(f"mean-length is a number of words from 1, not {self.mean_length}.")

    @property
    def is_free(self) -> bool:
        """Whether nothing is said about how many sentences there shall be."""
        return self.threshold is None and self.rate is None and self.mean_length is None

    @property
    def words_per_end(self) -> float | None:
        """The mean length asked for, be it as such or as a rate; None where a threshold decides."""
        if self.rate is not None:
            return 100 / self.rate
        return self.mean_length

    @property
    def bound_lengths(self) -> bool:
        """Whether any limit on the length of a sentence is given."""
        return (self.min_words or 1) > 1 or any(
            limit is not None for limit in (self.max_words, self.max_chars, self.max_seconds)
        )


def _spelled(name: str) -> str:
    return name.replace("_", "-")
