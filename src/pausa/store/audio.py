"""Recordings: kept in the project's own folder, found there by name only, and drawn from peaks.

A recording is named in the database by its bare file name. Whatever else a name may say, nothing outside the folder
is ever opened.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.formats.files import save

#: Kinds of files that both browsers and soundfile know, and what a browser is told they are.
MEDIA_TYPES = {
    ".wav": "audio/wav",
    ".flac": "audio/flac",
    ".ogg": "audio/ogg",
    ".oga": "audio/ogg",
    ".opus": "audio/ogg",
    ".mp3": "audio/mpeg",
}
PEAKS_PER_SECOND = 50
_PIECE = 1 << 20


def keep(source: BinaryIO, name: str, folder: Path, *, most_bytes: int) -> tuple[str, float]:
    """Copy a recording into the folder; its name there and its length in seconds."""
    suffix = Path(name).suffix.lower()
    if suffix not in MEDIA_TYPES:
        raise InputError(Path(name).name, None, "no kind of recording that works here", f"give {_kinds()}")
    folder.mkdir(parents=True, exist_ok=True)
    target = _free(folder, Path(name).stem, suffix)
    try:
        with target.open("xb") as out:
            _copy(source, out, most_bytes)
        return target.name, seconds(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _copy(source: BinaryIO, out: BinaryIO, most_bytes: int) -> None:
    left = most_bytes
    while piece := source.read(_PIECE):
        left -= len(piece)
        if left < 0:
            raise OptionError(f"The recording is larger than {most_bytes:,} bytes.")
        out.write(piece)


def _free(folder: Path, stem: str, suffix: str) -> Path:
    """A path in the folder that is not taken, after a name of which only harmless signs are left."""
    base = "".join(sign if sign.isalnum() or sign in "_-" else "_" for sign in stem)[:80] or "recording"
    number = 1
    while True:
        path = folder / (f"{base}{suffix}" if number == 1 else f"{base}-{number}{suffix}")
        if not path.exists():
            return path
        number += 1


def located(folder: Path, name: str) -> Path | None:
    """The recording of that name in the folder, None where there is none; a path is no name."""
    if Path(name).name != name or name in ("", ".", ".."):
        return None
    path = folder / name
    inside = path.resolve().is_relative_to(folder.resolve())
    return path if inside and path.is_file() and path.suffix.lower() in MEDIA_TYPES else None


def matching(paths: Iterable[Path], name: str) -> Path | None:
    """The recording of a transcript among files and folders: the one with the same name."""
    for path in paths:
        for each in sorted(path.iterdir()) if path.is_dir() else [path]:
            if each.suffix.lower() in MEDIA_TYPES and each.stem == name:
                return each
    return None


def seconds(path: Path) -> float:
    """How long a recording lasts."""
    soundfile = _soundfile()
    try:
        return float(soundfile.info(str(path)).duration)
    except soundfile.SoundFileError as problem:
        raise InputError(path.name, None, "cannot be read as a recording", f"give {_kinds()}") from problem


def peaks(path: Path) -> list[int]:
    """How loud it gets in each fiftieth of a second, 0 to 255, the loudest of all being 255."""
    soundfile = _soundfile()
    found: list[float] = []
    with soundfile.SoundFile(str(path)) as sound:
        per_peak = sound.samplerate / PEAKS_PER_SECOND
        n_peaks = int(np.ceil(sound.frames / per_peak))
        edges = np.round(np.arange(n_peaks + 1) * per_peak).astype(np.int64)
        chunk = 3000  # a minute at a time, whatever the length of the recording
        for first in range(0, n_peaks, chunk):
            last = min(first + chunk, n_peaks)
            block = sound.read(int(edges[last] - edges[first]), dtype="float32", always_2d=True)
            if not len(block):
                break
            loud = np.abs(block).max(axis=1)
            starts = edges[first:last] - edges[first]
            found += np.maximum.reduceat(loud, starts[starts < len(loud)]).tolist()
    top = max(found, default=0.0)
    return [round(255 * value / top) for value in found] if top else [0] * len(found)


def stored_peaks(path: Path, folder: Path) -> bytes:
    """The peaks as JSON, worked out once and kept in the folder."""
    kept = folder / f"{path.name}.json"
    if kept.is_file() and kept.stat().st_mtime >= path.stat().st_mtime:
        return kept.read_bytes()
    content = msgspec.json.encode({"per_second": PEAKS_PER_SECOND, "peaks": peaks(path)})
    folder.mkdir(parents=True, exist_ok=True)
    save(content, kept)
    return content


def copied(path: Path, folder: Path) -> tuple[str, float]:
    """A recording of this machine copied into the project."""
    try:
        with path.open("rb") as source:
            return keep(source, path.name, folder, most_bytes=shutil.disk_usage(folder.parent).free)
    except OSError as problem:
        raise InputError(str(path), None, f"cannot be copied: {problem.strerror}") from problem


def _kinds() -> str:
    return "WAV, FLAC, OGG, Opus or MP3"


def _soundfile() -> Any:
    try:
        import soundfile  # only where there are recordings
    except ModuleNotFoundError as problem:
        raise MissingExtra("soundfile", "audio", "A project with recordings") from problem
    return soundfile
