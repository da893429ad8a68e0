"""References and hypotheses of the same recordings, brought together piece by piece.

The driver goes over both sources once, as it must for their digests, and notes where every recording of the references
stands: in a database on its disk, so that its memory does not grow with them. Then each recording of the hypotheses is
looked up by its name. Pieces follow the order of the hypotheses; references are read fastest in the same order.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby

import msgspec

from pausa.batches.arrow import arrow
from pausa.batches.documents import called, file_stem, line_name, numbered
from pausa.batches.job import Job, digest_of
from pausa.batches.pieces import (
    Piece,
    digest_of_file,
    is_of_transcripts,
    is_table,
    kind_of_table,
    name_column,
    open_table,
    recording_column,
    told,
)
from pausa.batches.places import File, open_place
from pausa.batches.sentences import Failure
from pausa.core.errors import InputError

#: Recordings in one piece at most.
_RECORDINGS = 256


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some recordings of one source that stand together: whose they are, and what is to be read."""

    label: str
    piece: Piece
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairs(Piece):
    """Hypotheses with their references; `failures` are recordings that only one side has."""

    hypotheses: tuple[Stretch, ...] = ()
    references: tuple[Stretch, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True)
class Lake:
    """A source whose recordings are one maker's, unless they say whose they are."""

    label: str
    files: Sequence[File]

    @property
    def n_bytes(self) -> int:
        return sum(file.n_bytes for file in self.files)


#: Where one recording stands.
_Place = tuple[str, Piece]


def pairs_of(references: Sequence[Lake], hypotheses: Lake, job: Job) -> Iterator[Pairs]:
    """The hypotheses with their references, some recordings at a time; in the end what nobody has asked for."""
    single = all(len(lake.files) == 1 for lake in (*references, hypotheses))
    with closing(_Index()) as index:
        for place, lake in enumerate(references):
            for name, piece in _places_in(lake, job, single=single):
                index.add(name, place, piece)
        number = 0
        for group in _grouped(_looked_up(hypotheses, index, job, single=single), job.part_bytes):
            yield _pairs(number, group, references, hypotheses)
            number += 1
        for rest in index.unused(_RECORDINGS):
            failed = tuple(
                Failure(piece.files[0].name, _row(piece), name, "no hypothesis for it") for name, piece in rest
            )
            yield _numbered(Pairs(number, "pairs", (), "", 0, failures=failed))
            number += 1


@dataclass(frozen=True)
class _Found:
    """A recording of the hypotheses, and its references by the place of their source."""

    name: str
    piece: Piece
    references: tuple[tuple[int, Piece], ...]
    problem: str

    @property
    def n_bytes(self) -> int:
        return self.piece.n_bytes + sum(piece.n_bytes for _, piece in self.references)


def _looked_up(hypotheses: Lake, index: _Index, job: Job, *, single: bool) -> Iterator[_Found]:
    for name, piece in _places_in(hypotheses, job, single=single):
        found, is_first = index.take(name)
        problem = "" if found else "no reference for it"
        yield _Found(name, piece, found, problem if is_first else "another hypothesis has the same name")


def _grouped(found: Iterator[_Found], part_bytes: int) -> Iterator[list[_Found]]:
    group: list[_Found] = []
    n_bytes = 0
    for one in found:
        if group and (len(group) == _RECORDINGS or n_bytes + one.n_bytes > part_bytes):
            yield group
            group, n_bytes = [], 0
        group.append(one)
        n_bytes += one.n_bytes
    if group:
        yield group


def _pairs(number: int, group: Sequence[_Found], references: Sequence[Lake], hypotheses: Lake) -> Pairs:
    good = [one for one in group if not one.problem]
    failed = [Failure(one.piece.files[0].name, _row(one.piece), one.name, one.problem) for one in group if one.problem]
    theirs: list[Stretch] = []
    for place, lake in enumerate(references):
        held = [(one.name, piece) for one in good for at, piece in one.references if at == place]
        held.sort(key=lambda each: (each[1].files[0].path, each[1].start))
        theirs += _joined(held, lake.label)
    made = Pairs(
        number,
        "pairs",
        tuple(dict.fromkeys(file for one in group for file in one.piece.files)),
        "",
        sum(one.n_bytes for one in group),
        hypotheses=_joined([(one.name, one.piece) for one in good], hypotheses.label),
        references=tuple(theirs),
        failures=tuple(failed),
    )
    return _numbered(made)


def _numbered(pairs: Pairs) -> Pairs:
    """The same with a digest of all that it is made of."""
    told_of = [
        msgspec.json.encode([each.label, each.piece, each.names]) for each in (*pairs.hypotheses, *pairs.references)
    ]
    return replace(pairs, digest=digest_of([*told_of, b"", *(msgspec.json.encode(one) for one in pairs.failures)]))


def _joined(held: Sequence[_Place], label: str) -> tuple[Stretch, ...]:
    """Recordings that follow one another in a file, as one stretch each."""
    made: list[Stretch] = []
    for name, piece in held:
        last = made[-1].piece if made else None
        if last is not None and _follows(piece, last):
            digest = last.digest if last.digest == piece.digest else _digest_of_both(last, piece)
            whole = replace(last, stop=piece.stop, n_bytes=last.n_bytes + piece.n_bytes, digest=digest)
            made[-1] = Stretch(label, whole, (*made[-1].names, name))
            continue
        made.append(Stretch(label, piece, (name,)))
    return tuple(made)


def _follows(piece: Piece, last: Piece) -> bool:
    """Whether a piece begins where the last one ends, so that both can be read at once."""
    return last.kind == piece.kind != "files" and last.files == piece.files and last.stop == piece.start


def _digest_of_both(one: Piece, other: Piece) -> str:
    return digest_of([one.digest.encode(), other.digest.encode()])


def _row(piece: Piece) -> int | None:
    return None if piece.kind == "files" else piece.first


def _places_in(lake: Lake, job: Job, *, single: bool) -> Iterator[_Place]:
    """Every recording of a source with where it stands; a file alone on its side needs no name."""
    for file in lake.files:
        try:
            if is_table(file, job):
                yield from _in_table(file, job)
            elif is_of_transcripts(file, job):
                yield from _in_lines(file)
            else:
                name = "" if single else file_stem(file.name)
                yield name, Piece(0, "files", (file,), digest_of_file(file), file.n_bytes)
        except (InputError, OSError, arrow().ArrowException) as problem:
            yield file_stem(file.name), Piece(0, "files", (file,), "", file.n_bytes, problem=told(problem, file))


def _in_table(file: File, job: Job) -> Iterator[_Place]:
    digest = digest_of_file(file)
    with open_table(file) as table:
        names = table.schema_arrow.names
        kind, column = kind_of_table(table.schema_arrow, file, job)
        n_rows = table.metadata.num_rows
        named = recording_column(names) if kind == "words" else name_column(names, job)
        if n_rows and named is None and kind == "words":
            whole = Piece(0, kind, (file,), digest, file.n_bytes, 0, n_rows, 1, column)
            yield file_stem(file.name), whole
            return
        rows: Iterable[tuple[str, int, int]]
        if named is None:
            rows = ((numbered(row + 1), row, row + 1) for row in range(n_rows))
        else:
            rows = _runs(table, named, together=kind == "words", otherwise=file_stem(file.name))
        for name, start, stop in rows:
            n_bytes = file.n_bytes * stop // n_rows - file.n_bytes * start // n_rows
            yield name, Piece(0, kind, (file,), digest, n_bytes, start, stop, start + 1, column)


def _runs(table: object, column: str, *, together: bool, otherwise: str) -> Iterator[tuple[str, int, int]]:
    """The names in a column with their rows; `together` where equal ones that follow one another are one recording."""
    row = 0
    last: tuple[str, int, int] | None = None
    for batch in table.iter_batches(columns=[column], use_threads=False):  # type: ignore[attr-defined]
        values = batch.column(0).to_pylist()
        if together:
            named = [otherwise if value in (None, "") else str(value) for value in values]
        else:
            named = called(values, row + 1)
        for name, run in groupby(named) if together else ((name, (name,)) for name in named):
            n_rows = sum(1 for _ in run)
            if last is not None and together and last[0] == name:
                last = (name, last[1], row + n_rows)
            else:
                if last is not None:
                    yield last
                last = (name, row, row + n_rows)
            row += n_rows
    if last is not None:
        yield last


def _in_lines(file: File) -> Iterator[_Place]:
    system, path = open_place(file.path)
    start = 0
    with system.open_input_stream(path) as stream:
        for number, line in enumerate(_lines(stream), start=1):
            stop = start + len(line)
            if line.strip():
                digest = hashlib.blake2b(line, digest_size=16).hexdigest()
                yield line_name(line, number), Piece(0, "lines", (file,), digest, len(line), start, stop, number)
            start = stop


def _lines(stream: object) -> Iterator[bytes]:
    """Lines with their ends, some read at a time."""
    rest = b""
    while chunk := stream.read(1 << 20):  # type: ignore[attr-defined]
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest


class _Index:
    """Where every recording of the references stands, on the disk, and whether a hypothesis has asked for it."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("")  # a file that goes with the connection
        self._database.execute("CREATE TABLE held (name TEXT, place INTEGER, piece BLOB)")
        self._database.execute("CREATE TABLE asked (name TEXT PRIMARY KEY) WITHOUT ROWID")
        self._is_indexed = False
        self._decoder = msgspec.json.Decoder(Piece)

    def add(self, name: str, place: int, piece: Piece) -> None:
        self._database.execute("INSERT INTO held VALUES (?, ?, ?)", (name, place, msgspec.json.encode(piece)))

    def take(self, name: str) -> tuple[tuple[tuple[int, Piece], ...], bool]:
        """The references of a recording, and whether nobody has asked for them before."""
        if not self._is_indexed:
            self._database.execute("CREATE INDEX names ON held (name)")
            self._is_indexed = True
        rows = self._database.execute("SELECT place, piece FROM held WHERE name = ? ORDER BY rowid", (name,)).fetchall()
        asked = self._database.execute("INSERT OR IGNORE INTO asked VALUES (?)", (name,))
        return tuple((place, self._decoder.decode(piece)) for place, piece in rows), asked.rowcount == 1

    def unused(self, size: int) -> Iterator[list[_Place]]:
        """References that nobody has asked for, some at a time."""
        rows = self._database.execute(
            "SELECT name, piece FROM held WHERE name NOT IN (SELECT name FROM asked) ORDER BY rowid"
        )
        while found := rows.fetchmany(size):
            yield [(name, self._decoder.decode(piece)) for name, piece in found]

    def close(self) -> None:
        self._database.close()
