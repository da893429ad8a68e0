"""Ctrl-C, SIGTERM, full disks, closed and broken pipes, missing permissions: one line, the right code, no half file."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pytest

from pausa.cli.app import COMMANDS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX systems")

TEXT = "we went home early today\nit was late and nobody said a word\nso we stayed\n"
#: What each command is given so that it waits for the words of a pipe; those that are left out wait for nothing.
WAITING: dict[str, tuple[str, ...]] = {
    "segment": ("segment", "PIPE", "--model", "bayes", "-o", "out.txt"),
    "convert": ("convert", "PIPE", "out.slashes", "--from", "lines"),
    "score": ("score", "PIPE", "-r", "talk.lines", "--html", "out.html"),
    "agree": ("agree", "talk.lines", "PIPE", "--html", "out.html"),
    "align": ("align", "talk.lines", "PIPE", "-o", "out.txt"),
    "features": ("features", "talk.wav", "PIPE", "-o", "out.csv"),
    "annotate": ("annotate", "project", "PIPE", "--prepare"),
}
#: Commands of which a signal is tried elsewhere, and those that only list something.
ELSEWHERE = {"train", "stream", "serve", "batch"}
LISTS = {"formats", "models", "metrics"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("talk.lines").write_text(TEXT)
    Path("long.lines").write_text(TEXT * 4000)
    os.mkfifo("PIPE")
    return tmp_path


def begin(
    *arguments: str, out: int = subprocess.PIPE, prepare: Callable[[], None] | None = None
) -> subprocess.Popen[bytes]:
    def prepared() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
        if prepare:
            prepare()

    command = [sys.executable, "-m", "pausa", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, preexec_fn=prepared, bufsize=0
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, list[str]]:
    """The exit code, and the lines on standard error."""
    _, told = process.communicate(timeout=40)
    return process.returncode, told.decode().splitlines()


def read_by(process: subprocess.Popen[bytes]) -> BinaryIO:
    """The pipe to write to, once the command has opened it to read."""
    while process.poll() is None:
        with suppress(OSError):
            return open(os.open("PIPE", os.O_WRONLY | os.O_NONBLOCK), "wb")
        time.sleep(0.02)
    raise AssertionError(ended(process))


def send(process: subprocess.Popen[bytes], ending: signal.Signals) -> None:
    """Send a signal, and again if it came in the moment before the process began to wait, where Python sees none."""
    for _ in range(5):
        process.send_signal(ending)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
            return


def test_every_command_is_tried() -> None:
    assert WAITING.keys() | ELSEWHERE | LISTS == COMMANDS.keys()


@pytest.mark.parametrize(("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("command", WAITING)
def test_a_signal_ends_a_command_in_one_line(folder: Path, command: str, ending: signal.Signals, code: int) -> None:
    if command == "features":
        soundfile = pytest.importorskip("soundfile")
        soundfile.write("talk.wav", [0.0] * 8000, 8000)
    if command == "annotate":
        pytest.importorskip("sqlalchemy")
    before = {path.name for path in folder.iterdir()}
    process = begin(*WAITING[command])
    with read_by(process):
        send(process, ending)
        assert ended(process) == (code, ["pausa: stopped"])
    assert {path.name for path in folder.iterdir()} - before <= {"project"}


@pytest.mark.parametrize(("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_training_that_is_stopped_leaves_no_model(folder: Path, ending: signal.Signals, code: int) -> None:
    Path("long.lines").write_text(TEXT * 100_000)
    process = begin("train", "bayes", "long.lines", "-o", "out")
    assert process.stderr
    assert b"long.lines" in process.stderr.readline()  # it has begun
    process.send_signal(ending)
    returned, told = ended(process)
    assert (returned, told[-1]) == (code, "pausa: stopped")
    assert {path.name for path in folder.iterdir()} == {"PIPE", "talk.lines", "long.lines"}


@pytest.mark.parametrize(("ending", "what"), [(signal.SIGINT, "ctrl-c"), (signal.SIGTERM, "term")])
def test_a_stream_that_is_stopped_gives_what_it_has(folder: Path, ending: signal.Signals, what: str) -> None:
    process = begin("stream", "PIPE", "--model", "bayes", "--delay", "0")
    with read_by(process) as pipe:
        pipe.write(TEXT.replace("\n", " ").encode())
        pipe.flush()
        assert process.stdout
        first = process.stdout.read(1)
        process.send_signal(ending)
        rest, told = process.communicate(timeout=40)
    assert (process.returncode, told.decode().splitlines()) == (0, ["pausa: stopped"]), what
    assert (first + rest).decode().lower().replace(".", "").split()[:3] == ["we", "went", "home"]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_playground_ends_in_good_order(folder: Path, ending: signal.Signals) -> None:
    pytest.importorskip("fastapi")
    process = begin("serve", "--port", "0")
    assert process.stderr
    address = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline().decode())
    assert address
    with urllib.request.urlopen(address[0], timeout=40) as answer:  # it answers, so it has begun
        assert answer.status == 200
    process.send_signal(ending)
    code, told = ended(process)
    assert code == 0
    assert not any("Traceback" in line for line in told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ("segment", "talk.lines", "--model", "bayes"),
        ("convert", "talk.lines", "-", "--to", "slashes"),
        ("convert", "talk.lines", "/dev/full", "--to", "slashes"),
        ("score", "talk.lines", "-r", "talk.lines"),
        ("agree", "talk.lines", "talk.lines"),
        ("align", "talk.lines", "talk.lines"),
        ("stream", "talk.lines", "--model", "bayes"),
        ("formats",),
        ("models",),
        ("metrics",),
        ("--version",),
    ],
)
def test_a_full_device_is_told_in_one_line(folder: Path, arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        code, told = ended(begin(*arguments, out=full.fileno()))
    assert code == 2
    assert told[-1].startswith("pausa: ")
    assert re.search(r" cannot be (used|written): No space left on device$", told[-1])
    assert not any("Traceback" in line for line in told)


#: Commands that write, and what is there afterwards.
WRITING = {
    "segment": (("segment", "long.lines", "--model", "bayes", "-o", "out.txt"), "out.txt"),
    "convert": (("convert", "long.lines", "out.slashes"), "out.slashes"),
    "score": (("score", "talk.lines", "-r", "talk.lines", "--html", "out.html"), "out.html"),
    "agree": (("agree", "talk.lines", "talk.lines", "--html", "out.html"), "out.html"),
    "align": (("align", "long.lines", "long.lines", "-o", "out.txt"), "out.txt"),
    "train": (("train", "bayes", "long.lines", "-o", "out"), "out"),
}


def no_room() -> None:
    """No file may grow beyond a few words: what a full disk is to a command."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def no_privilege() -> None:
    """Who may do everything keeps to permissions, too."""
    for capability in (1, 2):  # to write and to read what is not allowed
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk_leaves_what_was_there(folder: Path, command: str) -> None:
    arguments, target = WRITING[command]
    place = Path(target)
    if command != "train":  # which makes a folder
        place.write_text("old")
    code, told = ended(begin(*arguments, prepare=no_room))
    assert (code, told[-1]) == (2, f"pausa: {target}: cannot be written: File too large")
    kept = {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}
    assert kept.pop(target, None) == (None if command == "train" else "old")
    assert kept == {"talk.lines": TEXT, "long.lines": TEXT * 4000}
    assert not [path for path in folder.iterdir() if path.is_dir()]


@pytest.mark.skipif(sys.platform != "linux", reason="how Linux takes a privilege away")
@pytest.mark.parametrize("command", WRITING)
def test_a_folder_without_permission_is_told_in_one_line(folder: Path, command: str) -> None:
    arguments, target = WRITING[command]
    folder.chmod(0o500)
    try:
        code, told = ended(begin(*arguments, prepare=no_privilege))
    finally:
        folder.chmod(0o700)
    assert (code, told[-1]) == (2, f"pausa: {target}: cannot be written: Permission denied")
    assert not Path(target).exists()


@pytest.mark.skipif(sys.platform != "linux", reason="how Linux takes a privilege away")
@pytest.mark.parametrize("command", ["segment", "convert", "score", "agree", "align", "train"])
def test_an_input_without_permission_is_told_in_one_line(folder: Path, command: str) -> None:
    Path("talk.lines").chmod(0)
    Path("long.lines").chmod(0)
    code, told = ended(begin(*WRITING[command][0], prepare=no_privilege))
    assert code == 2
    assert re.fullmatch(r"pausa: (talk|long)\.lines(: cannot be read| cannot be used): Permission denied", told[-1])


@pytest.mark.parametrize(
    "arguments",
    [
        ("segment", "long.lines", "--model", "bayes"),
        ("convert", "long.lines", "-", "--to", "slashes"),
        ("align", "long.lines", "long.lines"),
        ("formats",),
        ("metrics",),
        ("--help",),
        ("--version",),
        ("--cite",),
        ("segment", "--help"),
    ],
)
def test_a_reader_who_has_seen_enough_is_no_error(folder: Path, arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = begin(*arguments, out=writing)
    os.close(writing)
    code, told = ended(process)
    assert code == 0
    assert not any("Broken" in line or "Traceback" in line for line in told)


def test_closed_output_is_told_in_one_line(folder: Path) -> None:
    arguments = ("convert", "talk.lines", "-", "--to", "slashes")
    code, told = ended(begin(*arguments, prepare=lambda: os.close(1)))
    assert (code, told) == (2, ["pausa: standard output cannot be used: it is closed"])
    assert ended(begin("convert", "talk.lines", "out.slashes", prepare=lambda: os.close(1)))[0] == 0


def test_of_two_that_write_to_one_place_one_is_there_whole(folder: Path) -> None:
    Path("other.lines").write_text(TEXT.upper() * 4000)
    both = [begin("convert", name, "out.lines") for name in ("long.lines", "other.lines")]
    assert [ended(each)[0] for each in both] == [0, 0]
    assert Path("out.lines").read_text() in (TEXT * 4000, TEXT.upper() * 4000)
    assert not list(folder.glob(".*"))
