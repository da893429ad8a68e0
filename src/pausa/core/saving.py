"""The one place where something is put where something else may be.

- A plain file is written beside its place and then swapped in: whoever looks sees the old one or the new one, whole.
- A link is followed: the file behind it is replaced, and the link stays a link.
- A device, a pipe or an open descriptor (`/dev/stdout`, `/dev/null`, `>(…)`) is written to and never replaced.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pausa.core.errors import InputError

#: Where the system shows what a process has open; there is no file of that name to be replaced.
_DESCRIPTOR = re.compile(r"/(?:dev|proc/(?P<process>\d+)(?:/task/\d+)?)/fd/(?P<number>\d+)")
_MOST_LINKS = 40
_BINARY = getattr(os, "O_BINARY", 0)  # only Windows tells text from bytes here
_NO_TERMINAL = getattr(os, "O_NOCTTY", 0)


def put(content: bytes, path: str | Path, *, synced: bool = False) -> None:
    """Put content where the path leads, all at once."""
    with replacing(path, synced=synced) as file:
        file.write(content)


@contextmanager
def replacing(path: str | Path, *, synced: bool = False) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place once all is written; nothing changes if that fails.

    `synced` waits until it is on the disk, for what must outlive a power cut.
    """
    try:
        stream = _stream(path)
        with _swapped(_target(path), synced) if stream is None else open(stream, "wb") as file:
            yield file
    except BrokenPipeError:
        raise  # whoever reads has seen enough
    except OSError as problem:
        raise InputError(str(path), None, f"cannot be written: {problem.strerror or problem}") from problem


@contextmanager
def replacing_folder(path: str | Path) -> Iterator[Path]:
    """A folder to fill, which takes the place of the one that is there once it is full."""
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _beside(target)
        part.mkdir()
        try:
            yield part
            if target.exists():
                part.chmod(stat.S_IMODE(target.stat().st_mode))
                before = _beside(target)
                target.rename(before)
                try:
                    part.rename(target)
                except BaseException:
                    before.rename(target)
                    raise
                shutil.rmtree(before, ignore_errors=True)
            else:
                part.rename(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as problem:
        raise InputError(str(path), None, f"cannot be written: {problem.strerror or problem}") from problem


def is_stream(path: str | Path) -> bool:
    """Whether a path leads to something that is written to and never replaced."""
    if _followed(path)[1] is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _stream(path: str | Path) -> int | None:
    """A descriptor to write to, where the path leads to a stream."""
    own = _followed(path)[1]
    if own is not None:
        for ours in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                ours.flush()  # what was said before comes before
        return os.dup(own)
    # Neither made nor emptied: if it is gone by now, that is an error and no new file.
    return os.open(path, os.O_WRONLY | _BINARY | _NO_TERMINAL) if is_stream(path) else None


def _target(path: str | Path) -> Path:
    """The plain file that a path leads to; it need not be there yet."""
    return _followed(path)[0]


def _followed(path: str | Path) -> tuple[Path, int | None]:
    """Where links lead in the end, and the descriptor of this process that stands there, if one does.

    Links are followed one by one: to the system, what an open descriptor leads to looks like a link as well.
    """
    place = os.path.join(os.getcwd(), path)
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(os.path.dirname(place))
        place = os.path.join(folder, os.path.basename(place))
        shown = _DESCRIPTOR.fullmatch(place)
        if shown and shown["process"] in (None, str(os.getpid())):
            return Path(place), int(shown["number"])
        try:
            place = os.path.join(folder, os.readlink(place))
        except OSError:  # no link
            break
    return Path(place), None


@contextmanager
def _swapped(target: Path, synced: bool) -> Iterator[BinaryIO]:
    """A new file beside the target, with its permissions, that takes its place in the end."""
    try:
        before = target.stat()
    except FileNotFoundError:
        before = None
    if target.is_dir():
        raise IsADirectoryError(0, "this is a folder")
    part = _beside(target)
    # The system takes off what the user does not give to others; no time at which more may read it than will later.
    mode = 0o666 if before is None else stat.S_IMODE(before.st_mode) & 0o777
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            if synced:
                os.fsync(file.fileno())
        if before is not None:
            _like_before(part, before)
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _like_before(part: Path, before: os.stat_result) -> None:
    """Give a new file the owner, as far as that is allowed, and the permissions of the one before."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(part, before.st_uid, before.st_gid)
    part.chmod(stat.S_IMODE(before.st_mode))


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.part")
