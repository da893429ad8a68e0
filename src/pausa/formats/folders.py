"""Folders of transcripts: the files in them, and in folders inside, that are named like one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pausa.core.errors import InputError
from pausa.core.messages import Say, counted
from pausa.formats import ENTRIES
from pausa.formats.detection import has_suffix


def files_of(paths: Iterable[str], *, say: Say, also: Callable[[str], bool] | None = None) -> list[str]:
    """The paths, with all transcripts in a folder in its place, in the order of their names; others are passed over.

    `also` tells of further files, by name, that they are wanted.
    """
    found: list[str] = []
    for path in paths:
        if not path:
            raise InputError("''", None, "an empty path leads nowhere", "give a file or a folder")
        found += _transcripts(Path(path), say, also) if path != "-" and Path(path).is_dir() else [path]
    return found


def _transcripts(folder: Path, say: Say, also: Callable[[str], bool] | None) -> list[str]:
    inside = sorted(each for each in folder.rglob("*") if each.is_file() and not _is_hidden(each, folder))
    named = [any(has_suffix(each.name, name) for name in ENTRIES) for each in inside]
    found = [str(each) for each, is_named in zip(inside, named, strict=True) if is_named or (also and also(each.name))]
    if not found:
        held = f"holds no transcript among its {counted(len(inside), 'file')}" if inside else "holds no files"
        raise InputError(str(folder), None, f"this folder {held}", "give the files themselves")
    if len(found) < len(inside):
        say(f"{folder}: {len(inside) - len(found)} of {len(inside)} files are not named like transcripts, passed over")
    return found


def _is_hidden(path: Path, folder: Path) -> bool:
    """Whether a file, or a folder on the way to it, has a name that hides it."""
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def place_in(source: str, folders: Iterable[str]) -> Path:
    """Where a file lies inside of the folder that it was found in; nowhere else for others.

    >>> place_in("calls/may/one.json", ["calls"]).as_posix(), place_in("one.json", ["calls"]).as_posix()
    ('may', '.')
    """
    parent = Path(source).parent
    within = (Path(folder) for folder in folders if parent.is_relative_to(folder))
    return next((parent.relative_to(each) for each in within), Path())
