"""Recordings: found by name in one folder only, and drawn as loud as they are."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError, OptionError
from pausa.store import audio

soundfile = pytest.importorskip("soundfile")


def recording(path: Path, *, seconds: float = 2.0) -> Path:
    """Half silence, half a tone."""
    rate = 8000
    time = np.arange(int(rate * seconds)) / rate
    soundfile.write(path, np.where(time < seconds / 2, 0, 0.5 * np.sin(2 * np.pi * 440 * time)), rate)
    return path


def test_peaks_follow_the_loudness_from_0_to_255(tmp_path: Path) -> None:
    found = audio.peaks(recording(tmp_path / "tone.wav"))
    assert len(found) == 100
    assert found[:49] == [0] * 49
    assert min(found[51:]) >= 250
    assert max(found) == 255


def test_a_silent_recording_has_flat_peaks(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "silent.wav", np.zeros(8000), 8000)
    assert audio.peaks(tmp_path / "silent.wav") == [0] * 50


def test_peaks_are_worked_out_once_and_again_when_the_recording_changes(tmp_path: Path) -> None:
    path = recording(tmp_path / "tone.wav")
    first = audio.stored_peaks(path, tmp_path / "peaks")
    kept = tmp_path / "peaks" / "tone.wav.json"
    kept.write_bytes(b"kept")
    assert audio.stored_peaks(path, tmp_path / "peaks") == b"kept"
    kept.unlink()
    assert audio.stored_peaks(path, tmp_path / "peaks") == first


@pytest.mark.parametrize(
    "name", ["../secret.wav", "/etc/passwd", "..", ".", "", "a/../../secret.wav", "link.wav", "notes.txt"]
)
def test_nothing_outside_the_folder_and_nothing_else_in_it_is_found(tmp_path: Path, name: str) -> None:
    recording(tmp_path / "secret.wav")
    folder = tmp_path / "audio"
    folder.mkdir()
    (folder / "notes.txt").write_text("no recording")
    (folder / "link.wav").symlink_to(tmp_path / "secret.wav")
    assert audio.located(folder, name) is None


def test_a_recording_is_kept_under_a_harmless_name_that_is_free(tmp_path: Path) -> None:
    data = recording(tmp_path / "tone.wav").read_bytes()
    folder = tmp_path / "audio"
    kept = [audio.keep(io.BytesIO(data), "../../a b.wav", folder, most_bytes=10**6) for _ in range(2)]
    assert kept == [("a_b.wav", 2.0), ("a_b-2.wav", 2.0)]
    assert audio.located(folder, "a_b-2.wav") == folder / "a_b-2.wav"


@pytest.mark.parametrize(
    ("name", "data", "problem"), [("x.exe", b"MZ", "no kind of recording"), ("x.wav", b"not sound", "cannot be read")]
)
def test_what_is_no_recording_is_refused_and_not_kept(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        audio.keep(io.BytesIO(data), name, tmp_path / "audio", most_bytes=100)
    assert not list(tmp_path.glob("audio/*"))


def test_a_recording_over_the_limit_is_refused_and_not_kept(tmp_path: Path) -> None:
    data = recording(tmp_path / "tone.wav").read_bytes()
    with pytest.raises(OptionError, match="larger"):
        audio.keep(io.BytesIO(data), "x.wav", tmp_path / "audio", most_bytes=1000)
    assert not list(tmp_path.glob("audio/*"))
