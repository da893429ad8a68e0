"""Short ways to make the values that tests speak of."""

from __future__ import annotations

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout, Source


def cut(text: str, *, by: str = "") -> Segmentation:
    """A segmentation from words with bars at the sentence ends: `cut("so we left | it was late |")`."""
    ends: list[int] = []
    n_words = 0
    for token in text.split():
        if token == "|":
            ends.append(n_words - 1)
        else:
            n_words += 1
    return Segmentation.of(n_words, ends, by=by)


def marked(text: str, *, by: str = "") -> Segmentation:
    """A segmentation from words with a mark at each end: `marked("so we left . was it late ?")`."""
    ends: list[int] = []
    marks: list[str] = []
    n_words = 0
    for token in text.split():
        if token in ".?!;,":
            ends.append(n_words - 1)
            marks.append(token)
        else:
            n_words += 1
    return Segmentation.of(n_words, ends, marks=marks, by=by)


def words(text: str) -> tuple[Word, ...]:
    """Bare words without times."""
    return tuple(Word(token) for token in text.split())


def spoken(text: str, *, word_ms: int = 300, pause_ms: int = 600) -> Transcript:
    """Words one after the other; `/` is a pause, `A:` changes the speaker."""
    made: list[Word] = []
    now, speaker = 0, None
    for token in text.split():
        if token == "/":
            now += pause_ms
        elif token.endswith(":"):
            speaker = token[:-1]
        else:
            made.append(Word(token, now, now + word_ms, speaker))
            now += word_ms
    return Transcript(tuple(made))


def parsed(name: str, text: str) -> list[Document]:
    """What a format reads from a text."""
    read = FORMATS[name].parse
    assert read is not None
    return read(Source(text))


def rendered(name: str, *documents: Document) -> str:
    """What a format writes."""
    write = FORMATS[name].render
    assert write is not None
    content = write(documents, Layout())
    assert isinstance(content, str)
    return content


def reread(name: str, *documents: Document) -> list[Document]:
    """Documents written in a format and read again."""
    form = FORMATS[name]
    assert form.render is not None
    assert form.parse is not None
    content = form.render(documents, Layout())
    return form.parse(Source("", data=content) if isinstance(content, bytes) else Source(content))
