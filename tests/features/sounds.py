"""Sound made for tests: voices that glide, noise, silence, and a synthetic speaker where the machine has one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from pausa.core.scores import Floats

needs_voice = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="needs espeak-ng to make speech")


def glide(
    start_hz: float, stop_hz: float, seconds: float, *, rate: int = 16000, harmonics: tuple[float, ...] = ()
) -> Floats:
    """A voice whose F0 goes from one frequency to another, loudest harmonic near 0.3."""
    f0 = np.linspace(start_hz, stop_hz, round(seconds * rate))
    phase = 2 * np.pi * np.cumsum(f0) / rate
    heights = harmonics or tuple(1 / k for k in range(1, 11))
    made = sum(height * np.sin(k * phase) for k, height in enumerate(heights, start=1))
    return np.asarray(0.2 * made)


def hiss(seconds: float, *, rate: int = 16000, level: float = 0.01, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(0, level, round(seconds * rate))


def stored(path: Path, samples: Floats, *, rate: int = 16000) -> Path:
    soundfile = pytest.importorskip("soundfile")
    soundfile.write(path, samples, rate)
    return path


def speech(path: Path, text: str) -> Path:
    """A synthetic voice reading the text."""
    subprocess.run(["espeak-ng", "-v", "en-us", "-s", "140", "-w", str(path), text], check=True, capture_output=True)
    return path
