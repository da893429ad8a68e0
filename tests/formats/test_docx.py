"""Word documents and lines with times: what meeting tools and video pages give."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given

from pausa.core.document import Document
from pausa.core.errors import InputError, TooLarge
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from pausa.text.tokens import words_of
from tests.builders import cut, spoken
from tests.strategies import documents

SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(body: str, *, part: str = "word/document.xml") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(part, f'<w:document xmlns:w="{SPACE}"><w:body>{body}</w:body></w:document>')
    return file.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def read(data: bytes | str, name: str = "talk.docx") -> Document:
    (document,) = parse(data if isinstance(data, bytes) else data.encode(), name=name, warn=lambda _: None)
    return document


def test_runs_breaks_and_tables_are_text_and_the_rest_is_passed_over() -> None:
    cell = f"<w:tbl><w:tr><w:tc>{paragraph('It was')}</w:tc><w:tc>{paragraph('late.')}</w:tc></w:tr></w:tbl>"
    runs = "<w:p><w:r><w:t>So w</w:t></w:r><w:r><w:t>e</w:t><w:tab/><w:t>left</w:t><w:br/><w:t>early.</w:t></w:r></w:p>"
    gone = "<w:p><w:del><w:r><w:t>gone</w:t></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
    assert " ".join(map(str, read(docx(runs + gone + cell)).transcript.words)) == "So we left early. It was late."


def test_a_zip_archive_that_is_no_word_document_says_what_it_holds() -> None:
    with pytest.raises(InputError, match=r"no Word document; it holds talk\.txt"):
        read(docx("", part="talk.txt"))
    with pytest.raises(InputError, match="cannot be unpacked"):
        read(b"PK\x03\x04 and nothing else")


def test_an_archive_that_grows_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(TooLarge, match="unpacks to more than"):
        read(docx(paragraph(" " * (80 << 20))))


def test_entities_and_depth_are_refused_as_in_all_xml() -> None:
    with pytest.raises(InputError, match="nested too deep"):
        read(docx("<w:a>" * 100 + "</w:a>" * 100))


def test_lines_with_times_may_have_names_and_ends() -> None:
    document = read("0:15 - 0:18 So we left.\n[1:02:03] It was\nlate.\n", "talk.txt")
    words = document.transcript.words
    assert [(word.start, word.end) for word in words if word.start or word.end] == [
        (15_000, None), (None, 18_000), (3_723_000, None),
    ]  # fmt: skip
    named = read("0:01 Anna: So?\n0:03 Ben: Yes.\n0:05 Carla: No.\n", "talk.stamped")
    assert [word.speaker for word in named.transcript.words] == ["Anna", "Ben", "Carla"]


@pytest.mark.parametrize(
    ("text", "stamped"),
    [
        ("0:06\nso we left\n0:12\nit was late\n", True),
        ("00:00:06 so\n00:00:09 we\n", True),
        ("10:30 works for me\nbut not for her\nand not for him\n", False),
        ("5:45 so\n3:10 we\n", False),
        ("so we left\nit was late\n", False),
        ("1:1 so\n2:2 we\n", False),
    ],
)
def test_lines_with_times_are_known_by_times_that_rise(text: str, stamped: bool) -> None:
    assert FORMATS["stamped"].looks_like(text) is stamped


def written(document: Document) -> bytes:
    content = render([document], FORMATS["docx"], layout=Layout())
    assert isinstance(content, bytes)
    return content


def talk() -> Document:
    words = spoken("Anna: we left / / / Ben: did you / yes we did Anna: 0:12 so")
    return Document(words, (cut("we left | did you | yes we did | 0:12 so |"),))


def test_a_turn_has_the_speaker_and_the_time_above_it_and_is_read_back() -> None:
    with zipfile.ZipFile(io.BytesIO(written(talk()))) as archive:
        xml = archive.read("word/document.xml").decode()
    assert '<w:rStyle w:val="PausaSpeaker"/></w:rPr><w:t xml:space="preserve">Anna</w:t>' in xml
    back = read(written(talk()))
    assert [(word.speaker, word.text) for word in back.transcript.words] == [
        (word.speaker, word.text) for word in talk().transcript.words
    ]
    assert [word.start for word in back.transcript.words if word.start is not None] == [0, 2000, 4000]


@given(documents())
def test_whatever_is_written_is_read_with_the_same_words_and_speakers(document: Document) -> None:
    words = document.transcript.words
    back = read(written(document)).transcript.words if words else ()
    assert [word.text.rstrip(".") for word in back] == [word.text.rstrip(".") for word in words]
    assert [word.speaker for word in back] == [word.speaker for word in words]


def test_lines_that_look_like_names_and_times_are_words_where_pausa_wrote_them() -> None:
    texts = ["Anna:", "so", "Ben:", "yes", "Anna:", "good", "0:03", "then"]
    bare = Document(Transcript(tuple(map(Word, texts))))
    assert " ".join(map(str, read(written(bare)).transcript.words)) == " ".join(texts)


def test_the_same_words_give_the_same_bytes_and_a_sign_that_xml_cannot_hold_is_replaced() -> None:
    assert written(talk()) == written(talk())
    with zipfile.ZipFile(io.BytesIO(written(talk()))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.create_system for entry in archive.infolist()} == {3}
    told: list[str] = []
    words = Transcript((Word("so"), Word("we"), Word("le\x01ft")))
    content = render([Document(words, (cut("so we left |"),))], FORMATS["docx"], layout=Layout(say=told.append))
    assert [word.text for word in read(bytes(content)).transcript.words] == ["so", "we", "le\ufffdft"]  # type: ignore[arg-type]
    assert len(told) == 1


def test_another_program_opens_it() -> None:
    docx_of_others = pytest.importorskip("docx")
    opened = docx_of_others.Document(io.BytesIO(written(talk())))
    assert [each.text for each in opened.paragraphs] == [
        "Anna  0:00", "we left.", "Ben  0:02", "did you. yes we did.", "Anna  0:04", "0:12 so",
    ]  # fmt: skip
    assert opened.paragraphs[0].runs[0].style.font.bold


@pytest.mark.parametrize(("said", "leftwards"), [("היא יוצאת בשעה שמונה.", True), ("She leaves at eight.", False)])
def test_hebrew_stands_at_the_right(said: str, leftwards: bool) -> None:
    document = Document(Transcript.of(words_of(said)))
    content = render([document], FORMATS["docx"], layout=Layout())
    assert isinstance(content, bytes)
    body = zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml").decode()
    assert ("<w:bidi/>" in body, "<w:rtl/>" in body) == (leftwards, leftwards)
