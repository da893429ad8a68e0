"""Paragraphs of plain text, for reading: who speaks and since when above each turn, an empty line between paragraphs.

anna 0:00
So we left early. It was late.
"""

from __future__ import annotations

from collections.abc import Sequence

from pausa.core.document import Document
from pausa.formats.base import Format, Layout, spelled
from pausa.formats.reading import heading, paragraphs


def render(documents: Sequence[Document], layout: Layout) -> str:
    made = [
        "\n".join(filter(None, [heading(each) if each.speaker else "", each.text]))
        for doc in documents
        for each in paragraphs(spelled(doc))
    ]
    return "\n\n".join(made) + "\n"


def looks_like(head: str) -> bool:
    """Never: it is written, not read."""
    return False


FORMAT = Format(
    name="paragraphs",
    title="Paragraphs of plain text, for reading",
    suffixes=(".paragraphs",),
    keeps=frozenset({"words", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    render=render,
    for_people=True,
)
