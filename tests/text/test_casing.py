from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.words import Word
from pausa.text.casing import (
    ALL,
    CASES,
    INITIAL,
    LOWER,
    MIXED,
    UNKNOWN_CASE,
    begins_with_capitals,
    capitalise,
    cases_of,
    is_cased,
    write_in,
)
from pausa.text.languages import language
from pausa.text.tokens import words_of

SPELLINGS = {"iphone": "iPhone"}


@pytest.mark.parametrize(
    ("text", "case", "written"),
    [
        ("anna", INITIAL, "Anna"),
        ("anna's", INITIAL, "Anna's"),
        ("nasa", ALL, "NASA"),
        ("nasa’s", ALL, "NASA’s"),
        ("iphone", MIXED, "iPhone"),
        ("iphone's", INITIAL, "iPhone's"),  # a known spelling counts more than the kind
        ("nasa's", MIXED, "NASA's"),
        ("mid-march", MIXED, "mid-March"),
        ("jean-claude", MIXED, "Jean-Claude"),
        ("jean-claude's", MIXED, "Jean-Claude's"),
        ("mcnab", MIXED, "McNab"),
        ("quasimodo", MIXED, "Quasimodo"),  # how, nobody knows
        ("iphone", LOWER, "iphone"),
        ("boat", UNKNOWN_CASE, "boat"),
        ("42", ALL, "42"),
        ("mcgregor", INITIAL, "McGregor"),
        ("mcgregor's", MIXED, "McGregor's"),
        ("machine", INITIAL, "Machine"),
        ("mcs", INITIAL, "Mcs"),
        ("mary-jane", INITIAL, "Mary-Jane"),
        ("mary-mcnab's", INITIAL, "Mary-McNab's"),
        ("stratford-upon-avon", INITIAL, "Stratford-upon-Avon"),
        ("mid-january", INITIAL, "mid-January"),
        ("pro-european", INITIAL, "pro-European"),
        ("vice-president", INITIAL, "Vice-president"),
        ("t-shirt", INITIAL, "T-shirt"),
    ],
)
def test_words_are_written_in_their_case(text: str, case: int, written: str) -> None:
    assert write_in(text, case, SPELLINGS) == written


@pytest.mark.parametrize(
    ("text", "case", "written"),
    [
        ("o'grady", INITIAL, "O'Grady"),
        ("o’grady's", MIXED, "O’Grady's"),
        ("o'clock", INITIAL, "O'clock"),
        ("ma'am", ALL, "Ma'am"),
        ("y'all", MIXED, "Y'all"),
        ("nasa'll", ALL, "NASA'll"),
    ],
)
def test_what_an_apostrophe_joins_is_one_word_in_english(text: str, case: int, written: str) -> None:
    assert write_in(text, case, SPELLINGS, language("en")) == written


@pytest.mark.parametrize(
    ("text", "case", "written"),
    [
        ("p.m", INITIAL, "p.m"),
        ("a.m.", ALL, "a.m."),
        ("e.g.", INITIAL, "e.g."),
        ("i.e.", ALL, "i.e."),
        ("u.s.", INITIAL, "U.S."),
        ("u.s.'s", INITIAL, "U.S.'s"),
        ("h.m.r.c", INITIAL, "H.M.R.C"),
        ("m.p.s", MIXED, "M.P.s"),
        ("c.b.s", INITIAL, "C.B.S"),
        ("ph.d.", ALL, "Ph.D."),
        ("m.sc", INITIAL, "M.Sc"),
        ("j.", INITIAL, "J."),
    ],
)
def test_abbreviations_with_dots_are_written_as_people_do(text: str, case: int, written: str) -> None:
    assert write_in(text, case, SPELLINGS) == written


@pytest.mark.parametrize(
    "text",
    "bob@ibm.co.uk http://intranet.local:3000 www.x.io www.x.io's @bbcnews src/main report.pdf song.mp3 x.io/a".split(),
)
@pytest.mark.parametrize("case", [INITIAL, ALL, MIXED])
def test_addresses_and_names_of_files_are_as_they_are(text: str, case: int) -> None:
    assert write_in(text, case, SPELLINGS) == text
    assert capitalise(text) == text


@pytest.mark.parametrize(
    ("text", "code", "written"),
    [
        ("mid-January", "en", "Mid-January"),
        ("iPhone", "en", "iPhone"),
        ("u.s.", "en", "U.S."),
        ("ph.d", "", "Ph.D"),
        ("d.h.", "de", "D.h."),
        ("p.m.", "en", "p.m."),
        ("e.g.", "en", "E.g."),
        ("3.5", "en", "3.5"),
        ("ee.uu.", "es", "Ee.uu."),
    ],
)
def test_a_sentence_begins_with_a_capital_where_people_write_one(text: str, code: str, written: str) -> None:
    assert capitalise(text, language(code)) == written


@given(st.text(max_size=12), st.integers(UNKNOWN_CASE, len(CASES) - 1))
def test_capitals_are_added_and_nothing_else(text: str, case: int) -> None:
    made = write_in(text, case, SPELLINGS)
    assert made.lower() == text.lower() or made.casefold() == text.casefold() or made.upper() == text.upper()
    if not text.islower():
        assert made == text


def test_a_capital_at_the_start_of_a_sentence_says_nothing() -> None:
    words = [Word(text) for text in "Now Anna left I saw NASA".split()]
    assert cases_of(words, {2}).tolist() == [UNKNOWN_CASE, INITIAL, LOWER, INITIAL, LOWER, ALL]


def test_where_nobody_wrote_capitals_nothing_is_known() -> None:
    assert set(cases_of([Word("so"), Word("anna")], {1}).tolist()) == {UNKNOWN_CASE}
    assert not is_cased([Word("SO"), Word("ANNA")])
    assert not is_cased([Word("so"), Word("I"), Word("left")])
    assert is_cased([Word("so"), Word("Anna"), Word("left"), Word("London")])


def test_capitals_at_the_start_of_sentences_alone_tell_nothing_of_names() -> None:
    told = "So i met anna in london. Then we left for paris. Then it rained."
    assert not is_cased(words_of(told))
    assert is_cased(words_of(told.replace("anna", "Anna").replace("paris", "Paris")))


def test_where_sentences_begin_with_capitals_one_name_tells_that_a_person_wrote_them() -> None:
    told = "It rained. We had tea with Anna. Then the chair spoke. Nobody minded it."
    assert is_cased(words_of(told))
    assert not is_cased(words_of(told.replace("Anna", "anna")))
    assert not is_cased(words_of(told.lower().replace("anna", "Anna")))


def test_whoever_begins_sentences_with_capitals_does_so_at_nearly_all() -> None:
    assert begins_with_capitals(words_of("It rained. We left ab. ten of them. So it was. Then we ate. Yes."))
    assert not begins_with_capitals(words_of("It rained. we left. So it was. then we ate."))
    assert not begins_with_capitals(words_of("I did. did they? no"))
