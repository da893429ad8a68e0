"""Force-aligned words as in PolEval 2021, task 1: two times in milliseconds and a word.

    (420,610) wczoraj
    (640,1010) padało.
    </s>

`</s>` closes the file. The task's own files have bare words; marks on them are read where there are any.
Words that the aligner could not place have a start and an end that are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pausa.core.document import Document
from pausa.core.numbers import shown, whole
from pausa.core.times import Millis, checked
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, spelled
from pausa.formats.timing import own_or_filled
from pausa.text.tokens import settled, token_words

_ROW = re.compile(r"\s*+\(\s*+([^,()\s]*+)\s*+,\s*+([^,()\s]*+)\s*+\)\s*+(.*)")
_FIRST = re.compile(r"\s*\(\d+,\s*\d+\)\s+\S")
_CLOSE = "</s>"


def parse(source: Source) -> list[Document]:
    words = [
        word
        for number, line in enumerate(source.text.split("\n"), start=1)
        if line.strip() and line.strip() != _CLOSE
        for word in _row(line, number, source)
    ]
    return [document(settled(words, lang=source.language))]


def _row(line: str, number: int, source: Source) -> list[Word]:
    row = _ROW.fullmatch(line)
    if row is None:
        source.bad_row(number, f"not '(start,end) word': {line.strip()[:60]!r}")
        return token_words(line)
    start, end = _millis(row[1], number, source), _millis(row[2], number, source)
    start, end = source.span(start, end, number)
    if not row[3].strip():
        source.bad_row(number, "no word in this row")
    return token_words(row[3], start=start, end=end)


def _millis(cell: str, number: int, source: Source) -> Millis | None:
    try:
        return checked(whole(cell))
    except ValueError:
        source.bad_row(number, f"{shown(cell)} is not a time in milliseconds")
        return None


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{line}\n" for doc in documents for line in (*_lines(spelled(doc)), _CLOSE))


def _lines(doc: Document) -> Iterator[str]:
    # Known times are written as they are, also where speakers overlap; only unknown ones are filled in.
    times = own_or_filled(doc.transcript, format_name="poleval")
    for word, (start, end) in zip(doc.transcript.words, times, strict=True):
        token, *loose = str(word).split()
        yield f"({start},{end}) {token}"
        yield from (f"({end},{end}) {mark}" for mark in loose)


def looks_like(head: str) -> bool:
    return _FIRST.match(head) is not None


FORMAT = Format(
    name="poleval",
    title="Force-aligned words, (start,end) word (PolEval 2021)",
    suffixes=(".poleval", ".clntmstmp"),
    keeps=frozenset({"words", "times", "marks", "ends"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
