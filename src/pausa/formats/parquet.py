"""Parquet: the same table of words as CSV, in columns that data lakes read fast.

    word: string, start: double, end: double, speaker: string, confidence: double, mark: string

`tables` tells what the columns mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pausa.core.document import Document
from pausa.core.errors import MissingExtra
from pausa.formats.base import Format, Layout, Source
from pausa.formats.tables import KEEPS, Row, columns_of, documents_of, table_of

_BATCH = 100_000
MAGIC = b"PAR1"


def _arrow() -> Any:
    """pyarrow, which takes a quarter of a second to import and comes with an extra."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("pyarrow", "tables", "Parquet") from None
    return pyarrow


def parse(source: Source) -> list[Document]:
    arrow = _arrow()
    try:
        file = arrow.parquet.ParquetFile(arrow.BufferReader(source.data))
        places = columns_of(file.schema_arrow.names, source)
        names = {file.schema_arrow.names[place]: column for column, place in places.items()}
        return documents_of(_rows(file, names), places, source)
    except (arrow.ArrowException, OSError, UnicodeDecodeError, KeyError) as problem:
        first = str(problem).split("\n", 1)[0][:200]
        raise source.error(None, f"broken Parquet: {first}", "is the file whole?") from problem


def _rows(file: Any, names: dict[str, str]) -> Iterator[Row]:
    number = 0
    for batch in file.iter_batches(batch_size=_BATCH, columns=list(names)):
        columns = {names[name]: batch.column(name).to_pylist() for name in names}
        for values in zip(*columns.values(), strict=True):
            number += 1
            yield number, dict(zip(columns, values, strict=True))


def render(documents: Sequence[Document], layout: Layout) -> bytes:
    arrow = _arrow()
    columns, rows = table_of(documents, layout)
    table = arrow.table({column: _column(arrow, column, rows) for column in columns})
    written = arrow.BufferOutputStream()
    arrow.parquet.write_table(table, written)
    return bytes(written.getvalue().to_pybytes())


def _column(arrow: Any, column: str, rows: list[dict[str, Any]]) -> Any:
    values = [row.get(column) for row in rows]
    if column in ("start", "end"):
        return arrow.array([None if value is None else value / 1000 for value in values], type=arrow.float64())
    if column == "confidence" or column.startswith("end_probability"):
        return arrow.array(values, type=arrow.float64())
    return arrow.array(["1" if value is True else value for value in values], type=arrow.string())


def looks_like(head: str) -> bool:
    return head.startswith(MAGIC.decode())


FORMAT = Format(
    name="parquet",
    title="Parquet, a table of words",
    suffixes=(".parquet",),
    keeps=KEEPS,
    looks_like=looks_like,
    parse=parse,
    render=render,
    magic=MAGIC,
    media="application/vnd.apache.parquet",
)
