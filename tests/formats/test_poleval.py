"""Force-aligned words with times in milliseconds."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.poleval import parse
from tests.builders import cut, parsed, rendered, reread, spoken, words


def test_times_are_milliseconds_and_the_last_line_closes_the_file() -> None:
    (document,) = parsed("poleval", "(420,610) rano\n(640,1010) padało\n</s>")
    assert [(w.text, w.start, w.end) for w in document.transcript.words] == [("rano", 420, 610), ("padało", 640, 1010)]


def test_marks_on_words_are_read() -> None:
    (document,) = parsed("poleval", "(0,10) Padało,\n(10,20) prawda?\n(20,30) Tak.\n")
    assert main_segmentation(document).ends == (1, 2)


def test_quotes_that_the_aligner_counted_as_words_are_no_words() -> None:
    (document,) = parsed("poleval", '(0,10) statek\n(10,20) "\n(20,30) janina\n(30,40) "\n')
    assert [str(word) for word in document.transcript.words] == ['statek "', 'janina "']


def test_bad_rows_are_noted_and_their_words_kept() -> None:
    source = Source("(0,10) so\n(20,15) we\n(x,30) left\nearly\n(40,50)\n(60,70) yes\n")
    (document,) = parse(source)
    assert [(w.text, w.start, w.end) for w in document.transcript.words] == [
        ("so", 0, 10),
        ("we", None, None),
        ("left", None, 30),
        ("early", None, None),
        ("yes", 60, 70),
    ]
    assert [line for line, _ in source.bad_rows] == [2, 3, 4, 5]


def test_known_times_survive_even_where_speech_overlaps() -> None:
    document = Document(Transcript((Word("so", 0, 500), Word("we", 300, 400), Word("left", 350, 900))))
    assert reread("poleval", document) == [document]


def test_unknown_times_are_filled_in() -> None:
    document = Document(Transcript((Word("a", 0), Word("b"), Word("c", None, 300))))
    assert rendered("poleval", document) == "(0,100) a\n(100,200) b\n(200,300) c\n</s>\n"


def test_without_any_time_nothing_is_written() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("poleval", Document(Transcript(words("so we left"))))


def test_marks_spell_the_sentences() -> None:
    document = Document(spoken("so we left it was late"), (cut("so we left | it was late |"),))
    assert "left.\n" in rendered("poleval", document)
    assert main_segmentation(reread("poleval", document)[0]).ends == (2, 5)


def test_a_mark_that_stands_apart_is_a_row_of_its_own() -> None:
    document = Document(Transcript((Word("so", 0, 10, mark=" –"), Word("we", 10, 20))))
    assert rendered("poleval", document) == "(0,10) so\n(10,10) –\n(10,20) we\n</s>\n"
    assert reread("poleval", document) == [document]


def test_an_empty_document_survives() -> None:
    assert reread("poleval", Document(Transcript(())))[0].n_words == 0


def test_it_is_known_by_its_first_row() -> None:
    looks_like = FORMATS["poleval"].looks_like
    assert looks_like("(420,610) rano\n")
    assert not looks_like("(so we left)\n")
