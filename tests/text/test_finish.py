"""Sentences as people write them: marks, commas and capitals, the words themselves untouched."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.casing import INITIAL, LOWER
from pausa.text.finish import (
    add_commas,
    finish,
    without_capitals,
    without_stray_capitals,
    without_stray_ends,
    write_capitals,
)
from pausa.text.tokens import words_of
from tests.builders import marked, words


def test_a_finished_document_has_the_marks_of_its_segmentation() -> None:
    document = Document(Transcript((*words("so we"), Word("left", mark=","), *words("it was late"))))
    result = finish(document, marked("so we left . it was late ?"), capitals=True)
    assert " ".join(map(str, result.transcript.words)) == "So we left. It was late?"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ((Word("we"), Word("left", mark="...")), "We left..."),
        ((Word("we"), Word("won"), Word("🎉")), "We won. 🎉"),
        ((Word("-"), Word("we"), Word("left", mark=",")), "- We left."),
        ((Word("music", before="["), Word("plays", mark="]")), "[music plays]"),
        ((Word("so"), Word("music", before="[", mark="]")), "So [music]."),
        ((Word("music", before="[", mark="]"), Word("so")), "[music] So."),
        (
            (Word("music", before="- ["), Word("plays", mark="]"), Word("coughs", before="(", mark=")"), Word("so")),
            "- [music plays] (coughs) So.",
        ),
        ((Word("he"), Word("and", before="("), Word("I", mark=")"), Word("left")), "He (and I) left."),
        ((Word("and", before="("), Word("left")), "(And left."),
        ((Word("so"), Word("music", before='"', mark='"')), 'So "music."'),
        ((Word("♪"),), "♪"),
    ],
)
def test_a_sentence_is_finished_as_people_write(said: tuple[Word, ...], shown: str) -> None:
    ends = Segmentation.of(len(said), [len(said) - 1], marks=["."])
    assert " ".join(map(str, finish(Document(Transcript(said)), ends, capitals=True).transcript.words)) == shown


def test_a_comma_is_added_where_no_mark_is() -> None:
    document = Document(Transcript((Word("so", mark=";"), *words("early we left"))))
    assert " ".join(map(str, add_commas(document, (0, 1)).transcript.words)) == "so; early, we left"


@pytest.mark.parametrize(
    ("language", "words", "marks", "text"),
    [
        ("es", "pero qué haces", "?", "¿Pero qué haces?"),
        ("es", "no", "!", "¡No!"),
        ("gl", "que fas", "?", "Que fas?"),
        ("fr", "tu viens", "?", "Tu viens\u202f?"),
        ("fr", "je viens", ".", "Je viens."),
        ("el", "τι κάνεις", "?", "Τι κάνεις;"),
        ("zh", "那 好 嗎", "?", "那好嗎？"),
        ("ja", "は い", ".", "はい。"),
        ("ar", "هل أنت هنا", "?", "هل أنت هنا؟"),
        ("tr", "izmir güzel", ".", "İzmir güzel."),
        ("tr", "ısı arttı", ".", "Isı arttı."),
        ("nl", "ijs is koud", ".", "IJs is koud."),
        ("he", "שלום לך", ".", "שלום לך."),
    ],
)
def test_marks_and_capitals_are_those_of_the_language(language: str, words: str, marks: str, text: str) -> None:
    said = Document(Transcript(tuple(map(Word, words.split()))), language=language)
    cut = Segmentation(said.n_words, (said.n_words - 1,), (marks,))
    assert join(finish(said, cut, capitals=True).transcript.words) == text


def test_a_question_that_is_open_or_closed_already_stays() -> None:
    said = Document(Transcript((Word("qué", before="¿"), Word("haces"))), language="es")
    cut = Segmentation(2, (1,), ("?",))
    assert join(finish(said, cut).transcript.words) == "¿qué haces?"
    marked = Document(Transcript((Word("qué"), Word("haces", mark="?"))), language="es")
    assert join(finish(marked, cut).transcript.words) == "qué haces?"


def test_commas_are_those_of_the_language() -> None:
    said = Document(Transcript((Word("好"), Word("走"))), language="zh")
    assert join(add_commas(said, [0]).transcript.words) == "好，走"


def test_what_opens_a_question_goes_with_it() -> None:
    spelled = Document(Transcript.of(words_of("entera. ¿Y sabes cuánto? Toda ¡la mañana!")), language="es")
    cut = Segmentation(7, (0, 6))
    told = " ".join(map(str, without_stray_ends(spelled, cut).transcript.words))
    assert told == "entera. Y sabes cuánto Toda ¡la mañana!"


@pytest.mark.parametrize(
    ("code", "text", "written"),
    [
        ("nl", "'t is goed", "'t Is goed"),
        ("nl", "toen is het goed", "Toen is het goed"),
        ("ka", "გამარჯობა როგორ ხარ", "გამარჯობა როგორ ხარ"),
        ("hr", "ǆep je pun", "ǅep je pun"),
    ],
)
def test_sentences_begin_as_the_language_writes_them(code: str, text: str, written: str) -> None:
    words = Transcript.of(words_of(text))
    made = finish(Document(words, language=code), Segmentation(len(words), (len(words) - 1,)), capitals=True)
    assert " ".join(map(str, made.transcript.words)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("she has an m b a from c m u", "she has an M B A from C M U"),
        ("i m fine and i m a d j", "i m fine and i m a D J"),
        ("the i m f and i b m", "the I M F and I B M"),
        ("i m", "i m"),
        ("a b c a day", "a B C A day"),
    ],
)
def test_spelled_letters_are_capitals(said: str, written: str) -> None:
    document = Document(Transcript(words(said)))
    made = write_capitals(document, [0] * document.n_words)
    assert " ".join(made.transcript.texts) == written


def test_a_long_stutter_is_looked_at_once() -> None:
    document = Document(Transcript(words("i m " * 20_000)))
    assert write_capitals(document, [0] * 40_000).transcript.texts == document.transcript.texts


def test_a_capital_goes_with_the_mark_before_it() -> None:
    given = Document(Transcript.of(words_of("left. And, then. I. Anna. NASA. It, came. So")))
    cases = [LOWER, LOWER, LOWER, LOWER, INITIAL, LOWER, LOWER, LOWER, LOWER]
    cut = Segmentation(9, (7, 8))
    made = without_stray_capitals(without_stray_ends(given, cut), given, cases)
    assert " ".join(map(str, made.transcript.words)) == "left and, then I Anna NASA it, came. So"


def test_capitals_are_taken_away_as_the_language_has_them() -> None:
    said = Document(Transcript(words("ISI İYİ")), language="tr")
    assert without_capitals(said).transcript.texts == ("ısı", "iyi")
