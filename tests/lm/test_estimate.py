"""The fast estimator against a slow one that follows the definition word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import pytest

from pausa.core.errors import InputError, OptionError
from pausa.lm import BREAK, UNKNOWN, NgramModel, estimate, stream_log_probs
from pausa.lm.kneser_ney import discounts
from tests.lm.texts import talks

Gram = tuple[str, ...]


def probability(model: NgramModel, context: Sequence[str], word: str) -> float:
    """p(word | context) of one word."""
    ids = model.ids(context).reshape(1, -1)
    return float(np.exp(model.log_probs(ids, model.ids([word])))[0])


def total(model: NgramModel, context: Sequence[int]) -> float:
    """All probabilities after a context of word numbers."""
    words = np.arange(len(model.vocabulary), dtype=np.int32)
    contexts = np.tile(np.array(context, dtype=np.int32), (words.size, 1))
    return float(np.exp(model.log_probs(contexts, words)).sum())


def slow_model(
    streams: list[list[str]], order: int, vocabulary: Sequence[str], floors: Sequence[int] = (1, 1, 1, 1)
) -> Callable[[Gram, str], float]:
    """Interpolated modified Kneser-Ney by recursion over dictionaries of tuples."""
    seen = [Counter[Gram]() for _ in range(order + 1)]
    begun = [Counter[Gram]() for _ in range(order + 1)]
    for stream in streams:
        padded = (BREAK, *stream)
        for length in range(1, order + 1):
            for end in range(1, len(padded)):
                if end + 1 >= length:
                    seen[length][padded[end + 1 - length : end + 1]] += 1
            if length >= 2:
                begun[length][padded[:length]] += 1
    adjusted = [Counter(begun[length]) for length in range(order)]
    for length in range(1, order):
        for longer in seen[length + 1]:
            adjusted[length][longer[1:]] += 1
    adjusted.append(seen[order])

    taken: list[dict[int, float]] = [{}]
    for length in range(1, order + 1):
        n = Counter(adjusted[length].values())
        by_count = {1: 0.5, 2: 1.0, 3: 1.5}
        if n[1] and n[2] and n[3] and n[4]:
            y = n[1] / (n[1] + 2 * n[2])
            found = {count: count - (count + 1) * y * n[count + 1] / n[count] for count in (1, 2, 3)}
            if all(0 < value <= count for count, value in found.items()):
                by_count = found
        taken.append(by_count)

    def p(context: Gram, word: str) -> float:
        length = len(context) + 1
        shorter = p(context[1:], word) if context else 1 / len(vocabulary)
        followers = {each: adjusted[length][(*context, each)] for each in vocabulary}
        everything = sum(followers.values())
        if not everything:
            return shorter
        left, own = 0.0, 0.0
        for each, count in followers.items():
            kept = length == 1 or seen[length][(*context, each)] >= floors[length - 1]
            off = taken[length][min(count, 3)] if count and kept else count
            left += off
            own += count - off if each == word else 0
        return own / everything + left / everything * shorter

    return p


@pytest.mark.parametrize("order", [2, 3, 4])
def test_every_probability_is_that_of_the_definition(order: int) -> None:
    streams = talks(6, 12)
    model = estimate(streams, order)
    slow = slow_model(streams, order, model.vocabulary.words)
    rng = np.random.default_rng(order)
    words = (*model.vocabulary.words, "zebra")
    contexts = [tuple(stream[at : at + order - 1]) for stream in streams for at in (0, 3, 8, 20)]
    contexts += [tuple(str(each) for each in rng.choice(words, order - 1)) for _ in range(25)]
    for context, word in product(contexts, words):
        known, token = tuple(each if each in model.vocabulary else UNKNOWN for each in context), word
        assert probability(model, context, word) == pytest.approx(
            slow(known, token if token in model.vocabulary else UNKNOWN), rel=2e-6
        )


def test_cut_offs_move_what_they_take_to_the_shorter_context() -> None:
    streams = talks(5, 10)
    floors = (1, 1, 2, 3)
    model, full = estimate(streams, 4, min_counts=floors), estimate(streams, 4)
    assert all(few < many for few, many in zip(model.sizes[2:], full.sizes[2:], strict=True))
    slow = slow_model(streams, 4, model.vocabulary.words, floors)
    for stream in streams:
        for at in (0, 7, 15):
            *context, word = stream[at : at + 4]
            assert probability(model, context, word) == pytest.approx(slow(tuple(context), word), rel=2e-6)


@pytest.mark.parametrize("min_counts", [(), (1, 1, 2, 2), (3, 2)])
@pytest.mark.parametrize("order", [2, 3, 4])
def test_probabilities_add_up_to_one_after_any_context(order: int, min_counts: tuple[int, ...]) -> None:
    model = estimate(talks(8), order, min_counts=min_counts)
    rng = np.random.default_rng(0)
    seen = [model.ids(stream[at : at + order - 1]) for at, stream in enumerate(talks(8))]
    random = [rng.integers(-1, len(model.vocabulary), order - 1) for _ in range(20)]
    for context in np.concatenate([seen, random]):
        assert total(model, context.tolist()) == pytest.approx(1, abs=1e-6)


def test_discounts_follow_from_counts_of_counts() -> None:
    # 4, 2, 1, 1 n-grams of counts 1, 2, 3, 4: Y = 4/8, D = 1-2Y·2/4, 2-3Y·1/2, 3-4Y·1/1.
    assert discounts(np.array([1, 1, 1, 1, 2, 2, 3, 4, 9])).tolist() == [0, 0.5, 1.25, 1.0]


@pytest.mark.parametrize("counts", [[], [1, 1], [2, 2, 3], [1] * 10 + [2] + [3] * 5 + [4]])
def test_discounts_that_a_small_text_cannot_tell_are_half_of_the_count(counts: list[int]) -> None:
    assert discounts(np.array(counts, dtype=np.int64)).tolist() == [0, 0.5, 1.0, 1.5]


def test_one_word_is_enough_of_a_text() -> None:
    model = estimate([["yes", BREAK]], 4)
    assert total(model, [-1, -1, model.vocabulary.numbers[BREAK]]) == pytest.approx(1, abs=1e-6)
    assert probability(model, [BREAK], "yes") > probability(model, [BREAK], BREAK)


def test_a_stream_starts_as_if_after_a_break() -> None:
    model = estimate([["go", "home", BREAK, "stay", "here", BREAK], ["go", "home", BREAK]], 3)
    first, second = stream_log_probs(model, ["go", "home"])
    assert first == pytest.approx(np.log(probability(model, [BREAK], "go")))
    assert second == pytest.approx(np.log(probability(model, [BREAK, "go"], "home")))
    # The break before the first word is nobody's prediction: "home" is the only word it follows but "here".
    assert probability(model, ["go"], BREAK) < probability(model, ["home"], BREAK)


def test_streams_are_not_joined() -> None:
    joined = estimate([["a", "b", "c", "d"]], 2)
    apart = estimate([["a", "b"], ["c", "d"]], 2)
    assert probability(joined, ["b"], "c") > probability(apart, ["b"], "c")


def test_rare_words_are_unknown() -> None:
    streams = [["the", "dog", BREAK, "the", "cat", BREAK, "the", "dog", BREAK]]
    for model in (estimate(streams, 2, min_counts=(2, 1)), estimate(streams, 2, max_vocabulary=4)):
        assert model.vocabulary.words == (UNKNOWN, BREAK, "the", "dog")
        assert probability(model, ["the"], "cat") == probability(model, ["the"], "zebra") > 0.1


def test_the_same_streams_give_the_same_model_whether_listed_or_streamed() -> None:
    listed, streamed = estimate(talks(3), 3), estimate(iter(talks(3)), 3)
    for one, other in zip(listed.levels, streamed.levels, strict=True):
        assert np.array_equal(one.keys, other.keys)
        assert np.array_equal(one.log_probs, other.log_probs)


@pytest.mark.parametrize("order", [1, 5])
def test_orders_beyond_two_to_four_are_refused(order: int) -> None:
    with pytest.raises(OptionError, match="order 2 to 4"):
        estimate([["a"]], order)


def test_cut_offs_that_fall_are_refused() -> None:
    with pytest.raises(OptionError, match="do not fall"):
        estimate([["a"]], 3, min_counts=(1, 2, 1))


def test_a_vocabulary_beyond_sixteen_bits_is_refused() -> None:
    with pytest.raises(OptionError, match="65535"):
        estimate([["a"]], 3, max_vocabulary=70_000)


@pytest.mark.parametrize("streams", [[], [[]]])
def test_no_text_is_an_error(streams: list[list[str]]) -> None:
    with pytest.raises(InputError, match="no text"):
        estimate(streams, 3)
