"""Parquet: the same table of words as CSV, in columns that data lakes read fast.

    word: string, start: double, end: double, speaker: string, confidence: double, mark: string

`tables` tells what the columns mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pausa.core.document import Document
from pausa.core.errors import MissingExtra
from pausa.core.unpacking import megabytes
from pausa.formats import footer
from pausa.formats.base import Format, Layout, Source
from pausa.formats.tables import KEEPS, Row, columns_of, documents_of, table_of

_BATCH = 20_000
#: More cells to a word than this are no transcript, where rows are many.
_CELLS = 16
#: Bytes that the texts of one batch may take.
_ROOM = 64 << 20
MAGIC = b"PAR1"


def _arrow() -> Any:
    """pyarrow, which takes a quarter of a second to import and comes with an extra."""
    try:
        import pyarrow.compute
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
        source.stored = source.stored or len(source.data)
        _check(arrow, file, names, source)
        return documents_of(_rows(arrow, file, names, source), places, source)
    except (arrow.ArrowException, OSError, ValueError, KeyError, MemoryError) as problem:
        first = str(problem).split("\n", 1)[0][:200]
        raise source.error(None, f"broken Parquet: {first}", "is the file whole?") from problem


def _check(arrow: Any, file: Any, names: dict[str, str], source: Source) -> None:
    """Refuse what would take too much room, by what the file says of itself."""
    n_rows, n_bytes = file.metadata.num_rows, 0
    n_values: Counter[str] = Counter()  # of a list, its items
    for part in footer.columns(source.data):
        if part.path.split(".")[0] in names:
            n_values[part.path] += part.n_values
            n_bytes += part.n_bytes
    source.check_rows(max(n_rows, *n_values.values(), sum(n_values.values()) // _CELLS))
    kinds = [file.schema_arrow.field(name).type for name in names]
    widths = [kind.byte_width for kind in kinds if arrow.types.is_fixed_size_binary(kind)]
    _check_bytes(max(n_bytes, n_rows * sum(widths)), source)


def _check_bytes(n_bytes: int, source: Source) -> None:
    most = source.limits.bytes_for(source.stored or len(source.data))
    if n_bytes > most:
        raise source.limits.too_large(source.name, f"its cells take more than {megabytes(most)}")


def _rows(arrow: Any, file: Any, names: dict[str, str], source: Source) -> Iterator[Row]:
    """Rows, some at a time; texts that a file holds once and means many times are measured before they are copied."""
    number = n_bytes = n_words = 0
    deltas = {part.path: part.n_bytes for part in footer.columns(source.data) if part.is_delta}
    # Where a text is spelled as the one before and a little more, none is longer than all that is stored.
    batch_size = min(_BATCH, max(1, _ROOM // max(1, *deltas.values()))) if deltas else _BATCH
    once = [name for name in names if name not in deltas and _is_text(arrow, file.schema_arrow.field(name).type)]
    again = arrow.parquet.ParquetFile(arrow.BufferReader(source.data), read_dictionary=once)
    for batch in again.iter_batches(batch_size=batch_size, columns=list(names)):
        columns = {}
        for name, column in names.items():
            cells = batch.column(name)
            n_bytes += _text_bytes(arrow, cells)
            _check_bytes(n_bytes, source)
            columns[column] = (cells.cast(cells.type.value_type) if name in once else cells).to_pylist()
        n_words += sum(text.count(" ") for text in columns["word"] if isinstance(text, str))
        source.check_rows(n_words)
        for values in zip(*columns.values(), strict=True):
            number += 1
            yield number, dict(zip(columns, values, strict=True))


def _is_text(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind))


def _text_bytes(arrow: Any, cells: Any) -> int:
    """How long the texts of a column are together; 0 for other columns."""
    if arrow.types.is_dictionary(cells.type):
        lengths = arrow.compute.binary_length(cells.dictionary).take(cells.indices)
    elif _is_text(arrow, cells.type):
        lengths = arrow.compute.binary_length(cells)
    else:
        return 0
    return int(arrow.compute.sum(lengths).as_py() or 0)


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
