from __future__ import annotations

import pickle

import pytest

from pausa.core.errors import InputError, LengthMismatch, PausaError, UnknownName, WordsChanged
from pausa.core.words import Transcript, Word, check_words, sane
from tests.builders import words


def test_an_event_is_no_word_and_its_mark_goes_to_the_word_before() -> None:
    transcript = Transcript.of([Word("yes"), Word("<laugh>", mark="."), Word("no")])
    assert transcript.texts == ("yes", "no")
    assert transcript.words[0].mark == "."
    assert [str(token) for token in transcript.tokens()] == ["yes.", "<laugh>", "no"]


def test_two_dots_from_a_word_and_an_event_do_not_become_an_ellipsis() -> None:
    transcript = Transcript.of([Word("so", mark="..."), Word("<laugh>", mark=".")])
    assert transcript.words[0].mark == "... ."


def test_a_slice_takes_the_events_that_follow_its_words() -> None:
    transcript = Transcript.of([Word("<a>"), Word("one"), Word("<b>"), Word("two"), Word("<c>")])
    assert [t.text for t in transcript.tokens(0, 1)] == ["<a>", "one", "<b>"]
    assert [t.text for t in transcript.tokens(1, 2)] == ["two", "<c>"]
    assert list(transcript.tokens()) == [*transcript.tokens(0, 1), *transcript.tokens(1, 2)]


def test_less_than_signs_in_words_are_no_events() -> None:
    assert not Word("<").is_event
    assert not Word("<3").is_event
    assert not Word("< 3 >").is_event
    assert Word("<long pause>").is_event


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [(0, 10, (0, 10)), (10, 0, (None, None)), (None, 5, (None, 5)), (-1, 5, (None, 5)), (0, 10**10, (0, None))],
)
def test_impossible_times_become_unknown(
    start: int | None, end: int | None, kept: tuple[int | None, int | None]
) -> None:
    assert sane(start, end) == kept


@pytest.mark.parametrize(
    "error",
    [
        InputError("a.ctm", 3, "no word", "add one"),
        LengthMismatch(3, 4),
        UnknownName("model", "pauze", ("pause",), ("pause",)),
    ],
)
def test_errors_survive_a_process_pool(error: PausaError) -> None:
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert len(str(error).splitlines()) == 1


def test_changed_words_are_never_let_through() -> None:
    with pytest.raises(WordsChanged, match="2 words became 1"):
        check_words(words("so we"), words("so"), step="segment")
    with pytest.raises(WordsChanged, match="'we' became 'he'"):
        check_words(words("so we"), words("so he"), step="segment")
    check_words(words("so we"), words("So we"), step="segment")
