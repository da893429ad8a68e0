"""N-gram models with back-off, asked for many words at once.

    p(w | a b c)  =  p of the n-gram "a b c w"                where the model lists it
                     back-off of "a b c" · p(w | b c)         where it lists "a b c" only
                     p(w | b c)                               otherwise

The n-grams of one length form a sorted table. A row's key is the number of the row that holds its context (one
word shorter) and the number of its last word, so any length and any vocabulary fit 64 bits. Logarithms are
kept to base 10 in single precision, as in ARPA files; answers are natural logarithms in double precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.lm.vocabulary import Ids, Vocabulary

Keys = NDArray[np.uint64]
Logs = NDArray[np.float32]
Rows = NDArray[np.int64]

LN10 = log(10)
_WORD_BITS = np.uint64(32)
_NONE = -1
#: Questions that are answered together; bounds the memory, not the number of questions.
_BATCH = 1 << 20


@dataclass(frozen=True)
class Level:
    """The n-grams of one length, by rising key; the longest ones have no back-offs."""

    keys: Keys
    log_probs: Logs
    back_offs: Logs

    def __len__(self) -> int:
        return int(self.keys.size)

    def find(self, contexts: Rows, words: Ids | Rows) -> Rows:
        """The row of each context and word, -1 where there is none (or no context, or no word)."""
        rows = np.full(contexts.size, _NONE, dtype=np.int64)
        asked = np.flatnonzero((contexts >= 0) & (words >= 0)) if len(self) else np.empty(0, dtype=np.int64)
        if asked.size:
            wanted = pack(contexts[asked], words[asked])
            # Sorted questions walk through memory in order; that is several times faster in a large table.
            order = np.argsort(wanted)
            wanted = wanted[order]
            at = np.minimum(np.searchsorted(self.keys, wanted), len(self) - 1)
            rows[asked[order]] = np.where(self.keys[at] == wanted, at, _NONE)
        return rows


def pack(contexts: Rows, words: Ids | Rows) -> Keys:
    """Keys from the rows of the contexts and the numbers of the words."""
    return (contexts.astype(np.uint64) << _WORD_BITS) | words.astype(np.uint64)


def unpack(keys: Keys) -> tuple[Rows, Rows]:
    """The rows of the contexts and the numbers of the words."""
    return (keys >> _WORD_BITS).astype(np.int64), (keys & np.uint64(0xFFFFFFFF)).astype(np.int64)


def unigrams(log_probs: Logs, back_offs: Logs) -> Level:
    """The level of single words, which have no context."""
    return Level(np.arange(log_probs.size, dtype=np.uint64), log_probs, back_offs)


@dataclass(frozen=True)
class NgramModel:
    """A back-off model: its words, and its n-grams by length."""

    vocabulary: Vocabulary
    levels: tuple[Level, ...]

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return len(self.levels)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many n-grams of each length there are."""
        return tuple(len(level) for level in self.levels)

    def ids(self, forms: Sequence[str]) -> Ids:
        """The numbers under which the model knows words."""
        return self.vocabulary.ids(forms)

    def log_probs(self, contexts: Ids, words: Ids) -> Floats:
        """Natural log of p(word | context); contexts are rows, oldest first, -1 where there is no word.

        Columns beyond what the model looks at are ignored.
        """
        found = np.empty(words.size, dtype=np.float64)
        for start in range(0, words.size, _BATCH):
            part = slice(start, start + _BATCH)
            found[part] = self._log10(contexts[part], words[part])
        return found * LN10

    def rows(self, grams: Ids) -> Rows:
        """The row of each n-gram (a row of word numbers) in the level of its length, -1 where there is none."""
        rows = grams[:, 0].astype(np.int64)
        for place in range(1, grams.shape[1]):
            rows = self.levels[place].find(rows, grams[:, place])
        return rows

    def grams(self, length: int) -> Ids:
        """The words of every n-gram of a length, by row."""
        columns: list[Rows] = []
        rows = np.arange(len(self.levels[length - 1]))
        for level in self.levels[length - 1 : 0 : -1]:
            rows, words = unpack(level.keys[rows])
            columns.append(words)
        return np.stack([rows, *columns[::-1]], axis=1).astype(np.int32)

    def _log10(self, contexts: Ids, words: Ids) -> Floats:
        found = self.levels[0].log_probs[words].astype(np.float64)
        # From short to long: each length either has its own estimate or weighs the shorter one.
        for length in range(1, min(contexts.shape[1], self.order - 1) + 1):
            rows = self.rows(contexts[:, -length:])
            listed = np.flatnonzero(rows >= 0)
            level = self.levels[length]
            hits = level.find(rows[listed], words[listed])
            found[listed] += self.levels[length - 1].back_offs[rows[listed]]
            found[listed[hits >= 0]] = level.log_probs[hits[hits >= 0]]
        return found
