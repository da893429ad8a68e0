from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.words import Transcript, Word
from pausa.text.languages import language
from pausa.text.normal import fold, without_spoken_marks
from tests.builders import spoken

ENGLISH = language("en")


@pytest.mark.parametrize(
    ("left", "right"),
    [("U.S.", "us"), ("Don't", "don’t"), ("e-mail", "email"), ("1,000", "1000"), ("ŁÓDŹ", "łódź"), ("ﬁne", "fine")],
)
def test_the_same_word_spelled_two_ways(left: str, right: str) -> None:
    assert fold(left) == fold(right)


def test_different_words_stay_different() -> None:
    assert len({fold(word) for word in ("3.5", "35", "its", "it", "-", "%", "zażółć", "zazolc")}) == 8


@given(st.text(st.characters(categories=["L", "N", "P", "Sc"], max_codepoint=0x24F), min_size=1))
def test_folding_never_empties_a_word_and_is_settled(text: str) -> None:
    assert fold(text)
    assert fold(fold(text)) == fold(text)


def test_a_dictated_full_stop_becomes_a_mark() -> None:
    transcript = without_spoken_marks(spoken("we left full stop it was late period"), lang=ENGLISH)
    assert [str(word) for word in transcript.words] == ["we", "left.", "it", "was", "late."]


def test_the_longer_of_the_two_pauses_stays() -> None:
    words = (Word("left", 0, 300), Word("period", 400, 700), Word("it", 1500, 1700))
    left, it = without_spoken_marks(Transcript(words), lang=ENGLISH).words
    assert it.start is not None
    assert left.end is not None
    assert it.start - left.end == 800


def test_a_dictated_mark_with_nothing_before_it_is_a_word() -> None:
    assert without_spoken_marks(spoken("period pieces"), lang=ENGLISH).texts == ("period", "pieces")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("ΟΔΟΣ", "οδός".replace("ό", "ο")),
        ("Τι", "τι"),
        ("İzmir", "izmir"),
        ("ISI", "ısı"),
        ("が", "か\u3099"),
        ("كِتَاب", "كتاب"),
        ("ﬁnden", "finden"),
    ],
)
def test_one_word_in_two_spellings_is_one_word(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("että", "etta"), ("οδός", "οδώς"), ("da\u0301", "da"), ("那", "這")])
def test_letters_that_differ_make_other_words(one: str, other: str) -> None:
    assert fold(one) != fold(other)
