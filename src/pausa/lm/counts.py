"""Counting n-grams: four words of 16 bits make one 64-bit number; sorting brings equal n-grams together.

    stream      so  we  left  <break>  it ...
    windows     (-  -  <break>  so)  (-  <break>  so  we)  (<break>  so  we  left)  (so  we  left  <break>) ...

A stream starts as if after a break, which is never itself predicted; before that there is nothing, 0. One window
per token holds all its n-grams: the last k words of it are the n-gram of length k, unless they begin with 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.lm.ngram import Keys
from pausa.lm.vocabulary import BREAK, UNKNOWN, Ids, Vocabulary

Counts = NDArray[np.int64]

BITS = 16
#: The number of a word plus one must fit 16 bits, since 0 is "nothing".
MOST_WORDS = (1 << BITS) - 1
LONGEST = 64 // BITS


@dataclass(frozen=True)
class Text:
    """Streams as numbers, one after the other."""

    vocabulary: Vocabulary
    tokens: Ids
    lengths: Counts


@dataclass(frozen=True)
class Grams:
    """The different n-grams of one length, sorted; how often each was seen, and the count that Kneser-Ney uses."""

    keys: Keys
    seen: Counts
    adjusted: Counts


class _Numbers(dict[str, int]):
    """A new word gets the next number."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


def gathered(streams: Iterable[Sequence[str]], *, min_count: int = 1, max_words: int = MOST_WORDS) -> Text:
    """Streams as numbers; words seen less than `min_count` times, and beyond the `max_words` commonest, are `<unk>`.

    `<unk>` has number 0, `<break>` 1, then come the others by falling frequency, equal ones by spelling.
    """
    numbers = _Numbers({UNKNOWN: 0, BREAK: 1})
    flat, lengths = array("i"), array("q")
    for stream in streams:
        if len(stream):
            flat.extend(map(numbers.__getitem__, stream))
            lengths.append(len(stream))
    tokens = np.frombuffer(flat, dtype=np.int32) if flat else np.empty(0, dtype=np.int32)
    words = list(numbers)
    seen = np.bincount(tokens, minlength=len(words)).tolist()
    ranked = sorted(range(2, len(words)), key=lambda number: (-seen[number], words[number]))
    kept = [0, 1, *(number for number in ranked[: max(0, max_words - 2)] if seen[number] >= min_count)]
    renumbered = np.zeros(len(words), dtype=np.int32)
    renumbered[kept] = np.arange(len(kept), dtype=np.int32)
    vocabulary = Vocabulary(tuple(words[number] for number in kept))
    return Text(vocabulary, renumbered[tokens], np.array(lengths, dtype=np.int64))


def windows(text: Text, order: int) -> Keys:
    """For each token, it and the `order - 1` tokens before it, packed; 0 where the stream has not begun."""
    before = order - 1
    at = np.arange(text.tokens.size, dtype=np.int64)
    at += np.repeat(before * np.arange(1, text.lengths.size + 1), text.lengths)
    padded = np.zeros(text.tokens.size + before * text.lengths.size, dtype=np.uint16)
    padded[at] = text.tokens + 1
    first = np.cumsum(text.lengths + before) - text.lengths
    if before:
        padded[first - 1] = text.vocabulary.numbers[BREAK] + 1
    packed = padded[at].astype(np.uint64)
    for distance in range(1, order):
        packed |= padded[at - distance].astype(np.uint64) << np.uint64(BITS * distance)
    return packed


def counted(text: Text, order: int) -> list[Grams]:
    """The n-grams of lengths 1 to `order` with their counts.

    The adjusted count of the longest is how often they were seen. That of a shorter one is the number of
    different words before it, plus the number of times it begins a stream, where no word can stand before it.
    """
    packed = windows(text, order)
    whole: list[tuple[Keys, Counts]] = []
    starting: list[tuple[Keys, Counts]] = []
    for length in range(1, order + 1):
        part = last(packed, length)
        part.sort()
        keys, seen = runs(part)
        # Keys that begin with 0 are small, so they come first; those with one 0 are one word short.
        full = np.searchsorted(keys, _smallest(length))
        short = np.searchsorted(keys, _smallest(length - 1))
        whole.append((keys[full:], seen[full:]))
        starting.append((keys[short:full], seen[short:full]))
    made = [
        Grams(keys, seen, _continuations(keys, last(longer, length), begun))
        for length, ((keys, seen), (longer, _), begun) in enumerate(
            zip(whole, whole[1:], starting[1:], strict=False), start=1
        )
    ]
    return [*made, Grams(*whole[-1], whole[-1][1])]


def last(keys: Keys, length: int) -> Keys:
    """The last words of n-grams."""
    return keys & np.uint64((1 << BITS * length) - 1)


def runs(ordered: Keys) -> tuple[Keys, Counts]:
    """The different values of a sorted array and how often each is there."""
    if not ordered.size:
        return ordered, np.empty(0, dtype=np.int64)
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return ordered[starts], np.diff(starts, append=ordered.size)


def _smallest(length: int) -> np.uint64:
    """The smallest key of that many words."""
    return np.uint64(1 << BITS * (length - 1) if length else 0)


def _continuations(keys: Keys, tails: Keys, begun: tuple[Keys, Counts]) -> Counts:
    tails.sort()
    different, before = runs(tails)
    adjusted = np.zeros(keys.size, dtype=np.int64)
    adjusted[np.searchsorted(keys, different)] = before
    adjusted[np.searchsorted(keys, begun[0])] += begun[1]
    return adjusted
