from __future__ import annotations

import pytest

from pausa.features.pronounce import by_rule, entry, pronounced, spelled_number

DICTIONARY = {"twenty": "T W EH N T IY", "four": "F AO R", "third": "TH ER D", "percent": "P ER S EH N T",
              "co": "K OW", "don't": "D OW N T", "point": "P OY N T", "five": "F AY V"}  # fmt: skip


@pytest.mark.parametrize(
    ("word", "phones", "known"),
    [
        ("24", "T W EH N T IY F AO R", True),
        ("4.5", "F AO R P OY N T F AY V", True),
        ("3rd", "TH ER D", True),
        ("5%", "F AY V P ER S EH N T", True),
        ("EU", "IY Y UW", False),
        ("co-4", "K OW F AO R", True),
        ("Ždrin", "Z D R IH N", False),
        ("Привет", None, False),
        ("—", None, True),
    ],
)
def test_a_word_sounds_by_its_parts(word: str, phones: str | None, known: bool) -> None:
    assert pronounced(word, DICTIONARY.get) == (phones, known)


def test_the_dictionary_is_asked_in_its_own_spelling() -> None:
    assert entry("Don’t", DICTIONARY.get) == "don't"
    assert entry("“Four,”".strip("“”"), DICTIONARY.get) == "four"
    assert entry("five-four", DICTIONARY.get) is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (90, "ninety"),
        (1_000_000, "one million"),
        (12_345, "twelve thousand three hundred forty five"),
    ],
)
def test_numbers_are_spelled_out(value: int, said: str) -> None:
    assert " ".join(spelled_number(value)) == said


def test_four_digits_are_read_as_a_year_where_people_do() -> None:
    assert " ".join(spelled_number(1984, year=True)) == "nineteen eighty four"
    assert " ".join(spelled_number(2015, year=True)) == "twenty fifteen"
    assert " ".join(spelled_number(2000, year=True)) == "two thousand"


@pytest.mark.parametrize("word", ["xylophonist", "schtroumpf", "qqq", "aeiou", "e", "yyy", "ngugi"])
def test_any_letters_have_some_sound(word: str) -> None:
    assert by_rule(word)
