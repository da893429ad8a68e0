"""RTTM: words by LEXEME, ends by SU, speakers by either or by SPEAKER."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words

SO_WE_LEFT = """\
LEXEME c 1 0.0 0.3 so lex anna 0.9
LEXEME c 1 0.3 0.3 we lex anna 0.8
LEXEME c 1 0.6 0.4 left lex anna <NA>
"""


def test_words_and_ends_come_from_different_records_in_any_order() -> None:
    units = "SU c 1 0.0 0.6 <NA> question anna <NA>\nSU c 1 0.6 0.4 <NA> statement anna <NA>\n"
    first, last = parsed("rttm", units + SO_WE_LEFT)[0], parsed("rttm", SO_WE_LEFT + units)[0]
    assert first == last
    assert first.transcript.words[0] == Word("so", 0, 300, "anna", 0.9)
    assert (first.segmentations[0].ends, first.segmentations[0].marks) == ((1, 2), ("?", "."))


@pytest.mark.parametrize(
    ("subtype", "mark"), [("statement", "."), ("question", "?"), ("incomplete", "—"), ("backchannel", "."), ("odd", "")]
)
def test_subtypes_are_marks(subtype: str, mark: str) -> None:
    (document,) = parsed("rttm", SO_WE_LEFT + f"SU c 1 0 1 <NA> {subtype} anna <NA>\n")
    assert [document.segmentations[0].mark(0)] == [mark]


def test_units_nobody_annotated_say_nothing() -> None:
    assert parsed("rttm", SO_WE_LEFT + "SU c 1 0 1 <NA> unannotated anna <NA>\n")[0].segmentations == ()


def test_without_units_the_marks_on_the_words_count() -> None:
    (document,) = parsed("rttm", "LEXEME c 1 0 1 so. lex a <NA>\nLEXEME c 1 1 1 what? lex a <NA>\n")
    assert main_segmentation(document).ends == (0, 1)


def test_people_who_talk_at_once_keep_their_sentences_whole() -> None:
    text = """\
LEXEME c 1 0.0 0.5 so lex anna <NA>
LEXEME c 1 0.4 0.5 yes lex ben <NA>
LEXEME c 1 0.6 0.5 what lex anna <NA>
SU c 1 0.0 1.1 <NA> question anna <NA>
SU c 1 0.4 0.5 <NA> backchannel ben <NA>
"""
    (document,) = parsed("rttm", text)
    assert document.transcript.texts == ("so", "what", "yes")
    assert document.segmentations[0].ends == (1, 2)


def test_turns_tell_who_speaks_where_the_words_do_not() -> None:
    text = "SPEAKER c 1 0 1 <NA> <NA> anna <NA>\nSPEAKER c 1 1 1 <NA> <NA> ben <NA>\n"
    text += "LEXEME c 1 0.1 0.5 so lex <NA> <NA>\nLEXEME c 1 1.2 0.5 what lex <NA> <NA>\n"
    assert [word.speaker for word in parsed("rttm", text)[0].transcript.words] == ["anna", "ben"]


def test_channels_are_speakers_where_nothing_else_tells() -> None:
    text = "LEXEME c 1 0 1 so lex <NA> <NA>\nLEXEME c 2 1 1 what lex <NA> <NA>\n"
    assert [word.speaker for word in parsed("rttm", text)[0].transcript.words] == ["1", "2"]


def test_sounds_are_events() -> None:
    (document,) = parsed("rttm", SO_WE_LEFT + "NON-LEX c 1 1.0 0.2 <NA> laugh anna <NA>\n")
    assert document.transcript.events[0].token == Word("<laugh>", 1000, 1200, "anna")


def test_words_that_look_like_nothing_are_words() -> None:
    text = "".join(f"LEXEME c 1 {at} 1 {word} lex a <NA>\n" for at, word in enumerate(["unknown", "null", "-", "na"]))
    assert parsed("rttm", text)[0].transcript.texts == ("unknown", "null", "-", "na")


def test_broken_records_are_noted_and_words_kept() -> None:
    source = Source("LEXEME c 1 x 0.3 so lex a 3\nWHAT c 1 0 1\nLEXEME c 1 1 1 <NA> lex a <NA>\n# a comment\n")
    assert FORMATS["rttm"].parse
    (document,) = FORMATS["rttm"].parse(source)
    assert document.transcript.words == (Word("so", speaker="a"),)
    assert [line for line, _ in source.bad_rows] == [1, 1, 2, 3]


def test_speakers_alone_are_no_transcript() -> None:
    with pytest.raises(InputError, match="no LEXEME"):
        parsed("rttm", "SPEAKER c 1 0 1 <NA> <NA> anna <NA>\n")


def test_a_sentence_is_written_as_a_unit_and_its_words() -> None:
    document = Document(spoken("A: so what / B: oh"), (marked("so what ? oh ."),), name="c")
    assert rendered("rttm", document).splitlines() == [
        "SU c 1 0.000 0.600 <NA> question A <NA>",
        "LEXEME c 1 0.000 0.300 so lex A <NA>",
        "LEXEME c 1 0.300 0.300 what lex A <NA>",
        "SU c 1 1.200 0.300 <NA> statement B <NA>",
        "LEXEME c 1 1.200 0.300 oh lex B <NA>",
    ]


def test_a_sentence_of_two_speakers_survives() -> None:
    document = Document(spoken("A: so B: what A: now"), (cut("so what | now |"),), name="c")
    (back,) = reread("rttm", document)
    assert back.transcript == document.transcript
    assert back.segmentations[0].ends == (1, 2)


def test_words_that_take_no_time_stay_in_their_sentence() -> None:
    transcript = Transcript((Word("so", 0, 300), Word("we", 300, 300), Word("left", 300, 300), Word("early", 300, 600)))
    for ends in ("so we | left early |", "so | we left | early |", "so we left | early |"):
        document = Document(transcript, (cut(ends),), name="c")
        (back,) = reread("rttm", document)
        assert back.transcript == transcript
        assert back.segmentations[0].ends == document.segmentations[0].ends


def test_without_times_there_is_no_rttm() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("rttm", Document(Transcript(words("so what"))))


def test_no_words_give_a_comment_and_back_no_words() -> None:
    assert reread("rttm", Document(Transcript(())))[0].n_words == 0


def test_sentences_that_begin_at_once_are_never_read_in_another_order() -> None:
    again = (
        "so anna hello | nobody nobody them so today | boats there left | perhaps boats there harbour left perhaps |"
    )
    plain = cut(" ".join([again] * 30))
    said = [Word(text) for text in again.replace("|", "").split() * 30]
    for place in range(16, len(said), 17):
        said[place] = Word("perhaps", 7159, 7377)
    document = Document(Transcript(tuple(said)), (plain,), name="talk")
    try:
        (back,) = reread("rttm", document)
    except CannotWrite:
        return
    assert back.transcript.texts == document.transcript.texts
