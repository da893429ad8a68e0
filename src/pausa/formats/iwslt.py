"""The two columns of the IWSLT 2011 punctuation task: a word and what follows it.

    so      O
    we      O
    left    COMMA
    didn't  O
    we      QUESTION

Tab between, one word per row. Empty rows say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, spelled
from pausa.formats.labels import labelled, whole, with_label

LABELS = {"": "O", ",": "COMMA", ".": "PERIOD", "?": "QUESTION"}
#: Labels as they are found, also in kin of the task with more of them.
_MARKS = {label: mark for mark, label in LABELS.items()} | {
    "QUESTIONMARK": "?",
    "EXCLAMATION": "!",
    "EXCLAMATIONMARK": "!",
    "SEMICOLON": ";",
    "COLON": ":",
    "DASH": " –",
}
_WRITTEN = frozenset(LABELS)
_ROW = re.compile(rf"\S[^\t]*\t(?:{'|'.join(_MARKS)})\s*")


def parse(source: Source) -> list[Document]:
    words = [
        word
        for number, line in enumerate(source.text.split("\n"), start=1)
        if line.strip()
        for word in _row(line, number, source)
    ]
    return [document(word for word in whole(words) if word.text)]


def _row(line: str, number: int, source: Source) -> list[Word]:
    token, *labels = (cell.strip() for cell in line.split("\t"))
    label = labels[0] if labels else ""
    if len(labels) != 1 or label not in _MARKS:
        source.bad_row(number, f"not a word, a tab and one of {', '.join(LABELS.values())}: {line.strip()[:60]!r}")
    if not token:
        source.bad_row(number, "no word in this row; its mark goes to the word before")
        return [Word("", mark=_MARKS.get(label, ""))]
    return labelled(token, _MARKS.get(label, ""))


def render(documents: Sequence[Document], layout: Layout) -> str:
    rows = [
        f"{token}\t{LABELS[mark]}\n"
        for doc in documents
        for word in spelled(doc).transcript.tokens()
        for token, mark in [with_label(word, _WRITTEN, format_name="iwslt")]
    ]
    return "".join(rows)


def looks_like(head: str) -> bool:
    rows = [line for line in head[:20_000].split("\n") if line.strip()][:50]
    fitting = sum(1 for row in rows if _ROW.fullmatch(row))
    return fitting > 0 and fitting >= 0.9 * len(rows)


FORMAT = Format(
    name="iwslt",
    title="Word and punctuation label, two columns (IWSLT 2011)",
    suffixes=(".iwslt",),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
