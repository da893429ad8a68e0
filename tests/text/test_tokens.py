from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.joining import join
from pausa.core.words import Transcript, Word
from pausa.text.languages import language
from pausa.text.marks import boundaries
from pausa.text.tokens import split, token_words, words_of

ENGLISH = language("en")


def sentences(text: str, code: str = "en") -> list[str]:
    """The text cut where its marks say, one sentence each."""
    words = words_of(text, lang=language(code))
    return [join(words[a:b]) for a, b in boundaries(words).spans()]


@pytest.mark.parametrize(
    "whole",
    [
        "The U.S. economy grew.",
        "Mr. Smith and Dr. Jones met at 8 p.m. on Friday.",
        "It rose 3.5 percent, i.e. more than expected.",
        "Well... I am not sure.",
        "She works for Acme Inc. in Boston.",
        "J. Smith wrote it.",
        "John F. Kennedy, J. R. Tolkien and Mr. T. Jones met.",
        "It is by J. Smith, of A. Lincoln.",
        "We met the author J. K. Rowling.",
        "We live at No. 10 Downing Street.",
        "See Smith, p. 44 and Art. 5.",
        "Flight no. 815 is late.",
        "He said … nothing.",
        "We saw it – it was late.",
        "Prices, wages, etc., all rose.",
        "I know: it is late.",
    ],
)
def test_abbreviations_decimals_and_ellipses_end_nothing(whole: str) -> None:
    assert len(sentences(whole)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We left at 8 p.m. The train was late.", ["We left at 8 p.m.", "The train was late."]),
        ("I live in the U.S. It is big.", ["I live in the U.S.", "It is big."]),
        ("He said no. 10 people left.", ["He said no.", "10 people left."]),
        ("Oh, no. 10 people left.", ["Oh, no.", "10 people left."]),
        ("Was it? No. 10 people left.", ["Was it?", "No.", "10 people left."]),
        ("It is art. 5 people came.", ["It is art.", "5 people came."]),
        ("We went to plan B. Nobody liked it.", ["We went to plan B.", "Nobody liked it."]),
        ("Plan B. Nobody liked it.", ["Plan B.", "Nobody liked it."]),
        ("She has hepatitis C. Doctors told her.", ["She has hepatitis C.", "Doctors told her."]),
        ("O K O N K W O. Lovely", ["O K O N K W O.", "Lovely"]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("(Yes.) No!", ["(Yes.)", "No!"]),
        ("was it late? yes; it was", ["was it late?", "yes;", "it was"]),
        ("u s . yes", ["u s.", "yes"]),
        ("他来了。 你好吗？", ["他来了。", "你好吗？"]),
        ("هل أنت هنا؟ نعم", ["هل أنت هنا؟", "نعم"]),
    ],
)
def test_sentences_end_where_they_do(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_polish_has_its_own_abbreviations() -> None:
    assert len(sentences("Mieszka przy ul. Długiej, tj. blisko.", "pl")) == 1
    assert len(sentences("Urodził się w 1920 r. w Łodzi.", "pl")) == 1
    assert len(sentences("Było to w 1920 r. Potem wyjechał.", "pl")) == 2


@given(st.lists(st.text("aZ9ź.,?!-–'\"()…<>%&你", min_size=1, max_size=8), max_size=12).map(" ".join))
def test_no_character_is_lost(text: str) -> None:
    words = words_of(text, lang=ENGLISH)
    if words:
        made, given_signs = "".join("".join(map(str, words)).split()), "".join(text.split())
        # What stands alone before an event goes behind it.
        assert made == given_signs or (words[0].is_event and sorted(made) == sorted(given_signs))
    else:
        assert not any(sign.isalnum() for sign in text)


@given(st.text(min_size=1).filter(lambda token: not any(sign.isspace() for sign in token)))
def test_a_token_is_its_parts(token: str) -> None:
    assert "".join(split(token)) == token


def test_a_lone_hyphen_is_a_word_and_a_lone_dash_is_not() -> None:
    assert [word.text for word in words_of("u - s")] == ["u", "-", "s"]
    assert [str(word) for word in words_of("we – they")] == ["we –", "they"]


def test_events_may_hold_spaces() -> None:
    assert [word.text for word in words_of("so <long pause> we <3 you")] == ["so", "<long pause>", "we", "<3", "you"]


@pytest.mark.parametrize(
    "text", ["so <laugh>wait", 'so <laugh>"wait"', "so <laugh>...wait", "so <b>wait<i>", "<b>so wait"]
)
def test_a_word_right_behind_an_event_is_a_word(text: str) -> None:
    spoken = [word.text.partition("<")[0] for word in words_of(text) if not word.is_event]
    assert spoken == ["so", "wait"]


def test_marks_right_behind_an_event_stay_with_it() -> None:
    assert [(word.text, word.mark) for word in words_of("so <laugh>, we <unk>.")] == [
        ("so", ""),
        ("<laugh>", ","),
        ("we", ""),
        ("<unk>", "."),
    ]


def test_a_recogniser_token_with_a_space_is_two_words_with_no_time_made_up() -> None:
    first, last = token_words(" New York,", start=100, end=900, confidence=0.5)
    assert (first.text, first.start, first.end) == ("New", 100, None)
    assert (last.text, last.mark, last.start, last.end) == ("York", ",", None, 900)


def test_long_text_is_read_in_pieces_without_cutting_a_word() -> None:
    text = "wordword " * 300_000
    words = words_of(text)
    assert len(words) == 300_000
    assert {word.text for word in words} == {"wordword"}


def test_any_number_of_loose_marks_is_put_on_one_word() -> None:
    many = 200_000  # copied over and over, they would fill gigabytes
    (word,) = words_of("so" + " ," * many)
    assert word == Word("so", mark="," * many)
    (word,) = words_of(", " * many + "so")
    assert word == Word("so", before="," * many + " ")


def test_any_number_of_marks_on_events_is_put_on_one_word() -> None:
    made = Transcript.of(words_of("yes. <laugh>." + " <laugh>, <laugh>!" * 100_000))
    assert made.words == (Word("yes", mark="." + ",!" * 100_000),)
    assert len(made.events) == 200_001


def test_signs_before_an_event_that_opens_a_text_make_no_word_of_it() -> None:
    event, so = words_of(";; <laugh> so")
    assert (event.is_event, event.before, so.text) == (True, "", "so")
    assert [word.is_event for word in words_of(" ".join(map(str, (event, so))))] == [True, False]


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("»Ja.«", ("»", "Ja", ".«")),
        ("«Oui.»", ("«", "Oui", ".»")),
        ("”Varför?”", ("”", "Varför", "?”")),
        ("״כן.״", ("״", "כן", ".״")),
        ("ארה״ב", ("", "ארה״ב", "")),
        ("\u202bשמונה.\u202c", ("\u202b", "שמונה", ".\u202c")),
        ("שלום.\u200f", ("", "שלום", ".\u200f")),
    ],
)
def test_quotes_and_directions_are_no_part_of_a_word(token: str, parts: tuple[str, str, str]) -> None:
    assert split(token) == parts


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "À quelle heure ? « Je ne sais pas ! » Bon .",
            ["À", "quelle", "heure?", "« Je", "ne", "sais", "pas! »", "Bon."],
        ),
        ("— Vens amanhã? — Não sei. — Está bem.", ["— Vens", "amanhã?", "— Não", "sei.", "— Está", "bem."]),
        ("we left – and it was late", ["we", "left –", "and", "it", "was", "late"]),
        ("so ( laughs ) yes", ["so", "( laughs )", "yes"]),
        ("the end. «", ["the", "end. «"]),
    ],
)
def test_what_opens_goes_with_what_follows(text: str, tokens: list[str]) -> None:
    words = words_of(text)
    assert [str(word) for word in words] == tokens
    assert words_of(" ".join(tokens)) == words


def test_french_keeps_the_blank_before_high_marks() -> None:
    words = words_of("Lyon ? Oui ! Puis : rien , non.", lang=language("fr"))
    assert [str(word) for word in words] == ["Lyon\u202f?", "Oui\u202f!", "Puis\u202f:", "rien,", "non."]
    assert words_of(" ".join(map(str, words)), lang=language("fr")) == words
    assert boundaries(words).marks == ("?", "!", ".")
