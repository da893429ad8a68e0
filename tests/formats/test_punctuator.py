"""punctuator2 text: words, pauses and marks as tokens."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pausa.core.document import Document
from pausa.core.words import Event, Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.punctuator import parse
from tests.builders import cut, parsed, rendered, reread, spoken, words


def read(text: str) -> Document:
    (document,) = parsed("punctuator", text)
    return document


def pauses(document: Document) -> list[int | None]:
    """The pause after every word but the last, in milliseconds."""
    spoken_words = document.transcript.words
    return [
        None if word.end is None or after.start is None else after.start - word.end
        for word, after in pairwise(spoken_words)
    ]


def test_labels_are_marks() -> None:
    text = "well ,COMMA so -DASH he said :COLON go ;SEMICOLON go !EXCLAMATIONMARK now ?QUESTIONMARK yes .PERIOD"
    document = read(text)
    assert [str(word) for word in document.transcript.words] == [
        "well,", "so –", "he", "said:", "go;", "go!", "now?", "yes.",
    ]  # fmt: skip
    assert main_segmentation(document).ends == (4, 5, 6, 7)


def test_pauses_are_exact_and_words_take_no_time() -> None:
    document = read("so <sil=0.000> we <sil=0.310> ,COMMA left <sil=1.200> .PERIOD yes")
    assert pauses(document) == [0, 310, 1200]
    assert [word.start for word in document.transcript.words] == [0, 0, 310, 1510]


def test_a_missing_pause_is_unknown() -> None:
    document = read("so we <sil=0.310> left <sil=x> yes")
    assert pauses(document) == [None, 310, None]


def test_without_pauses_there_are_no_times() -> None:
    assert not read("so we left .PERIOD").transcript.has_times


def test_silence_before_the_first_word_is_its_start() -> None:
    assert read("<sil=0.500> so <sil=0.100> we").transcript.words[0].start == 500


def test_line_ends_say_nothing() -> None:
    assert read("so we\nleft\n.PERIOD\nyes") == read("so we left .PERIOD yes")


def test_pauses_are_written_from_known_times() -> None:
    document = Document(spoken("so we / left yes"), (cut("so we left | yes |"),))
    assert rendered("punctuator", document) == "so <sil=0.000> we <sil=0.600> left <sil=0.000> .PERIOD\nyes\n"


def test_pauses_survive_and_speech_that_overlaps_has_none() -> None:
    document = Document(
        Transcript((Word("so", 0, 500), Word("we", 400, 900), Word("left", None, 1500), Word("yes", 1700)))
    )
    (back,) = reread("punctuator", document)
    assert pauses(back) == [0, None, 200]


@pytest.mark.parametrize("mark", ["", ".", ",", "!", ":", " –", "...", '."', " —", "?!", '",', "–"])
@pytest.mark.parametrize("text", ["late", "U.S", "e-mail", "<3", "'m", "%"])
def test_every_spelling_survives(text: str, mark: str) -> None:
    document = Document(Transcript((Word("so"), Word(text, mark=mark), Word("we"))))
    (back,) = reread("punctuator", document)
    assert [str(word) for word in back.transcript.words] == ["so", f"{text}{mark}", "we"]


def test_an_end_after_an_abbreviation_survives_whatever_follows() -> None:
    document = Document(Transcript(words("at 8 p.m. so we left")), (cut("at 8 p.m. | so we left |"),))
    assert main_segmentation(reread("punctuator", document)[0]).ends == (2, 5)


def test_other_tokens_in_angle_brackets_are_events() -> None:
    document = read("so <long pause> we <NUM> left .PERIOD")
    assert document.transcript.events == (Event(1, Word("<long pause>")), Event(2, Word("<NUM>")))


def test_a_label_before_any_word_is_noted() -> None:
    source = Source(".PERIOD so we left\n")
    (document,) = parse(source)
    assert document.transcript.texts == ("so", "we", "left")
    assert source.bad_rows == [(1, ".PERIOD stands before any word and is left out")]


def test_it_is_known_by_its_tokens() -> None:
    looks_like = FORMATS["punctuator"].looks_like
    assert looks_like("so we left .PERIOD")
    assert looks_like("so <sil=0.1> we")
    assert not looks_like("the ,COMMAND was given .PERIODS")
