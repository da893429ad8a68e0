from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pausa.features.audio import open_audio
from pausa.features.prosody import Contours, f0_and_energy
from tests.features.sounds import glide, hiss, needs_voice, speech, stored


def contours(path: Path, samples: np.ndarray, *, rate: int = 16000) -> Contours:
    return f0_and_energy(open_audio(stored(path, samples, rate=rate)))


@pytest.mark.parametrize("rate", [8000, 16000, 44100])
@pytest.mark.parametrize(("start_hz", "stop_hz"), [(95, 180), (230, 140), (300, 450)])
def test_a_glide_in_noise_is_followed(tmp_path: Path, rate: int, start_hz: float, stop_hz: float) -> None:
    sound = glide(start_hz, stop_hz, 2.0, rate=rate)
    found = contours(tmp_path / "g.wav", sound + hiss(2.0, rate=rate, level=0.02), rate=rate)
    wanted = np.interp((np.arange(200) + 0.5) / 100, [0, 2], [start_hz, stop_hz])
    inner = slice(5, -5)
    assert len(found) == 200
    assert np.abs(found.f0[inner] / wanted[inner] - 1).max() < 0.015


@pytest.mark.parametrize("harmonics", [(0.2, 1.0, 0.3, 0.6), (0.0, 1.0, 0.9, 0.8), (1.0,)])
def test_a_strong_overtone_is_not_taken_for_the_voice(tmp_path: Path, harmonics: tuple[float, ...]) -> None:
    found = contours(tmp_path / "g.wav", glide(120, 120, 1.0, harmonics=harmonics) + hiss(1.0))
    assert np.nanmedian(found.f0) == pytest.approx(120, rel=0.01)
    assert np.nanmax(np.abs(found.f0 / 120 - 1)) < 0.05


def test_silence_and_noise_have_no_pitch(tmp_path: Path) -> None:
    sound = np.concatenate([glide(150, 150, 1.0), hiss(1.0, level=1e-4), glide(150, 150, 1.0), hiss(1.0, level=0.1)])
    voiced = ~np.isnan(contours(tmp_path / "g.wav", sound).f0)
    assert voiced[5:95].all()
    assert not voiced[105:195].any()
    assert voiced[205:295].all()
    assert voiced[305:395].mean() < 0.1


def test_ten_times_the_amplitude_is_twenty_decibels(tmp_path: Path) -> None:
    sound = np.concatenate([0.05 * glide(200, 200, 0.5), 0.5 * glide(200, 200, 0.5)])
    energy = contours(tmp_path / "g.wav", sound).energy
    assert np.median(energy[60:90]) - np.median(energy[10:40]) == pytest.approx(20, abs=0.3)
    full = contours(tmp_path / "s.wav", np.sin(2 * np.pi * 400 * np.arange(8000) / 16000) * 0.999).energy
    assert np.median(full) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("rate", [11025, 16000, 22050])
def test_the_blocks_a_long_recording_is_read_in_leave_no_trace(tmp_path: Path, rate: int) -> None:
    sound = glide(100, 200, 24.0, rate=rate)
    found = contours(tmp_path / "g.wav", sound, rate=rate)
    wanted = np.interp((np.arange(2400) + 0.5) / 100, [0, 24], [100, 200])
    assert len(found) == 2400
    assert np.abs(found.f0[5:-5] / wanted[5:-5] - 1).max() < 0.01
    assert np.abs(np.diff(found.energy[5:-5])).max() < 0.5


def test_nothing_but_silence_is_called_silent(tmp_path: Path) -> None:
    assert contours(tmp_path / "z.wav", np.zeros(32000)).is_silent
    assert contours(tmp_path / "n.wav", hiss(2.0, level=0.05)).is_silent
    assert not contours(tmp_path / "v.wav", glide(120, 140, 2.0)).is_silent


def test_a_recording_shorter_than_a_window_still_has_frames(tmp_path: Path) -> None:
    found = contours(tmp_path / "g.wav", glide(150, 150, 0.02))
    assert len(found) == 2


def praat(path: Path, n_frames: int) -> np.ndarray:
    parselmouth = pytest.importorskip("parselmouth")
    pitch = parselmouth.Sound(str(path)).to_pitch_ac(time_step=0.01, pitch_floor=75, pitch_ceiling=500)
    return np.array([pitch.get_value_at_time((frame + 0.5) / 100) for frame in range(n_frames)])


def test_praat_hears_the_same_in_a_glide_with_pauses(tmp_path: Path) -> None:
    sound = np.concatenate([glide(110, 190, 1.5), np.zeros(8000), glide(260, 180, 1.5)]) + hiss(3.5, level=0.01)
    found = contours(tmp_path / "g.wav", sound)
    other = praat(tmp_path / "g.wav", len(found))
    both = ~np.isnan(found.f0) & ~np.isnan(other)
    assert (np.isnan(found.f0) == np.isnan(other)).mean() > 0.96
    assert np.abs(found.f0[both] / other[both] - 1).max() < 0.03


@needs_voice
def test_praat_hears_the_same_in_speech(tmp_path: Path) -> None:
    path = speech(tmp_path / "s.wav", "The meeting was moved to Monday morning, because nobody found the room.")
    found = f0_and_energy(open_audio(path))
    other = praat(path, len(found))
    both = ~np.isnan(found.f0) & ~np.isnan(other)
    off = np.abs(found.f0[both] / other[both] - 1)
    assert (np.isnan(found.f0) == np.isnan(other)).mean() > 0.9
    assert (off > 0.2).mean() < 0.02  # octave errors
    assert np.median(off) < 0.01
