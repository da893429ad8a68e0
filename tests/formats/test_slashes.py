"""Text with // at sentence ends."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from tests.builders import cut, parsed, rendered, reread, words


def ends(text: str) -> tuple[int, ...]:
    (document,) = parsed("slashes", text)
    return document.segmentations[0].ends


@pytest.mark.parametrize(
    "text",
    [
        "so we left // it was late //",
        "so we left // it was late",
        "so we\nleft // it\nwas late //\n",
        "so we left// it was late//",
        "so we left //it was late",
        "// so we left // // it was late ///",
    ],
)
def test_slashes_end_sentences_wherever_people_put_them(text: str) -> None:
    assert ends(text) == (2, 5)


def test_words_keep_their_marks_and_marks_end_nothing() -> None:
    (document,) = parsed("slashes", "so we left. it was late! // yes, sir //")
    assert [word.mark for word in document.transcript.words] == ["", "", ".", "", "", "!", ",", ""]
    assert document.segmentations[0].ends == (5, 7)


def test_slashes_inside_a_word_belong_to_it() -> None:
    (document,) = parsed("slashes", "see http://a.org/b and/or c // yes //")
    assert document.transcript.texts == ("see", "http://a.org/b", "and/or", "c", "yes")


def test_a_single_slash_is_no_end() -> None:
    assert ends("so / we // left //") == (2, 3)


def test_a_word_with_slashes_at_its_edge_cannot_be_written() -> None:
    document = Document(Transcript(words("see http:// there")))
    with pytest.raises(CannotWrite, match="http://"):
        rendered("slashes", document)


def test_sentences_are_parted_and_closed_by_slashes() -> None:
    document = Document(Transcript(words("so we left it was late")), (cut("so we left | it was late |"),))
    assert rendered("slashes", document) == "so we left // it was late //\n"
    assert reread("slashes", document) == [document]


def test_an_empty_document_survives() -> None:
    assert reread("slashes", Document(Transcript(())))[0].n_words == 0


def test_an_address_alone_does_not_make_a_text_slashes() -> None:
    assert not FORMATS["slashes"].looks_like("see http://a.org for more")
