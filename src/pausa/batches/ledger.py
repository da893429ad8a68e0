"""What is done: a line for each part, with the key of its piece, so that a run that was stopped goes on.

    {"number": 0, "key": "9f…", "receipt": {"n_rows": 120, "n_words": 171204, "n_bytes": 402113, …}}

Lines are added as parts come in, and put in order in the end. A line that was cut off by a crash is passed over. A part
counts as done if its key is that of the piece and the file has the size that is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pausa.batches.job import Job
from pausa.batches.parts import Receipt, part_path
from pausa.batches.pieces import Piece
from pausa.batches.sentences import Failure
from pausa.core.errors import InputError, OptionError
from pausa.core.saving import replacing

LEDGER = "_ledger.jsonl"


class _Line(msgspec.Struct, frozen=True):
    number: int
    key: str
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a line is, and what must be known of it."""

    key: str
    offset: int
    n_bytes: int


class Ledger:
    """The ledger of one target; there is one writer, the driver."""

    def __init__(self, job: Job) -> None:
        self.job = job
        folder = Path(job.target)
        self.path = folder / LEDGER
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self.path.exists() and any(folder.iterdir()):
                raise OptionError(f"{folder} holds other files; give a new folder, or one that pausa batch has made.")
            self._entries: dict[int, _Entry] = {}
            self._file = self.path.open("a+b")
        except OSError as problem:
            raise InputError(str(folder), None, f"cannot be written: {problem.strerror or problem}") from problem
        self._load()

    def _load(self) -> None:
        decoder = msgspec.json.Decoder(_Line)
        self._file.seek(0)
        offset = 0
        for line in self._file:
            try:
                found = decoder.decode(line)
            except msgspec.DecodeError:
                pass  # cut off by a crash
            else:
                self._entries[found.number] = _Entry(found.key, offset, found.receipt.n_bytes)
            offset += len(line)
        if offset:
            self._file.seek(offset - 1)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")

    def __len__(self) -> int:
        return len(self._entries)

    def done(self, piece: Piece, key: str) -> Receipt | None:
        """What was made of this piece, if its part is there."""
        entry = self._entries.get(piece.number)
        if entry is None or entry.key != key or not entry.n_bytes:
            return None
        try:
            same = part_path(self.job, piece.number).stat().st_size == entry.n_bytes
        except OSError:
            return None
        return self._receipt(entry) if same else None

    def add(self, piece: Piece, key: str, receipt: Receipt) -> None:
        """Write down that a piece is done; it is known to be once this returns."""
        told = replace(receipt, seconds=0.0)  # how long it took is no part of what was made
        offset = self._file.seek(0, 2)
        self._file.write(msgspec.json.encode(_Line(piece.number, key, told)) + b"\n")
        self._file.flush()
        self._entries[piece.number] = _Entry(key, offset, receipt.n_bytes)

    def finish(self, n_pieces: int) -> None:
        """Put the lines in order; remove parts that no longer belong here, and what a crash left half written."""
        for left in self.path.parent.glob(".part-*.part"):
            left.unlink(missing_ok=True)
        self._entries = {number: entry for number, entry in self._entries.items() if number < n_pieces}
        kept = {part_path(self.job, number).name for number, entry in self._entries.items() if entry.n_bytes}
        for part in self.path.parent.glob("part-*"):
            if part.name not in kept:
                part.unlink()
        with replacing(self.path) as file:
            offset = 0
            ordered = {}
            for number in sorted(self._entries):
                entry = self._entries[number]
                line = self._line(entry)
                file.write(line)
                ordered[number] = _Entry(entry.key, offset, entry.n_bytes)
                offset += len(line)
        self._file.close()
        self._file = self.path.open("a+b")
        self._entries = ordered

    def failures(self) -> Iterator[Failure]:
        """Everything that failed, in the order of the source."""
        for number in sorted(self._entries):
            yield from self._receipt(self._entries[number]).failures

    def close(self) -> None:
        self._file.close()

    def _receipt(self, entry: _Entry) -> Receipt:
        return msgspec.json.decode(self._line(entry), type=_Line).receipt

    def _line(self, entry: _Entry) -> bytes:
        self._file.seek(entry.offset)
        return self._file.readline()
