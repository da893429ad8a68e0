"""Which side each recording is on: one plain list for each source, kept in `benchmarks/splits`.

    # by meeting group            lines that begin with # say how and why
    dev ES2005a
    test ES2011a
    out IB4005                    in no side: it would tie two of them together

A recording that is not listed is there to learn from (`train`). An id may hold blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pausa.core.errors import InputError

Side = Literal["train", "dev", "test", "out"]
LISTED: tuple[Side, ...] = ("test", "dev", "out")
FOLDER = Path(__file__).parent / "splits"


def parse(text: str, *, name: str = "<text>") -> dict[str, Side]:
    """The side of each listed recording; no recording may be listed twice."""
    sides: dict[str, Side] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        side, _, recording = line.partition(" ")
        if side not in LISTED or not recording.strip():
            raise InputError(name, number, f"not a line of a split: {line!r}", f"write one of {LISTED} and an id")
        if recording in sides:
            raise InputError(name, number, f"{recording!r} is listed twice", "leave one of the two lines")
        sides[recording] = side
    return sides


def render(sides: Mapping[str, Side], *, notes: Iterable[str] = ()) -> str:
    """The text of a list: notes, then test, dev and what is left out, each in the order of ids."""
    lines = [f"# {note}" for note in notes]
    for side in LISTED:
        lines += [f"{side} {recording}" for recording in sorted(sides) if sides[recording] == side]
    return "\n".join(lines) + "\n"


@cache
def listed(split: str, *, folder: Path = FOLDER) -> Mapping[str, Side]:
    """The listed recordings of a split, with their sides."""
    path = folder / f"{split}.txt"
    if not path.is_file():
        raise InputError(str(path), None, f"there is no split for {split!r}", "python -m benchmarks make-splits")
    return parse(path.read_text(encoding="utf-8"), name=str(path))


def side_of(split: str, recording: str) -> Side:
    """The side of a recording: as listed, else `train`."""
    return listed(split).get(recording, "train")
