"""A piece as Arrow batches: the rows of a table as they are, the lines or contents of files beside their names.

    files    source: string, content: binary
    lines    source: string, row: int64, content: string
    texts    the columns of the table; words likewise

A large piece comes as several batches, so that memory does not grow with the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pausa.batches.arrow import arrow
from pausa.batches.job import Job
from pausa.batches.pieces import Piece, bytes_of, open_table
from pausa.batches.places import open_place


def batches_of(piece: Piece, job: Job) -> Iterator[tuple[int, Any]]:
    """The batches of a piece, each with the number of its first row."""
    if piece.kind == "files":
        yield 1, _files(piece)
    elif piece.kind == "lines":
        yield piece.first, _lines(piece, job.reading.encoding)
    else:
        yield from _rows(piece, job.part_bytes)


def _files(piece: Piece) -> Any:
    pa = arrow()
    contents = []
    for file in piece.files:
        try:
            contents.append(None if piece.problem else _content(file.path))
        except OSError:
            contents.append(None)  # gone since it was listed
    names = [file.name for file in piece.files]
    return pa.record_batch({"source": pa.array(names, pa.string()), "content": pa.array(contents, pa.binary())})


def _content(path: str, start: int = 0, stop: int | None = None) -> bytes:
    system, inside = open_place(path)
    with system.open_input_file(inside) as file:
        file.seek(start)
        return bytes(file.read() if stop is None else file.read(stop - start))


def _lines(piece: Piece, encoding: str | None) -> Any:
    """Lines that hold anything, with their numbers; null where one is in another encoding."""
    pa = arrow()
    (file,) = piece.files
    lines = _content(file.path, piece.start, piece.stop).split(b"\n")
    held = [(number, line) for number, line in enumerate(lines, start=piece.first) if line.strip()]
    return pa.record_batch(
        {
            "source": pa.array([file.name] * len(held), pa.string()),
            "row": pa.array([number for number, _ in held], pa.int64()),
            "content": pa.array([_decoded(line, encoding) for _, line in held], pa.string()),
        }
    )


def _decoded(line: bytes, encoding: str | None) -> str | None:
    try:
        return line.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return None


def _rows(piece: Piece, part_bytes: int) -> Iterator[tuple[int, Any]]:
    """Rows `start` to `stop` of a table: texts about as many at a time as make a part, words all at once."""
    pa = arrow()
    (file,) = piece.files
    with open_table(file) as table:
        groups, before = _groups(table, piece.start, piece.stop)
        skip, left = piece.start - before, piece.stop - piece.start
        step = max(1, part_bytes // max(1, _bytes_per_row(table, groups, piece.column)))
        kept = []
        for batch in table.iter_batches(batch_size=step, row_groups=groups, use_threads=False):
            part = batch.slice(skip, left)
            skip, left = max(0, skip - len(batch)), left - len(part)
            if len(part) and piece.kind == "texts":
                yield piece.stop - left - len(part) + 1, part
            elif len(part):
                kept.append(part)
            if not left:
                break
        if kept:
            yield piece.first, pa.Table.from_batches(kept).combine_chunks().to_batches()[0]


def _groups(table: Any, start: int, stop: int) -> tuple[list[int], int]:
    """The groups that hold these rows, and how many rows stand before them."""
    found: list[int] = []
    row = before = 0
    for number in range(table.metadata.num_row_groups):
        n_rows = table.metadata.row_group(number).num_rows
        if row < stop and row + n_rows > start:
            before = before if found else row
            found.append(number)
        row += n_rows
    return found, before


def _bytes_per_row(table: Any, groups: list[int], column: str) -> int:
    held = [table.metadata.row_group(number) for number in groups]
    n_rows: int = sum(group.num_rows for group in held)
    return sum(bytes_of(group, column) for group in held) // n_rows
