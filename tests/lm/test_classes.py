"""Classes that a text was made with are found in it again, and models of classes."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from pausa.core.errors import OptionError
from pausa.lm import BREAK, UNKNOWN, class_model, induced_classes, stream_log_probs
from pausa.lm.exchange import Exchange, Pairs
from tests.lm.texts import ARTICLES, NOUNS, STARTS, VERBS, talks


def random_exchange(seed: int, n_words: int = 12, n_classes: int = 5) -> Exchange:
    """Random pairs of words (a word may follow itself) in random classes."""
    rng = np.random.default_rng(seed)
    table = rng.poisson(0.8, (n_words, n_words)) * rng.integers(1, 5, (n_words, n_words))
    first, second = np.nonzero(table)
    classes = np.concatenate([[0, 1], rng.integers(2, n_classes, n_words - 2)])
    return Exchange.started(Pairs.of(first, second, table[first, second], n_words), classes, n_classes)


def test_classes_of_a_made_text_are_found() -> None:
    found = induced_classes(talks(40), 5)
    groups: dict[str, set[str]] = defaultdict(set)
    for word, name in found.items():
        groups[name].add(word)
    for words in (STARTS, VERBS, ARTICLES, NOUNS):
        assert set(words) in groups.values()


def likelihood(exchange: Exchange) -> float:
    """The sum that is made large, from the counts alone."""

    def x_log_x(counts: np.ndarray) -> float:
        there = counts[counts > 0]
        return float((there * np.log(there)).sum())

    return x_log_x(exchange.table) - x_log_x(exchange.firsts) - x_log_x(exchange.seconds)


def test_a_word_goes_to_the_class_that_makes_the_text_likeliest() -> None:
    for seed in range(5):
        exchange = random_exchange(seed)
        for word in range(2, 12):
            choices = []
            for target in range(2, 5):
                classes = exchange.classes.copy()
                classes[word] = target
                choices.append(likelihood(Exchange.started(exchange.pairs, classes, 5)))
            exchange.move(word)
            assert likelihood(exchange) == pytest.approx(max(choices), abs=1e-6)


def test_a_sweep_never_makes_the_text_less_likely_and_keeps_its_counts_right() -> None:
    exchange = random_exchange(1, n_words=40, n_classes=8)
    likelihoods = [likelihood(exchange)]
    while exchange.sweep():
        likelihoods.append(likelihood(exchange))
    assert likelihoods == sorted(likelihoods)
    anew = Exchange.started(exchange.pairs, exchange.classes, 8)
    assert np.array_equal(exchange.table, anew.table)
    assert np.array_equal(exchange.firsts, anew.firsts)
    assert np.array_equal(exchange.seconds, anew.seconds)
    assert exchange.classes[:2].tolist() == [0, 1]


def test_the_same_text_gives_the_same_classes() -> None:
    assert induced_classes(talks(5), 4) == induced_classes(iter(talks(5)), 4)


def test_more_classes_than_words_are_not_made() -> None:
    assert induced_classes([["a", "b", BREAK]], 100) == {"a": "c1", "b": "c2"}


def test_no_classes_are_refused() -> None:
    with pytest.raises(OptionError, match="cannot be made"):
        induced_classes([["a"]], 0)


def test_words_of_a_class_are_alike_to_its_model() -> None:
    classes = {**dict.fromkeys(NOUNS, "noun"), **dict.fromkeys([*VERBS, "smelled"], "verb")}
    model = class_model(talks(10), classes, 3)
    assert set(model.vocabulary.words) == {UNKNOWN, BREAK, "noun", "verb"}
    one, other = (stream_log_probs(model, ["we", verb, "the", "dog", BREAK]) for verb in ("saw", "smelled"))
    assert np.array_equal(one, other)


def test_members_of_a_class_share_its_probability() -> None:
    classes = {**dict.fromkeys(NOUNS, "noun"), "unheard": "noun"}
    model = class_model(talks(10), classes, 2)
    shares = np.exp(model.memberships([*NOUNS, "unheard"]))
    assert shares.sum() == pytest.approx(1)
    assert 0 < shares[-1] < shares[:-1].min()
    assert model.memberships([BREAK, "zebra"]).tolist() == [0, 0]
