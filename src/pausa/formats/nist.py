"""What NIST's formats of rows (CTM, STM, RTTM) share: columns parted by blanks, and times that must be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pausa.core.document import Document
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.timing import own_or_filled
from pausa.formats.utterances import pieces
from pausa.text.tokens import split

_BLANKS = re.compile(r"[ \t]+")
_NUMBER = re.compile(r"\d++(?:\.\d*+)?|\.\d++")
#: Enough of a file to tell one format from another.
_LOOK, _LOOK_ROWS = 50_000, 50

#: How these formats spell that something is not known.
UNKNOWN = frozenset({"<na>", "null", "unknown", "-"})


def columns(line: str) -> list[str]:
    """The cells of a row. A no-break space is part of a cell, so that it does not shift the columns."""
    return line.split() if line.isascii() else [cell for cell in _BLANKS.split(line.strip()) if cell]


def rows(source: Source, *, comments: str | tuple[str, ...] = ";;") -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every row that is no comment."""
    for number, line in enumerate(source.text.split("\n"), start=1):
        cells = columns(line)
        if cells and not cells[0].startswith(comments):  # an empty tuple passes comments on
            yield number, cells


def first_rows(head: str) -> list[list[str]]:
    """Some whole rows from the start of a file, for telling formats apart."""
    lines = head[:_LOOK].split("\n")
    listed = (columns(line) for line in (lines[:-1] if len(head) > _LOOK else lines))
    return [cells for cells in listed if cells and not cells[0].startswith((";", "#"))][:_LOOK_ROWS]


def mostly(found: list[list[str]], is_row: Callable[[list[str]], bool]) -> bool:
    """Whether nearly all of these rows are of a kind; real files have some that are broken."""
    return bool(found) and 4 * sum(map(is_row, found)) >= 3 * len(found)


def is_table(found: list[list[str]], is_row: Callable[[list[str]], bool]) -> bool:
    """Whether these are rows of recording, channel and so on. One row alone may be a sentence with numbers in it.

    >>> is_table([["we", "sold", "20", "30", "boxes"]], lambda cells: True)
    False
    """
    return mostly(found, is_row) and (len(found) > 1 or len(found[0][1]) == 1)


def is_number(cell: str) -> bool:
    """Whether a cell holds plain seconds."""
    return _NUMBER.fullmatch(cell) is not None


def known(cell: str) -> str | None:
    """The cell, or None where it says that nothing is known."""
    return None if cell.lower() in UNKNOWN else cell


def known_number(cell: str) -> str | None:
    """The same for a cell that holds a number, which is unknown also where it says `NA`."""
    return None if cell.lower() == "na" else known(cell)


def cell(text: str | None, otherwise: str) -> str:
    """A name as one cell: blanks become underscores."""
    return "_".join((text or "").split()) or otherwise


def names(documents: Sequence[Document]) -> list[str]:
    """A cell for each recording's name, no two alike."""
    found: list[str] = []
    taken: set[str] = set()  # also of a million recordings, each is looked for once
    for number, doc in enumerate(documents, start=1):
        name = cell(doc.name, "recording")
        found.append(f"{name}-{number}" if name in taken else name)
        taken.add(found[-1])
    return found


def timed_tokens(doc: Document, *, format_name: str) -> Iterator[tuple[Word, Millis, Millis]]:
    """Words and events in order, each with its times; an event without stands where the word before it ends."""
    spans = iter(own_or_filled(doc.transcript, format_name=format_name))
    latest = 0
    for token in doc.transcript.tokens():
        if token.is_event:
            start = latest if token.start is None else token.start
            yield token, start, start if token.end is None else max(start, token.end)
        else:
            start, latest = next(spans)
            yield token, start, latest


def timed_cells(token: Word, start: Millis, end: Millis, *, format_name: str) -> list[tuple[str, Millis, Millis]]:
    """A word as cells with times: itself, and marks that stand apart from it where it begins or ends.

    An event is one cell; its blanks become underscores.
    """
    if token.is_event:
        return [(cell(token.text, ""), start, end)]
    cells: list[tuple[str, Millis, Millis]] = []
    at = start
    for piece in pieces(token, format_name=format_name):
        if split(piece)[1]:
            cells.append((piece, start, end))
            at = end
        else:
            cells.append((piece, at, at))
    return cells
