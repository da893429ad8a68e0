"""A 0/1 string: one character per word, 1 where a sentence ends after it.

    0010001

No words, only how many there are. White space says nothing, so long strings may be wrapped. A file
holds one segmentation; several annotators are several files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.formats.base import Format, Layout, Source, main_segmentation

_OTHER = re.compile(r"[^01\s]")


def parse(source: Source) -> list[Document]:
    other = _OTHER.search(source.text)
    if other:
        line = source.text.count("\n", 0, other.start()) + 1
        raise source.error(line, f"a 0/1 string has no {other.group()!r}", "one 0 or 1 for each word")
    lines = ["".join(line.split()) for line in source.text.split("\n") if line.strip()]
    if len(lines) > 1 and len(set(map(len, lines))) == 1:
        source.bad_row(None, f"{len(lines)} lines of equal length are read as one string (one file per annotator)")
    bits = "".join(lines)
    transcript = source.blank(len(bits))
    ends = [place for place, bit in enumerate(bits) if bit == "1"]
    return [Document(transcript, (Segmentation.of(len(bits), ends),))]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{_bits(main_segmentation(doc))}\n" for doc in documents)


def _bits(segmentation: Segmentation) -> str:
    return "".join("0" * (length - 1) + "1" for length in segmentation.lengths)


def looks_like(head: str) -> bool:
    return bool(head.strip()) and not head.strip("01 \t\n")


FORMAT = Format(
    name="seg",
    title="A 0/1 string, one character per word",
    suffixes=(".seg",),
    keeps=frozenset({"ends"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    holds_blank=True,
)
