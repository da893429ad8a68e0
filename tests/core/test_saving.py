"""What is replaced, what is written to, and what stays as it is."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

import pausa
from pausa.core.errors import InputError
from pausa.core.saving import is_stream, put, replacing, replacing_folder

ROOT = Path(pausa.__file__).parent
POSIX = pytest.mark.skipif(os.name == "nt", reason="links, pipes and terminals of POSIX")
TEXT = "so we left\nit was late\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def modes(path: Path) -> int:
    return path.stat().st_mode & 0o7777


def run(*arguments: object, shell_out: int | None = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    """`pausa` in a process of its own, whose standard output is real."""
    command = [sys.executable, "-m", "pausa", *map(str, arguments)]
    return subprocess.run(command, stdout=shell_out, stderr=subprocess.PIPE, check=False)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "talk.lines"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def test_a_plain_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "talk.txt"
    put(b"before", place)
    kept = place.open("rb")
    put(b"after", place)
    with kept:
        assert kept.read() == b"before", "whoever had it open still sees the old one, whole"
    assert place.read_bytes() == b"after"
    assert names(tmp_path) == ["talk.txt"]


def test_what_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    place = tmp_path / "talk.txt"
    place.write_bytes(b"before")
    with suppress(KeyboardInterrupt), replacing(place) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert place.read_bytes() == b"before"
    assert names(tmp_path) == ["talk.txt"]


@POSIX
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_no_signal_leaves_half_a_file(tmp_path: Path, ending: signal.Signals) -> None:
    place = tmp_path / "talk.txt"
    place.write_bytes(b"before")
    program = (
        "import signal, sys\nfrom pausa.core.saving import replacing\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # shells ignore it in the background
        "with replacing(sys.argv[1]) as file:\n"
        "    file.write(b'half'); file.flush(); print('half', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"half\n"
        process.send_signal(ending)
        assert process.wait() != 0
    assert place.read_bytes() == b"before"


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_permissions_stay_and_are_never_wider_in_between(tmp_path: Path, mode: int) -> None:
    place = tmp_path / "talk.txt"
    place.write_bytes(b"before")
    place.chmod(mode)
    with replacing(place) as file:
        (part,) = (path for path in tmp_path.iterdir() if path != place)
        assert modes(part) & ~mode == 0
        file.write(b"after")
    assert modes(place) == mode


@POSIX
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    put(b"new", tmp_path / "new")
    assert modes(tmp_path / "new") == modes(tmp_path / "usual")


@POSIX
@pytest.mark.parametrize("way", ["{}/behind/talk.txt", "../links/../behind/talk.txt", "../links/other"])
def test_a_link_stays_and_the_file_behind_it_is_replaced(tmp_path: Path, way: str) -> None:
    (tmp_path / "behind").mkdir()
    (tmp_path / "links").mkdir()
    behind, link = tmp_path / "behind" / "talk.txt", tmp_path / "links" / "talk.txt"
    behind.write_bytes(b"before")
    behind.chmod(0o640)
    (tmp_path / "links" / "other").symlink_to(behind)
    link.symlink_to(way.format(tmp_path))
    put(b"after", link)
    assert link.is_symlink()
    assert not behind.is_symlink()
    assert (behind.read_bytes(), modes(behind)) == (b"after", 0o640)
    assert names(tmp_path / "behind") == ["talk.txt"]
    assert names(tmp_path / "links") == ["other", "talk.txt"]


@POSIX
def test_a_link_to_nothing_makes_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("there.txt")
    put(b"new", link)
    assert link.is_symlink()
    assert (tmp_path / "there.txt").read_bytes() == b"new"


@POSIX
def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputError, match="cannot be written"):
        put(b"new", tmp_path / "a")
    assert (tmp_path / "a").is_symlink()


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        put(b"new", tmp_path)
    assert names(tmp_path) == []


@POSIX
@pytest.mark.parametrize("linked", [False, True])
def test_a_fifo_is_written_to(tmp_path: Path, linked: bool) -> None:
    fifo = path = tmp_path / "some.fifo"
    os.mkfifo(fifo)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(fifo)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(fifo.read_bytes()), daemon=True)
    reader.start()
    assert is_stream(path)
    put(b"said", path)
    reader.join(timeout=30)
    assert heard == [b"said"]
    assert fifo.is_fifo()
    assert path.is_symlink() == linked


@POSIX
def test_a_device_is_written_to_through_a_link(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    own, terminal = pty.openpty()
    try:
        link = tmp_path / "terminal"
        link.symlink_to(os.ttyname(terminal))
        put(b"said\n", link)
        assert os.read(own, 100).strip() == b"said"
        assert link.is_symlink()
        assert link.is_char_device()
    finally:
        os.close(own)
        os.close(terminal)


@POSIX
def test_an_open_descriptor_is_written_to_where_it_stands(tmp_path: Path) -> None:
    place = tmp_path / "all.txt"
    with place.open("wb") as out:
        out.write(b"head\n")
        out.flush()
        put(b"body\n", f"/dev/fd/{out.fileno()}")
        out.write(b"foot\n")
    assert place.read_bytes() == b"head\nbody\nfoot\n"
    closed = os.open(place, os.O_RDONLY)
    os.close(closed)
    with pytest.raises(InputError, match="cannot be written"):
        put(b"x", f"/dev/fd/{closed}")


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd/1").exists(), reason="a Linux way to name standard output")


@needs_proc
def test_standard_output_by_a_link_is_written_to(tmp_path: Path, talk: Path) -> None:
    link = tmp_path / "stdout"  # as /dev/stdout is one
    link.symlink_to("/proc/self/fd/1")
    done = run("convert", talk, link, "--to", "slashes")
    assert (done.returncode, done.stdout.split()) == (0, b"so we left // it was late //".split())
    assert os.readlink(link) == "/proc/self/fd/1"
    assert done.stdout == run("convert", talk, "-", "--to", "slashes").stdout


@needs_proc
def test_standard_output_that_is_a_file_is_not_swapped(tmp_path: Path, talk: Path) -> None:
    link, place = tmp_path / "stdout", tmp_path / "all.txt"
    link.symlink_to("/proc/self/fd/1")
    with place.open("wb") as out:
        out.write(b"head\n")
        out.flush()
        assert run("convert", talk, link, "--to", "lines", shell_out=out.fileno()).returncode == 0
        out.write(b"foot\n")
    assert place.read_text() == f"head\n{TEXT}foot\n"


@needs_proc
def test_several_inputs_go_to_a_stream_one_after_the_other(tmp_path: Path, talk: Path) -> None:
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    other = talk.with_name("other.lines")
    other.write_text("yes\n")
    done = run("convert", talk, other, link, "--to", "lines")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == TEXT + "\nyes\n"


@POSIX
def test_a_command_follows_links_and_writes_to_pipes(tmp_path: Path, talk: Path) -> None:
    link = tmp_path / "out.slashes"
    link.symlink_to("behind.slashes")
    assert run("convert", talk, link).returncode == 0
    assert link.is_symlink()
    assert "//" in (tmp_path / "behind.slashes").read_text()
    reading, writing = os.pipe()
    with open(reading, "rb") as heard:
        command = [sys.executable, "-m", "pausa", "convert", str(talk), f"/dev/fd/{writing}", "--to", "lines"]
        done = subprocess.run(command, pass_fds=[writing], capture_output=True, check=False)
        os.close(writing)
        assert (done.returncode, heard.read().decode()) == (0, TEXT), done.stderr


@POSIX
def test_an_input_behind_a_link_is_never_overwritten(tmp_path: Path, talk: Path) -> None:
    link = tmp_path / "other.lines"
    link.symlink_to(talk)
    done = run("convert", talk, link)
    assert done.returncode == 2
    assert b"also an input" in done.stderr
    assert talk.read_text() == TEXT


def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    place = tmp_path / "model"
    for content in (b"first", b"second"):
        with replacing_folder(place) as part:
            (part / "words").write_bytes(content)
        assert (place / "words").read_bytes() == content
    with suppress(KeyboardInterrupt), replacing_folder(place) as part:
        (part / "words").write_bytes(b"third")
        raise KeyboardInterrupt
    assert (place / "words").read_bytes() == b"second"
    assert names(tmp_path) == ["model"]


@POSIX
def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "model"
    link.symlink_to("behind")
    for content in (b"first", b"second"):
        with replacing_folder(link) as part:
            (part / "words").write_bytes(content)
        assert (tmp_path / "behind" / "words").read_bytes() == content
        assert link.is_symlink()


def test_nothing_else_swaps_files() -> None:
    """A folder of a cache that the first of several trainings makes is the one exception."""
    own = {"core/saving.py", "training/neural/store.py"}
    swaps = {"rename", "mkstemp", "NamedTemporaryFile"}
    found = {
        str(path.relative_to(ROOT)).replace(os.sep, "/")
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (
            node.attr in swaps
            or (node.attr == "replace" and isinstance(node.value, ast.Name) and node.value.id == "os")
        )
    }
    assert found == own
