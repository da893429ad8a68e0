"""Where a lake is: a folder with all that is in it, a pattern, one file; on this machine or behind an address.

    calls/                      every transcript in the folder and in the folders in it
    calls/2026-*/**/*.json      a pattern: * within a name, ** across folders
    calls.parquet               one file
    s3://bucket/calls           what pyarrow opens by itself, or a plug-in of fsspec

Names that begin with a dot or an underscore are passed over, as other tools for lakes do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pausa.batches.arrow import arrow
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say
from pausa.formats import ENTRIES
from pausa.formats.detection import has_suffix

_PATTERN = re.compile(r"[*?\[]")
_ADDRESS = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the lake: its name within the source, where it is, how large."""

    name: str
    path: str
    n_bytes: int


def is_address(path: str) -> bool:
    """Whether a path is an address, such as s3://bucket/calls."""
    return _ADDRESS.match(path) is not None


def open_place(path: str) -> tuple[Any, str]:
    """The file system that a path or an address belongs to, and the path within it."""
    pa = arrow()
    address = _ADDRESS.match(path)
    if not address:
        return pa.fs.LocalFileSystem(), str(Path(path).absolute())
    try:
        found: tuple[Any, str] = pa.fs.FileSystem.from_uri(path)
        return found
    except (pa.ArrowException, ValueError, OSError, NotImplementedError) as problem:
        return _by_plugin(path, address["scheme"], problem)


def _by_plugin(path: str, scheme: str, problem: Exception) -> tuple[Any, str]:
    """The same by fsspec, for what pyarrow does not know by itself."""
    advice = f"install the fsspec plug-in for {scheme}:// addresses, or copy the files here"
    try:
        import fsspec  # optional, and so are its plug-ins
    except ImportError:
        raise InputError(path, None, f"cannot be opened ({first_line(problem)})", advice) from None
    try:
        system, inside = fsspec.core.url_to_fs(path)
    except Exception as missing:  # each plug-in has errors of its own
        raise InputError(path, None, f"cannot be opened ({first_line(missing)})", advice) from missing
    pa = arrow()
    return pa.fs.PyFileSystem(pa.fs.FSSpecHandler(system)), inside


def files_in(source: str, *, say: Say) -> list[File]:
    """The transcripts of a source, in the order of their names."""
    if not source:
        raise OptionError("The source is an empty name; give a folder, a pattern, a file or an address.")
    pa = arrow()
    address = _ADDRESS.match(source)
    prefix = f"{address['scheme']}://" if address else ""
    base, pattern = _parted(source)
    system, root = open_place(base)
    try:
        info = system.get_file_info([root])[0]
        if info.type == pa.fs.FileType.File and not pattern:
            return [File(root.rsplit("/", 1)[-1], prefix + root, info.size)]
        if info.type != pa.fs.FileType.Directory:
            raise InputError(source, None, "no such file or folder", "check the path")
        inside = system.get_file_info(pa.fs.FileSelector(root, recursive=True))
    except (pa.ArrowException, OSError) as problem:
        raise InputError(source, None, f"cannot be listed ({first_line(problem)})") from problem
    start = len(root.rstrip("/")) + 1
    files = [each for each in inside if each.type == pa.fs.FileType.File]
    try:
        found = [File(each.path[start:], prefix + each.path, each.size) for each in files]
    except UnicodeDecodeError:
        raise InputError(source, None, "holds a file whose name is no text", "give it another name") from None
    return _wanted(sorted(found, key=lambda file: file.name), pattern, source, say)


def _wanted(found: list[File], pattern: str, source: str, say: Say) -> list[File]:
    """The files that a pattern means; without one, those that are named like transcripts."""
    shown = [file for file in found if not any(part[:1] in (".", "_") for part in file.name.split("/"))]
    if pattern:
        fits = _regex(pattern)
        wanted = [file for file in shown if fits.fullmatch(file.name)]
    else:
        wanted = [file for file in shown if any(has_suffix(file.name, name) for name in ENTRIES)]
        if wanted and len(wanted) < len(shown):
            n_others = len(shown) - len(wanted)
            say(f"{source}: {n_others} of {len(shown)} files are not named like transcripts, passed over")
    if not wanted:
        raise InputError(source, None, f"no transcript among {len(found)} files", "give a folder, a file or a pattern")
    return wanted


def _parted(source: str) -> tuple[str, str]:
    """The folder where a pattern begins, and the pattern; only the path, where there is none.

    >>> _parted("calls/2026-*/a.json"), _parted("calls"), _parted("*.json"), _parted("/*/a")
    (('calls', '2026-*/a.json'), ('calls', ''), ('.', '*.json'), ('/', '*/a'))
    """
    found = _PATTERN.search(source)
    if not found or Path(source).exists():
        return source, ""
    folder, slash, _ = source[: found.start()].rpartition("/")
    return (folder or slash or "."), source[len(folder) + len(slash) :]


def _regex(pattern: str) -> re.Pattern[str]:
    """What a pattern means for a name with slashes.

    >>> bool(_regex("**/*.json").fullmatch("a/b.json")), bool(_regex("*.json").fullmatch("a/b.json"))
    (True, False)
    """
    meant = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]+\])", pattern)
    try:
        return re.compile("".join(meant.get(part) or (part if part[:1] == "[" else re.escape(part)) for part in parts))
    except re.error as problem:
        raise OptionError(f"{pattern} is no pattern of names ({problem}).") from None


def first_line(problem: BaseException) -> str:
    """What a problem says first, not too long; its kind where it says nothing."""
    return (str(problem).split("\n", 1)[0] or type(problem).__name__)[:200]
