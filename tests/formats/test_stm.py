"""STM: stretches of talk with labels, rows that are not scored, sentences as rows."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words


def test_the_first_word_gets_the_start_and_the_last_the_end() -> None:
    (document,) = parsed("stm", "call 1 anna 1.5 3.0 <o,f0,female> so we left\n")
    assert document.name == "call"
    assert document.transcript.words == (
        Word("so", 1500, None, "anna"),
        Word("we", None, None, "anna"),
        Word("left", None, 3000, "anna"),
    )


def test_without_marks_each_row_is_a_sentence() -> None:
    (document,) = parsed("stm", "c 1 a 0 1 so we left\nc 1 a 1 2 it was late\n")
    assert main_segmentation(document).ends == (2, 5)


def test_marks_decide_where_there_are_any() -> None:
    (document,) = parsed("stm", "c 1 a 0 1 so we left. it\nc 1 a 1 2 was late\n")
    assert main_segmentation(document).ends == (2, 5)


@pytest.mark.parametrize("label", ["<o,f0,female>", "<NA>", "<O>", "<F0_M>", "<,,>"])
def test_a_label_is_no_event(label: str) -> None:
    (document,) = parsed("stm", f"c 1 a 0 1 {label} so\n")
    assert [str(token) for token in document.transcript.tokens()] == ["so"]


def test_an_event_is_no_label() -> None:
    (document,) = parsed("stm", "c 1 a 0 1 <laugh> so\n")
    assert [str(token) for token in document.transcript.tokens()] == ["<laugh>", "so"]
    assert document.transcript.words[0].start == 0


def test_rows_that_are_not_scored_hold_no_words() -> None:
    text = "c 1 gap 0 1 <o,,> ignore_time_segment_in_scoring\nc 1 a 1 2 so\nc 1 x 2 3 IGNORE_TIME_SEGMENT_IN_SCORING\n"
    assert parsed("stm", text)[0].transcript.texts == ("so",)


def test_of_alternatives_the_first_is_read() -> None:
    (document,) = parsed("stm", "c 1 a 0 1 we { gonna / going to } go { @ / home } now\n")
    assert document.transcript.texts == ("we", "gonna", "go", "now")


def test_channels_listed_one_after_the_other_are_put_in_order() -> None:
    (document,) = parsed("stm", "c A anna 0 1 one\nc A anna 4 5 three\nc B ben 2 3 two\n")
    assert document.transcript.texts == ("one", "two", "three")


def test_a_speaker_who_is_unknown_is_none() -> None:
    assert parsed("stm", "c 1 unknown 0 1 so\n")[0].transcript.words[0].speaker is None


def test_a_sentence_is_a_row_and_a_change_of_speaker_inside_it_too() -> None:
    document = Document(spoken("A: so we B: left it was late"), (cut("so we left | it was late |"),), name="c")
    assert rendered("stm", document).splitlines() == [
        "c 1 A 0.000 0.600 <goes-on> so we",
        "c 1 B 0.600 0.900 <sentence> left",
        "c 1 B 0.900 1.800 <sentence> it was late",
    ]
    (back,) = reread("stm", document)
    assert main_segmentation(back).ends == (2, 5)
    assert [word.speaker for word in back.transcript.words] == ["A", "A", "B", "B", "B", "B"]


def test_known_marks_are_spelled_and_none_are_made_up() -> None:
    transcript = spoken("so we left was it late")
    told = Document(transcript, (marked("so we left . was it late ?"),), name="c")
    untold = Document(transcript, (cut("so we left | was it late |"),), name="c")
    assert [line.split("> ")[1] for line in rendered("stm", told).splitlines()] == ["so we left.", "was it late?"]
    assert [line.split("> ")[1] for line in rendered("stm", untold).splitlines()] == ["so we left", "was it late"]


def test_broken_rows_keep_their_words() -> None:
    (document,) = parsed("stm", "c 1 a x 1 so we\nc 1 a 3 2 left\nc 1 a\n")
    assert document.transcript.texts == ("so", "we", "left")
    assert document.transcript.words[1].end == 1000


def test_without_times_there_is_no_stm() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("stm", Document(Transcript(words("so what"))))


def test_what_is_no_stm_is_refused() -> None:
    with pytest.raises(InputError, match="STM"):
        parsed("stm", "so we left\n")


def test_no_words_give_a_comment_and_back_no_words() -> None:
    assert reread("stm", Document(Transcript(())))[0].n_words == 0


def test_stm_and_ctm_are_told_apart() -> None:
    stm, ctm = "c 1 anna 0.1 0.9 <NA> so we\nc 1 2 1.0 1.5 left\n", "c 1 0.1 0.9 so\nc 1 1.0 0.5 90\n"
    assert [FORMATS["stm"].looks_like(text) for text in (stm, ctm)] == [True, False]
    assert [FORMATS["ctm"].looks_like(text) for text in (stm, ctm)] == [False, True]
