"""One piece from beginning to end: read, cut, written as one part of the target. This is what a worker runs.

A part takes its place whole or not at all. The same piece and the same job give the same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, BinaryIO, Protocol

import msgspec

from pausa.batches.arrow import arrow
from pausa.batches.job import Job
from pausa.batches.pieces import Piece
from pausa.batches.reading import batches_of
from pausa.batches.sentences import PROBLEM, Failure, add_sentences, failures_in, reason
from pausa.batches.targets import replacing_in, size_in
from pausa.core.errors import OptionError
from pausa.models import load
from pausa.models.base import Detector


class Receipt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was made of a piece: rows and words, the size of the part, what failed, processor time.

    `n_made` are the rows in which nothing failed.
    `files` are the names of what was made where that is not the part of that number; `lost` is what a format could
    not keep.
    """

    n_rows: int = 0
    n_made: int = 0
    n_words: int = 0
    n_bytes: int = 0
    failures: tuple[Failure, ...] = ()
    seconds: float = 0.0
    files: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def make_part(piece: Piece, job: Job) -> Receipt:
    """Make the part of a piece."""
    begun = time.process_time()
    detector = _detector(job.model, job.model_digest)
    n_rows = n_made = n_words = 0
    failures: list[Failure] = []
    name = part_name(job, piece.number)
    with replacing_in(job.target, name) as file:
        writer = _WRITERS[job.to](file)
        for first, batch in batches_of(piece, job):
            made = add_sentences(batch, piece.kind, job, detector, first=first, problem=piece.problem)
            failures += failures_in(made, piece.kind, piece.files[0].name, first)
            n_rows += len(made)
            n_made += _n_made(made, piece)
            n_words += _n_words(made, piece)
            writer.write(made.drop_columns([PROBLEM]), is_line=piece.kind == "lines")
        writer.close()
    return Receipt(
        n_rows=n_rows,
        n_made=n_made,
        n_words=n_words,
        n_bytes=size_in(job.target, name) or 0,
        failures=tuple(failures),
        seconds=time.process_time() - begun,
    )


def lost(piece: Piece, problem: BaseException | str) -> Receipt:
    """The receipt of a piece that no worker could make: all of it failed, and there is no part."""
    row = None if piece.kind == "files" else piece.first
    return Receipt(failures=tuple(Failure(file.name, row, None, reason(problem)) for file in piece.files))


def part_name(job: Job, number: int) -> str:
    """What the part of a piece is called: numbered in the order of the source."""
    return f"part-{number:06d}.{job.to}"


@lru_cache(maxsize=1)
def _detector(model: str, digest: str) -> Detector:
    """The model, loaded once in each process; another digest is another model."""
    return load(model).on_one_core()


def _n_made(made: Any, piece: Piece) -> int:
    """The rows that have got what was asked for: one that failed has it empty."""
    column = made.column("sentence" if piece.kind == "words" else "sentences")
    return len(column) - int(column.null_count)


def _n_words(made: Any, piece: Piece) -> int:
    if piece.kind == "words":
        return len(made)
    return arrow().compute.sum(made.column("n_words")).as_py() or 0


class _Writer(Protocol):
    def __init__(self, file: BinaryIO) -> None:
        """Into that file."""

    def write(self, made: Any, *, is_line: bool) -> None:
        """Add a batch."""

    def close(self) -> None:
        """All is written."""


class _Parquet:
    """A Parquet file with a group of rows for each batch."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._writer: Any = None

    def write(self, made: Any, *, is_line: bool) -> None:
        pa = arrow()
        if self._writer is None:
            self._writer = pa.parquet.ParquetWriter(self._file, made.schema, compression="zstd")
        self._writer.write_batch(made)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _JsonLines:
    """A JSON object for each row; a source's own line keeps its fields, the sentences come behind them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, made: Any, *, is_line: bool) -> None:
        for row in made.to_pylist():
            self._file.write(msgspec.json.encode(_merged(row) if is_line else row, enc_hook=str) + b"\n")

    def close(self) -> None:
        """Nothing is left to write."""


def _merged(row: dict[str, Any]) -> dict[str, Any]:
    content = row.pop("content")
    try:
        own = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        own = None
    if not isinstance(own, dict):
        own = {"content": content}
    return {**own, "n_words": row["n_words"], "sentences": row["sentences"]}


_WRITERS: dict[str, type[_Writer]] = {"parquet": _Parquet, "jsonl": _JsonLines}


def check_target_format(to: str) -> None:
    """Refuse what cannot be written."""
    if to not in _WRITERS:
        raise OptionError(f"to is {' or '.join(_WRITERS)}, not {to!r}.")


def write_failures(failures: Iterator[Failure], target: str, name: str) -> None:
    """The table of everything that failed, some rows at a time."""
    pa = arrow()
    schema = pa.schema({"source": pa.string(), "row": pa.int64(), "recording": pa.string(), "problem": pa.string()})
    with replacing_in(target, name) as file, pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        waiting: list[dict[str, Any]] = []
        for failure in failures:
            waiting.append(failure._asdict())
            if len(waiting) == 10_000:
                writer.write_table(pa.Table.from_pylist(waiting, schema))
                waiting = []
        if waiting:
            writer.write_table(pa.Table.from_pylist(waiting, schema))
