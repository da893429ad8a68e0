"""How often a boundary stands before, inside and after each pair of neighbouring words; counted in a stream.

    words        so    we    left  |  it    was
    pair         (so we): after 0    (we left): after 1    (left it): between 1    (it was): before 1

One pair serves three statistics: as (W1,W2) it looks at the gap after it, as (W2,W3) at the gap inside, as
(W3,W4) at the gap before it. Boundaries in its other gaps are ignored. A document starts and ends a
sentence, so its two edges are boundaries.

Pairs are gathered in a buffer as whole numbers (first word, second word, three flags), sorted and counted
when it is full. So memory grows with the number of different pairs, not with the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

#: Words that are gathered before they are sorted and counted.
BUFFER = 1 << 22
#: Sorted runs that are kept apart before they are merged.
RUNS = 8

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_BEFORE, _BETWEEN, _AFTER = 1, 2, 4
_FLAGS, _SECOND = 3, 32


def form(text: str) -> str:
    """What counts as the same word: case-free, apostrophes and numbers alike, no dot at the end.

    Unlike the folding that alignment uses it keeps "we're" apart from "were". The dot of an abbreviation goes,
    since it is there or not according to whether a sentence ends.

    >>> form("We’re"), form("P.M."), form("AT&T"), form("$3.5"), form("Q4")
    ("we're", 'p.m', 'at&t', '$0', 'q0')
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return _NUMBER.sub("0", plain).rstrip(".") or plain


class Vocabulary(dict[str, int]):
    """Words as spelled to the number of their form; a new form gets the next number."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, int] = {}

    def __missing__(self, text: str) -> int:
        number = self[text] = self.forms.setdefault(form(text), len(self.forms))
        return number


@dataclass(frozen=True)
class Tally:
    """Codes and how often each came, codes rising; tallies of texts add up."""

    codes: Ints
    times: Ints

    @classmethod
    def of(cls, codes: Ints) -> Tally:
        return cls(*np.unique(codes, return_counts=True))

    def __add__(self, other: Tally) -> Tally:
        return merged([self, other])


def merged(tallies: Sequence[Tally]) -> Tally:
    """One tally of all."""
    if len(tallies) == 1:
        return tallies[0]
    codes = np.concatenate([each.codes for each in tallies] or [np.empty(0, np.int64)])
    times = np.concatenate([each.times for each in tallies] or [np.empty(0, np.int64)])
    order = np.argsort(codes, kind="stable")
    codes, times = codes[order], times[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    return Tally(codes[first], np.add.reduceat(times, first) if first.size else times)


@dataclass(frozen=True)
class Counts:
    """What a text holds: tallies of words and of pairs, with the flags of the gaps around them."""

    words: Tally
    pairs: Tally

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.words + other.words, self.pairs + other.pairs)

    @property
    def n_words(self) -> int:
        return int(self.words.times.sum())


def total(counts: Sequence[Counts]) -> Counts:
    """The counts of several texts as one."""
    return reduce(Counts.__add__, counts)


@dataclass
class Counter:
    """Counts documents one after the other; counters with the same vocabulary make counts that add up."""

    vocabulary: Vocabulary
    _words: list[Ints] = field(default_factory=list)
    _pairs: list[Ints] = field(default_factory=list)
    _waiting: int = 0
    _runs: list[Counts] = field(default_factory=list)

    def add(self, texts: Sequence[str], ends: Bools) -> None:
        """Count a document: its words and, for each, whether a sentence ends after it."""
        if not len(texts):
            return
        words = np.fromiter(map(self.vocabulary.__getitem__, texts), dtype=np.int64, count=len(texts))
        after = ends.astype(np.int64)
        after[-1] = 1
        before = np.ones(len(texts), dtype=np.int64)
        before[1:] = after[:-1]
        self._words.append(words << _FLAGS | before * _BEFORE | after * _AFTER)
        flags = before[:-1] * _BEFORE | after[:-1] * _BETWEEN | after[1:] * _AFTER
        self._pairs.append(words[:-1] << (_SECOND + _FLAGS) | words[1:] << _FLAGS | flags)
        self._waiting += len(texts)
        if self._waiting >= BUFFER:
            self._flush()

    def counts(self) -> Counts:
        """All that was counted so far."""
        self._flush()
        self._runs = [_one(self._runs)] if self._runs else [_NOTHING]
        return self._runs[0]

    def _flush(self) -> None:
        if self._waiting:
            self._runs.append(Counts(Tally.of(np.concatenate(self._words)), Tally.of(np.concatenate(self._pairs))))
            self._words, self._pairs, self._waiting = [], [], 0
        if len(self._runs) >= RUNS:
            self._runs = [_one(self._runs)]


def _one(runs: Sequence[Counts]) -> Counts:
    return Counts(merged([each.words for each in runs]), merged([each.pairs for each in runs]))


_NOTHING = Counts(
    Tally(np.empty(0, np.int64), np.empty(0, np.int64)), Tally(np.empty(0, np.int64), np.empty(0, np.int64))
)


@dataclass(frozen=True)
class Column:
    """Boundaries seen in one gap of each word or pair, out of how many times it came."""

    seen: Ints
    boundaries: Ints


def by_word(words: Tally, n_forms: int) -> tuple[Column, Column]:
    """For each word form, the gap before it and the gap after it."""
    form = words.codes >> _FLAGS
    seen = _sums(form, words.times, n_forms)
    before, after = (
        Column(seen, _sums(form, words.times * (words.codes & flag > 0), n_forms)) for flag in (_BEFORE, _AFTER)
    )
    return before, after


def by_pair(pairs: Tally) -> tuple[Ints, Ints, Column, Column, Column]:
    """First and second word of each pair, and the gaps before, inside and after it."""
    place = np.flatnonzero(np.diff(pairs.codes >> _FLAGS, prepend=-1))
    if not place.size:
        empty = np.empty(0, np.int64)
        nothing = Column(empty, empty)
        return empty, empty, nothing, nothing, nothing
    first = pairs.codes[place] >> (_SECOND + _FLAGS)
    second = pairs.codes[place] >> _FLAGS & ((1 << _SECOND) - 1)
    seen = np.add.reduceat(pairs.times, place)
    before, between, after = (
        Column(seen, np.add.reduceat(pairs.times * (pairs.codes & flag > 0), place))
        for flag in (_BEFORE, _BETWEEN, _AFTER)
    )
    return first, second, before, between, after


def _sums(places: Ints, amounts: Ints, size: int) -> Ints:
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, places, amounts)
    return sums
