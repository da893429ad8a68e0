"""Running text with punctuation, the plainest of all.

    So we left early. It was late, and we had
    a long way home.

Marks alone say where sentences end. Line ends and empty lines say nothing: mail programs and editors
put them anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.joining import join
from pausa.formats.base import Format, Layout, Source, document, spelled
from pausa.formats.plain import is_running_text
from pausa.text.tokens import words_of


def parse(source: Source) -> list[Document]:
    return [document(words_of(source.text, lang=source.language))]


def render(documents: Sequence[Document], layout: Layout) -> str:
    paragraphs = (join(spelled(doc).transcript.tokens()) for doc in documents)
    return "".join(f"{paragraph}\n" for paragraph in paragraphs if paragraph)


def looks_like(head: str) -> bool:
    return is_running_text(head)


FORMAT = Format(
    name="text",
    title="Running text with punctuation",
    suffixes=(".text", ".txt"),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    plain=True,
    for_people=True,
    joins=True,
    in_pieces=True,
)
