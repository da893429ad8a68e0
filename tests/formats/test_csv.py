"""CSV: delimiters, quotes, stray quotes; what the columns mean is in test_tables."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source
from tests.builders import parsed, reread


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_header_tells_the_delimiter(delimiter: str) -> None:
    text = "word,start,end\nso,1,2\n".replace(",", delimiter)
    assert parsed("csv", text)[0].transcript.words == (Word("so", 1000, 2000),)


def test_decimal_commas_are_read_between_semicolons() -> None:
    assert parsed("csv", "word;start;end\nso;1,25;2,5\n")[0].transcript.words == (Word("so", 1250, 2500),)


def test_a_carriage_return_makes_no_header_of_a_line() -> None:
    assert not FORMATS["csv"].looks_like("word,start\rso,1\n")


def test_quoted_cells_may_hold_commas_quotes_and_line_ends() -> None:
    (document,) = parsed("csv", 'speaker,text\nA,"so, we\n""left"" early, you and I"\n')
    assert [str(word) for word in document.transcript.words][:4] == ["so,", "we", '"left"', "early,"]


@pytest.mark.parametrize(
    "rows", ['so,1\n",2\nwhat,3\nyes,4\n', 'so,1\n",2\nwhat,3\n",4\nyes,5\n', 'so,1\n",2\n",3\nyes,4\n']
)
def test_a_stray_quotation_mark_swallows_no_words(rows: str) -> None:
    source = Source(f"word,start\n{rows}")
    parse = FORMATS["csv"].parse
    assert parse
    texts = parse(source)[0].transcript.texts
    assert texts == tuple(word for word in ("so", "what", "yes") if word in rows)
    assert "quotation mark" in source.bad_rows[0][1]


def test_words_with_quotes_and_commas_survive() -> None:
    document = Document(Transcript((Word("1,000", before='"', mark=',"'), Word('5"'))))
    assert reread("csv", document)[0].transcript == document.transcript


@pytest.mark.parametrize(
    ("head", "is_csv"),
    [("word,start\n", True), ("Token;Begin\n", True), ("so, we left\n", False), ("word\n", False), ("a,b\n", False)],
)
def test_csv_is_told_by_its_header(head: str, is_csv: bool) -> None:
    assert FORMATS["csv"].looks_like(head) is is_csv
