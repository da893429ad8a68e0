"""Two drivers on one target: the second is told, whoever is gone is not waited for."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pausa.batches.guard import LOCK, guarded
from pausa.core.errors import OptionError
from tests.batches.lakes import contents, texts

HOLDS = """
import sys
from pausa.batches.guard import guarded

with guarded(sys.argv[1]):
    print("mine", flush=True)
    input()
"""


def hold(target: Path) -> subprocess.Popen[str]:
    """Another process that works on the target until it is told to stop."""
    command = [sys.executable, "-c", HOLDS, str(target)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "mine\n"
    return process


def batch(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "pausa", "batch", str(source), str(target), "--model", "bayes", "--workers", "1"]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_a_second_driver_is_told_who_works_and_changes_nothing(tmp_path: Path) -> None:
    source, target = texts(tmp_path / "talks.parquet", 3), tmp_path / "out"
    assert batch(source, target).returncode == 0
    whole = contents(target)
    first = hold(target)
    second = batch(source, target)
    assert second.returncode == 2
    assert f"process {first.pid} on {socket.gethostname()}" in second.stderr
    assert "Traceback" not in second.stderr
    first.communicate("\n")
    assert contents(target) == whole
    assert batch(source, target).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="processes are killed")
def test_a_driver_that_was_killed_is_not_waited_for(tmp_path: Path) -> None:
    source, target = texts(tmp_path / "talks.parquet", 3), tmp_path / "out"
    first = hold(target)
    first.kill()
    first.communicate()
    assert (target / LOCK).exists()
    assert batch(source, target).returncode == 0
    assert LOCK not in contents(target)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only there the system tells when a process began")
def test_a_later_process_with_the_same_number_is_no_driver(tmp_path: Path) -> None:
    holder = {"host": socket.gethostname(), "process": os.getpid(), "begun": "1", "since": "", "token": "x"}
    (tmp_path / LOCK).write_text(json.dumps(holder))
    with guarded(str(tmp_path)):
        assert json.loads((tmp_path / LOCK).read_text())["begun"] != "1"
    assert contents(tmp_path) == {}


def test_of_another_machine_nobody_can_tell(tmp_path: Path) -> None:
    holder = {"host": "elsewhere", "process": 1, "begun": "1", "since": "2026-05-04 10:11:12", "token": "x"}
    (tmp_path / LOCK).write_text(json.dumps(holder))
    with pytest.raises(OptionError, match=f"if that run is gone, remove {tmp_path}/{LOCK}"), guarded(str(tmp_path)):
        pass
    assert (tmp_path / LOCK).exists()


def test_a_guard_that_was_cut_off_by_a_crash_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(b'{"host": "el')
    with guarded(str(tmp_path)):
        assert b"token" in (tmp_path / LOCK).read_bytes()


def test_only_one_of_two_takes_over(tmp_path: Path) -> None:
    holder = {"host": socket.gethostname(), "process": 2**22 + 1, "begun": "1", "since": "", "token": "x"}
    (tmp_path / LOCK).write_text(json.dumps(holder))
    (tmp_path / f".{LOCK}.x").write_text("")  # another one is just doing so
    with pytest.raises(OptionError, match="taking it over"), guarded(str(tmp_path)):
        pass
