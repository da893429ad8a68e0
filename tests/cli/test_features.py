from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pausa.cli import main
from pausa.core.words import Transcript, Word
from pausa.features.table import ALL, LOUDNESS, PITCH, TIMED
from pausa.formats.base import document
from pausa.formats.files import write
from tests.features.sounds import glide, hiss, needs_voice, speech, stored

pytest.importorskip("soundfile")


def pausa(*arguments: object) -> Result:
    result = CliRunner().invoke(main, ["features", *(str(argument) for argument in arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def talk(tmp_path: Path) -> tuple[Path, Path]:
    """Three voiced "words": two falling ones with a pause after the second, then a high one."""
    quiet = hiss(0.5, level=1e-4)
    sound = np.concatenate([glide(150, 140, 0.4), glide(140, 100, 0.4), quiet, glide(220, 210, 0.4), quiet])
    spoken = [Word("we", 0, 400), Word("left", 400, 800, mark="."), Word("it", 1300, 1700, mark=".")]
    write(document(Transcript(tuple(spoken)).tokens(), name="talk"), tmp_path / "talk.json")
    return stored(tmp_path / "talk.wav", sound), tmp_path / "talk.json"


def test_a_row_for_every_word_with_its_times_boundary_and_features(talk: tuple[Path, Path]) -> None:
    result = pausa(*talk, "--no-phones")
    assert result.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["word"] for row in rows] == ["we", "left", "it"]
    assert [row["boundary"] for row in rows] == ["0", "1", "1"]
    assert tuple(rows[0])[4:] == TIMED + PITCH + LOUDNESS
    assert (rows[1]["start"], rows[1]["end"], rows[1]["pause"], rows[1]["pause_relative"]) == (
        "0.4",
        "0.8",
        "0.5",
        "1.0",
    )
    assert rows[2]["pause"] == ""
    assert float(rows[1]["f0_slope"]) < -10
    assert float(rows[1]["f0_step"]) > 9  # from near 100 Hz up to 220


def test_missing_values_are_null_in_json_and_the_name_decides_the_format(
    talk: tuple[Path, Path], tmp_path: Path
) -> None:
    assert pausa(*talk, "--no-phones", "-o", tmp_path / "table.json").exit_code == 0
    made = json.loads((tmp_path / "table.json").read_text())
    assert made["recording"] == "talk"
    assert made["rows"][1]["pause"] == 0.5
    assert made["rows"][2]["pause"] is None
    assert made["features"] == list(TIMED + PITCH + LOUDNESS)


def test_parquet_holds_the_same_columns(talk: tuple[Path, Path], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert pausa(*talk, "--no-phones", "-o", tmp_path / "table.parquet").exit_code == 0
    table = parquet.read_table(tmp_path / "table.parquet").to_pydict()
    assert table["word"] == ["we", "left", "it"]
    assert table["pause"] == [0.0, 0.5, None]


@pytest.mark.parametrize(("name", "opening"), [("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF")])
def test_the_picture_alone_is_made_where_only_it_is_asked_for(
    talk: tuple[Path, Path], tmp_path: Path, name: str, opening: bytes
) -> None:
    pytest.importorskip("matplotlib")
    result = pausa(*talk, "--no-phones", "--plot", tmp_path / name)
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(opening)


def test_the_picture_shows_the_words_of_the_time_asked_for(talk: tuple[Path, Path], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "p.svg"
    assert pausa(*talk, "--no-phones", "--plot", picture, "--from-time", 0.6, "--to-time", 2).exit_code == 0
    shown = picture.read_text()
    assert "<!-- it. -->" in shown
    assert "<!-- we -->" not in shown
    assert "<!-- sentence end -->" in shown


def test_what_cannot_be_drawn_is_one_line(talk: tuple[Path, Path], tmp_path: Path) -> None:
    for arguments in (["--plot", "p.bmp"], ["--plot", tmp_path / "p.png", "--from-time", 99]):
        result = pausa(*talk, "--no-phones", *arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith("pausa: ")
        assert result.stderr.count("\n") == 1


def test_inputs_are_not_written_over(talk: tuple[Path, Path]) -> None:
    audio, words = talk
    before = words.read_bytes()
    result = pausa(audio, words, "-o", words)
    assert result.exit_code == 2
    assert words.read_bytes() == before


def test_a_broken_recording_is_one_line(talk: tuple[Path, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.wav"
    broken.write_bytes(talk[0].read_bytes()[:20])
    result = pausa(broken, talk[1])
    assert result.exit_code == 2
    assert "broken.wav" in result.stderr
    assert result.stderr.count("\n") == 1


def test_silence_is_said_and_the_features_are_missing(talk: tuple[Path, Path], tmp_path: Path) -> None:
    silent = stored(tmp_path / "silent.wav", np.zeros(32000))
    words = tmp_path / "talk.txt"
    words.write_text("We left early. It was late.\n")
    result = pausa(silent, words)
    assert result.exit_code == 0
    assert "no speech in" in result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 6
    assert all(row[name] == "" for row in rows for name in TIMED + PITCH)


def test_words_in_another_language_need_times(talk: tuple[Path, Path], tmp_path: Path) -> None:
    words = tmp_path / "talk.txt"
    words.write_text("Było późno.\n")
    result = pausa(talk[0], words, "--language", "pl")
    assert result.exit_code == 2
    assert "English audio only" in result.stderr
    timed = pausa(*talk, "--language", "pl")
    assert timed.exit_code == 0
    assert "no sounds" in timed.stderr


@needs_voice
def test_a_voice_and_its_text_become_all_features(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx")
    text = "My sister wants a bigger kitchen. Please open the window before breakfast."
    (tmp_path / "talk.txt").write_text(text)
    result = pausa(speech(tmp_path / "talk.wav", text), tmp_path / "talk.txt")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert tuple(rows[0])[4:] == ALL
    pauses = [float(row["pause"] or 0) for row in rows]
    assert [row["word"] for row in rows][int(np.argmax(pauses))] == "kitchen"
    kitchen = rows[int(np.argmax(pauses))]
    assert kitchen["boundary"] == "1"
    assert float(kitchen["pause_relative"]) == 1.0
    assert float(kitchen["f0_end_low"]) < 3  # the voice falls to its lowest
    assert float(kitchen["f0_step"]) > 0  # and starts again higher
