"""Running text: marks say where sentences end, line breaks say nothing."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import main_segmentation
from pausa.formats.files import parse
from tests.builders import cut, parsed, rendered, words


def sentences(text: str) -> list[str]:
    (document,) = parsed("text", text)
    return [sentence.text for sentence in document.sentences(main_segmentation(document))]


def test_marks_end_sentences_and_line_breaks_do_not() -> None:
    assert sentences("So we\nleft early. It\n\nwas late") == ["So we left early.", "It was late"]


def test_the_dot_of_an_abbreviation_is_no_end_while_the_sentence_goes_on() -> None:
    assert sentences("At 8 p.m. we met Dr. Lee. It was dark.") == ["At 8 p.m. we met Dr. Lee.", "It was dark."]


def test_text_without_marks_has_no_segmentation_of_its_own() -> None:
    (document,) = parsed("text", "so we left it was late")
    assert document.segmentations == ()
    assert main_segmentation(document).ends == (5,)


def test_marks_are_added_where_only_the_segmentation_knows_the_ends() -> None:
    document = Document(Transcript(words("so we left it was late")), (cut("so we left | it was late |"),))
    assert rendered("text", document) == "so we left. it was late\n"


def test_nothing_is_written_as_nothing_and_read_as_nothing() -> None:
    empty = Document(Transcript(()))
    assert rendered("text", empty) == ""
    assert parsed("text", "")[0].n_words == 0


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("So we left. It was late. We slept.", "text"),
        ("so we left\nit was late\n", "lines"),
        ("so we left // it was late //", "slashes"),
        ("0010 001", "seg"),
        ("so <sil=0.1> we left .PERIOD", "punctuator"),
        ("so\tO\nleft\tPERIOD\n", "iwslt"),
        ("(0,100) so\n(100,200) left\n", "poleval"),
        ("1\n00:00:01,000 --> 00:00:02,000\nso we left\n", "srt"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nso we left\n", "vtt"),
    ],
)
def test_a_txt_file_is_known_by_what_is_in_it(content: str, found: str) -> None:
    (document,) = parse(content.encode(), name="talk.txt")
    (expected,) = parse(content.encode(), name="talk.txt", format=found)
    assert document == expected


@pytest.mark.parametrize(
    "content", ['{"words": [{"text": "so"', '[{"word"', "<?xml version='1.0'?>\n<a>", "so\x00 we", ""]
)
def test_data_and_rubbish_are_not_taken_for_text(content: str) -> None:
    assert not FORMATS["text"].looks_like(content)
    assert not FORMATS["lines"].looks_like(content)


@pytest.mark.parametrize("content", ["[laughs] So we left. It was late.", "<laugh> So we left. It was late."])
def test_text_may_begin_with_a_bracket(content: str) -> None:
    assert FORMATS["text"].looks_like(content)
