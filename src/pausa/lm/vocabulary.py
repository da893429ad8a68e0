"""Words as numbers. What is not in the list is `<unk>`; `<break>` is the end of a sentence, a word like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError

BREAK = "<break>"
UNKNOWN = "<unk>"

Ids = NDArray[np.int32]


@dataclass(frozen=True)
class Vocabulary:
    """The words that a language model knows; a word's number is its place.

    >>> Vocabulary((UNKNOWN, BREAK, "so", "we")).ids(["we", "left", BREAK])
    array([3, 0, 1], dtype=int32)
    """

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.words):
            twice = next(word for number, word in enumerate(self.words) if self.numbers[word] != number)
            raise InputError("vocabulary", None, f"the word {twice!r} is there twice")
        if UNKNOWN not in self.numbers:
            raise InputError("vocabulary", None, f"there is no {UNKNOWN}", "unknown words need a number too")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def unknown(self) -> int:
        """The number of the unknown word."""
        return self.numbers[UNKNOWN]

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.numbers

    def ids(self, forms: Sequence[str]) -> Ids:
        """The numbers of words; unknown ones get that of `<unk>`."""
        return np.fromiter(map(self.numbers.get, forms, repeat(self.unknown)), dtype=np.int32, count=len(forms))
