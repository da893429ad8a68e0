"""Word classes from plain text: the exchange algorithm on the likelihood of a class bigram model.

Classes are good if they tell much about the class that follows. With N(c, d) the number of times class d follows
class c, and N(c, ·), N(·, c) how often c comes first and second, the log-likelihood is, up to a constant,

    Σ N(c,d) log N(c,d)  -  Σ N(c,·) log N(c,·)  -  Σ N(·,c) log N(·,c)

Words are visited from common to rare; each goes to the class where this sum is largest, all others staying. The sum
never falls, so this ends. To begin with, the word of rank r is in class r modulo the number of classes. There
is no chance in it: the same text gives the same classes. `<break>` and `<unk>` stay in classes of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.lm.counts import BITS, MOST_WORDS, Counts, gathered, last, runs, windows
from pausa.lm.ngram import Rows

#: The classes of `<unk>` and `<break>`, which are words 0 and 1.
_FIXED = 2


def induced_classes(
    streams: Iterable[Sequence[str]], n_classes: int, *, max_vocabulary: int = 20_000, sweeps: int = 10
) -> dict[str, str]:
    """The class of each word; words beyond the vocabulary have none. Streams are as for `estimate`.

    It ends when a sweep through the words moves less than one in a thousand, or after so many sweeps.
    """
    if n_classes < 1 or not _FIXED <= max_vocabulary <= MOST_WORDS:
        raise OptionError(f"{n_classes} classes of {max_vocabulary} words cannot be made.")
    text = gathered(streams, max_words=max_vocabulary)
    pairs = windows(text, 2)
    pairs.sort()
    keys, counts = runs(pairs)
    words = text.vocabulary.words
    n_classes = max(1, min(n_classes, len(words) - _FIXED))
    exchange = Exchange.started(
        Pairs.of(
            (keys >> np.uint64(BITS)).astype(np.int64) - 1, last(keys, 1).astype(np.int64) - 1, counts, len(words)
        ),
        np.concatenate([np.arange(_FIXED), _FIXED + np.arange(len(words) - _FIXED) % n_classes]),
        _FIXED + n_classes,
    )
    for _ in range(sweeps):
        if exchange.sweep() * 1000 < len(words):
            break
    digits = len(str(n_classes))
    return {
        word: f"c{number - _FIXED + 1:0{digits}}"
        for word, number in zip(words[_FIXED:], exchange.classes[_FIXED:].tolist(), strict=True)
    }


@dataclass(frozen=True)
class Pairs:
    """Neighbouring words with counts, so that one word's neighbours to one side lie together."""

    starts: Rows
    others: Rows
    counts: Floats
    before_starts: Rows
    before_others: Rows
    before_counts: Floats

    @classmethod
    def of(cls, first: Rows, second: Rows, counts: Counts, n_words: int) -> Pairs:
        """Pairs sorted by their first words."""
        edges = np.arange(n_words + 1)
        order = np.argsort(second, kind="stable")
        return cls(
            np.searchsorted(first, edges),
            second,
            counts.astype(np.float64),
            np.searchsorted(second[order], edges),
            first[order],
            counts[order].astype(np.float64),
        )


@dataclass
class Exchange:
    """Words in classes, with the counts of neighbouring classes kept up to date."""

    pairs: Pairs
    classes: Rows
    table: Floats
    firsts: Floats
    seconds: Floats
    logs: Floats

    @classmethod
    def started(cls, pairs: Pairs, classes: Rows, n_classes: int) -> Exchange:
        """The state for given classes."""
        first = np.repeat(np.arange(classes.size), np.diff(pairs.starts))
        flat = classes[first] * n_classes + classes[pairs.others]
        table = _sums(flat, pairs.counts, n_classes**2).reshape(n_classes, n_classes)
        return cls(pairs, classes.copy(), table, table.sum(axis=1), table.sum(axis=0), _x_log_x(table))

    def sweep(self) -> int:
        """Move every word to its best class; how many moved."""
        return sum(self.move(word) for word in range(_FIXED, self.classes.size))

    def move(self, word: int) -> bool:
        """Move one word to its best class; whether that is another one."""
        after, before, itself = self._neighbours(word)
        old = int(self.classes[word])
        self._put(old, -after, -before, -itself)
        gains = self._gains(after, before, itself)
        best = int(np.argmax(gains))
        # Rounding must not make a word wander between equal classes for ever.
        if gains[best] <= gains[old] + 1e-6:
            best = old
        self._put(best, after, before, itself)
        self.classes[word] = best
        return best != old

    def _neighbours(self, word: int) -> tuple[Floats, Floats, float]:
        """How often each class follows and precedes a word, and how often the word follows itself."""
        pairs, size = self.pairs, self.firsts.size
        right = slice(pairs.starts[word], pairs.starts[word + 1])
        left = slice(pairs.before_starts[word], pairs.before_starts[word + 1])
        after = _sums(self.classes[pairs.others[right]], pairs.counts[right], size)
        before = _sums(self.classes[pairs.before_others[left]], pairs.before_counts[left], size)
        itself = float(pairs.counts[right][pairs.others[right] == word].sum())
        own = self.classes[word]
        after[own] -= itself
        before[own] -= itself
        return after, before, itself

    def _put(self, into: int, after: Floats, before: Floats, itself: float) -> None:
        self.table[into] += after
        self.table[:, into] += before
        self.table[into, into] += itself
        self.firsts += before
        self.firsts[into] += after.sum() + itself
        self.seconds += after
        self.seconds[into] += before.sum() + itself
        self.logs[into] = _x_log_x(self.table[into])
        self.logs[:, into] = _x_log_x(self.table[:, into])

    def _gains(self, after: Floats, before: Floats, itself: float) -> Floats:
        """What the sum gains if the word that was taken out goes to each class."""
        follow, precede = np.flatnonzero(after), np.flatnonzero(before)
        rows = (_x_log_x(self.table[:, follow] + after[follow]) - self.logs[:, follow]).sum(axis=1)
        columns = (_x_log_x(self.table[precede] + before[precede, None]) - self.logs[precede]).sum(axis=0)
        # In the corner of a class with itself both kinds of neighbours come together.
        corner, corner_logs = self.table.diagonal(), self.logs.diagonal()
        together = _x_log_x(corner + after + before + itself) + corner_logs
        apart = _x_log_x(corner + after) + _x_log_x(corner + before)
        # Its neighbours get their pairs with it back wherever it goes.
        firsts, seconds = self.firsts + before, self.seconds + after
        gains: Floats = rows + columns + together - apart
        gains -= _x_log_x(firsts + after.sum() + itself) - _x_log_x(firsts)
        gains -= _x_log_x(seconds + before.sum() + itself) - _x_log_x(seconds)
        gains[:_FIXED] = -np.inf
        return gains


def _sums(places: Rows, counts: Floats, size: int) -> Floats:
    return np.bincount(places, weights=counts, minlength=size).astype(np.float64, copy=False)


def _x_log_x(counts: Floats) -> Floats:
    """x log x of whole numbers, 0 for 0."""
    return np.asarray(counts * np.log(np.maximum(counts, 1)))
