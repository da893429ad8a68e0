"""Recordings as numbers: one channel, in blocks, never the whole file at once.

WAV, FLAC, OGG, MP3 and what else libsndfile knows is read as it is. Anything else (m4a, video) goes through
an `ffmpeg` program into a temporary file, where there is such a program. Several channels become their mean.
The sampling rate stays what it is unless another one is asked for: 8 kHz telephone speech stays 8 kHz.

    audio = open_audio("talk.flac")
    audio.rate, audio.seconds
    for block in audio.blocks(20.0): ...        # float64 samples, −1 … 1
    audio.read(12.5, 14.0, rate=16000)          # a piece, resampled
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np

from pausa.core.errors import InputError, MissingExtra
from pausa.core.scores import Floats

#: Seconds around a piece that are resampled with it, so that its edges come out right.
_MARGIN = 0.05
#: Samples a second; recordings have 768,000 at most. What a header claims, resampling has to hold in memory.
_MOST_RATE = 1_000_000


@dataclass(frozen=True)
class Audio:
    """A recording that can be read piece by piece; make it with `open_audio`."""

    name: str
    rate: int
    n_samples: int
    channels: int
    _path: Path = field(repr=False)
    _kept: _Temporary | None = field(default=None, repr=False)

    @property
    def seconds(self) -> float:
        return self.n_samples / self.rate

    def blocks(self, seconds: float = 20.0) -> Iterator[Floats]:
        """The samples in order, at most that many seconds at a time; ends where the data ends."""
        size = max(1, round(seconds * self.rate))
        with _opened(self._path, self.name) as file:
            while len(block := _samples(file, size, self.name)):
                yield block

    def read(self, start: float, stop: float, *, rate: int | None = None) -> Floats:
        """The samples from `start` to `stop` in seconds, at the asked rate; shorter where the recording ends."""
        wanted = self.rate if rate is None else rate
        margin = 0.0 if wanted == self.rate else _MARGIN
        # At another rate the piece starts where both rates have a sample, else it would be shifted a little.
        grid = self.rate // gcd(self.rate, wanted)
        first = max(0, round((start - margin) * self.rate)) // grid * grid
        last = max(first, round((stop + margin) * self.rate))
        with _opened(self._path, self.name) as file:
            if first >= file.frames:
                return np.zeros(0)
            file.seek(first)
            samples = _samples(file, last - first, self.name)
        if wanted == self.rate:
            return samples
        end = min(stop, (first + len(samples)) / self.rate)
        skipped = round(start * wanted) - first * wanted // self.rate
        return resampled(samples, self.rate, wanted)[skipped:][: max(0, round((end - start) * wanted))]


class _Temporary:
    """A folder that goes away with the last one who holds it."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="pausa-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def open_audio(path: str | Path, *, converter: str = "ffmpeg") -> Audio:
    """A recording, ready to be read; `converter` is the program for what libsndfile does not know."""
    place = Path(path)
    if not place.is_file():
        raise InputError(str(path), None, "no such audio file")
    if not place.stat().st_size:
        raise InputError(str(path), None, "the audio file is empty")
    kept = None
    reason = _obstacle(place)
    if reason:
        kept = _Temporary()
        place = _converted(place, kept.path / "audio.flac", converter, reason=reason)
    with _opened(place, str(path)) as file:
        if file.samplerate > _MOST_RATE:
            told = f"{file.samplerate:,} samples a second, more than any recording has"
            raise InputError(str(path), None, told, "is the file whole?")
        if not file.frames:
            raise InputError(str(path), None, "there is no sound in this file, only a header")
        return Audio(str(path), file.samplerate, file.frames, file.channels, place, kept)


def resampled(samples: Floats, rate: int, wanted: int) -> Floats:
    """The same sound at another rate, by its spectrum: nothing is kept above half the lower rate.

    >>> len(resampled(np.zeros(441), 44100, 16000))
    160
    """
    if rate == wanted or not len(samples):
        return samples
    common = gcd(rate, wanted)
    down, up = rate // common, wanted // common
    # Silence behind the end, so that the end does not run into the start, and whole periods of both rates.
    groups = -(-(len(samples) + rate // 50) // down)
    n_in, n_out = groups * down, groups * up
    spectrum = np.fft.rfft(samples, n_in)
    kept = min(n_in, n_out) // 2 + 1
    made: Floats = np.fft.irfft(spectrum[:kept], n_out) * (n_out / n_in)
    return made[: round(len(samples) * wanted / rate)]


def _soundfile() -> Any:
    try:
        import soundfile  # a fifth of a second, and only for those who have audio
    except ImportError:
        raise MissingExtra("soundfile", "audio", "Reading audio") from None
    return soundfile


def _obstacle(path: Path) -> str:
    """Why libsndfile cannot read from any place in a file; empty where it can."""
    try:
        with _soundfile().SoundFile(path) as file:
            return "" if file.seekable() else "it can only be read from its beginning"
    except _soundfile().LibsndfileError as problem:
        return _reason(problem)


def _opened(path: Path, name: str) -> Any:
    try:
        return _soundfile().SoundFile(path)
    except _soundfile().LibsndfileError as problem:
        raise InputError(name, None, f"cannot be read as audio ({_reason(problem)})") from problem


def _samples(file: Any, size: int, name: str) -> Floats:
    """The next samples, channels mixed."""
    place = file.tell()
    try:
        frames = file.read(size, dtype="float32", always_2d=True)
    except _soundfile().LibsndfileError as problem:
        where = f"the audio is damaged after {place / file.samplerate:.1f} s ({_reason(problem)})"
        raise InputError(name, None, where, "make the file again or convert it") from problem
    # A float file may hold NaN or infinity; one such sample must not spoil the whole recording.
    mixed: Floats = frames.mean(axis=1, dtype=np.float64)
    return np.nan_to_num(mixed, copy=False, nan=0.0, posinf=1.0, neginf=-1.0)


def _converted(source: Path, target: Path, converter: str, *, reason: str) -> Path:
    program = shutil.which(converter)
    if program is None:
        raise InputError(
            str(source),
            None,
            f"cannot be read as audio ({reason})",
            "if it is m4a, video or the like, install ffmpeg or convert it to WAV or FLAC; if not, is the file whole?",
        )
    command = [program, "-nostdin", "-v", "error", "-y", "-i", str(source), "-vn", "-ac", "1", str(target)]
    finished = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if finished.returncode or not target.exists():
        said = finished.stderr.strip().splitlines()
        told = said[-1] if said else f"it ended with {finished.returncode}"
        raise InputError(str(source), None, f"ffmpeg cannot read this as audio ({told})")
    return target


def _reason(problem: Any) -> str:
    """What libsndfile says, without the path."""
    return str(getattr(problem, "error_string", problem)).removeprefix("Error : ").strip().rstrip(".")
