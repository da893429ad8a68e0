"""TSV: a table of words with a header, parted by tabs and never quoted.

    word⇥start⇥end⇥speaker⇥confidence⇥mark
    Good⇥3.200⇥3.400⇥Anna⇥0.98⇥
    morning⇥3.400⇥3.710⇥Anna⇥0.91⇥,

`tables` tells what the columns mean. Whisper's own TSV (`start`, `end`, `text`) has whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.formats.base import Cut, Format, Layout, Source
from pausa.formats.csv import spelled
from pausa.formats.cutting import cut_table
from pausa.formats.tables import KEEPS, Row, columns_in_order, columns_of, documents_of, is_header, table_of


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    header = lines[0].split("\t")
    if header == ["start", "end", "text"] and _are_whole_numbers(lines[1:]):
        header = ["start_ms", "end_ms", "text"]
    columns = columns_of(header, source)
    return documents_of(_rows(lines, columns, len(header), source), columns, source)


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for the rows of each recording."""
    lines = iter(lines)
    header = next(lines, "")
    rows = (line.rstrip("\n").split("\t") for line in lines)
    return cut_table(header, header.rstrip("\n").split("\t"), rows, parse)


def _are_whole_numbers(lines: list[str]) -> bool:
    return all(cell.isdigit() for line in lines if line.strip() for cell in line.split("\t")[:2])


def _rows(lines: list[str], columns: dict[str, int], width: int, source: Source) -> Iterator[Row]:
    named = columns_in_order(columns, width)
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != width:
            source.bad_row(number, f"{len(cells)} columns where the header has {width}")
        yield number, {column: cell for column, cell in zip(named, cells, strict=False) if column}


def render(documents: Sequence[Document], layout: Layout) -> str:
    columns, rows = table_of(documents, layout)
    table = [columns, *([spelled(row.get(column), column) for column in columns] for row in rows)]
    return "".join(_line(cells) for cells in table)


def _line(cells: Sequence[str]) -> str:
    for cell in cells:
        if "\t" in cell or "\n" in cell:
            problem = f"{cell!r} holds a tab or a line end, which part the table"
            raise CannotSpell("tsv", problem, "write csv", "\t" if "\t" in cell else "\n", " ")
    return "\t".join(cells) + "\n"


def looks_like(head: str) -> bool:
    return is_header(head[:5000].split("\n", 1)[0].split("\t"))


FORMAT = Format(
    name="tsv",
    title="TSV, a table of words",
    suffixes=(".tsv",),
    keeps=KEEPS,
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
    media="text/tab-separated-values",
)
