"""Modified Kneser-Ney, interpolated (Chen & Goodman 1999).

    p(w | h)  =  (a(h w) - D[a(h w)]) / Σ a(h ·)  +  γ(h) · p(w | h without its oldest word)

`a` is the adjusted count (see `counts`), D one of three discounts per length, for counts 1, 2 and 3 or more; γ(h)
is what the discounts, and n-grams below a cut-off, leave over. Single words are interpolated with the
uniform distribution over the vocabulary, so that an `<unk>` never seen in the text has a probability as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError, OptionError
from pausa.core.scores import Floats
from pausa.lm.counts import BITS, LONGEST, MOST_WORDS, Counts, Grams, counted, gathered, last
from pausa.lm.ngram import Keys, Level, Logs, NgramModel, pack, unigrams
from pausa.lm.vocabulary import Vocabulary

#: Discounts where a text is too small to tell: half of each count.
FALLBACK = (0.5, 1.0, 1.5)


def estimate(
    streams: Iterable[Sequence[str]],
    order: int,
    *,
    min_counts: Sequence[int] = (),
    max_vocabulary: int = MOST_WORDS,
) -> NgramModel:
    """A model of tokens; a stream is one recording's tokens, with `<break>` after each sentence.

    A stream starts as if after a break, so none is written there. `min_counts` leaves out n-grams seen less often,
    by length: `(2, 1, 1, 2)` makes words seen once unknown and drops 4-grams seen once. Missing ones repeat the last.
    """
    floors = _floors(min_counts, order)
    if not 2 <= max_vocabulary <= MOST_WORDS:
        raise OptionError(f"A vocabulary has 2 to {MOST_WORDS} words, not {max_vocabulary}.")
    text = gathered(streams, min_count=floors[0], max_words=max_vocabulary)
    if not text.tokens.size:
        raise InputError("language model", None, "there is no text to learn from", "give at least one sentence")
    return _fitted(text.vocabulary, counted(text, order), floors)


def discounts(adjusted: Counts) -> Floats:
    """What is taken off counts of 0, 1, 2 and 3 or more."""
    once, twice, thrice, fourth = np.bincount(np.minimum(adjusted, 5), minlength=6)[1:5].tolist()
    if min(once, twice, thrice, fourth) > 0:
        share = once / (once + 2 * twice)
        taken = (1 - 2 * share * twice / once, 2 - 3 * share * thrice / twice, 3 - 4 * share * fourth / thrice)
        if all(0 < each <= count for count, each in enumerate(taken, start=1)):
            return np.array([0.0, *taken])
    return np.array([0.0, *FALLBACK])


@dataclass(frozen=True)
class _Estimates:
    """The n-grams of one length that are kept, and what is left over in the contexts that they stand in."""

    keys: Keys
    probabilities: Floats
    contexts: Keys
    left_over: Floats


def _floors(min_counts: Sequence[int], order: int) -> list[int]:
    if not 2 <= order <= LONGEST:
        raise OptionError(f"A language model has order 2 to {LONGEST}, not {order}.")
    floors = [*min_counts, *[min_counts[-1] if min_counts else 1] * order][:order]
    # A longer n-gram is never commoner than its parts, so rising floors keep the parts of what is kept.
    if min(floors) < 1 or any(longer < shorter for shorter, longer in pairwise(floors[1:])):
        raise OptionError(f"Smallest counts are at least 1 and do not fall with length, got {tuple(min_counts)}.")
    return floors


def _fitted(vocabulary: Vocabulary, grams: list[Grams], floors: list[int]) -> NgramModel:
    lower = _words(vocabulary, grams[0])
    levels: list[Level] = []
    keys = np.arange(len(vocabulary), dtype=np.uint64)
    for length, (longer, floor) in enumerate(zip(grams[1:], floors[1:], strict=True), start=1):
        here = _longer(longer, floor, lower, length)
        levels.append(Level(keys, _log10(lower.probabilities), _back_offs(lower.keys, here)))
        # Packed n-grams sort like rows of their contexts, so the new keys rise as well.
        context, word = here.keys >> np.uint64(BITS), last(here.keys, 1).astype(np.int64) - 1
        keys = pack(np.searchsorted(lower.keys, context), word)
        lower = here
    levels.append(Level(keys, _log10(lower.probabilities), np.empty(0, dtype=np.float32)))
    return NgramModel(vocabulary, (unigrams(levels[0].log_probs, levels[0].back_offs), *levels[1:]))


def _words(vocabulary: Vocabulary, grams: Grams) -> _Estimates:
    adjusted = np.zeros(len(vocabulary), dtype=np.int64)
    adjusted[grams.keys.astype(np.int64) - 1] = grams.adjusted
    taken = discounts(adjusted)[np.minimum(adjusted, 3)]
    total = adjusted.sum()
    probabilities = (adjusted - taken) / total + taken.sum() / total / len(vocabulary)
    keys = np.arange(1, len(vocabulary) + 1, dtype=np.uint64)
    return _Estimates(keys, probabilities, np.empty(0, dtype=np.uint64), np.empty(0))


def _longer(grams: Grams, floor: int, lower: _Estimates, length: int) -> _Estimates:
    kept = grams.seen >= floor
    taken = np.where(kept, discounts(grams.adjusted)[np.minimum(grams.adjusted, 3)], grams.adjusted)
    contexts, starts, group = _grouped(grams.keys)
    totals = np.add.reduceat(grams.adjusted, starts).astype(np.float64)
    left_over = np.add.reduceat(taken, starts) / totals
    keys, group = grams.keys[kept], group[kept]
    own = (grams.adjusted[kept] - taken[kept]) / totals[group]
    shorter = lower.probabilities[np.searchsorted(lower.keys, last(keys, length))]
    return _Estimates(keys, own + left_over[group] * shorter, contexts, left_over)


def _grouped(keys: Keys) -> tuple[Keys, NDArray[np.int64], NDArray[np.int64]]:
    """The different contexts of sorted n-grams, where each begins, and which one each n-gram has."""
    contexts = keys >> np.uint64(BITS)
    new = np.ones(contexts.size, dtype=bool)
    new[1:] = contexts[1:] != contexts[:-1]
    starts = np.flatnonzero(new)
    return contexts[starts], starts, np.cumsum(new) - 1


def _back_offs(keys: Keys, longer: _Estimates) -> Logs:
    weights = np.ones(keys.size)
    at = np.minimum(np.searchsorted(keys, longer.contexts), keys.size - 1)
    known = keys[at] == longer.contexts
    weights[at[known]] = longer.left_over[known]
    return _log10(weights)


def _log10(values: Floats) -> Logs:
    return np.log10(values).astype(np.float32)
