from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.models.base import Detector
from pausa.text.casing import ALL, INITIAL, LOWER
from pausa.workflow.segment import segment
from tests.builders import spoken, words
from tests.strategies import documents


def test_a_long_pause_ends_a_sentence() -> None:
    assert segment(spoken("so we left / it was late"), "pause").ends == (2, 5)


class Knowing(Detector):
    """A detector that knows the commas and ends after these words by heart."""

    name = "knowing"
    tells_commas = True
    threshold = 0.3

    def score(self, transcript: Transcript) -> Scores:
        ends = np.array([0.4 if text in ("left", "late") else 0.0 for text in transcript.texts])
        comma = np.array([0.6 if text in ("so", "early") else 0.0 for text in transcript.texts])
        return Scores(ends, {".": ends, "?": 0 * ends, ",": comma})


def test_clauses_of_a_transcript_with_marks_come_from_its_marks() -> None:
    text = (Word("so", mark=","), Word("we"), Word("left", mark="."))
    assert segment(Transcript(text), "punctuation", level="clause").ends == (0, 2)


def test_a_detector_that_tells_commas_tells_clauses() -> None:
    text = Transcript(words("so we left early i was late"))
    assert segment(text, Knowing()).ends == (2, 6)
    assert segment(text, Knowing(), level="clause").ends == (0, 3, 6)  # a clause is there when it is likelier than not
    assert segment(text, Knowing(), level="clause", threshold=0.3).marks == (",", ".", ",", ".")


@pytest.mark.parametrize("asked", [{"level": "clause"}, {"commas": True}])
def test_a_detector_that_tells_no_commas_says_so(asked: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="pause model knows no commas"):
        segment(spoken("so we left / it was late"), "pause", **asked)


def test_commas_and_capitals_are_written_when_asked() -> None:
    document = Document(Transcript(words("so we left early i'm late")))
    plain, full = (segment(document, Knowing(), commas=asked) for asked in (False, True))
    assert [sentence.text for sentence in plain] == ["so we left.", "early i'm late."]
    assert str(full) == "So, we left.\nEarly, I'm late."  # capitals where people read it
    assert [sentence.text for sentence in full] == ["so, we left.", "early, i'm late."]


def test_a_mark_that_is_there_already_stays() -> None:
    document = Document(Transcript((Word("so", mark=":"), *words("we left"))))
    assert str(segment(document, Knowing(), commas=True).document.transcript.words[0]) == "so:"


def test_boundaries_without_words_cannot_be_segmented() -> None:
    with pytest.raises(OptionError, match="no words"):
        segment(Transcript.blank(5), "pause")


@given(documents(timed=True))
def test_segmenting_changes_no_word(document: Document) -> None:
    result = segment(document, "pause").document
    assert result.transcript.texts == document.transcript.texts
    assert result.transcript.events == document.transcript.events
    assert len(result.segmentations) == 1


def test_an_empty_transcript_has_no_sentence() -> None:
    assert segment(Transcript(()), "pause") == Segmentation(0, (), by="pause")


def test_signs_stay_with_their_words_on_a_best_path_too() -> None:
    class Planner(Knowing):
        def best(self, transcript: Transcript, *, fixed: np.ndarray | None = None) -> list[int]:
            return [1, len(transcript) - 1]

    assert segment(Transcript(words("we won 🎉 so there")), Planner()).ends == (2, 4)


def test_a_clause_after_a_comma_has_no_capital() -> None:
    found = segment(Document(Transcript(words("so we left it was late"))), Knowing(), level="clause")
    assert str(found).splitlines() == ["So,", "we left it was late."]


def test_without_marks_every_sentence_that_people_read_has_a_full_stop() -> None:
    document = Document(spoken("so we left / it was late"))
    found = segment(document, "pause")
    assert str(found).splitlines() == ["So we left.", "It was late."]
    assert [sentence.text for sentence in found] == ["so we left", "it was late"]


class Capitals(Knowing):
    """One that also knows two names."""

    tells_cases = True

    def score(self, transcript: Transcript) -> Scores:
        found = super().score(transcript)
        cases = {"anna": INITIAL, "nasa": ALL}
        return Scores(found.ends, found.marks, np.array([cases.get(text, LOWER) for text in transcript.texts], np.int8))


def test_names_are_written_as_people_write_them_where_people_read() -> None:
    given = Document(Transcript(words("so we left with um anna of nasa i was late")), language="en")
    made = segment(given, Capitals())
    assert str(made) == "So we left.\nWith um Anna of NASA I was late."
    assert [sentence.text for sentence in made] == ["so we left.", "with um anna of nasa i was late."]
    assert str(segment(given, Capitals(), case="sentence")) == "So we left.\nWith um anna of nasa I was late."
    assert str(segment(given, Capitals(), drop_fillers=True)) == "So we left.\nWith Anna of NASA I was late."
    assert segment(given, Capitals(), case="true")[1].text == "With um Anna of NASA I was late."


def test_capitals_that_are_there_are_the_true_ones() -> None:
    given = Transcript(tuple(Word(text) for text in "So we left Anna with anna Berg was late".split()))
    assert str(segment(given, Capitals())) == "So we left.\nAnna with anna Berg was late."
    assert str(segment(given, Capitals(), case="true")) == "So we left.\nAnna with Anna Berg was late."


def test_who_knows_no_capitals_says_so() -> None:
    with pytest.raises(OptionError, match="does not tell capitals"):
        segment("so we left", Knowing(), case="true")


POLISH = "to jest mój dom. mieszkam tu od dawna. czy lubisz koty?"


def test_in_a_language_that_was_not_learned_marks_decide_and_else_silences() -> None:
    marked = segment(POLISH, language="ka")
    assert [sentence.mark for sentence in marked] == [".", ".", "?"]
    assert "marks that are there are kept" in marked.warnings[0]
    spoken_words = Document(spoken("to jest mój dom / mieszkam tu od dawna"), language="ka")
    silent = segment(spoken_words)
    assert silent.ends == (3, 7)
    assert silent.by == "pause"
    assert "silences decide" in silent.warnings[0]


def test_whoever_asks_for_something_gets_it_in_any_language() -> None:
    assert len(segment(POLISH, language="pl", marks="ignore")) >= 1
    asked = segment(POLISH, language="pl", mean_length=5)
    assert asked.by != "pause"
    assert "kept" not in asked.warnings[0]
