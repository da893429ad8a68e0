"""CTM: recordings and channels, extra columns, times that must be there."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, parsed, rendered, reread, spoken, words


def noted(text: str) -> list[tuple[int | None, str]]:
    """What was noted while reading."""
    source = Source(text)
    assert FORMATS["ctm"].parse
    FORMATS["ctm"].parse(source)
    return source.bad_rows


def test_each_recording_is_a_document() -> None:
    one, two = parsed("ctm", ";; a comment\none 1 0.0 0.5 so\ntwo 1 0.0 0.4 late\none 1 0.5 0.2 what\n")
    assert (one.name, one.transcript.texts) == ("one", ("so", "what"))
    assert (two.name, two.transcript.words) == ("two", (Word("late", 0, 400),))


def test_each_channel_of_a_call_is_a_document_named_after_both() -> None:
    found = parsed("ctm", "call A 0.0 0.5 hello\ncall B 0.2 0.5 yes\n")
    assert [document.name for document in found] == ["call-A", "call-B"]


def test_marks_on_words_say_where_sentences_end() -> None:
    (document,) = parsed("ctm", "c 1 0 1 So.\nc 1 1 1 we\nc 1 2 1 left\nc 1 3 0 ?\n")
    assert main_segmentation(document).ends == (0, 2)


def test_columns_after_the_word_are_confidence_type_and_speaker() -> None:
    (document,) = parsed("ctm", "c 1 0 1 so 0.5 lex anna\nc 1 1 1 we NA lex unknown\nc 1 2 1 cough 1 non-lex anna\n")
    assert document.transcript.words == (Word("so", 0, 1000, "anna", 0.5), Word("we", 1000, 2000))
    assert document.transcript.events[0].token.text == "<cough>"


def test_of_alternatives_the_first_is_read() -> None:
    rows = ["* * <ALT_BEGIN>", "0 1 gonna", "* * <ALT>", "0 .5 going", ".5 .5 to", "* * <ALT_END>", "1 1 go"]
    text = "".join(f"c 1 {row}\n" for row in rows)
    assert parsed("ctm", text)[0].transcript.texts == ("gonna", "go")


def test_epsilon_stands_for_no_word() -> None:
    assert parsed("ctm", "c 1 0 1 <eps>\nc 1 1 1 so\n")[0].transcript.tokens().__next__() == Word("so", 1000, 2000)


def test_a_no_break_space_does_not_shift_the_columns() -> None:
    (document,) = parsed("ctm", "c 1 0 1 10\u00a0000 0.5\n")
    assert document.transcript.words == (Word("10", 0, None, None, 0.5), Word("000", None, 1000, None, 0.5))


def test_bad_rows_are_noted_and_their_words_kept() -> None:
    text = "c 1 0 1 so\nc 1 x 1 we\nc 1 2 -1 left 7\nc 1 3\n"
    assert parsed("ctm", text)[0].transcript.words == (Word("so", 0, 1000), Word("we"), Word("left", 2000))
    assert [line for line, _ in noted(text)] == [2, 3, 3, 4]


def test_a_file_without_any_row_is_refused() -> None:
    with pytest.raises(InputError, match="CTM"):
        parsed("ctm", "so we left\nit was late\n")


def test_unknown_times_are_filled_in_and_known_ones_kept() -> None:
    overlapping = (Word("so", 0, 900, "A"), Word("what", 500, 700, "B"), Word("now"), Word("then", 900, 1000))
    (back,) = reread("ctm", Document(Transcript(overlapping), name="c"))
    assert [(word.start, word.end) for word in back.transcript.words] == [(0, 900), (500, 700), (900, 900), (900, 1000)]


def test_without_any_time_there_is_no_ctm() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("ctm", Document(Transcript(words("so what"))))


def test_blanks_in_a_name_become_underscores_and_no_two_names_are_alike() -> None:
    text = rendered("ctm", Document(spoken("a"), name="my talk"), Document(spoken("b"), name="my talk"))
    assert [line.split()[0] for line in text.splitlines()] == ["my_talk", "my_talk-2"]


def test_ends_that_marks_would_not_tell_are_told_by_comments() -> None:
    transcript = spoken("we met Mr. it rained")
    document = Document(transcript, (cut("we met Mr. | it rained |"),), name="c")
    text = rendered("ctm", document)
    assert text.count(";; sentence") == 2
    (back,) = parsed("ctm", text)
    assert main_segmentation(back).ends == (2, 4)
    assert ";;" not in rendered("ctm", Document(transcript, (cut("we met | Mr. it rained |"),), name="c"))


def test_a_dash_that_stands_apart_is_a_row_of_its_own() -> None:
    document = Document(Transcript((Word("well", 0, 500, mark=" –"), Word("yes", 500, 900))), name="c")
    assert rendered("ctm", document).splitlines()[1] == "c 1 0.500 0.000 –"
    assert reread("ctm", document)[0].transcript == document.transcript


def test_punctuation_before_a_word_comes_close_to_it_but_makes_no_other_word() -> None:
    dashes = (Word("so", 0, 100), Word("yes", 100, 200, before="– "), Word("5", 200, 300, before="– "))
    (back,) = reread("ctm", Document(Transcript(dashes), name="c"))
    assert back.transcript.texts == ("so", "yes", "5")
    assert [(word.start, word.end) for word in back.transcript.words] == [(0, 100), (100, 200), (200, 300)]
    assert [str(word) for word in back.transcript.words] == ["so", "–yes –", "5"]


def test_a_word_of_punctuation_alone_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="would not be read as one word"):
        rendered("ctm", Document(Transcript((Word("so", 0, 100), Word("...", 100, 200)))))


def test_no_words_give_a_comment_and_back_no_words() -> None:
    assert reread("ctm", Document(Transcript(())))[0].n_words == 0


@pytest.mark.parametrize(
    ("text", "is_ctm"),
    [
        ("c 1 0.1 0.2 so 0.9\nc 1 0.3 0.2 90 0.9\n", True),
        (";; only words\nc 1 0 1 so\nc 1 broken\nc 1 1 1 we\nc 1 2 1 left\n", True),
        ("c 1 anna 0.1 0.2 so we left\n", False),
        ("so we left at 9 or 10\n", False),
    ],
)
def test_ctm_is_told_by_its_columns(text: str, is_ctm: bool) -> None:
    assert FORMATS["ctm"].looks_like(text) is is_ctm
