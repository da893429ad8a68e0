"""Documents one after the other, from file to file: memory follows the largest of them, not the file.

A plain file of UTF-8 is gone through twice where its format can be cut: once to see whether the lines of each
recording stand together, and once to read them, a recording at a time. Any other file is read whole, with the same
documents as a result. Formats whose files are pieces one after the other are written so.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from pausa.core.document import Document
from pausa.core.errors import NoWords, PausaError
from pausa.core.saving import replacing
from pausa.core.unpacking import USUAL, ReadLimits, is_packed
from pausa.formats.base import Cut, Format, Layout, Source
from pausa.formats.detection import HEAD, asked_for, detect, detect_binary
from pausa.formats.files import (
    Warn,
    holds_something,
    in_own_languages,
    named,
    parsed,
    read_all,
    render,
    said_to_be_in,
    store,
    tell_problems,
)
from pausa.text.languages import AUTO
from pausa.text.languages import language as language_of

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def read_each(
    path: str | Path,
    *,
    format: str | None = None,
    language: str = AUTO,
    warn: Warn,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> Iterator[Document]:
    """Every document in a file, in order, as `read_all` gives them; where the file allows it, read when asked for."""

    def whole() -> list[Document]:
        return read_all(path, format=format, language=language, warn=warn, limits=limits, encoding=encoding)

    if str(path) == "-" or encoding is not None or not Path(path).is_file():
        yield from whole()
        return
    with open(path, "rb") as file:
        chosen = _format(file, str(path), format)
        cut = _cut(file, chosen) if chosen is not None else None
        if chosen is None or cut is None:
            file.close()
            yield from whole()
            return
        try:
            yield from _parts(file, cut, chosen, Source("", str(path), limits=limits), language, warn)
        except PausaError:
            whole()  # whoever reads all of it can tell what is wrong, and where
            raise


def _format(file: BinaryIO, name: str, asked: str | None) -> Format | None:
    """The format of a file, where it may be cut; None where all of it must be looked at."""
    start = file.read(4 * HEAD)
    if is_packed(start) or start.startswith(_MARKS) or b"\x00" in start or detect_binary(start) is not None:
        return None
    if asked:
        chosen, inside = asked_for(asked)
        return chosen if chosen.cut is not None and not inside else None
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return None
    if "\r" in text or not text.strip() or (len(start) == 4 * HEAD and len(text.lstrip()) < HEAD):
        return None
    chosen = detect(text, name)
    return chosen if chosen.cut is not None else None


def _cut(file: BinaryIO, chosen: Format) -> Cut | None:
    """Where the file can be cut, if it holds several documents."""
    file.seek(0)
    assert chosen.cut is not None
    try:
        cut = chosen.cut(_lines(file))
    except (_Otherwise, UnicodeDecodeError):
        return None
    return cut if cut is not None and len(cut.starts) > 1 else None


class _Otherwise(Exception):
    """The file has line ends of another system."""


def _lines(file: BinaryIO) -> Iterator[str]:
    for line in file:
        if b"\r" in line:
            raise _Otherwise
        yield line.decode()


def _parts(file: BinaryIO, cut: Cut, chosen: Format, told: Source, language: str, warn: Warn) -> Iterator[Document]:
    """The documents of one part after the other; what is wrong with any is said in the end."""
    is_heard = chosen.holds_blank
    silent: list[Document] = []  # a file without any word is refused, so these wait for one
    for found in _found(file, cut, chosen, told, language, warn):
        is_heard = is_heard or any(map(holds_something, found))
        silent += found
        if is_heard:
            yield from silent
            silent = []
    if not is_heard:
        raise NoWords(told.name, None, "no words in it")
    tell_problems(told, warn)


def _found(
    file: BinaryIO, cut: Cut, chosen: Format, told: Source, language: str, warn: Warn
) -> Iterator[list[Document]]:
    """The documents of each part; bad rows and notes go to those of the whole file."""
    spoken = language_of("en" if language == AUTO else language)
    reader = replace(chosen, parse=cut.parse)
    file.seek(0)
    n_head = sum(1 for _ in islice(file, cut.starts[0]))
    first = 1
    for place, start in enumerate(cut.starts):
        lines = islice(file, cut.starts[place + 1] - start) if place + 1 < len(cut.starts) else file
        source = replace(told, text=cut.head + b"".join(lines).decode(), language=spoken, bad_rows=[], notes=[])
        read = partial(_read, reader=reader, first=first)
        found = read(source)
        told.n_rows, told.n_blank = source.n_rows, source.n_blank
        told.notes += source.notes
        for line, problem in source.bad_rows:
            told.bad_row(None if line is None else line - n_head + start, problem)
        first += len(found)
        if language == AUTO:
            yield in_own_languages(found, source, read, warn)
        else:
            yield [said_to_be_in(doc, language) for doc in found]


def _read(source: Source, *, reader: Format, first: int) -> list[Document]:
    return named(parsed(reader, source), reader, source, first=first, alone=False)


def write_each(documents: Iterable[Document], format: Format, path: str | Path, *, layout: Layout) -> None:
    """Write documents as they come, as far as the format allows it; the file is there whole or not at all."""
    if format.beside is not None:
        store(list(documents), format, path, layout=layout)
        return
    with _opened(path) as file:
        for piece in pieces(documents, format, layout=layout):
            file.write(piece if isinstance(piece, bytes) else piece.encode())
        file.flush()


def pieces(documents: Iterable[Document], format: Format, *, layout: Layout) -> Iterator[str | bytes]:
    """A file of these documents, piece by piece."""
    if format.pieces is not None:
        yield from format.pieces(documents, layout)
    elif format.joins:
        for place, doc in enumerate(documents):
            yield "\n" if place else ""
            yield render([doc], format, layout=layout)
    else:
        yield render(list(documents), format, layout=layout)


def _opened(path: str | Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdout.buffer) if str(path) == "-" else replacing(path)
