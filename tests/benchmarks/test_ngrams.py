"""Runs of words: equal where the words are, and counted once."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.ngrams import RUN, Held, Spellings, numbers, pairs, runs, runs_of

LETTERS = "bcdfghjklmnprstvw"


def words(seed: int, count: int) -> list[str]:
    """Made words, no two runs of thirteen alike."""
    chance = random.Random(seed)
    return ["".join(chance.choice(LETTERS) + "aeiou"[chance.randrange(5)] for _ in range(3)) for _ in range(count)]


@pytest.fixture
def spellings() -> Spellings:
    return Spellings()


def test_case_and_marks_do_not_count(spellings: Spellings) -> None:
    assert (numbers(["Well,", "so", "–", "it’s"], spellings) == numbers(["well", "SO!", "it's."], spellings)).all()


def test_a_text_of_n_words_has_n_less_twelve_runs(spellings: Spellings) -> None:
    assert [len(runs_of(words(1, n), spellings)) for n in (0, 12, 13, 40)] == [0, 0, 1, 28]


def test_the_order_of_words_counts(spellings: Spellings) -> None:
    said = words(1, RUN)
    assert (runs_of(said, spellings) != runs_of([said[1], said[0], *said[2:]], spellings)).all()


def test_runs_are_told_apart() -> None:
    many = np.random.default_rng(1).integers(1, 50, 200_000).astype(np.uint64)
    spelled = {tuple(many[place : place + 13].tolist()) for place in range(len(many) - 12)}
    assert len(np.unique(runs(many))) == len(spelled)


def test_chinese_is_counted_in_characters(spellings: Spellings) -> None:
    text = "我們今天在這裡談一談怎麼把句子分開因為大家說話的時候沒有標點"
    assert len(runs_of([text], spellings, lang="zh")) == len(text) - 25
    assert len(runs_of([text], spellings)) == 0


def test_shares_are_those_of_words_that_were_put_in(spellings: Spellings) -> None:
    """A recording of 112 words has 100 runs; 62 words of it elsewhere make 50 of them known."""
    recording, other = words(1, 112), words(2, 500)
    held = Held([runs_of(each, spellings) for each in (recording, words(3, 112), [])])
    held.see(runs_of(other[:200] + recording[:62] + other[200:], spellings))
    assert held.shares() == [0.5, 0.0, 0.0]
    held.see(runs_of([word.upper() + "." for word in recording], spellings))
    assert held.shares() == [1.0, 0.0, 0.0]


def test_what_is_seen_twice_counts_once(spellings: Spellings) -> None:
    recording = words(1, 112)
    held = Held([runs_of(recording, spellings)])
    for _ in range(3):
        held.see(runs_of(recording[:25], spellings))
    assert held.shares() == [0.13]


def test_nothing_held_and_nothing_seen(spellings: Spellings) -> None:
    assert Held([]).shares() == []
    held = Held([runs_of(words(1, 40), spellings)])
    held.see(runs_of([], spellings))
    assert held.shares() == [0.0]


def test_pairs_count_the_runs_two_recordings_share(spellings: Spellings) -> None:
    one, two, three = words(1, 100), words(2, 100), words(3, 100)
    recordings = [one, two + one[:33], three, one[10:40] + three[:13]]
    found = pairs([runs_of(each, spellings) for each in recordings])
    assert found == {(0, 1): 21, (0, 3): 18, (1, 3): 11, (2, 3): 1}
