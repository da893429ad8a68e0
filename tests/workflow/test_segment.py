from __future__ import annotations

import pytest
from hypothesis import given

from pausa.core.document import Document
from pausa.core.errors import OptionError, WordsChanged
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.workflow.segment import check_words, detector_for, dressed, segment, segmented
from tests.builders import marked, spoken, words
from tests.strategies import documents


def test_a_long_pause_ends_a_sentence() -> None:
    assert segment(spoken("so we left / it was late"), "pause").ends == (2, 5)


def test_clauses_come_from_marks_only() -> None:
    text = (Word("so", mark=","), Word("we"), Word("left", mark="."))
    assert segment(Transcript(text), "punctuation", level="clause").ends == (0, 2)
    with pytest.raises(OptionError, match="clause"):
        detector_for("pause", level="clause")


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
