"""Models as arrays, and models made smaller."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pausa.core.errors import InputError, OptionError
from pausa.lm import (
    class_arrays,
    class_from_arrays,
    class_model,
    estimate,
    from_arrays,
    pruned,
    stream_log_probs,
    to_arrays,
)
from pausa.lm.prune import without, worths
from tests.lm.texts import NOUNS, VERBS, talk, talks


def test_a_model_comes_back_from_its_arrays() -> None:
    model = estimate(talks(8), 4)
    arrays = to_arrays(model, prefix="words-")
    again = from_arrays(arrays.__getitem__, model.vocabulary.words, prefix="words-")
    assert again.vocabulary == model.vocabulary
    for one, other in zip(model.levels, again.levels, strict=True):
        assert np.array_equal(one.keys, other.keys)
        assert np.array_equal(one.log_probs, other.log_probs)
        assert np.array_equal(one.back_offs, other.back_offs)


def test_arrays_are_small_and_have_names_that_a_model_folder_takes() -> None:
    model = estimate(talks(8), 4)
    arrays = to_arrays(model)
    assert all(re.fullmatch("[a-z][a-z0-9_-]*", name) for name in arrays)
    assert sum(array.nbytes for name, array in arrays.items() if name.endswith("-4")) <= (
        6 * model.sizes[3] + 2 * model.sizes[2]
    )


def test_a_class_model_comes_back_from_its_arrays() -> None:
    model = class_model(talks(5), {**dict.fromkeys(NOUNS, "noun"), **dict.fromkeys(VERBS, "verb")}, 3)
    arrays = class_arrays(model)
    again = class_from_arrays(arrays.__getitem__, model.words, model.vocabulary.words)
    tokens = talk(77)
    assert np.array_equal(stream_log_probs(again, tokens), stream_log_probs(model, tokens))
    assert again.memberships(tokens) == pytest.approx(model.memberships(tokens), abs=1e-6)


def test_arrays_that_do_not_fit_are_refused() -> None:
    model = estimate(talks(2), 3)
    arrays = to_arrays(model)
    with pytest.raises(InputError, match="do not fit together"):
        from_arrays({**arrays, "lm-words-3": arrays["lm-words-3"][1:]}.__getitem__, model.vocabulary.words)
    with pytest.raises(InputError, match="do not fit together"):
        from_arrays(arrays.__getitem__, model.vocabulary.words[:-1])


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_pruned_model_is_small_enough_and_adds_up_to_one(share: float) -> None:
    model = estimate(talks(10), 4)
    limit = int(share * sum(model.sizes))
    small = pruned(model, limit)
    assert limit * 0.8 < sum(small.sizes) <= limit
    words = np.arange(len(small.vocabulary), dtype=np.int32)
    rng = np.random.default_rng(0)
    contexts = [model.ids(talk(3)[at : at + 3]) for at in range(10)] + [
        rng.integers(0, words.size, 3) for _ in range(9)
    ]
    for context in contexts:
        repeated = np.tile(context, (words.size, 1)).astype(np.int32)
        assert np.exp(small.log_probs(repeated, words)).sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("order", [2, 3])
def test_an_n_gram_is_worth_the_relative_entropy_that_its_loss_makes(order: int) -> None:
    model = estimate(talks(2, 12), order)
    every = [np.ones(size, dtype=bool) for size in model.sizes[1:]]
    found = worths(model)[-1]
    words = np.arange(len(model.vocabulary), dtype=np.int32)
    for row, gram in enumerate(model.grams(order)):
        kept = [*every[:-1], np.arange(found.size) != row]
        context = np.tile(gram[:-1], (words.size, 1))
        with_it, without_it = (each.log_probs(context, words) for each in (model, without(model, kept)))
        reached = sum(float(model.log_probs(gram[None, :at], gram[at : at + 1])[0]) for at in range(order - 1))
        expected = np.exp(reached) * (np.exp(with_it) * (with_it - without_it)).sum()
        assert found[row] == pytest.approx(expected, rel=1e-3, abs=1e-9)


def test_a_model_that_is_small_enough_stays_as_it_is() -> None:
    model = estimate(talks(2), 3)
    assert pruned(model, sum(model.sizes)) is model


def test_words_are_never_pruned() -> None:
    model = estimate(talks(2), 3)
    assert pruned(model, len(model.vocabulary)).sizes == (len(model.vocabulary), 0, 0)
    with pytest.raises(OptionError, match="words alone"):
        pruned(model, len(model.vocabulary) - 1)
