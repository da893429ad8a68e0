"""Transcripts for people who read them from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import read
from pausa.formats.markdown import escape
from pausa.formats.reading import paragraphs
from tests.builders import cut, spoken
from tests.strategies import documents


def shown(document: Document, name: str) -> str:
    render = FORMATS[name].render
    assert render is not None
    return str(render([document], Layout()))


def talk() -> Document:
    words = spoken("Anna: we left . Ben: did you / / / yes we did . so did I .".replace(" .", ""))
    return Document(words, (cut("we left | did you | yes we did | so did I |"),))


def test_a_paragraph_is_by_one_speaker() -> None:
    assert shown(talk(), "paragraphs") == "Anna 0:00\nwe left.\n\nBen 0:00\ndid you. yes we did. so did I\n"
    assert shown(talk(), "markdown") == "**Anna** 0:00\n\nwe left.\n\n**Ben** 0:00\n\ndid you. yes we did. so did I\n"


def test_a_sentence_that_two_share_is_parted_between_them() -> None:
    document = Document(spoken("Anna: we left Ben: early Anna: yes"), (cut("we left early | yes |"),))
    assert [(each.speaker, each.text) for each in paragraphs(document)] == [
        ("Anna", "we left"), ("Ben", "early"), ("Anna", "yes"),
    ]  # fmt: skip


def test_a_long_silence_begins_a_paragraph_once_there_is_enough_in_the_last() -> None:
    words = [Word("so", place * 100, place * 100 + 100) for place in range(30)]
    later = [Word("then", 6000 + place * 100, 6100 + place * 100) for place in range(3)]
    document = Document(Transcript((*words, *later)), (Segmentation(33, (9, 19, 29, 32)),))
    assert [len(each.text.split()) for each in paragraphs(document)] == [30, 3]
    sooner = Document(Transcript((*words[:10], *later)), (Segmentation(13, (9, 12)),))
    assert len(paragraphs(sooner)) == 1


def test_a_paragraph_does_not_grow_for_ever() -> None:
    document = Document(Transcript((Word("so"),) * 1000), (Segmentation(1000, tuple(range(9, 1000, 10))),))
    assert max(len(each.text.split()) for each in paragraphs(document)) == 120


def test_signs_of_markdown_mean_themselves() -> None:
    assert escape("1) so *what* [x](y) <b>") == r"1\) so \*what\* \[x\](y) \<b\>"
    assert escape("- so") == r"\- so"


def test_a_file_called_like_a_format_that_is_only_written_is_read_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("So we left. It was late.\n", encoding="utf-8")
    assert read(tmp_path / "notes.md").n_words == 6


@given(documents(timed=True))
def test_no_word_is_lost(document: Document) -> None:
    for name in ("paragraphs", "markdown"):
        text = re.sub(r"\\(.)", r"\1", shown(document, name))
        at = 0
        for word in document.transcript.words:
            at = text.find(word.text, at)
            assert at >= 0, word
            at += len(word.text)
