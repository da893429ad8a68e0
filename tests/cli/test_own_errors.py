"""What goes wrong is told in one line by Pausa itself: odd numbers, words, file names, and output that goes nowhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.cli import main

TIMED = {"pausa": 1, "words": [{"text": "so", "start": 0.1, "end": 0.3}, {"text": "we", "start": 0.7, "end": 0.9}]}
PROGRAM = [sys.executable, "-m", "pausa"]
WRITING = [
    ["convert", "talk.txt", "-", "--to", "json"],
    ["segment", "talk.txt", "--model", "bayes"],
    ["score", "talk.txt", "-r", "talk.txt"],
    ["stream", "talk.txt", "--model", "bayes"],
    ["formats"],
    ["models", "bayes"],
    ["--help"],
    ["--version"],
]


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "talk.txt").write_text("so we left. it was late.\n")
    return tmp_path


def told(*arguments: str) -> tuple[int, str]:
    """How a command ends and all that it says; an error that is not ours is raised."""
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    return result.exit_code, result.output


@pytest.mark.parametrize("digits", [309, 4301, 50_000])
@pytest.mark.parametrize("key", ["start", "confidence", "speaker", "number"])
@pytest.mark.parametrize("shape", ["own", "any", "lines"])
def test_integers_of_any_length_are_told_in_one_line_or_read(talk: Path, digits: int, key: str, shape: str) -> None:
    row = f'{{"text": "so", "{key}": {"7" * digits}}}'
    content = {
        "own": f'{{"pausa": 1, "words": [{row}]}}',
        "any": f'{{"a": [{row}, {row}]}}',
        "lines": f"{row}\n{row}\n",
    }
    name = "talk.jsonl" if shape == "lines" else "talk.json"
    Path(name).write_text(content[shape])
    code, said = told("convert", name, "-", "--to", "json")
    assert code == 0 or (code == 2 and len(said.splitlines()) == 1)
    assert len(said) < 5000


@pytest.mark.parametrize("unknown", ["<unk>", "<unk>.", "<laugh>?"])
@pytest.mark.parametrize("to", ["rttm", "labelstudio", "ctm", "stm", "srt", "textgrid", "json"])
def test_unknown_words_are_written_in_every_format(talk: Path, unknown: str, to: str) -> None:
    text, mark = unknown.rstrip(".?"), unknown[unknown.index(">") + 1 :]
    words = [TIMED["words"][0], {"text": text, "mark": mark, "start": 0.4, "end": 0.6}, TIMED["words"][1]]  # type: ignore[index]
    Path("talk.json").write_text(json.dumps({"pausa": 1, "words": words, "segmentations": [{"ends": [1, 2]}]}))
    code, said = told("convert", "talk.json", f"out.{to}", "--to", to)
    assert code == 0, said
    code, said = told("convert", f"out.{to}", "-", "--from", to, "--to", "lines")
    assert code == 0, said
    assert [line.split()[0].rstrip(".?") for line in said.splitlines() if not line.startswith("pausa:")] == ["so", "we"]


def test_an_event_among_the_words_keeps_the_times_of_those_behind_it(talk: Path) -> None:
    words = [TIMED["words"][0], {"text": "<unk>", "start": 0.4, "end": 0.6}, TIMED["words"][1]]  # type: ignore[index]
    Path("talk.json").write_text(json.dumps({"pausa": 1, "words": words}))
    assert "talk 1 0.700 0.200 we" in told("convert", "talk.json", "-", "--to", "ctm")[1]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
@pytest.mark.parametrize(
    "command",
    [
        ["convert", "NAME", "-", "--to", "json"],
        ["convert", "NAME", "-", "--to", "seglst"],
        ["segment", "NAME", "--model", "bayes", "--to", "json"],
        ["score", "NAME", "-r", "NAME", "-f", "json"],
        ["align", "NAME", "NAME", "-o", "out.json", "--to", "json"],
        ["agree", "NAME", "talk.txt", "-f", "json"],
    ],
)
def test_file_names_that_are_no_text_are_written_as_text(talk: Path, command: list[str]) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    Path(name).write_text("so we left.\nit was late.\n")
    code, said = told(*(name if word == "NAME" else word for word in command))
    assert code == 0, said
    assert (
        "caf\ufffd" in said + (Path("out.json").read_text() if Path("out.json").exists() else "") or "align" in command
    )


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
def test_a_batch_tells_of_a_file_whose_name_is_no_text(talk: Path) -> None:
    pytest.importorskip("pyarrow")
    Path("lake").mkdir()
    (Path("lake") / os.fsdecode(b"caf\xe9.txt")).write_text("so we left\n")
    code, said = told("batch", "lake", "out", "--model", "bayes")
    assert (code, said) == (2, "pausa: lake: holds a file whose name is no text; give it another name\n")


def ended(command: list[str], **streams: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *command], stderr=subprocess.PIPE, text=True, check=False, **streams)  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_full_device_behind_standard_output_is_told(talk: Path, command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        finished = ended(command, stdout=full)
    assert finished.stderr.splitlines()[-1:] == ["pausa: standard output cannot be used: No space left on device"]
    assert finished.returncode == 2
    assert "Traceback" not in finished.stderr


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_closed_standard_output_is_told(talk: Path, command: list[str]) -> None:
    finished = ended(command, preexec_fn=lambda: os.close(1))
    assert finished.stderr.splitlines()[-1:] == ["pausa: standard output cannot be used: it is closed"]
    assert finished.returncode == 2


def test_who_writes_to_a_file_needs_no_standard_output(talk: Path) -> None:
    finished = ended(["convert", "talk.txt", "talk.json"], preexec_fn=lambda: os.close(1))
    assert (finished.returncode, finished.stderr) == (0, "")
    assert json.loads(Path("talk.json").read_text())["pausa"] == 1


@pytest.mark.parametrize("command", WRITING[:1] + WRITING[4:5], ids=lambda command: command[0])
def test_a_reader_who_has_seen_enough_is_no_error(talk: Path, command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    finished = ended(command, stdout=writing)
    os.close(writing)
    assert "Traceback" not in finished.stderr
    assert "Exception ignored" not in finished.stderr
