from __future__ import annotations

import pytest

from pausa.core.errors import OptionError
from pausa.core.words import Word
from pausa.text.languages import language
from pausa.text.marks import boundaries, chief, delimiters_for, is_end
from pausa.text.tokens import words_of


@pytest.mark.parametrize("mark", [".", "?", "!", ";", "%.", '."', "?!", ".)", "。", "؟", "।", ",.", "… ."])
def test_marks_that_end_a_sentence(mark: str) -> None:
    assert is_end(mark)


@pytest.mark.parametrize("mark", ["", ",", ":", "…", "...", "-", "–", "--", "==", "?==", "%", '"', "،"])
def test_marks_that_do_not(mark: str) -> None:
    assert not is_end(mark)


def test_what_ends_is_the_users_choice() -> None:
    assert is_end("…", ".…")
    assert is_end("...", ".…")
    assert is_end("--", ".—")
    assert is_end("?==", ".=")
    assert not is_end(";", ".?!")


def test_a_clause_also_ends_at_a_comma() -> None:
    words = [Word("so", mark=","), Word("we"), Word("left", mark=".")]
    assert boundaries(words).ends == (2,)
    clause = boundaries(words, delimiters=delimiters_for("clause"))
    assert (clause.ends, clause.marks) == ((0, 2), (",", "."))
    with pytest.raises(OptionError, match="sentence and clause"):
        delimiters_for("paragraph")


def test_the_last_word_ends_even_without_a_mark() -> None:
    assert boundaries([Word("so"), Word("we")]).ends == (1,)
    assert boundaries([]).ends == ()


def test_of_several_marks_one_is_chief() -> None:
    assert [chief(mark) for mark in ("!?", '."', ",", "==", '"')] == ["?", ".", ",", "=", ""]


def test_a_greek_question_is_no_semicolon() -> None:
    greek = boundaries(words_of("τι κάνεις; καλά.", lang=language("el")))
    assert greek.marks == ("?", ".")
    assert boundaries(words_of("we left; it was late.")).marks == (";", ".")
    assert boundaries(words_of("τι κάνεις\u037e καλά.")).marks == ("?", ".")
