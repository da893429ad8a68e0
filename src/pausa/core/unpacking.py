"""Packed files (gzip, xz, bzip2), unpacked a piece at a time and only so far.

What a plain file holds is its owner's own doing. A packed one, or a table in columns, may say little and mean any
amount: a megabyte of gzip unpacks to a gigabyte. Transcripts do not. The spelled-out JSON of a recogniser shrinks to a
thirtieth, and a word with its times still takes several bytes. So how far a file may grow follows from its size:

- to `FACTOR` times its bytes, but at least `SMALL`,
- to a word or row for each of its bytes, but at least `FEW`,
- to `PIECES` times as many pieces (what stands between white space or quotes) as words.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from pausa.core.errors import InputError, OptionError, TooLarge

FACTOR = 64
SMALL = 16 << 20
FEW = 200_000
PIECES = 3
_OPENERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"\xfd7zXZ": lzma.LZMAFile,
    b"BZh": bz2.BZ2File,
}
_PIECE = 1 << 20
_GLANCE = 1 << 16
#: How white space that ASCII does not know begins, or is written in full.
_WIDE_SPACES = (
    *(b"\xe3\x80\x80", b"\xe2\x80", b"\xe2\x81\x9f", b"\xe1\x9a\x80", b"\xc2\xa0", b"\xc2\x85"),
    *(bytes([code]) for code in range(0x1C, 0x20)),
)
#: Signs by which JSON and XML spell others, or begin something.
_ESCAPES = (b"\\", b"<", b"&")
_BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error, ValueError, MemoryError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLimits:
    """How far a file may grow while it is read; None is what follows from its size.

    Whoever gives `expanded_bytes` trusts the file as far as that, whatever the number of words in it. `words` also
    holds for files that do not grow. `advice` is what a refusal suggests.

    >>> ReadLimits().bytes_for(1 << 20) >> 20, ReadLimits(expanded_bytes=1000).bytes_for(1 << 20)
    (64, 1000)
    """

    expanded_bytes: int | None = None
    words: int | None = None
    advice: str = (
        "if you trust it, unpack it first or allow more (--max-expanded MB, or limits=ReadLimits(…) in Python)"
    )

    def __post_init__(self) -> None:
        for name in ("expanded_bytes", "words"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise OptionError(f"{name} is a number above 0, not {value}.")

    def bytes_for(self, stored: int) -> int:
        """How many bytes may come of so many."""
        return max(SMALL, FACTOR * stored) if self.expanded_bytes is None else self.expanded_bytes

    def words_for(self, stored: int) -> int | None:
        """How many words may come of so many bytes; None where their number does not matter."""
        if self.words is None and self.expanded_bytes is None:
            return max(FEW, stored)
        return self.words

    def too_large(self, name: str, found: str) -> TooLarge:
        """An error for the caller to raise; what was found ends with the limit."""
        return TooLarge(name, None, f"{found}, the most that is read of such a file", self.advice)


#: What follows from a file's size.
USUAL = ReadLimits()


def is_packed(data: bytes) -> bool:
    """Whether a file that begins so is packed."""
    return data.startswith(tuple(_OPENERS))


def unpacked(data: bytes, *, name: str, limits: ReadLimits = USUAL) -> bytes:
    """What a packed file holds; other data as it is."""
    if not is_packed(data):
        return data
    with _bounded(io.BytesIO(data), data[:8], len(data), name, limits) as file:
        return file.read()


def opened(path: str | Path, *, limits: ReadLimits = USUAL) -> BinaryIO:
    """A file to be read as if it were not packed."""
    file = open(path, "rb")  # noqa: SIM115 - the caller closes it
    head = file.peek(8)[:8]
    if not is_packed(head):
        return file
    return _bounded(file, head, os.fstat(file.fileno()).st_size, str(path), limits)


def _bounded(file: BinaryIO, head: bytes, stored: int, name: str, limits: ReadLimits) -> BinaryIO:
    opener = next(opener for magic, opener in _OPENERS.items() if head.startswith(magic))
    return cast(BinaryIO, io.BufferedReader(_Bounded(opener(file), file, stored, name, limits), _PIECE))


class _Bounded(io.RawIOBase):
    """Reads from what unpacks, until it is too much."""

    def __init__(self, unpacking: BinaryIO, file: BinaryIO, stored: int, name: str, limits: ReadLimits) -> None:
        self._unpacking, self._file, self._name, self._limits = unpacking, file, name, limits
        self._most = self._left = limits.bytes_for(stored)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            piece = self._unpacking.read(min(len(buffer), _PIECE))
        except _BROKEN as problem:
            told = problem or type(problem).__name__
            raise InputError(self._name, None, f"packed, but cannot be unpacked: {told}", "is it whole?") from problem
        self._left -= len(piece)
        if self._left < 0:
            raise self._limits.too_large(self._name, f"unpacks to more than {megabytes(self._most)}")
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self._unpacking.close()
            self._file.close()
        super().close()


def megabytes(n_bytes: int) -> str:
    """A size in words.

    >>> megabytes(64 << 20), megabytes(1500)
    ('64 MB', '1,500 bytes')
    """
    return f"{n_bytes >> 20:,} MB" if n_bytes >= 1 << 20 else f"{n_bytes:,} bytes"


def check_pieces(data: bytes, stored: int, *, name: str, limits: ReadLimits) -> None:
    """Refuse unpacked text of more pieces than a packed file of that size can be meant to hold."""
    words = limits.words_for(stored)
    if words is None:
        return
    apart = quoted = 0
    for start in range(0, len(data), _GLANCE):
        piece = data[start : start + _GLANCE]
        apart += len(piece.split()) + sum(map(piece.count, _WIDE_SPACES))
        quoted += piece.count(b'"') // 2 + sum(map(piece.count, _ESCAPES))
        if max(apart, quoted) > PIECES * words:
            raise limits.too_large(name, f"unpacks to more than {PIECES * words:,} pieces of text")
