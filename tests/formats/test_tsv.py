"""TSV: tabs, no quoting, Whisper's milliseconds; what the columns mean is in test_tables."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from tests.builders import parsed, rendered


def test_quotation_marks_are_only_that() -> None:
    (document,) = parsed("tsv", 'word\tstart\n"so\t1\nwhat"\t2\n"\t3\n')
    assert [str(word) for word in document.transcript.words] == ['"so', 'what" "']


def test_whisper_writes_whole_milliseconds() -> None:
    (document,) = parsed("tsv", "start\tend\ttext\n0\t1500\tso we left\n1500\t2000\tit was late\n")
    assert (document.transcript.words[2].end, document.transcript.words[3].start) == (1500, 1500)
    assert document.segmentations[0].ends == (2, 5)


def test_seconds_with_a_point_are_seconds_under_the_same_header() -> None:
    (document,) = parsed("tsv", "start\tend\ttext\n0.0\t1.5\tso we left\n")
    assert document.transcript.words[2].end == 1500


def test_short_and_long_rows_keep_their_words() -> None:
    assert parsed("tsv", "word\tstart\tend\nso\n\nwhat\t1\t2\t3\n")[0].transcript.texts == ("so", "what")


def test_a_tab_in_a_name_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="tab"):
        rendered("tsv", Document(Transcript((Word("so", speaker="A\tB"),))))


def test_tsv_is_told_by_its_header() -> None:
    assert FORMATS["tsv"].looks_like("word\tstart\nso\t1\n")
    assert not FORMATS["tsv"].looks_like("so\tO\nwe\tPERIOD\n")
