"""What is done: a line for each part, with the key of its piece, so that a run that was stopped goes on.

    {"number": 0, "key": "9f…", "receipt": {"n_rows": 120, "n_words": 171204, "n_bytes": 402113, …}}

Lines are added as parts come in, and put in order in the end. A line that was cut off by a crash is passed over. A part
counts as done if its key is that of the piece and its files have the size that is written here.

Nothing can be added to a file behind an address. There each line is a small file of its own, `_ledger/000000.json`,
until all are put together in the end; the driver has a copy of them on its own disk.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
from msgspec.structs import replace

from pausa.batches.guard import LOCK
from pausa.batches.job import Job
from pausa.batches.parts import Receipt, part_name
from pausa.batches.pieces import Piece
from pausa.batches.places import is_address
from pausa.batches.sentences import Failure
from pausa.batches.targets import (
    UNFINISHED,
    content_in,
    names_in,
    put_in,
    remove_folder_in,
    remove_in,
    replacing_in,
    size_in,
)
from pausa.core.errors import InputError, OptionError

LEDGER = "_ledger.jsonl"
#: Where lines wait behind an address.
LINES = "_ledger"


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


def check_own(target: str) -> None:
    """Refuse a target that holds something else than an earlier run has made."""
    there = {name for name in names_in(target) if not name.startswith(".")}
    if there - {LOCK} and not there & {LEDGER, LINES}:
        raise OptionError(f"{target} holds other files; give a new folder, or one that pausa batch has made.")


class Ledger:
    """The ledger of one target; there is one writer, the driver."""

    def __init__(self, job: Job) -> None:
        self.job, self.target = job, job.target
        self._entries: dict[int, _Entry] = {}
        self._stale: set[str] = set()  # files that were made once and may no longer belong here
        self._file = self._opened()
        self._load()

    def _opened(self) -> IO[bytes]:
        if not is_address(self.target):
            folder = Path(self.target)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                return (folder / LEDGER).open("a+b")
            except OSError as problem:
                raise InputError(str(folder), None, f"cannot be written: {problem.strerror or problem}") from problem
        copy = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed with the ledger
        copy.write(content_in(self.target, LEDGER) or b"")
        for name in names_in(self.target, LINES):
            copy.write((content_in(self.target, f"{LINES}/{name}") or b"").rstrip() + b"\n")
        return copy

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
        receipt = self._receipt(entry)
        sizes = [size_in(self.target, name) for name in self._names(piece.number, receipt)]
        return receipt if sum(size or 0 for size in sizes) == entry.n_bytes and None not in sizes else None

    def add(self, piece: Piece, key: str, receipt: Receipt) -> None:
        """Write down that a piece is done; it is known to be once this returns."""
        before = self._entries.get(piece.number)
        if before is not None:
            self._stale.update(self._receipt(before).files)
        told = replace(receipt, seconds=0.0)  # how long it took is no part of what was made
        offset = self._file.seek(0, 2)
        line = msgspec.json.encode(_Line(piece.number, key, told)) + b"\n"
        self._file.write(line)
        self._file.flush()
        if is_address(self.target):
            put_in(self.target, f"{LINES}/{piece.number:06d}.json", line)
        self._entries[piece.number] = _Entry(key, offset, receipt.n_bytes)

    def finish(self, n_pieces: int) -> None:
        """Put the lines in order; remove parts that no longer belong here, and what a crash left half written."""
        for number in [number for number in self._entries if number >= n_pieces]:
            self._stale.update(self._receipt(self._entries.pop(number)).files)
        kept: set[str] = set()
        for number, entry in self._entries.items():
            names = self._names(number, self._receipt(entry)) if entry.n_bytes else ()
            kept.update(name for name in names if "/" not in name)
            self._stale.difference_update(names)
        for name in names_in(self.target):
            is_left = name.startswith(".") and name.endswith(UNFINISHED)
            if is_left or (name.startswith("part-") and "." in name and name not in kept):
                remove_in(self.target, name)
        with replacing_in(self.target, LEDGER) as file:
            offset = 0
            ordered = {}
            for number in sorted(self._entries):
                entry = self._entries[number]
                line = self._line(entry)
                file.write(line)
                ordered[number] = _Entry(entry.key, offset, entry.n_bytes)
                offset += len(line)
        for name in sorted(self._stale):
            remove_in(self.target, name)
        for folder in sorted({name.rpartition("/")[0] for name in self._stale if "/" in name}):
            if not names_in(self.target, folder):
                remove_folder_in(self.target, folder)
        if is_address(self.target):
            remove_folder_in(self.target, LINES)
        self._file.close()
        self._file = self._opened()
        self._entries = ordered

    def receipts(self) -> Iterator[Receipt]:
        """What was made of each piece, in the order of the source."""
        for number in sorted(self._entries):
            yield self._receipt(self._entries[number])

    def failures(self) -> Iterator[Failure]:
        """Everything that failed, in the order of the source."""
        for receipt in self.receipts():
            yield from receipt.failures

    def close(self) -> None:
        self._file.close()

    def _names(self, number: int, receipt: Receipt) -> Iterable[str]:
        return receipt.files or (part_name(self.job, number),)

    def _receipt(self, entry: _Entry) -> Receipt:
        return msgspec.json.decode(self._line(entry), type=_Line).receipt

    def _line(self, entry: _Entry) -> bytes:
        self._file.seek(entry.offset)
        return self._file.readline()
