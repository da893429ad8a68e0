"""0/1 strings."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Source
from pausa.formats.seg import parse
from tests.builders import cut, parsed, rendered, spoken


def test_one_character_stands_for_one_word() -> None:
    (document,) = parsed("seg", "00100\n1\n")
    assert document.transcript == Transcript.blank(6)
    assert document.segmentations == (Segmentation(6, (2, 5)),)


def test_the_last_word_ends_a_sentence_though_the_string_does_not_say_so() -> None:
    assert parsed("seg", "0100")[0].segmentations[0].ends == (1, 3)


def test_other_characters_are_refused_with_their_line() -> None:
    with pytest.raises(InputError, match=r"line 2.*'2'"):
        parsed("seg", "0010\n0120\n")


def test_lines_of_equal_length_are_one_string_and_that_is_said() -> None:
    source = Source("001\n011\n")
    (document,) = parse(source)
    assert document.n_words == 6
    assert "annotator" in source.bad_rows[0][1]


def test_a_wrapped_string_is_nothing_to_speak_of() -> None:
    source = Source("0010\n0001\n01\n")
    parse(source)
    assert source.bad_rows == []


def test_words_become_a_string() -> None:
    document = Document(spoken("so we left it was late"), (cut("so we left | it was late |"),))
    assert rendered("seg", document) == "001001\n"


def test_no_words_are_an_empty_string() -> None:
    assert rendered("seg", Document(Transcript(()))) == "\n"
    assert parsed("seg", "\n")[0].n_words == 0


def test_only_zeros_and_ones_look_like_it() -> None:
    looks_like = FORMATS["seg"].looks_like
    assert looks_like("0001 0010\n")
    assert not looks_like("")
    assert not looks_like("0001 0020\n")
    assert not looks_like("10 words")
