"""Word and label in two columns."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.iwslt import parse
from tests.builders import cut, marked, parsed, rendered, reread, words


def read(*rows: str) -> Document:
    (document,) = parsed("iwslt", "\n".join(rows) + "\n")
    return document


def test_labels_are_marks_and_empty_rows_say_nothing() -> None:
    document = read("well\tCOMMA", "we\tO", "left\tPERIOD", "", "did\tO", "we\tQUESTION")
    assert [str(word) for word in document.transcript.words] == ["well,", "we", "left.", "did", "we?"]
    assert main_segmentation(document) == marked("well we left . did we ?")


def test_clitics_keep_their_apostrophe() -> None:
    assert read("i\tO", "'m\tO", "n't\tO").transcript.texts == ("i", "'m", "n't")


def test_the_label_tells_whether_an_abbreviation_ends_the_sentence() -> None:
    document = read("the\tO", "u.s.\tO", "The\tO", "u.s.\tPERIOD", "we\tO", "p.m.\tCOMMA", "yes\tPERIOD")
    assert [(word.text, word.mark) for word in document.transcript.words][1::2] == [
        ("u.s.", ""),
        ("u.s", "."),
        ("p.m.", ","),
    ]
    assert main_segmentation(document).ends == (3, 6)


def test_an_end_after_an_abbreviation_survives_whatever_follows() -> None:
    transcript = Transcript(words("at 8 p.m. so we left"))
    document = Document(transcript, (cut("at 8 p.m. | so we left |"),))
    assert main_segmentation(reread("iwslt", document)[0]).ends == (2, 5)


@pytest.mark.parametrize(
    ("word", "row"),
    [
        (Word("late", mark="."), "late\tPERIOD"),
        (Word("late", mark=","), "late\tCOMMA"),
        (Word("late", mark="!"), "late!\tPERIOD"),
        (Word("late", mark=";"), "late;\tPERIOD"),
        (Word("late", mark=":"), "late:\tO"),
        (Word("late", mark="..."), "late...\tO"),
        (Word("late", mark='?"', before='"'), '"late?"\tQUESTION'),
        (Word("late", mark=" –"), "late –\tO"),
        (Word("U.S.", mark="?"), "U.S.\tQUESTION"),
        (Word("U.S", mark="."), "U.S\tPERIOD"),
    ],
)
def test_what_no_label_can_say_stays_on_the_word(word: Word, row: str) -> None:
    document = Document(Transcript((word,)))
    assert rendered("iwslt", document) == row + "\n"
    assert [str(back) for back in reread("iwslt", document)[0].transcript.words] == [str(word)]


def test_ends_of_a_segmentation_become_labels() -> None:
    document = Document(Transcript(words("so we left")), (Segmentation(3, (0, 2), ("?", ".")),))
    assert rendered("iwslt", document) == "so\tQUESTION\nwe\tO\nleft\tPERIOD\n"


def test_bad_rows_are_noted_and_their_words_kept() -> None:
    source = Source("so\tO\nwe\nleft\tPERIODE\n\tCOMMA\nit\tO\t0.9\nNew York\tO\n")
    (document,) = parse(source)
    assert [str(word) for word in document.transcript.words] == ["so", "we", "left,", "it", "New", "York"]
    assert [line for line, _ in source.bad_rows] == [2, 3, 4, 5]


def test_a_row_of_punctuation_alone_belongs_to_the_word_before() -> None:
    assert [str(word) for word in read('"\tO', "so\tO", "…\tO", "-\tO").transcript.words] == ['"so …', "-"]


def test_tables_of_words_are_something_else() -> None:
    looks_like = FORMATS["iwslt"].looks_like
    assert looks_like("so\tO\nwe\tO\nleft\tPERIOD\n")
    assert not looks_like("word\tstart\tend\nso\t0.1\t0.2\n")
    assert not looks_like("so we left\nit was late\n")
