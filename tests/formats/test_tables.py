"""Tables of words, as CSV, TSV, JSON lines and Parquet: columns by many names, ends, bad cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.files import parse
from pausa.formats.tables import column_of
from tests.builders import cut, parsed, rendered, reread, spoken, words
from tests.strategies import documents

ALL = ["csv", "tsv", "jsonl", "parquet"]


def noted(name: str, text: str) -> list[tuple[int | None, str]]:
    source = Source(text)
    parse = FORMATS[name].parse
    assert parse
    parse(source)
    return source.bad_rows


@pytest.mark.parametrize("name", ALL)
@given(document=documents())
def test_everything_a_table_has_columns_for_survives(name: str, document: Document) -> None:
    (back,) = reread(name, document)
    assert back.segmentations == document.segmentations
    assert [event.token.text for event in back.transcript.events] == [e.token.text for e in document.transcript.events]
    for old, new in zip(document.transcript.words, back.transcript.words, strict=True):
        assert new == replace(old, confidence=new.confidence)
        assert new.confidence == (old.confidence and pytest.approx(old.confidence, abs=1e-4))


@pytest.mark.parametrize("name", ALL)
def test_annotators_marks_and_probabilities_survive_in_order(name: str) -> None:
    anna = Segmentation(4, (2, 3), ("?", "."), "anna", (0.1, 0.2, 0.9, 1.0))
    ben = cut("so | we left now |", by="ben (2nd)")
    document = Document(spoken("so we left now"), (anna, ben))
    assert reread(name, document) == [document]


@pytest.mark.parametrize("name", ALL)
def test_recordings_survive_even_without_words(name: str) -> None:
    found = [Document(spoken("so"), name="one"), Document(Transcript(()), name="two"), Document(spoken("we"), name="3")]
    assert reread(name, *found) == found


@pytest.mark.parametrize("name", ALL)
def test_no_words_give_an_empty_table_and_back_no_words(name: str) -> None:
    assert reread(name, Document(Transcript(())))[0].n_words == 0


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("word", "word"),
        ("Token", "word"),
        (" text ", "word"),
        ("start_time", "start"),
        ("startTime", "start"),
        ("Start (ms)", "start_ms"),
        ("end_ms", "end_ms"),
        ("endTs", "end"),
        ("Speaker ID", "speaker"),
        ("conf", "confidence"),
        ("punctuation", "mark"),
        ("session_id", "recording"),
        ("ends", "ends"),
        ("ends (anna)", "ends (anna)"),
        ("ends:anna", "ends (anna)"),
        ("end_probability", "end_probability"),
        ("colour", ""),
        ("", ""),
    ],
)
def test_columns_go_by_many_names(name: str, column: str) -> None:
    assert column_of(name) == column


def test_without_a_column_of_marks_punctuation_on_the_words_counts() -> None:
    (document,) = parsed("csv", 'word,start\nSo,0\n"what,",1\nMr.,2\nLund?,3\n,4\nyes,5\n')
    assert [str(word) for word in document.transcript.words] == ["So", "what,", "Mr.", "Lund?", "yes"]
    assert main_segmentation(document).ends == (3, 4)


def test_with_one_words_are_taken_as_they_are() -> None:
    (document,) = parsed("csv", "word,mark\nU.S.,\nI,\nbook.com,.\n")
    assert [(word.text, word.mark) for word in document.transcript.words] == [
        ("U.S.", ""),
        ("I", ""),
        ("book.com", "."),
    ]


def test_rows_of_text_are_stretches() -> None:
    text = "speaker,start,end,text\nA,0,1,so we left\nB,1,2,it was late\n"
    (document,) = parsed("csv", text)
    assert document.transcript.words[2:4] == (Word("left", None, 1000, "A"), Word("it", 1000, None, "B"))
    assert main_segmentation(document).ends == (2, 5)


def test_a_rare_row_of_two_words_makes_no_stretches() -> None:
    (document,) = parsed("csv", "word,start\n" + "so,0\n" * 9 + "New York,1\n")
    assert document.n_words == 11
    assert document.segmentations == ()


@pytest.mark.parametrize(
    ("header", "cells", "times"),
    [
        ("start,end", "1.5,2", (1500, 2000)),
        ("start_ms,end_ms", "1500,2000.4", (1500, 2000)),
        ("start,duration", "1.5,0.25", (1500, 1750)),
        ("start_ms,dur_ms", "10,5", (10, 15)),
        ("start,end", "00:00:01.5,00:01:00", (1500, 60000)),
        ("start,end", "nan,2", (None, 2000)),
        ("start,end", ",", (None, None)),
    ],
)
def test_times_come_in_many_units(header: str, cells: str, times: tuple[int | None, int | None]) -> None:
    text = f"word,{header}\nso,{cells}\n"
    word = parsed("csv", text)[0].transcript.words[0]
    assert (word.start, word.end) == times
    assert noted("csv", text) == []


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ("so,x,2,0.5", "not a time"),
        ("so,3,2,0.5", "ends before it starts"),
        ("so,1,2,7", "not a confidence"),
        ("so,1,2", "3 columns where the header has 4"),
        ("so,1,2,0.5,more", "5 columns where the header has 4"),
    ],
)
def test_a_bad_row_keeps_its_word(cells: str, says: str) -> None:
    text = f"word,start,end,confidence\n{cells}\n"
    assert parsed("csv", text)[0].transcript.texts == ("so",)
    ((line, problem),) = noted("csv", text)
    assert (line, says in problem) == (2, True)


def test_a_row_with_times_and_no_word_is_noted() -> None:
    assert noted("csv", "word,start\nso,1\n,2\n") == [(3, "no word in this row")]


@pytest.mark.parametrize(("cell", "ends"), [("1", True), ("yes", True), (".", True), ("0", False), ("False", False)])
def test_ends_may_be_said_in_many_ways(cell: str, ends: bool) -> None:
    (document,) = parsed("csv", f"word,ends\nso,{cell}\nwhat,1\n")
    assert (document.segmentations[0].ends == (0, 1)) is ends


def test_a_table_without_words_is_refused() -> None:
    for name in ("csv", "tsv"):
        with pytest.raises(InputError, match="no column of words"):
            parsed(name, "colour\tsize\nred\t5\n")


def test_bare_words_are_a_table_of_words() -> None:
    assert rendered("csv", Document(Transcript(words("so what")))).splitlines() == [
        "word,start,end,speaker,confidence,mark",
        "so,,,,,",
        "what,,,,,",
    ]


def test_many_annotators_and_many_rows_cost_what_is_written_only() -> None:
    """A cell for each annotator in each row would be ten thousand million; without them it is a small file."""
    annotators, rows = 50_000, 200_000
    header = ",".join(["word", "start", *(f"ends:{number}" for number in range(annotators))])
    (document,) = parse((header + "\n" + "so,1,.\n" + "so\n" * rows).encode(), name="talk.csv", warn=lambda _: None)
    assert document.n_words == rows + 1
    assert [(made.by, made.ends[0]) for made in document.segmentations] == [("0", 0)]
