"""Sentences as people write them: marks, commas and capitals, the words themselves untouched."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.finish import add_commas, finish
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
