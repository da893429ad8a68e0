"""A source cut into pieces: what one worker does at a time, and what becomes one part of the target.

    files    some files, whole; each becomes a row for each recording in it
    lines    some lines of a JSON lines file, each of them a transcript
    texts    some rows of a Parquet table, each of them a transcript
    words    some rows of a Parquet table, each of them a word; never half a recording

What is scored or converted may also hold `sentences`, a transcript a row as `pausa batch` writes it; `pairs` are
references with hypotheses, which `pairing` finds.

Where pieces begin and end follows from the content of the source and the size of a part alone. They are found on the
way, a file at a time, while others are worked on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

import msgspec

from pausa.batches.arrow import arrow
from pausa.batches.job import Job, digest_of
from pausa.batches.places import File, open_place
from pausa.core.errors import InputError, OptionError
from pausa.formats.base import Source
from pausa.formats.tables import column_of, columns_of

Kind = Literal["files", "lines", "texts", "words", "sentences", "pairs"]
#: Columns that say that a row of text is a turn of a longer recording.
_OF_TURNS = {"start", "end", "duration", "start_ms", "end_ms", "duration_ms", "speaker", "confidence", "mark"}
#: What a column is called that holds one word.
_ONE_WORD = ("word", "words", "token", "ortho")
#: The column in which `pausa batch` writes what it found.
SENTENCES = "sentences"
_CHUNK = 1 << 20
#: Bytes of a word and what is told of it, at least.
_WORD = 8
#: Files in one piece at most.
_FILES = 256
#: To read the last rows of a group, all before them must be unpacked: no group is cut into more pieces than this.
_CUTS = 16


@dataclass(frozen=True, slots=True)
class Piece:
    """What one worker does at a time: some files, or rows or bytes `start` to `stop` of one.

    `first` is the number of the first row, from 1; `column` holds the words; `digest` tells the content; `problem` is
    why a file could not be cut, and then it fails.
    """

    number: int
    kind: Kind
    files: tuple[File, ...]
    digest: str
    n_bytes: int
    start: int = 0
    stop: int = 0
    first: int = 1
    column: str = ""
    problem: str = ""

    def key(self, job: Job) -> str:
        """What the part follows from: the content, where it stands, and the settings."""
        names = (file.name.encode() for file in self.files)
        place = f"{self.kind} {self.start} {self.stop} {self.first} {self.column}".encode()
        return digest_of([job.settings.encode(), self.digest.encode(), place, *names])


def pieces_of(files: Sequence[File], job: Job) -> Iterator[Piece]:
    """The pieces of a lake, in order."""
    numbers = count()
    for piece in _unnumbered(files, job):
        yield replace(piece, number=next(numbers))


def _unnumbered(files: Sequence[File], job: Job) -> Iterator[Piece]:
    together: list[Piece] = []  # whole files that become one piece
    for file in files:
        try:
            cut = _cut(file, job)
            alone = Piece(0, "files", (file,), digest_of_file(file), file.n_bytes) if cut is None else None
        except (InputError, OSError, arrow().ArrowException) as problem:
            cut, alone = None, Piece(0, "files", (file,), "", file.n_bytes, problem=told(problem, file))
        if together and (alone is None or alone.problem or not _has_room(together, alone, job)):
            yield _joined(together)
            together = []
        if cut is not None:
            yield from cut
        elif alone is not None and alone.problem:
            yield alone
        elif alone is not None:
            together.append(alone)
    if together:
        yield _joined(together)


def _has_room(together: Sequence[Piece], one: Piece, job: Job) -> bool:
    n_bytes = sum(piece.n_bytes for piece in together) + one.n_bytes
    return len(together) < _FILES and n_bytes <= job.part_bytes


def _joined(pieces: Sequence[Piece]) -> Piece:
    files = tuple(file for piece in pieces for file in piece.files)
    digest = digest_of(piece.digest.encode() for piece in pieces)
    return Piece(0, "files", files, digest, sum(piece.n_bytes for piece in pieces))


def _cut(file: File, job: Job) -> Iterator[Piece] | None:
    """The pieces of a file that holds many transcripts; None for one that is read as a whole."""
    if is_table(file, job):
        return _cut_table(file, job)
    return _cut_lines(file, job) if is_of_transcripts(file, job) else None


def is_table(file: File, job: Job) -> bool:
    """Whether a file is a Parquet table, of which some rows can be read."""
    return job.reading.format in (None, "parquet") and file.name.lower().endswith(".parquet")


def digest_of_file(file: File) -> str:
    """A digest of what a file holds."""
    system, path = open_place(file.path)
    made = hashlib.blake2b(digest_size=16)
    with system.open_input_stream(path) as stream:
        while chunk := stream.read(_CHUNK):
            made.update(chunk)
    return made.hexdigest()


def is_of_transcripts(file: File, job: Job) -> bool:
    """Whether a file has JSON lines, and the first is a transcript, not a word or a turn of one."""
    if job.reading.format not in (None, "jsonl") or not file.name.lower().endswith((".jsonl", ".ndjson")):
        return False
    system, path = open_place(file.path)
    with system.open_input_stream(path) as stream:
        head = b""
        while chunk := stream.read(_CHUNK):
            head = (head + chunk).lstrip()
            if b"\n" in head:
                break
    try:
        value = msgspec.json.decode(head.split(b"\n", 1)[0])
    except (msgspec.DecodeError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    if any(isinstance(inside, list | dict) for inside in value.values()):
        return True
    columns = {column_of(name) for name in value}
    return "word" in columns and not columns & _OF_TURNS and not any(name in value for name in _ONE_WORD)


def _cut_lines(file: File, job: Job) -> Iterator[Piece]:
    """Some whole lines at a time, each piece with a digest of its own; one pass over the file."""
    system, path = open_place(file.path)
    start = stop = 0
    first = line = 1
    made = hashlib.blake2b(digest_size=16)
    with system.open_input_stream(path) as stream:
        while chunk := stream.read(_CHUNK):
            begin = 0
            while True:
                # The first end of a line behind which the piece is large enough.
                end = chunk.find(b"\n", begin + max(0, job.part_bytes - (stop - start) - 1)) + 1
                taken = chunk[begin : end or len(chunk)]
                made.update(taken)
                stop, line, begin = stop + len(taken), line + taken.count(b"\n"), begin + len(taken)
                if not end:
                    break
                yield Piece(0, "lines", (file,), made.hexdigest(), stop - start, start, stop, first)
                start, first, made = stop, line, hashlib.blake2b(digest_size=16)
    if stop > start:
        yield Piece(0, "lines", (file,), made.hexdigest(), stop - start, start, stop, first)


def _cut_table(file: File, job: Job) -> Iterator[Piece]:
    """Rows of a Parquet table: transcripts or words, by its columns."""
    with open_table(file) as table:
        schema = table.schema_arrow
        kind, column = kind_of_table(schema, file, job)
        groups = [table.metadata.row_group(number) for number in range(table.metadata.num_row_groups)]
        sizes = [(group.num_rows, bytes_of(group, column)) for group in groups]
        stops = _recordings(table, schema, sizes, file, job) if kind == "words" else _by_groups(sizes, job.part_bytes)
    n_rows, digest = sum(rows for rows, _ in sizes), digest_of_file(file)
    return (
        Piece(
            *(0, kind, (file,), digest),
            n_bytes=file.n_bytes * stop // n_rows - file.n_bytes * start // n_rows,
            start=start,
            stop=stop,
            first=start + 1,
            column=column,
        )
        for start, stop in zip([0, *stops], stops, strict=False)
    )


def kind_of_table(schema: Any, file: File, job: Job) -> tuple[Kind, str]:
    """What the rows of a table are, and the column that holds the words."""
    if job.reads_sentences and not job.reading.text_column and _holds_sentences(schema):
        return "sentences", SENTENCES
    column = job.reading.text_column or schema.names[columns_of(schema.names, Source("", file.name))["word"]]
    _check_texts(schema, column, file)
    known = {column_of(name) for name in schema.names}
    is_turn = known & _OF_TURNS or column.lower() in _ONE_WORD
    return ("words" if is_turn and not job.reading.text_column else "texts"), column


def _holds_sentences(schema: Any) -> bool:
    types = arrow().types
    if SENTENCES not in schema.names or not types.is_list(schema.field(SENTENCES).type):
        return False
    inside = schema.field(SENTENCES).type.value_type
    return bool(types.is_struct(inside)) and inside.get_field_index("text") >= 0


def open_table(file: File) -> Any:
    """A Parquet file, read as a stream: a group of rows need not fit into memory."""
    pa = arrow()
    system, path = open_place(file.path)
    return pa.parquet.ParquetFile(system.open_input_file(path), buffer_size=_CHUNK, pre_buffer=False)


def _check_texts(schema: Any, column: str, file: File) -> None:
    types = arrow().types
    if column not in schema.names:
        raise InputError(file.name, None, f"no column {column!r} in it", f"there are: {', '.join(schema.names)[:200]}")
    kind = schema.field(column).type
    if not (types.is_string(kind) or types.is_large_string(kind)):
        raise InputError(
            file.name, None, f"the column {column!r} holds {kind}, not text", "name another as text column"
        )


def bytes_of(group: Any, column: str) -> int:
    """Bytes that a column takes in a group of rows, unpacked."""
    parts = (group.column(number) for number in range(group.num_columns))
    return sum(part.total_uncompressed_size for part in parts if part.path_in_schema.split(".", 1)[0] == column)


def _by_groups(sizes: Sequence[tuple[int, int]], part_bytes: int) -> list[int]:
    """The rows before which pieces end: small groups together, large ones cut.

    >>> _by_groups([(10, 400), (10, 400), (10, 400), (100, 3000)], 1000)
    [20, 30, 64, 98, 130]
    """
    stops: list[int] = []
    row = n_bytes = 0
    for n_rows, size in sizes:
        if row > (stops[-1] if stops else 0) and n_bytes + size > part_bytes:
            stops.append(row)
            n_bytes = 0
        if size > part_bytes:
            step = -(-n_rows // min(_CUTS, -(-size // part_bytes)))
            stops += [row + stop for stop in range(step, n_rows, step)] + [row + n_rows]
            n_bytes = 0
        row, n_bytes = row + n_rows, n_bytes + (size if size <= part_bytes else 0)
    return stops if not row or (stops and stops[-1] == row) else [*stops, row]


def _recordings(table: Any, schema: Any, sizes: Sequence[tuple[int, int]], file: File, job: Job) -> list[int]:
    """The rows before which pieces of words end: as many whole recordings as make a part."""
    n_rows = sum(rows for rows, _ in sizes)
    name = recording_column(schema.names)
    if name is None or not n_rows:
        return [n_rows] if n_rows else []
    # Words that come again and again are stored once, so their bytes alone would say too little.
    per_piece = max(1, job.part_bytes // max(_WORD, sum(size for _, size in sizes) // n_rows))
    stops: list[int] = []
    seen: set[Any] = set()
    row, last = 0, None
    for batch in table.iter_batches(columns=[name]):
        for value in batch.column(0).to_pylist():
            if not row or value != last:
                if value in seen:
                    raise InputError(
                        file.name,
                        row + 1,
                        f"the rows of {value!r} do not stand together",
                        "sort the table by recording",
                    )
                seen.add(value)
                if row - (stops[-1] if stops else 0) >= per_piece:
                    stops.append(row)
                last = value
            row += 1
    return [*stops, n_rows]


def recording_column(names: Sequence[str]) -> str | None:
    """The column that says which recording a row belongs to."""
    return next((name for name in names if column_of(name) == "recording"), None)


def name_column(names: Sequence[str], job: Job) -> str | None:
    """The column that says how the transcript in a row is called."""
    wanted = job.reading.recording_column
    if wanted is not None:
        if wanted not in names:
            raise OptionError(f"There is no column {wanted!r}; there are: {', '.join(names)[:200]}.")
        return wanted
    return recording_column(names) or ("id" if "id" in names else None)


def told(problem: BaseException, file: File) -> str:
    """What is wrong with a file, in a line."""
    said = str(problem).split("\n", 1)[0][:500]
    return said if file.name in said else f"{file.name}: {said}"
