"""The lexical tables: for words and pairs, the smoothed log-odds of a boundary in one of their gaps.

    P(B|C) = (1 − λ) · back-off + λ · N_CB / N_C          λ = N_C / (N_C + mean sentence length)

    P(B|W2), P(B|W3)   →  P(B)                     P(B|W1,W2)  →  P(B|W2)       P(B|W3,W4)  →  P(B|W3)
    P(B|W2,W3)         →  √(P(B|W2) · P(B|W3)), made to sum to 1 with the same for no boundary

Everything is kept as log-odds, log P(B) − log P(¬B): products of probabilities become sums, the two
outcomes sum to 1 by themselves, and the normalised root is a mean. A pair that is in no table has the
log-odds of its back-off, which is also what smoothing gives a pair never seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.counts import Column, Counts, Ints, by_pair, by_word, form

Logits = NDArray[np.float32]

_SECOND = 32


@dataclass(frozen=True)
class Lexicon:
    """Words by falling frequency, and log-odds of boundaries around them and around pairs of them.

    `before` and `after` have one value for each word and a last one, the prior, for unknown words. `keys`
    are the pairs, first word << 32 | second, rising; their log-odds are NaN where only the other gaps of the
    pair are kept.
    """

    words: tuple[str, ...]
    mean_length: float
    before: Logits
    after: Logits
    keys: Ints
    pair_before: Logits
    pair_between: Logits
    pair_after: Logits

    def __len__(self) -> int:
        return len(self.words)

    @property
    def prior(self) -> float:
        """Log-odds of a boundary where nothing is known."""
        return logit(1 / self.mean_length)

    @cached_property
    def forms(self) -> Mapping[str, int]:
        return dict(zip(self.words, range(len(self.words)), strict=True))

    def numbers(self, texts: tuple[str, ...]) -> Ints:
        """The number of each word; one past the last for words that are not in the table."""
        known = _Known(self.forms, len(self.words))
        return np.fromiter(map(known.__getitem__, texts), dtype=np.int64, count=len(texts))

    def columns(self, texts: tuple[str, ...]) -> Floats:
        """For the gap after each word, the log-odds that each lexical factor gives: W1W2, W2, W2W3, W3W4, W3.

        The gap lies between W2 and W3. Beyond the edges of the transcript stand unknown words.
        """
        unknown = len(self.words)
        words = np.concatenate([[unknown], self.numbers(texts), [unknown, unknown]])
        after, before = self.after[words].astype(np.float64), self.before[words].astype(np.float64)
        place, is_kept = self._places(words[:-1] << _SECOND | words[1:])
        # Word number i of `words` is W2, so pair number i - 1 is (W1,W2) and pair number i + 1 is (W3,W4).
        w2, w3 = slice(1, -2), slice(2, -1)
        return np.stack(
            [
                _or(self.pair_after, place[:-2], is_kept[:-2], after[w2]),
                after[w2],
                _or(self.pair_between, place[1:-1], is_kept[1:-1], (after[w2] + before[w3]) / 2),
                _or(self.pair_before, place[2:], is_kept[2:], before[w3]),
                before[w3],
            ],
            axis=1,
        )

    def _places(self, keys: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Where each pair stands in the table, and whether it does."""
        if not self.keys.size:
            return np.zeros(keys.size, dtype=np.int64), np.zeros(keys.size, dtype=bool)
        place = np.searchsorted(self.keys, keys)
        place[place == self.keys.size] = 0
        return place, self.keys[place] == keys


class _Known(dict[str, int]):
    """Words as spelled to their numbers, each worked out once."""

    def __init__(self, forms: Mapping[str, int], unknown: int) -> None:
        super().__init__()
        self.forms, self.unknown = forms, unknown

    def __missing__(self, text: str) -> int:
        number = self[text] = self.forms.get(form(text), self.unknown)
        return number


def _or(table: Logits, place: Ints, is_kept: NDArray[np.bool_], back_off: Floats) -> Floats:
    """The table's value where it has one, else the back-off."""
    if not table.size:
        return back_off
    value = table[place].astype(np.float64)
    return np.where(is_kept & ~np.isnan(value), value, back_off)


def logit(probability: float) -> float:
    return float(np.log(probability) - np.log1p(-probability))


def probabilities(log_odds: Floats) -> Floats:
    """Log-odds as probabilities, strictly between 0 and 1."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -36, 36))))


def smoothed(column: Column, back_off: Floats, mean_length: float) -> Floats:
    """Probabilities drawn from the back-off towards the counted share, the more the oftener it was seen.

    >>> smoothed(Column(np.array([0, 10]), np.array([0, 10])), np.array([0.1, 0.1]), 10.0).tolist()
    [0.1, 0.55]
    """
    return np.asarray((mean_length * back_off + column.boundaries) / (column.seen + mean_length))


@dataclass(frozen=True)
class Unpruned:
    """The tables with every pair, and how often each word and pair was seen: what pruning starts from."""

    lexicon: Lexicon
    word_seen: Ints
    pair_seen: Ints


def tables(counts: Counts, forms: Mapping[str, int], *, versions: int = 1) -> Unpruned:
    """The tables that counts amount to; `forms` are the numbers the words were counted under.

    Where every text was counted in several `versions`, each counts for its share.
    """
    before, after = by_word(counts.words, len(forms))
    n_words, n_ends = int(after.seen.sum()), int(after.boundaries.sum())
    if not 0 < n_ends < n_words:
        raise OptionError(
            f"The {n_words} training words hold {n_ends} sentence ends; give text with marks, or a sentence per line."
        )
    mean_length = n_words / n_ends
    # N / (N + S) with N shared out among v versions is N / (N + vS).
    inertia = versions * mean_length
    order, words = _by_frequency(after.seen, forms)
    before, after = _picked(before, order), _picked(after, order)
    p_before = smoothed(before, np.full(len(words), 1 / mean_length), inertia)
    p_after = smoothed(after, np.full(len(words), 1 / mean_length), inertia)
    first, second, *gaps = by_pair(counts.pairs)
    rank = np.full(len(forms), -1, dtype=np.int64)
    rank[order] = np.arange(order.size)
    first, second = rank[first], rank[second]
    keys = first << _SECOND | second
    by_key = np.argsort(keys)
    first, second = first[by_key], second[by_key]
    pair_before, between, pair_after = (_picked(gap, by_key) for gap in gaps)
    root = _sigmoid((_logits(p_after)[first] + _logits(p_before)[second]) / 2)
    prior = logit(1 / mean_length)
    made = Lexicon(
        words=words,
        mean_length=mean_length,
        before=_stored(np.append(_logits(p_before), prior)),
        after=_stored(np.append(_logits(p_after), prior)),
        keys=keys[by_key],
        pair_before=_stored(_logits(smoothed(pair_before, p_before[first], inertia))),
        pair_between=_stored(_logits(smoothed(between, root, inertia))),
        pair_after=_stored(_logits(smoothed(pair_after, p_after[second], inertia))),
    )
    return Unpruned(made, after.seen, between.seen)


def _by_frequency(seen: Ints, forms: Mapping[str, int]) -> tuple[Ints, tuple[str, ...]]:
    """Numbers of the words that came, most frequent first and equals by spelling, and their forms."""
    spelled = list(forms)
    came = [number for number, times in enumerate(seen.tolist()) if times]
    times = seen.tolist()
    came.sort(key=lambda number: (-times[number], spelled[number]))
    return np.asarray(came, dtype=np.int64), tuple(spelled[number] for number in came)


def _picked(column: Column, order: Ints) -> Column:
    return Column(column.seen[order], column.boundaries[order])


def _logits(probability: Floats) -> Floats:
    return np.asarray(np.log(probability) - np.log1p(-probability))


def _sigmoid(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _stored(values: Floats) -> Logits:
    return values.astype(np.float32)
