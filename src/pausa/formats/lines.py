"""One sentence per line, as plain text.

    so we left early
    it was late.

Every line end is a sentence end, with or without a mark. Empty lines say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, main_segmentation
from pausa.text.marks import is_end
from pausa.text.tokens import Splitter


def parse(source: Source) -> list[Document]:
    splitter = Splitter()
    raw: list[Word] = []
    lines: list[int] = []
    for line in source.text.split("\n"):
        before = len(raw)
        raw.extend(splitter.raw(line))
        lines.append(sum(1 for word in raw[before:] if word.text and not word.is_event))
    words = splitter.settled(raw, lang=source.language)
    n_words, ends = 0, []
    for in_line in lines:
        n_words += in_line
        if in_line:
            ends.append(n_words - 1)
    return [document(words, segmentations=[Segmentation.of(n_words, ends)])]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(
        f"{sentence.text}\n" for doc in documents for sentence in doc.sentences(main_segmentation(doc))
    )


def looks_like(head: str) -> bool:
    """Lines that hold a sentence each: hardly any ends inside a line."""
    lines = [line for line in head.split("\n")[:500] if line.strip()]
    inside = sum(1 for line in lines for token in line.split()[:-1] if is_end(_trailing(token)))
    return bool(lines) and inside <= 0.2 * len(lines)


def _trailing(token: str) -> str:
    return token[len(token.rstrip(".?!;\"')")) :]


FORMAT = Format(
    name="lines",
    title="One sentence per line",
    suffixes=(".lines", ".txt"),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
