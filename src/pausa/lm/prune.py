"""Smaller models: leave out the n-grams whose loss changes the model least (Stolcke 1998).

Without the n-gram "h w" the model backs off there, with a larger weight α' instead of α. The relative entropy of the
two models grows by

    -p(h) · ( p(w|h) · [log p(w|h') + log α'(h) - log p(w|h)]  +  left(h) · [log α'(h) - log α(h)] )

where h' is h without its oldest word, left(h) the probability of all words that h has no n-gram for, and p(h) the
product of the model's own probabilities. An n-gram stays as long as a longer one that begins with it does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.lm.ngram import Level, Logs, NgramModel, Rows, pack, unpack

_TINY = 1e-9


def pruned(model: NgramModel, max_ngrams: int) -> NgramModel:
    """The model with at most that many n-grams, single words included; probabilities still add up to 1."""
    if max_ngrams < len(model.vocabulary):
        raise OptionError(f"The {len(model.vocabulary)} words alone are more than {max_ngrams} n-grams.")
    if sum(model.sizes) <= max_ngrams:
        return model
    each = worths(model)
    budget = max_ngrams - len(model.vocabulary)
    every = np.sort(np.concatenate(each))[::-1]
    floor = every[budget]
    return without(model, [worth > floor for worth in each])


def worths(model: NgramModel) -> list[Floats]:
    """What each n-gram is worth, from length 2 on; one is worth at least as much as any that begins with it."""
    reached = _plain(model.levels[0].log_probs)
    found: list[Floats] = []
    for length in range(2, model.order + 1):
        level = model.levels[length - 1]
        context, _ = unpack(level.keys)
        here, shorter = _plain(level.log_probs), _shorter(model, length)
        left, left_shorter = _left(context, here, reached.size), _left(context, shorter, reached.size)
        before = np.log(left / left_shorter)[context]
        after = np.log((left[context] + here) / (left_shorter[context] + shorter))
        change = here * (np.log(shorter) + after - np.log(here)) + left[context] * (after - before)
        found.append(-reached[context] * change)
        reached = reached[context] * here
    for length in range(model.order, 2, -1):
        context, _ = unpack(model.levels[length - 1].keys)
        np.maximum.at(found[length - 3], context, found[length - 2])
    return found


def without(model: NgramModel, kept: list[NDArray[np.bool_]]) -> NgramModel:
    """The model with some of its n-grams, told for each length from 2 on; back-off weights are made anew."""
    levels = [model.levels[0]]
    renumbered: Rows = np.arange(len(model.vocabulary))
    for level, stays in zip(model.levels[1:], kept, strict=True):
        context, word = unpack(level.keys[stays])
        back_offs = level.back_offs[stays] if level.back_offs.size else level.back_offs
        levels.append(Level(pack(renumbered[context], word), level.log_probs[stays], back_offs))
        renumbered = np.cumsum(stays) - 1
    smaller = NgramModel(model.vocabulary, tuple(levels))
    for length in range(2, model.order + 1):
        smaller = _normalised(smaller, length)
    return smaller


def _normalised(model: NgramModel, length: int) -> NgramModel:
    """The model with the back-off weights of contexts one word shorter than `length` made anew."""
    level, lower = model.levels[length - 1], model.levels[length - 2]
    context, _ = unpack(level.keys)
    left = _left(context, _plain(level.log_probs), len(lower))
    left_shorter = _left(context, _shorter(model, length), len(lower))
    weights = np.log10(left / left_shorter).astype(np.float32)
    levels = [*model.levels]
    levels[length - 2] = Level(lower.keys, lower.log_probs, weights)
    return NgramModel(model.vocabulary, tuple(levels))


def _shorter(model: NgramModel, length: int) -> Floats:
    """p of the last word of each n-gram after a context without its oldest word."""
    grams = model.grams(length)
    return np.exp(model.log_probs(grams[:, 1:-1], grams[:, -1]))


def _left(context: Rows, probabilities: Floats, n_contexts: int) -> Floats:
    """What the listed words of each context leave to the others."""
    return np.maximum(1 - np.bincount(context, weights=probabilities, minlength=n_contexts), _TINY)


def _plain(logs: Logs) -> Floats:
    return np.asarray(10 ** logs.astype(np.float64))
