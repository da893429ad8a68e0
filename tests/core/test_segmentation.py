from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import LengthMismatch, UnknownName
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from tests.builders import cut, spoken, words


def test_the_last_word_always_ends_a_sentence() -> None:
    assert cut("so we left | it was late").ends == (2, 5)
    with pytest.raises(ValueError, match="last of 3 words"):
        Segmentation(3, (0, 1))


@pytest.mark.parametrize("ends", [(1, 0, 2), (0, 0, 2), (-1, 2)])
def test_ends_rise_from_zero(ends: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ends"):
        Segmentation(3, ends)


def test_no_words_have_no_ends() -> None:
    assert Segmentation.of(0, []).ends == ()


def test_marks_fit_the_ends() -> None:
    assert Segmentation.of(4, [1], marks=["?"]).marks == ("?", "")
    with pytest.raises(ValueError, match="1 marks for 2"):
        Segmentation(4, (1, 3), ("?",))


def test_sentences_hold_every_word_once() -> None:
    document = Document(spoken("A: so we left B: it was late"))
    sentences = list(document.sentences(cut("so we left | it was late |")))
    assert [sentence.text for sentence in sentences] == ["so we left", "it was late"]
    assert (sentences[1].start, sentences[1].end, sentences[1].speaker) == (900, 1800, "B")


def test_a_sentence_whose_words_lack_times_shares_those_around_it() -> None:
    document = Document(Transcript((Word("so", 0), Word("we"), Word("it"), Word("is", None, 800))))
    first, second = document.sentences(cut("so we | it is |"))
    assert (first.start, first.end, second.start, second.end) == (0, 400, 400, 800)
    (untimed,) = Document(Transcript(words("so we"))).sentences(cut("so we |"))
    assert (untimed.start, untimed.end) == (None, None)


def test_a_segmentation_of_other_words_is_refused() -> None:
    with pytest.raises(LengthMismatch, match="pausa align"):
        Document(Transcript(words("one two")), (cut("one two three"),))


def test_an_unknown_annotator_is_named_with_those_there_are() -> None:
    document = Document(Transcript(words("one two")), (cut("one two", by="anna"),))
    assert document.segmentation("anna").ends == (1,)
    with pytest.raises(UnknownName, match="anna"):
        document.segmentation("ana")
