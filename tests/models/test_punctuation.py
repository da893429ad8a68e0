"""The punctuation model: what the marks say, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from pausa.core.errors import OptionError
from pausa.core.words import Transcript
from pausa.decode import SentenceLimits, decode
from pausa.models.punctuation import PunctuationDetector
from pausa.text.marks import CLAUSE_DELIMITERS, boundaries, chief
from pausa.text.tokens import words_of
from tests.builders import words
from tests.strategies import transcripts


def text(spelled: str) -> Transcript:
    return Transcript.of(words_of(spelled))


def test_an_end_is_certain_at_a_delimiter_and_impossible_elsewhere() -> None:
    scores = PunctuationDetector().score(text("So we left, early. Why? It was late"))
    assert scores.ends.tolist() == [0, 0, 0, 1, 1, 0, 0, 0]


def test_clauses_end_at_commas_too() -> None:
    scores = PunctuationDetector(CLAUSE_DELIMITERS).score(text("So we left, early. Why?"))
    assert scores.ends.tolist() == [0, 0, 1, 1, 1]


def test_the_delimiters_can_be_chosen() -> None:
    assert PunctuationDetector("…").score(text("So… we left. Yes")).ends.tolist() == [1, 0, 0, 0]


def test_marks_are_passed_on() -> None:
    marks = PunctuationDetector().score(text("Well, we left. Why?")).marks
    assert {mark: column.tolist() for mark, column in marks.items()} == {
        ".": [0, 0, 1, 0],
        "?": [0, 0, 0, 1],
        ",": [1, 0, 0, 0],
    }


def test_a_shout_stays_a_shout() -> None:
    talk = text("No! We left; yes.")
    assert decode(PunctuationDetector().score(talk), talk).marks == ("!", ";", ".")


def test_a_transcript_without_marks_is_refused_with_advice() -> None:
    with pytest.raises(OptionError, match="needs marks, and this transcript has none; choose another model"):
        PunctuationDetector().score(Transcript(words("so we left")))


def test_a_text_with_commas_only_is_one_sentence() -> None:
    talk = text("well, yes")
    assert decode(PunctuationDetector().score(talk), talk).ends == (1,)


@given(transcripts())
def test_it_finds_what_the_marks_spell(talk: Transcript) -> None:
    assume(any(chief(word.mark) for word in talk.words))
    found = decode(PunctuationDetector().score(talk), talk, SentenceLimits(turns="ignore"))
    expected = boundaries(talk.words)
    assert (found.ends, found.marks) == (expected.ends, expected.marks)
