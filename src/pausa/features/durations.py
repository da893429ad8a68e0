"""How long sounds last, against how long the same sounds usually last.

A `T` of 80 ms is long, an `AY` of 80 ms is short: each phone is measured by its own mean and standard deviation,
which come from training data (`PhoneNorms`). A phone that was seen little leans on all vowels, or all consonants.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pausa.core.scores import Floats
from pausa.features.phones import PhoneTimes
from pausa.features.ranges import Ints

VOWELS = frozenset("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())

#: Phones that all sounds of a kind are worth beside those seen of one name.
_PRIOR = 5.0
_LEAST_DEVIATION_MS = 10.0


@dataclass(frozen=True)
class PhoneNorms:
    """Mean and standard deviation of each phone's duration in ms; `+` and `-` stand for other vowels and consonants."""

    names: tuple[str, ...]
    mean_ms: Floats
    deviation_ms: Floats

    @classmethod
    def of(cls, recordings: Iterable[PhoneTimes]) -> PhoneNorms:
        """The norms of what was said in some recordings."""
        lasted: dict[str, list[float]] = {"+": [], "-": []}
        for phones in recordings:
            for name, duration in zip(phones.names, phones.duration_ms.tolist(), strict=True):
                lasted.setdefault(name, []).append(duration)
                lasted["+" if name in VOWELS else "-"].append(duration)
        kinds = {kind: _moments(lasted.pop(kind)) for kind in ("+", "-")}
        rows = {name: _moments(seen, kinds["+" if name in VOWELS else "-"]) for name, seen in sorted(lasted.items())}
        rows |= kinds
        mean_ms, deviation_ms = np.array(list(rows.values())).T
        return cls(tuple(rows), mean_ms, deviation_ms)

    def normalised(self, phones: PhoneTimes) -> Floats:
        """Every duration less its phone's mean, over its phone's standard deviation."""
        places = {name: place for place, name in enumerate(self.names)}
        own = [places.get(name, places["+" if name in VOWELS else "-"]) for name in phones.names]
        return (phones.duration_ms - self.mean_ms[own]) / self.deviation_ms[own]


def _moments(seen: list[float], kind: tuple[float, float] | None = None) -> tuple[float, float]:
    """Mean and standard deviation, drawn towards those of the kind where little was seen."""
    values = np.array(seen, dtype=np.float64)
    if kind is None:
        mean, variance = (values.mean(), values.var()) if len(values) else (80.0, 40.0**2)
    else:
        weight = len(values) + _PRIOR
        mean = (values.sum() + _PRIOR * kind[0]) / weight
        variance = (((values - mean) ** 2).sum() + _PRIOR * kind[1] ** 2) / weight
    return float(mean), max(float(np.sqrt(variance)), _LEAST_DEVIATION_MS)


def phone_columns(phones: PhoneTimes, n_words: int, norms: PhoneNorms) -> dict[str, Floats]:
    """The columns `PHONES` of the feature table, one value per word."""
    word, seconds, norm = phones.word, phones.duration_ms / 1000, norms.normalised(phones)
    vowel = np.array([name in VOWELS for name in phones.names], dtype=bool)
    order = np.arange(len(phones))
    last = _last(word, order, n_words)
    last_vowel = _last(word[vowel], order[vowel], n_words)
    in_rhyme = order >= np.where(last_vowel[word] < 0, len(phones), last_vowel[word])
    return {
        "last_phone": _at(seconds, last),
        "last_phone_norm": _at(norm, last),
        "vowel_mean": _mean(word[vowel], seconds[vowel], n_words),
        "vowel_mean_norm": _mean(word[vowel], norm[vowel], n_words),
        "vowel_max_norm": _greatest(word[vowel], norm[vowel], n_words),
        "vowel_last_norm": _at(norm, last_vowel),
        "rhyme": _sum(word[in_rhyme], seconds[in_rhyme], n_words),
        "rhyme_norm": _mean(word[in_rhyme], norm[in_rhyme], n_words),
        "phone_max_norm": _greatest(word, norm, n_words),
    }


def _last(word: Ints, order: Ints, n_words: int) -> Ints:
    """The last of the phones of each word, −1 where it has none."""
    place = np.full(n_words, -1, dtype=np.int64)
    np.maximum.at(place, word, order)
    return place


def _at(values: Floats, place: Ints) -> Floats:
    return np.where(place >= 0, np.append(values, np.nan)[place], np.nan)


def _sum(word: Ints, values: Floats, n_words: int) -> Floats:
    counted = np.bincount(word, minlength=n_words)
    return np.where(counted > 0, np.bincount(word, values, minlength=n_words), np.nan)


def _mean(word: Ints, values: Floats, n_words: int) -> Floats:
    return _sum(word, values, n_words) / np.maximum(np.bincount(word, minlength=n_words), 1)


def _greatest(word: Ints, values: Floats, n_words: int) -> Floats:
    found = np.full(n_words, -np.inf)
    np.maximum.at(found, word, values)
    return np.where(np.isneginf(found), np.nan, found)
