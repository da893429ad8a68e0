from __future__ import annotations

import gc
import sys
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError
from pausa.features.audio import open_audio, resampled
from tests.features.sounds import glide, hiss, stored

soundfile = pytest.importorskip("soundfile")


def test_channels_become_their_mean_and_the_rate_stays(tmp_path: Path) -> None:
    left, right = hiss(1.0, rate=8000, seed=1), hiss(1.0, rate=8000, seed=2)
    audio = open_audio(stored(tmp_path / "call.wav", np.stack([left, right], axis=1), rate=8000))
    assert (audio.rate, audio.channels, audio.seconds) == (8000, 2, 1.0)
    assert audio.read(0, 1) == pytest.approx((left + right) / 2, abs=1e-4)


def test_blocks_follow_one_another_without_a_gap(tmp_path: Path) -> None:
    audio = open_audio(stored(tmp_path / "talk.flac", hiss(2.35)))
    blocks = list(audio.blocks(0.5))
    assert [len(block) for block in blocks] == [8000] * 4 + [5600]
    assert np.concatenate(blocks) == pytest.approx(audio.read(0, 10))


@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg", "mp3"])
def test_usual_formats_are_read(tmp_path: Path, suffix: str) -> None:
    if suffix.upper() not in soundfile.available_formats():
        pytest.skip(f"this libsndfile has no {suffix}")
    audio = open_audio(stored(tmp_path / f"talk.{suffix}", glide(120, 120, 1.0)))
    assert audio.seconds == pytest.approx(1.0, abs=0.1)
    assert np.abs(audio.read(0.4, 0.6)).max() > 0.1


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 44100, 48000])
def test_a_piece_at_another_rate_is_the_same_sound_at_the_same_place(tmp_path: Path, rate: int) -> None:
    time = np.arange(2 * rate) / rate
    audio = open_audio(stored(tmp_path / "tone.wav", 0.5 * np.sin(2 * np.pi * 440 * time), rate=rate))
    piece = audio.read(0.5, 1.5, rate=16000)
    wanted = 0.5 * np.sin(2 * np.pi * 440 * (0.5 + np.arange(16000) / 16000))
    assert len(piece) == 16000
    assert np.abs(piece - wanted)[200:-200].max() < 0.005


def test_what_is_too_high_for_the_lower_rate_is_gone() -> None:
    time = np.arange(44100) / 44100
    quiet = resampled(np.sin(2 * np.pi * 10_000 * time), 44100, 16000)
    assert np.abs(quiet[1000:-1000]).max() < 0.01


def test_reading_past_the_end_gives_what_there_is(tmp_path: Path) -> None:
    audio = open_audio(stored(tmp_path / "talk.wav", hiss(1.0)))
    assert len(audio.read(0.75, 9, rate=8000)) == 2000
    assert len(audio.read(5, 6, rate=8000)) == 0


def test_a_sample_that_is_no_number_does_not_spread(tmp_path: Path) -> None:
    samples = hiss(0.5)
    samples[100] = np.nan
    soundfile.write(tmp_path / "talk.wav", samples, 16000, subtype="FLOAT")
    assert np.isfinite(open_audio(tmp_path / "talk.wav").read(0, 1)).all()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no such audio file"),
        (b"", "empty"),
        (b"RIFF\x10\x00\x00\x00WAVEjunkjunkjunk", "cannot be read as audio"),
        (b"this is a letter, not a recording", "install ffmpeg"),
    ],
)
def test_what_is_no_audio_is_one_clear_error(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "talk.m4a"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=told) as caught:
        open_audio(path, converter="no-such-program")
    assert "talk.m4a" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_header_without_sound_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sound"):
        open_audio(stored(tmp_path / "talk.wav", np.zeros(0)))


def test_a_rate_that_no_recording_has_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path / "talk.wav", hiss(0.5))
    data = bytearray(path.read_bytes())
    data[24:28] = (1_426_107_461).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(InputError, match="1,426,107,461 samples a second"):
        open_audio(path)


def test_what_can_only_be_read_from_its_beginning_is_converted_first(tmp_path: Path) -> None:
    path = tmp_path / "talk.wav"
    soundfile.write(path, hiss(0.5), 8000, subtype="G721_32")
    with pytest.raises(InputError, match="only be read from its beginning"):
        open_audio(path, converter="no-such-program")


def test_a_recording_cut_off_in_the_middle_says_where(tmp_path: Path) -> None:
    path = stored(tmp_path / "talk.flac", hiss(4.0))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(InputError, match=r"damaged after 1\.\d s"):
        list(open_audio(path).blocks(0.5))


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")
class TestConverter:
    """A program in the place of ffmpeg: it writes the recording to its last argument."""

    def program(self, folder: Path, body: str) -> str:
        script = folder / "converter"
        script.write_text(f"#!{sys.executable}\nimport shutil, sys\n{body}\n")
        script.chmod(0o755)
        return str(script)

    def test_other_containers_go_through_the_program_and_leave_nothing_behind(self, tmp_path: Path) -> None:
        stored(tmp_path / "inside.flac", hiss(1.5))
        (tmp_path / "talk.m4a").write_bytes(b"a container that libsndfile does not know")
        program = self.program(tmp_path, f"shutil.copy({str(tmp_path / 'inside.flac')!r}, sys.argv[-1])")
        audio = open_audio(tmp_path / "talk.m4a", converter=program)
        assert (audio.seconds, audio.name) == (1.5, str(tmp_path / "talk.m4a"))
        assert len(audio.read(0, 1)) == 16000
        made = audio._path
        assert made.exists()
        del audio
        gc.collect()
        assert not made.exists()

    def test_what_the_program_cannot_read_is_told_in_its_words(self, tmp_path: Path) -> None:
        (tmp_path / "talk.m4a").write_bytes(b"nothing")
        program = self.program(tmp_path, "sys.exit('Invalid data found')")
        with pytest.raises(InputError, match="Invalid data found"):
            open_audio(tmp_path / "talk.m4a", converter=program)
