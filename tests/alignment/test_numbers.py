from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.alignment.joins import joins, pieces
from pausa.alignment.numbers import digits, is_numeric

SPOKEN = "a and one twenty hundred thousand point third dollar 5 2.5 so 007"


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("twenty five", "25"),
        ("nineteen", "19"),
        ("one hundred and five", "105"),
        ("a hundred", "100"),
        ("two thousand and nineteen", "2019"),
        ("twenty nineteen", "20 19"),
        ("three million two hundred thousand", "3200000"),
        ("twenty five hundred", "2500"),
        ("one point two billion", "1200000000"),
        ("zero point five", "0.5"),
        ("three point one four", "3.14"),
        ("1.50", "1.5"),
        ("twenty first", "21th"),
        ("21st", "21th"),
        ("one hundredth", "100th"),
        ("dollar 5 million", "5000000 dollar"),
        ("five dollars", "5 dollar"),
        ("one two three", "1 2 3"),
        ("five and six", "5 and 6"),
        ("a hundred and", "100 and"),
        ("007", "007"),
        ("hundred", "hundred"),
        ("six point", "6 point"),
        ("two million thousand", "2000000 thousand"),
    ],
)
def test_number_words_become_digits(spoken: str, written: str) -> None:
    assert digits(spoken.split()) == written.split()


@given(st.lists(st.sampled_from(SPOKEN.split()), max_size=8))
def test_words_around_a_number_make_no_difference_to_it(words: list[str]) -> None:
    once = digits(words)
    assert digits(["so", *words, "so"]) == ["so", *once, "so"]
    assert len(once) <= len(words)


@pytest.mark.parametrize(("word", "is_one"), [("25th", True), ("sixtieth", True), ("with", False), ("euros", True)])
def test_words_that_can_be_part_of_a_number_are_known(word: str, is_one: bool) -> None:
    assert is_numeric(word) is is_one


@pytest.mark.parametrize(
    ("word", "parts"),
    [("Q3", ("q", "3")), ("$1.2bn", ("dollar", "1.2", "bn")), ("4th-quarter", ("4th", "quarter")), ("-", ())],
)
def test_a_word_falls_apart_at_hyphens_and_digits(word: str, parts: tuple[str, ...]) -> None:
    assert pieces(word) == parts


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [("so we left", "so we left"), ("E-mail", "email"), ("we left", "it was late"), ("five", "six"), ("-", "-")],
)
def test_equal_and_unrelated_words_are_no_joins(reference: str, hypothesis: str) -> None:
    assert joins(reference.split(), hypothesis.split()) == []


def test_joins_are_tight() -> None:
    assert joins(["so", "to", "day", "is"], ["so", "today", "is"]) == [(1, 2, 1, 1)]


def test_a_join_has_eight_words_at_most() -> None:
    eight = "one hundred and twenty three thousand four hundred"
    assert joins(eight.split(), ["123400"]) == [(0, 8, 0, 1)]
    assert joins(["ab"], list("ab")) == [(0, 1, 0, 2)]
    assert joins(["abcdefgh"], list("abcdefgh")) == [(0, 1, 0, 8)]
    assert joins(["abcdefghi"], list("abcdefghi")) == []
