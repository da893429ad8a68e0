"""Folders in which several people annotated several recordings, not all of them everything.

    refs/anna/talk1.txt  refs/ben/talk1.txt        PERSON/RECORDING
    refs/talk1/anna.txt  refs/talk1/ben.txt        RECORDING/PERSON
    refs/talk1.anna.txt  refs/talk1.ben.txt        RECORDING.PERSON

Which of the first two it is, the words tell: files of one recording have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from pausa.core.document import Document
from pausa.workflow.wording import same_recording

Read = Callable[[Path], list[Document]]
_PACKED = (".gz", ".bz2", ".xz")


@dataclass(frozen=True)
class Found:
    """A document, the recording it is of, and where it was read."""

    recording: str
    document: Document
    source: str


@dataclass(frozen=True)
class _Cell:
    """A file that two names lead to: those of its folder and its own, or the two parts of its own."""

    outer: str
    inner: str
    found: Found


def find_crowd(folder: Path, read: Read) -> dict[str, list[Found]]:
    """What each person annotated in a folder of several people and recordings; empty where it is no such folder."""
    entries = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    folders = [path for path in entries if path.is_dir()]
    files = [path for path in entries if not path.is_dir()]
    if files and not folders:
        return _by_file_names(files, read)
    if folders and not files:
        cells = [cell for each in folders for path in sorted(each.iterdir()) for cell in _cells(path, each.name, read)]
        return _gather(cells, person_first=_is_person_first(cells))
    return {}


def _by_file_names(files: Sequence[Path], read: Read) -> dict[str, list[Found]]:
    """RECORDING.PERSON: every name has two parts, and some recording has two people."""
    parts = {path: _stem(path).rpartition(".") for path in files}
    recordings = [recording for recording, _, _ in parts.values()]
    if not all(recordings) or len(set(recordings)) == len(recordings):
        return {}
    cells = [
        _Cell(recording, person, Found(recording, document, str(path)))
        for path, (recording, _, person) in parts.items()
        for document in read(path)[:1]
    ]
    pair = next((pair for pair in combinations(cells, 2) if pair[0].outer == pair[1].outer), None)
    if pair is None or not _are_alike(*pair):
        return {}  # the dots mean something else
    return _gather(cells, person_first=False)


def _cells(path: Path, outer: str, read: Read) -> list[_Cell]:
    if path.is_dir():
        return []
    documents = read(path)
    names = [_stem(path)] if len(documents) == 1 else [document.name for document in documents]
    return [
        _Cell(outer, name, Found(name, document, str(path))) for name, document in zip(names, documents, strict=True)
    ]


def _is_person_first(cells: Sequence[_Cell]) -> bool:
    """Whether the folders are people: files of one name in two folders are then of one recording."""
    for one, other in combinations(cells, 2):
        if one.inner == other.inner:
            return _are_alike(one, other)
    for one, other in combinations(cells, 2):
        if one.outer == other.outer:
            return not _are_alike(one, other)
    return True


def _are_alike(one: _Cell, other: _Cell) -> bool:
    return same_recording(one.found.document.transcript, other.found.document.transcript)


def _gather(cells: Sequence[_Cell], *, person_first: bool) -> dict[str, list[Found]]:
    people: dict[str, list[Found]] = {}
    for cell in cells:
        person, recording = (cell.outer, cell.inner) if person_first else (cell.inner, cell.outer)
        people.setdefault(person, []).append(Found(recording, cell.found.document, cell.found.source))
    return dict(sorted(people.items()))


def _stem(path: Path) -> str:
    """A file's name without what tells its format."""
    name = path.name
    for suffix in _PACKED:
        name = name.removesuffix(suffix)
    return name.removesuffix(".pausa.json") if name.endswith(".pausa.json") else name.rpartition(".")[0] or name
