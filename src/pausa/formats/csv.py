"""CSV: a table of words with a header, parted by commas (or semicolons, as spreadsheets do in many countries).

    word,start,end,speaker,confidence,mark
    Good,3.200,3.400,Anna,0.98,
    morning,3.400,3.710,Anna,0.91,","

`tables` tells what the columns mean.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pausa.core.document import Document
from pausa.core.times import seconds
from pausa.formats.base import Cut, Format, Layout, Source
from pausa.formats.cutting import cut_table
from pausa.formats.tables import KEEPS, Row, columns_in_order, columns_of, documents_of, is_header, table_of

_DELIMITERS = (",", ";", "\t", "|")
#: A header is not longer than this.
_LOOK = 5000


def parse(source: Source) -> list[Document]:
    delimiter = _delimiter(source.text)
    rows = _cells(source, delimiter)
    _, header = next(rows, (1, []))
    columns = columns_of(header, source)
    return documents_of(_rows(rows, columns, len(header), source), columns, source)


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for the rows of each recording, where every row is a line."""
    lines = iter(lines)
    header = next(lines, "")
    delimiter = _delimiter(header)
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        return cut_table(
            header,
            _parted(header, delimiter),
            (cells if rows.line_num == number else None for number, cells in enumerate(rows, start=1)),
            parse,
        )
    except csv.Error:
        return None


def _rows(rows: Iterator[tuple[int, list[str]]], columns: dict[str, int], width: int, source: Source) -> Iterator[Row]:
    named = columns_in_order(columns, width)
    for line, cells in rows:
        if len(cells) != width:
            source.bad_row(line, f"{len(cells)} columns where the header has {width}")
        yield line, {column: cell for column, cell in zip(named, cells, strict=False) if column}


def _delimiter(text: str) -> str:
    """The sign that parts the first row into known columns."""
    first = text.lstrip("\n")[:_LOOK].split("\n", 1)[0]
    return next((sign for sign in _DELIMITERS if is_header(_parted(first, sign))), ",")


def _parted(line: str, delimiter: str) -> list[str]:
    """The cells of a line; none of one that is no row of a table."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a carriage return in the middle of it
        return []


def _cells(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every row that is not empty."""
    rows = _quoted(source.text, delimiter)
    if rows is None:
        source.bad_row(None, "a quotation mark is opened and not closed; quotes are taken for what they are")
        rows = [(number, line.split(delimiter)) for number, line in enumerate(source.text.split("\n"), start=1)]
    for number, cells in rows:
        if any(map(str.strip, cells)):
            yield number, cells


def _quoted(text: str, delimiter: str) -> list[tuple[int, list[str]]] | None:
    """Rows by the rules of CSV; None where a stray quotation mark would swallow other rows."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    width = 0
    try:
        for cells in reader:
            width = width or len(cells)
            if any("\n" in cell and _holds_rows(cell, delimiter, width) for cell in cells):
                return None
            rows.append((reader.line_num, cells))
    except csv.Error:
        return None
    return rows


def _holds_rows(cell: str, delimiter: str, width: int) -> bool:
    """Whether a cell of several lines holds rows of a word and numbers rather than text."""
    rows = (line.split(delimiter) for line in cell.split("\n")[:-1])
    return any(
        len(row) == width and all(len(part.split()) <= 1 for part in row) and any(map(_is_number, row)) for row in rows
    )


def _is_number(part: str) -> bool:
    return part.strip().replace(".", "", 1).isdigit()


def render(documents: Sequence[Document], layout: Layout) -> str:
    columns, rows = table_of(documents, layout)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([spelled(row.get(column), column) for column in columns] for row in rows)
    return written.getvalue()


def spelled(value: Any, column: str) -> str:
    """A value as a cell of text."""
    if value is None:
        return ""
    if value is True:
        return "1"
    if column in ("start", "end"):
        return seconds(value)
    return f"{value:.4f}" if column == "confidence" else str(value)


def looks_like(head: str) -> bool:
    first = head.lstrip("\n")[:_LOOK].split("\n", 1)[0]
    return any(is_header(_parted(first, sign)) for sign in ",;")


FORMAT = Format(
    name="csv",
    title="CSV, a table of words",
    suffixes=(".csv",),
    keeps=KEEPS,
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
    media="text/csv",
)
