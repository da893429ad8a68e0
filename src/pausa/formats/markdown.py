"""Markdown, for reading: paragraphs, the speaker in bold and the time before each turn.

**anna** 0:00

So we left early. It was late.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.document import Document
from pausa.formats.base import Format, Layout, spelled
from pausa.formats.reading import Paragraph, paragraphs, short_clock

#: Signs that mean something in Markdown wherever they stand, and at the start of a paragraph.
_ANYWHERE = re.compile(r"([\\`*_\[\]<>|~])")


def render(documents: Sequence[Document], layout: Layout) -> str:
    made: list[str] = []
    for doc in documents:
        if len(documents) > 1 and doc.name:
            made.append(f"# {escape(doc.name)}")
        for each in paragraphs(spelled(doc)):
            made += filter(None, [_heading(each), escape(each.text)])
    return "\n\n".join(made) + "\n"


def escape(text: str) -> str:
    r"""Text that means itself in Markdown.

    >>> escape("1. a*b"), escape("# so"), escape("3.5 is fine")
    ('1\\. a\\*b', '\\# so', '3.5 is fine')
    """
    text = _ANYWHERE.sub(r"\\\1", text)
    if re.match(r"\d+[.)](?:\s|$)", text):
        return re.sub(r"^(\d+)([.)])", r"\1\\\2", text)
    return "\\" + text if re.match(r"(?:#{1,6}|[+=-]+)(?:\s|$)", text) else text


def _heading(paragraph: Paragraph) -> str:
    if not paragraph.opens_turn:
        return ""
    since = "" if paragraph.start is None else short_clock(paragraph.start)
    speaker = f"**{escape(paragraph.speaker)}**" if paragraph.speaker else ""
    return " ".join(filter(None, [speaker, since]))


def looks_like(head: str) -> bool:
    """Never: it is written, not read."""
    return False


FORMAT = Format(
    name="markdown",
    title="Markdown, for reading",
    suffixes=(".md", ".markdown"),
    keeps=frozenset({"words", "speakers", "marks", "ends", "events", "documents"}),
    looks_like=looks_like,
    render=render,
    media="text/markdown",
    for_people=True,
)
