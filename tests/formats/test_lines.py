"""One sentence per line."""

from __future__ import annotations

from pausa.core.document import Document
from pausa.core.words import Event, Transcript, Word
from pausa.formats import FORMATS
from tests.builders import cut, parsed, rendered, reread, words


def ends(text: str) -> tuple[int, ...]:
    (document,) = parsed("lines", text)
    return document.segmentations[0].ends


def test_every_line_is_a_sentence_and_empty_lines_say_nothing() -> None:
    assert ends("so we left\n\n  \nit was late.\nyes") == (2, 5, 6)


def test_marks_inside_a_line_do_not_end_a_sentence() -> None:
    assert ends("so we left. it was late\nyes") == (5, 6)


def test_punctuation_alone_on_a_line_goes_to_the_word_before() -> None:
    (document,) = parsed("lines", "so we left\n...\nit was late")
    assert [str(word) for word in document.transcript.words][2] == "left..."
    assert document.segmentations[0].ends == (2, 5)


def test_a_dash_that_opens_a_line_stays_there() -> None:
    (document,) = parsed("lines", "Is it late?\n– No.\n— Yes.\n")
    assert rendered("lines", document) == "Is it late?\n–No.\n—Yes.\n"
    assert reread("lines", document) == [document]


def test_events_are_no_words_and_end_no_sentence() -> None:
    (document,) = parsed("lines", "so we left\n<door slams>\nit was late")
    assert document.transcript.events == (Event(3, Word("<door slams>")),)
    assert document.segmentations[0].ends == (2, 5)


def test_events_alone_are_not_lost() -> None:
    (document,) = parsed("lines", "<music> <applause>\n")
    assert rendered("lines", document) == "<music> <applause>\n"


def test_words_are_written_as_spelled_without_added_marks() -> None:
    document = Document(Transcript(words("so we left it was late")), (cut("so we left | it was late |"),))
    assert rendered("lines", document) == "so we left\nit was late\n"


def test_running_text_with_several_sentences_in_a_line_is_not_lines() -> None:
    assert not FORMATS["lines"].looks_like("So we left. It was late. We slept.\nThen it rained. Again.")
    assert FORMATS["lines"].looks_like("So we left.\nIt was late.\nAt 8 p.m. we slept.\n")
