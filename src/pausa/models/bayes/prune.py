"""Smaller tables: keep the pairs and words whose loss would cost the most.

Leaving out a context replaces its estimate P by its back-off Q. Over the text it was counted in, that costs

    N · ( P log(P/Q) + (1−P) log((1−P)/(1−Q)) )

the number of times it was seen times the relative entropy of the two, in nats. Contexts are ranked by that
cost; equal costs go by frequency of the words.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.counts import Ints
from pausa.models.bayes.tables import Lexicon, Logits, Unpruned, probabilities

_SECOND = 32
#: Bytes that a pair takes in a model folder (its key and three log-odds), and a word beside its spelling.
PAIR_BYTES, WORD_BYTES = 8 + 3 * 4, 2 * 4 + 1
#: Bytes for everything of constant size: array headers, the pause table, the manifest with its card.
FIXED_BYTES = 16_000

Bools = NDArray[np.bool_]


def pair_costs(full: Unpruned) -> tuple[Floats, Floats, Floats]:
    """What each pair's estimate for the gap before, inside and after it is worth, in nats."""
    lex = full.lexicon
    first, second = lex.keys >> _SECOND, lex.keys & ((1 << _SECOND) - 1)
    before, after = lex.before.astype(np.float64), lex.after.astype(np.float64)
    return (
        _cost(full.pair_seen, lex.pair_before, before[first]),
        _cost(full.pair_seen, lex.pair_between, (after[first] + before[second]) / 2),
        _cost(full.pair_seen, lex.pair_after, after[second]),
    )


def word_costs(full: Unpruned) -> Floats:
    """What each word's two estimates are worth, in nats."""
    lex = full.lexicon
    prior = np.full(len(lex), lex.prior)
    return _cost(full.word_seen, lex.before[:-1], prior) + _cost(full.word_seen, lex.after[:-1], prior)


def to_pairs(full: Unpruned, limit: int) -> Unpruned:
    """The tables with at most that many pairs in each of the three."""
    lex = full.lexicon
    kept = [
        _only(table, _largest(costs, limit))
        for table, costs in zip((lex.pair_before, lex.pair_between, lex.pair_after), pair_costs(full), strict=True)
    ]
    made = replace(lex, pair_before=kept[0], pair_between=kept[1], pair_after=kept[2])
    return _without(replace(full, lexicon=made), np.ones(len(lex), dtype=bool))


def to_bytes(full: Unpruned, limit: int) -> Unpruned:
    """The tables with what is worth most for its bytes, so that the model folder is no larger than the limit."""
    lex = full.lexicon
    spelled = np.array([len(word.encode()) for word in lex.words], dtype=np.int64)
    pair_worth = np.sum([np.nan_to_num(costs) for costs in pair_costs(full)], axis=0) / PAIR_BYTES
    word_bytes = spelled + WORD_BYTES
    word_worth = word_costs(full) / word_bytes
    every = np.sort(np.concatenate([pair_worth, word_worth]))[::-1]

    def chosen(count: int) -> tuple[Bools, Bools]:
        floor = every[count - 1] if count else np.inf
        pairs = pair_worth >= floor
        words = word_worth >= floor
        # A pair needs both its words.
        words[lex.keys[pairs] >> _SECOND] = True
        words[lex.keys[pairs] & ((1 << _SECOND) - 1)] = True
        return words, pairs

    def size(count: int) -> int:
        words, pairs = chosen(count)
        return FIXED_BYTES + int(word_bytes[words].sum()) + PAIR_BYTES * int(pairs.sum())

    if size(0) > limit:
        raise OptionError(
            f"A model folder takes at least {size(0) / 1e6:.2f} MB; more is needed than the MB that are allowed."
        )
    low, high = 0, every.size
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(middle) <= limit else (low, middle - 1)
    words, pairs = chosen(low)
    empty = np.where(pairs, np.float32(0), np.float32(np.nan))
    made = replace(
        lex,
        pair_before=lex.pair_before + empty,
        pair_between=lex.pair_between + empty,
        pair_after=lex.pair_after + empty,
    )
    return _without(replace(full, lexicon=made), words)


def _cost(seen: Ints, log_odds: Logits, back_off: Floats) -> Floats:
    """Relative entropy of the estimate to its back-off, times how often it was seen; NaN where there is none."""
    here = log_odds.astype(np.float64)
    p = probabilities(here)
    # log P/Q = (log-odds of P − those of Q) + log (1−P)/(1−Q), and 1−P is the probability of −log-odds.
    no_end = np.log(probabilities(-here)) - np.log(probabilities(-back_off))
    return np.asarray(seen * (p * (here - back_off) + no_end))


def _largest(costs: Floats, limit: int) -> Bools:
    kept = np.zeros(costs.size, dtype=bool)
    order = np.argsort(-np.nan_to_num(costs), kind="stable")
    kept[order[:limit]] = True
    return kept


def _only(table: Logits, kept: Bools) -> Logits:
    return np.where(kept, table, np.float32(np.nan))


def _without(full: Unpruned, words: Bools) -> Unpruned:
    """The tables without the other words, and without pairs that have no estimate left."""
    lex = full.lexicon
    rank = np.cumsum(words) - 1
    first, second = lex.keys >> _SECOND, lex.keys & ((1 << _SECOND) - 1)
    told = ~(np.isnan(lex.pair_before) & np.isnan(lex.pair_between) & np.isnan(lex.pair_after))
    pairs = told & words[first] & words[second]
    with_unknown = np.append(words, True)
    made = Lexicon(
        words=tuple(word for word, kept in zip(lex.words, words.tolist(), strict=True) if kept),
        mean_length=lex.mean_length,
        before=lex.before[with_unknown],
        after=lex.after[with_unknown],
        keys=rank[first[pairs]] << _SECOND | rank[second[pairs]],
        pair_before=lex.pair_before[pairs],
        pair_between=lex.pair_between[pairs],
        pair_after=lex.pair_after[pairs],
    )
    return Unpruned(made, full.word_seen[words], full.pair_seen[pairs])
