"""Where files of several recordings can be cut, so that one is read after the other.

A file can be cut where the rows of each recording stand together. Whether they do is known once all of it has been
gone through, which takes no memory but for the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pausa.formats.base import Cut, CutLines, Parse
from pausa.formats.nist import columns
from pausa.formats.tables import column_of, recording_of


@dataclass
class Runs:
    """The lines at which recordings begin, as long as the lines of each stand together."""

    starts: list[int] = field(default_factory=list)
    latest: str | None = None
    _seen: set[str] = field(default_factory=set)

    def add(self, name: str, line: int) -> bool:
        """Take a row of that recording; False where there were other rows since its last one."""
        if name == self.latest:
            return True
        if name in self._seen:
            return False
        self._seen.add(name)
        self.latest = name
        self.starts.append(line)
        return True

    def cut(self, parse: Parse, *, head: str = "", n_documents: int | None = None) -> Cut:
        """All that was taken; what stands before the first row goes with it."""
        starts = [head.count("\n"), *self.starts[1:]]
        return Cut(starts, len(self.starts) if n_documents is None else n_documents, parse, head)


def cut_table(header: str, names: Sequence[str], rows: Iterable[Sequence[str] | None], parse: Parse) -> Cut | None:
    """A part for each recording of a table with that header; None for a row that is more than a line."""
    meant = [column_of(name) for name in names]
    if "recording" not in meant or "word" not in meant:
        return None
    place = meant.index("recording")
    found = Runs()
    for number, cells in enumerate(rows, start=1):
        if cells is None:
            return None
        if any(cell.strip() for cell in cells):
            name = recording_of({"recording": cells[place]} if place < len(cells) else {})
            if not found.add(name, number):
                return None
    return found.cut(parse, head=header)


def cut_rows(parse: Parse, recording_in: Callable[[list[str]], str | None]) -> CutLines:
    """A part for each recording of rows parted by blanks; one of which no recording is told goes with those before."""

    def cut(lines: Iterable[str]) -> Cut | None:
        found = Runs()
        for number, line in enumerate(lines):
            name = recording_in(columns(line))
            if name is not None and not found.add(name, number):
                return None
        return found.cut(parse)

    return cut
