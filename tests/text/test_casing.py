from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.words import Word
from pausa.text.casing import ALL, CASES, INITIAL, LOWER, MIXED, UNKNOWN_CASE, cases_of, is_cased, write_in
from pausa.text.tokens import words_of

SPELLINGS = {"iphone": "iPhone"}


@pytest.mark.parametrize(
    ("text", "case", "written"),
    [
        ("anna", INITIAL, "Anna"),
        ("anna's", INITIAL, "Anna's"),
        ("nasa", ALL, "NASA"),
        ("nasa’s", ALL, "NASA’s"),
        ("iphone", MIXED, "iPhone"),
        ("iphone's", INITIAL, "iPhone's"),  # a known spelling counts more than the kind
        ("nasa's", MIXED, "NASA's"),
        ("mid-march", MIXED, "mid-March"),
        ("jean-claude", MIXED, "Jean-Claude"),
        ("jean-claude's", MIXED, "Jean-Claude's"),
        ("mcnab", MIXED, "McNab"),
        ("quasimodo", MIXED, "Quasimodo"),  # how, nobody knows
        ("iphone", LOWER, "iphone"),
        ("boat", UNKNOWN_CASE, "boat"),
        ("42", ALL, "42"),
    ],
)
def test_words_are_written_in_their_case(text: str, case: int, written: str) -> None:
    assert write_in(text, case, SPELLINGS) == written


@given(st.text(max_size=12), st.integers(UNKNOWN_CASE, len(CASES) - 1))
def test_capitals_are_added_and_nothing_else(text: str, case: int) -> None:
    made = write_in(text, case, SPELLINGS)
    assert made.lower() == text.lower() or made.casefold() == text.casefold() or made.upper() == text.upper()
    if not text.islower():
        assert made == text


def test_a_capital_at_the_start_of_a_sentence_says_nothing() -> None:
    words = [Word(text) for text in "Now Anna left I saw NASA".split()]
    assert cases_of(words, {2}).tolist() == [UNKNOWN_CASE, INITIAL, LOWER, INITIAL, LOWER, ALL]


def test_where_nobody_wrote_capitals_nothing_is_known() -> None:
    assert set(cases_of([Word("so"), Word("anna")], {1}).tolist()) == {UNKNOWN_CASE}
    assert not is_cased([Word("SO"), Word("ANNA")])
    assert not is_cased([Word("so"), Word("I"), Word("left")])
    assert is_cased([Word("so"), Word("Anna"), Word("left"), Word("London")])


def test_capitals_at_the_start_of_sentences_alone_tell_nothing_of_names() -> None:
    told = "So i met anna in london. Then we left for paris. Then it rained."
    assert not is_cased(words_of(told))
    assert is_cased(words_of(told.replace("anna", "Anna").replace("paris", "Paris")))
