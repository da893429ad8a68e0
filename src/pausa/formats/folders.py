"""Folders of transcripts: the files in them that are named like one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pausa.core.errors import InputError
from pausa.core.messages import Say
from pausa.formats import ENTRIES
from pausa.formats.detection import has_suffix


def files_of(paths: Iterable[str], *, say: Say, also: Callable[[str], bool] | None = None) -> list[str]:
    """The paths, with the transcripts of a folder in its place, in the order of their names; others are passed over.

    `also` tells of further files, by name, that they are wanted.
    """
    found: list[str] = []
    for path in paths:
        found += _transcripts(Path(path), say, also) if path != "-" and Path(path).is_dir() else [path]
    return found


def _transcripts(folder: Path, say: Say, also: Callable[[str], bool] | None) -> list[str]:
    inside = sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
    named = [any(has_suffix(each.name, name) for name in ENTRIES) for each in inside]
    found = [str(each) for each, is_named in zip(inside, named, strict=True) if is_named or (also and also(each.name))]
    if not found:
        held = f"holds no transcript among its {len(inside)} files" if inside else "holds no files"
        raise InputError(str(folder), None, f"this folder {held}", "give the files themselves")
    if len(found) < len(inside):
        say(f"{folder}: {len(inside) - len(found)} of {len(inside)} files are not named like transcripts, passed over")
    return found
