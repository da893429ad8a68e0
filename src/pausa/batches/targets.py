"""Where parts go: a folder of this machine, or one behind an address (s3://, gs:// …) that pyarrow or fsspec opens.

Names are those within the target, with slashes. Whatever is written takes its place whole or not at all: here it is
written beside its place and swapped in, behind an address it is written under another name and then moved.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from pausa.batches.arrow import arrow
from pausa.batches.places import first_line, is_address, open_place
from pausa.core.errors import InputError, OptionError
from pausa.core.saving import replacing

#: How what is still being written is called.
UNFINISHED = ".part"


def place_of(target: str) -> str:
    """A target as every worker finds it."""
    if not target:
        raise OptionError("The target is an empty name; give a folder or an address (. is the current folder).")
    return target.rstrip("/") if is_address(target) else str(Path(target).absolute())


@contextmanager
def replacing_in(target: str, name: str) -> Iterator[BinaryIO]:
    """A file of the target to write to, which takes its place once all is written."""
    if not is_address(target):
        path = Path(target) / name
        with _told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            yield file
        return
    system, root = open_place(target)
    folder, _, last = f"{root.rstrip('/')}/{name}".rpartition("/")
    part = f"{folder}/.{last[:40]}.{secrets.token_hex(6)}{UNFINISHED}"
    with _told(f"{target}/{name}"):
        system.create_dir(folder, recursive=True)
        try:
            with system.open_output_stream(part) as stream:
                yield cast(BinaryIO, stream)
            system.move(part, f"{folder}/{last}")
        except BaseException:
            with suppress(Exception):  # each plug-in has errors of its own; the first one is told
                system.delete_file(part)
            raise


def put_in(target: str, name: str, content: bytes) -> None:
    """Put content into the target, all at once."""
    with replacing_in(target, name) as file:
        file.write(content)


def content_in(target: str, name: str) -> bytes | None:
    """What a file of the target holds; None where there is none."""
    system, root = open_place(target)
    try:
        with system.open_input_stream(f"{root.rstrip('/')}/{name}") as stream:
            return bytes(stream.read())
    except FileNotFoundError:
        return None


def size_in(target: str, name: str) -> int | None:
    """Bytes of a file of the target; None where there is none."""
    if not is_address(target):
        try:
            return (Path(target) / name).stat().st_size
        except OSError:
            return None
    pa = arrow()
    system, root = open_place(target)
    info = system.get_file_info([f"{root.rstrip('/')}/{name}"])[0]
    return int(info.size) if info.type == pa.fs.FileType.File else None


def names_in(target: str, folder: str = "") -> list[str]:
    """The names of what is in the target, or in a folder of it, but not deeper; in order."""
    pa = arrow()
    system, root = open_place(target)
    inside = f"{root.rstrip('/')}/{folder}".rstrip("/")
    selected = pa.fs.FileSelector(inside, allow_not_found=True)
    with _told(target):
        return sorted(each.path.rstrip("/").rsplit("/", 1)[-1] for each in system.get_file_info(selected))


def remove_in(target: str, name: str) -> None:
    """Remove a file of the target, if it is there."""
    system, root = open_place(target)
    with suppress(FileNotFoundError):
        system.delete_file(f"{root.rstrip('/')}/{name}")


def remove_folder_in(target: str, name: str) -> None:
    """Remove a folder of the target with all that is in it, if it is there."""
    system, root = open_place(target)
    with suppress(FileNotFoundError, NotADirectoryError):
        system.delete_dir(f"{root.rstrip('/')}/{name}")


def open_in(target: str, name: str) -> Any:
    """A file of the target to read from any place in it."""
    system, root = open_place(target)
    return system.open_input_file(f"{root.rstrip('/')}/{name}")


@contextmanager
def _told(place: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise InputError(str(place), None, f"cannot be written: {problem.strerror or first_line(problem)}") from problem
