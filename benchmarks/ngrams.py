"""Runs of words as numbers, to see what two recordings share.

Words are folded (no case, no punctuation), each gets a 64-bit number by its spelling, and a run of thirteen of them
one by all of these. Two runs that differ have the same number once in billions of pairs. Chinese is written without
blanks: there a word is a character and a run is twice as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from pausa.text.normal import fold

Numbers = NDArray[np.uint64]

#: Words in a run, and characters in one of Chinese.
RUN = 13
RUN_OF_CHARACTERS = 26
_FACTOR = 0x9E3779B97F4A7C15
_NONE = np.empty(0, dtype=np.uint64)


class Spellings(dict[str, int]):
    """The number of each token; 0 for one without letters or digits, which is no word."""

    def __missing__(self, token: str) -> int:
        folded = fold(token)
        is_word = any(sign.isalnum() for sign in folded)
        number = int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "little") or 1
        self[token] = number if is_word else 0
        return self[token]


def numbers(tokens: Iterable[str], spellings: Spellings) -> Numbers:
    """The numbers of the words among the tokens, in order."""
    found: Numbers = np.fromiter(map(spellings.__getitem__, tokens), dtype=np.uint64)
    kept: Numbers = found[found != 0]
    return kept


def runs(words: Numbers, *, length: int = RUN) -> Numbers:
    """The number of every run of that many words, in order; none where there are fewer.

    >>> len(runs(np.arange(1, 21, dtype=np.uint64)))
    8
    """
    count = len(words) - length + 1
    if count < 1:
        return _NONE
    total = np.zeros(count, dtype=np.uint64)
    factor = 1
    for place in range(length):
        factor = factor * _FACTOR % (1 << 64)
        total += (words[place : place + count] ^ (words[place : place + count] >> np.uint64(29))) * np.uint64(factor)
    return total


def runs_of(tokens: Sequence[str], spellings: Spellings, *, lang: str = "en") -> Numbers:
    """The different runs of a recording, sorted."""
    if lang == "zh":
        characters = (sign for token in tokens for sign in token)
        return np.unique(runs(numbers(characters, spellings), length=RUN_OF_CHARACTERS))
    return np.unique(runs(numbers(tokens, spellings)))


def pairs(recordings: Sequence[Numbers], *, most: int = 20) -> dict[tuple[int, int], int]:
    """How many runs two recordings share, for every two that share any; each recording's runs must be different ones.

    A run that more than `most` recordings hold is a formula of the source, and counts for the nearest `most` only.
    """
    if not recordings:
        return {}
    every = np.concatenate(recordings)
    owner = np.repeat(np.arange(len(recordings), dtype=np.int64), [len(each) for each in recordings])
    order = np.argsort(every, kind="stable")
    every, owner = every[order], owner[order]
    keys = []
    for lag in range(1, most):
        same = every[lag:] == every[:-lag]
        if not same.any():
            break
        keys.append(owner[:-lag][same] * len(recordings) + owner[lag:][same])
    if not keys:
        return {}
    found, counts = np.unique(np.concatenate(keys), return_counts=True)
    return {
        (int(key) // len(recordings), int(key) % len(recordings)): int(count)
        for key, count in zip(found, counts, strict=True)
    }


class Held:
    """The runs of held-out recordings, and which of them have been seen elsewhere.

    The recordings to compare with go by one at a time (`see`), so that only what is held out is kept in memory.
    """

    def __init__(self, recordings: Sequence[Numbers]) -> None:
        self.recordings = [np.asarray(each) for each in recordings]
        self.runs = np.unique(np.concatenate(self.recordings)) if self.recordings else _NONE
        self.seen = np.zeros(len(self.runs), dtype=bool)

    def see(self, other: Numbers) -> None:
        """Mark the runs that another recording holds too."""
        if not len(self.runs) or not len(other):
            return
        places = np.minimum(np.searchsorted(self.runs, other), len(self.runs) - 1)
        self.seen[places[self.runs[places] == other]] = True

    def shares(self) -> list[float]:
        """For each recording, the share of its runs that has been seen; 0 where it has none."""
        return [
            float(self.seen[np.searchsorted(self.runs, each)].mean()) if len(each) else 0.0 for each in self.recordings
        ]
