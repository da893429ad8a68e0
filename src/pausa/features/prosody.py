"""Pitch and loudness of a recording, every 10 ms: F0 by autocorrelation, energy as RMS in decibels.

For each frame the autocorrelation of a windowed stretch of signal is divided by that of the window (Boersma 1993),
so that a periodic sound reaches about 1 at its period whatever the window. Peaks are candidates for the period;
"unvoiced" is one more. The best way through the candidates avoids jumps of an octave and needless switches between
voiced and unvoiced. Voiced stretches under 40 ms are dropped, the rest is smoothed by a median over five frames.

    frame i is about the 10 ms that start at 10 · i ms;  f0 in Hz, NaN where unvoiced;  energy in dB, 0 = full scale

All of it is done on blocks of frames at a time: an hour of speech takes seconds, in the memory of a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.features.audio import Audio, resampled
from pausa.features.pitchpath import VOICING, best_path, smoothed, unvoiced_strength, without_blips

STEP_MS = 10
LOWEST_HZ, HIGHEST_HZ = 75.0, 500.0

#: Enough for F0, and what is above costs time only.
_RATE = 16_000
_BLOCK_SECONDS = 10.0
_FLOOR_DB = -100.0

#: Candidates kept for each frame, and how much a higher one is preferred (Praat's usual value).
_CANDIDATES = 6
_OCTAVE_COST = 0.01

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class Contours:
    """F0 (Hz, NaN where unvoiced) and energy (dB) for every 10 ms."""

    f0: Floats
    energy: Floats

    def __len__(self) -> int:
        return len(self.f0)

    @property
    def seconds(self) -> float:
        return len(self) * STEP_MS / 1000

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing here that could be speech: no voice, or next to no sound."""
        return not len(self) or bool(np.isnan(self.f0).mean() > 0.99 or np.quantile(self.energy, 0.98) < -70)


@dataclass(frozen=True)
class _Candidates:
    """For every frame: possible F0s and how strong each is (−inf where there is none), the peak, the energy."""

    f0: NDArray[np.float32]
    strength: NDArray[np.float32]
    peak: Floats
    energy: Floats


def f0_and_energy(
    audio: Audio,
    *,
    lowest: float = LOWEST_HZ,
    highest: float = HIGHEST_HZ,
    progress: Progress = lambda share, told: None,
) -> Contours:
    """The contours of a whole recording, read block by block."""
    parts = []
    for part in _analysed(audio, lowest, highest):
        parts.append(part)
        progress(min(1.0, len(parts) * _BLOCK_SECONDS / audio.seconds), "pitch and energy")
    if not parts:
        return Contours(np.zeros(0), np.zeros(0))
    peak = np.concatenate([part.peak for part in parts])
    f0 = np.concatenate([part.f0 for part in parts])
    strength = np.concatenate([part.strength for part in parts])
    chosen = best_path(f0, strength, unvoiced_strength(peak))
    return Contours(smoothed(without_blips(chosen)), np.concatenate([part.energy for part in parts]))


def _analysed(audio: Audio, lowest: float, highest: float) -> Iterator[_Candidates]:
    """The candidates of each block of frames; a frame's window reaches into the blocks on both sides."""
    rate = min(audio.rate // 100 * 100, _RATE)  # so that 10 ms are whole samples
    step = rate * STEP_MS // 1000
    window = 2 * round(1.5 * rate / lowest)
    before = (window - step) // 2
    waiting = np.zeros(before)
    for samples in _at_rate(audio, rate):
        waiting = np.concatenate([waiting, samples])
        n_frames = (len(waiting) - window) // step + 1
        if n_frames > 0:
            yield _frames(waiting[: (n_frames - 1) * step + window], rate, step, window, lowest, highest)
            waiting = waiting[n_frames * step :]
    left = len(waiting) - before
    if left >= step // 2:
        n_frames = max(1, round(left / step))
        padded = np.pad(waiting, (0, max(0, (n_frames - 1) * step + window - len(waiting))))
        yield _frames(padded[: (n_frames - 1) * step + window], rate, step, window, lowest, highest)


def _at_rate(audio: Audio, rate: int) -> Iterator[Floats]:
    """The recording in blocks at a rate it may not have; the edges of blocks come out as if there were none."""
    if rate == audio.rate:
        yield from audio.blocks(_BLOCK_SECONDS)
        return
    # Units of about a tenth of a second that are whole samples at both rates; one of them on each side is
    # resampled twice and used once.
    common = gcd(audio.rate, rate)
    times = -(-common // 10)
    unit_in, unit_out = audio.rate // common * times, rate // common * times
    behind = np.zeros(0)
    is_first = True
    for samples in audio.blocks(_BLOCK_SECONDS):
        behind = np.concatenate([behind, samples])
        whole = len(behind) // unit_in
        if whole < 3:
            continue
        made = resampled(behind[: whole * unit_in], audio.rate, rate)
        yield made[0 if is_first else unit_out : (whole - 1) * unit_out]
        behind = behind[(whole - 2) * unit_in :]
        is_first = False
    yield resampled(behind, audio.rate, rate)[0 if is_first else unit_out :]


def _frames(signal: Floats, rate: int, step: int, window: int, lowest: float, highest: float) -> _Candidates:
    frames = sliding_window_view(signal, window)[::step]
    shape = np.hanning(window + 2)[1:-1]
    energy = 10 * np.log10(np.maximum((frames**2) @ shape / shape.sum(), 10 ** (_FLOOR_DB / 10)))
    # What matters for the peak is the sound itself, not a constant offset or a rumble.
    centred = frames - frames.mean(axis=1, keepdims=True)
    peak = np.abs(centred).max(axis=1)
    finer = max(1, -(-_RATE // rate))  # a low rate is too coarse to tell one period from two: interpolate
    correlation = _autocorrelation(centred * shape, window, finer) / _autocorrelation(shape[None], window, finer)
    f0, strength = _peaks(correlation, rate * finer, lowest, highest)
    return _Candidates(f0, strength, peak, energy)


def _autocorrelation(frames: Floats, window: int, finer: int) -> NDArray[np.float32]:
    """Autocorrelation over lags up to half a window, 1 at lag 0, `finer` values for each sample."""
    size = 1 << (window + window // 2).bit_length()
    power = np.abs(np.fft.rfft(frames.astype(np.float32), size)) ** 2
    raw = np.fft.irfft(power, size * finer)[:, : (window // 2) * finer]
    made: NDArray[np.float32] = (raw / np.maximum(raw[:, :1], 1e-20)).astype(np.float32)
    return made


def _peaks(
    correlation: NDArray[np.float32], rate: int, lowest: float, highest: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The F0s and strengths of the best peaks of each frame; higher F0s are preferred a little."""
    first, last = int(rate / highest), min(int(rate / lowest) + 1, correlation.shape[1] - 2)
    left, here, right = (correlation[:, first + shift : last + 1 + shift] for shift in (-1, 0, 1))
    is_peak = (here > left) & (here >= right) & (here > 0.5 * VOICING)
    ranked = np.where(is_peak, here, -np.inf)
    lags = np.arange(first, last + 1, dtype=np.float32)
    ranked = ranked - np.float32(_OCTAVE_COST) * np.log2(np.float32(lowest) * lags / rate)
    best = np.argpartition(-ranked, _CANDIDATES - 1, axis=1)[:, :_CANDIDATES]
    rows = np.arange(len(correlation))[:, None]
    a, b, c = left[rows, best], here[rows, best], right[rows, best]
    bend = np.minimum(a - 2 * b + c, -1e-9)
    shift = np.clip(0.5 * (a - c) / bend, -1, 1)
    height = np.minimum(b - 0.25 * (a - c) * shift, 1.0)
    f0 = rate / (first + best + shift)
    found = is_peak[rows, best] & (f0 >= lowest) & (f0 <= highest)
    strength = np.where(found, height - _OCTAVE_COST * np.log2(lowest / f0), -np.inf)
    return f0.astype(np.float32), strength.astype(np.float32)
