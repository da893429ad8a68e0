from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from pausa.core.document import Document
from pausa.core.errors import OptionError, WordsChanged
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.workflow.segment import around_signs, check_words, detector_for, dressed, segment, segmented
from tests.builders import marked, spoken, words
from tests.strategies import documents


def test_a_long_pause_ends_a_sentence() -> None:
    assert segment(spoken("so we left / it was late"), "pause").ends == (2, 5)


class Knowing:
    """A detector that knows the commas and ends after these words by heart."""

    name = "knowing"
    needs: frozenset[str] = frozenset()
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
        segmented(Document(spoken("so we left / it was late")), detector_for("pause"), **asked)


def test_commas_and_capitals_are_written_when_asked() -> None:
    document = Document(Transcript(words("so we left early i'm late")))
    plain, full = (segmented(document, Knowing(), commas=asked, capitals=asked) for asked in (False, True))
    assert " ".join(map(str, plain.transcript.words)) == "so we left. early i'm late."
    assert " ".join(map(str, full.transcript.words)) == "So, we left. Early, I'm late."


def test_a_mark_that_is_there_already_stays() -> None:
    document = Document(Transcript((Word("so", mark=";"), *words("we left"))))
    assert str(segmented(document, Knowing(), commas=True).transcript.words[0]) == "so;"


def test_boundaries_without_words_cannot_be_segmented() -> None:
    with pytest.raises(OptionError, match="no words"):
        segment(Transcript.blank(5), "pause")


def test_a_dressed_document_has_the_marks_of_its_segmentation() -> None:
    document = Document(Transcript((*words("so we"), Word("left", mark=","), *words("it was late"))))
    result = dressed(document, marked("so we left . it was late ?"), capitals=True)
    assert " ".join(map(str, result.transcript.words)) == "So we left. It was late?"


@given(documents(timed=True))
def test_segmenting_changes_no_word(document: Document) -> None:
    result = segmented(document, detector_for("pause"))
    assert result.transcript.texts == document.transcript.texts
    assert result.transcript.events == document.transcript.events
    assert len(result.segmentations) == 1


def test_changed_words_are_never_let_through() -> None:
    with pytest.raises(WordsChanged, match="2 words became 1"):
        check_words(words("so we"), words("so"), step="segment")
    with pytest.raises(WordsChanged, match="'we' became 'he'"):
        check_words(words("so we"), words("so he"), step="segment")
    check_words(words("so we"), words("So we"), step="segment")


def test_an_empty_transcript_has_no_sentence() -> None:
    assert segment(Transcript(()), "pause") == Segmentation(0, (), by="pause")


@pytest.mark.parametrize(
    ("text", "ends", "becomes"),
    [
        ("we won 🎉 so", [0.1, 0.8, 0.4, 0.1], [0.1, 0.0, 0.8, 0.1]),
        ("we won 🎉 🎉", [0.1, 0.2, 0.4, 0.9], [0.1, 0.0, 0.0, 0.9]),
        ("fine - ok", [0.1, 0.7, 0.2], [0.7, 0.0, 0.2]),
        (">> ok", [0.7, 0.2], [0.0, 0.2]),
        ("so ok", [0.7, 0.2], [0.7, 0.2]),
    ],
)
def test_signs_stay_with_the_words_they_belong_to(text: str, ends: list[float], becomes: list[float]) -> None:
    found = around_signs(Scores(np.array(ends), {"?": np.array(ends) / 2}), text.split())
    assert found.ends.tolist() == becomes
    assert found.marks["?"].tolist() == [each / 2 for each in becomes]


def test_signs_stay_with_their_words_on_a_best_path_too() -> None:
    class Planner(Knowing):
        def best(self, transcript: Transcript, *, fixed: np.ndarray) -> list[int]:
            return [1, len(transcript) - 1]

    assert segment(Transcript(words("we won 🎉 so there")), Planner()).ends == (2, 4)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ((Word("we"), Word("left", mark="...")), "We left..."),
        ((Word("we"), Word("won"), Word("🎉")), "We won. 🎉"),
        ((Word("-"), Word("we"), Word("left", mark=",")), "- We left."),
        ((Word("music", before="["), Word("plays", mark="]")), "[music plays]"),
        ((Word("so"), Word("music", before="[", mark="]")), "So [music]."),
        ((Word("so"), Word("music", before='"', mark='"')), 'So "music."'),
        ((Word("♪"),), "♪"),
    ],
)
def test_a_sentence_is_dressed_as_people_write(said: tuple[Word, ...], shown: str) -> None:
    ends = Segmentation.of(len(said), [len(said) - 1], marks=["."])
    assert " ".join(map(str, dressed(Document(Transcript(said)), ends, capitals=True).transcript.words)) == shown


def test_a_clause_after_a_comma_has_no_capital() -> None:
    document = segmented(
        Document(Transcript(words("so we left it was late"))), Knowing(), level="clause", capitals=True
    )
    assert [sentence.text for sentence in document.sentences(document.segmentations[0])] == [
        "So,",
        "we left it was late.",
    ]


def test_without_marks_every_sentence_that_people_read_has_a_full_stop() -> None:
    document = Document(spoken("so we left / it was late"))
    dressed_ones = [segmented(document, detector_for("pause"), capitals=asked) for asked in (True, False)]
    assert [" ".join(map(str, each.transcript.words)) for each in dressed_ones] == [
        "So we left. It was late.", "so we left it was late",
    ]  # fmt: skip
