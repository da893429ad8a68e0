"""Rev's .nlp: columns by header, bad rows kept, ends after abbreviations."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, parsed, rendered, reread, spoken, words

HEADER = "token|speaker|ts|endTs|punctuation\n"


def rows(text: str) -> tuple[tuple[Word, ...], list[tuple[int | None, str]]]:
    """The words of these rows under the usual header, and what was noted about them."""
    source = Source(HEADER + text)
    assert FORMATS["nlp"].parse
    return FORMATS["nlp"].parse(source)[0].transcript.words, source.bad_rows


def test_columns_go_by_their_names_and_others_are_passed_over() -> None:
    (document,) = parsed("nlp", "ali|endTs|token|ts\nx|0.4|so|0.1\n")
    assert document.transcript.words == (Word("so", 100, 400),)


def test_a_table_without_tokens_is_refused() -> None:
    with pytest.raises(InputError, match="'token'"):
        parsed("nlp", "word|ts\nso|0.1\n")


def test_blanks_around_cells_are_padding() -> None:
    found, bad = rows(" so | 1 | 0.1 | 0.2 | , \n")
    assert found == (Word("so", 100, 200, "1", mark=","),)
    assert not bad


def test_a_row_of_two_words_gives_the_first_the_start_and_the_last_the_rest() -> None:
    found, _ = rows("twenty five|1|0.1|0.9|.\n")
    assert found == (Word("twenty", 100, None, "1"), Word("five", None, 900, "1", mark="."))


def test_an_event_may_hold_a_blank() -> None:
    (document,) = parsed("nlp", f"{HEADER}so|1|||\n<long pause>|1|||\n")
    assert [str(token) for token in document.transcript.tokens()] == ["so", "<long pause>"]


def test_a_row_without_a_word_gives_its_mark_to_the_word_before() -> None:
    found, bad = rows("so|1|||\n|1|||?\n")
    assert found == (Word("so", speaker="1", mark="?"),)
    assert bad[0][0] == 3


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("so|1|x|0.2|", "'x' is not a time"),
        ("so|1|0.3|0.2|", "ends before it starts"),
        ("so|1", "2 columns where the header has 5"),
        ("so|1|0.1|0.2||more", "6 columns where the header has 5"),
    ],
)
def test_a_bad_row_keeps_its_word(row: str, says: str) -> None:
    found, bad = rows(f"{row}\n")
    assert [word.text for word in found] == ["so"]
    assert bad[0][0] == 2
    assert says in bad[0][1]


def test_an_end_after_an_abbreviation_survives() -> None:
    document = Document(Transcript(words("we left the U.S. it rained")), (cut("we left the U.S. | it rained |"),))
    (back,) = reread("nlp", document)
    assert main_segmentation(back).ends == (3, 5)
    assert [str(word) for word in back.transcript.words] == [*"we left the U.S. it rained".split()]


def test_a_dash_that_stands_apart_still_does() -> None:
    (back,) = reread("nlp", Document(Transcript((Word("well", mark=" –"), Word("yes")))))
    assert [str(word) for word in back.transcript.words] == ["well –", "yes"]


def test_unknown_times_stay_unknown() -> None:
    document = Document(Transcript((Word("so", 100), Word("we", None, 300), Word("left"))))
    assert reread("nlp", document)[0].transcript == document.transcript


def test_no_words_give_a_header_and_back_no_words() -> None:
    empty = Document(Transcript(()))
    assert rendered("nlp", empty).count("\n") == 1
    assert reread("nlp", empty)[0].n_words == 0


def test_a_bar_in_a_word_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="bar"):
        rendered("nlp", Document(Transcript((Word("a|b"),))))


def test_speakers_and_events_keep_their_place() -> None:
    tokens = [*spoken("A: so we B: left").words]
    document = Document(Transcript.of([*tokens[:2], Word("<laugh>"), tokens[2]]))
    (back,) = reread("nlp", document)
    assert [str(token) for token in back.transcript.tokens()] == ["so", "we", "<laugh>", "left"]
    assert [word.speaker for word in back.transcript.words] == ["A", "A", "B"]


def test_a_word_right_behind_an_event_is_a_word_of_its_own() -> None:
    (document,) = parsed("nlp", "token|speaker|ts|endTs|punctuation\n<laugh>wait|2|5.1|5.9|,\n")
    assert [str(word) for word in document.transcript.words] == ["wait,"]
    assert [event.token.text for event in document.transcript.events] == ["<laugh>"]
