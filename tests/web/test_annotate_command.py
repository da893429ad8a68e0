"""The command itself, as its own process: what it prints, what it keeps from logs, how it ends, what a kill leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.store import people, project, quality, transcripts, work
from pausa.store.store import open_store
from tests.store.databases import new_database
from tests.store.projects import TALK

WORDS = TALK.replace("/ ", "")


class Server:
    """`pausa annotate` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], printed: list[str]) -> None:
        self.process, self.printed = process, printed

    @property
    def base(self) -> str:
        line = next(line for line in self.printed if "annotation pages at" in line)
        return line.split("annotation pages at ")[1].split()[0]

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(*arguments: object) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, "-m", "pausa", "annotate", *map(str, arguments), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    printed: list[str] = []
    up = threading.Event()

    def collect(stream: Any) -> None:
        for line in stream:
            printed.append(line)
            if "annotation pages at" in line:
                up.set()
        up.set()

    readers = [threading.Thread(target=collect, args=(stream,)) for stream in (process.stderr, process.stdout)]
    for reader in readers:
        reader.start()
    try:
        up.wait(60)
        assert any("annotation pages at" in line for line in printed), "".join(printed)
        yield Server(process, printed)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for reader in readers:
            reader.join()
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


def ask(base: str, path: str, cookie: str, body: dict[str, Any]) -> tuple[int, Any]:
    headers = {"X-Pausa": "1", "Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, json.load(answer)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text(WORDS)
    return path


def test_preparing_prints_a_link_for_each_annotator_and_the_owners_once(tmp_path: Path, talk: Path) -> None:
    command = ["annotate", str(tmp_path / "project"), str(talk), "--annotators", "anna,ben", "--prepare"]
    first = CliRunner().invoke(main, command)
    assert first.exit_code == 0, first.output
    assert [line.split("\t")[0] for line in first.stdout.splitlines()] == ["anna", "ben"]
    assert "/enter/" in first.stderr
    again = CliRunner().invoke(main, command)
    assert (again.exit_code, again.stdout) == (0, "")
    assert "/enter/" not in again.stderr
    other = CliRunner().invoke(main, [*command, "--new-owner-link"])
    assert "/enter/" in other.stderr
    store = open_store(tmp_path / "project")
    assert [one.name for one in store.read(people.everyone)] == ["anna", "ben"]
    assert [one.name for one in store.read(transcripts.listing)] == ["talk"]
    store.close()


def test_recordings_are_found_by_name_and_copied(tmp_path: Path, talk: Path) -> None:
    soundfile = pytest.importorskip("soundfile")
    import numpy as np

    (tmp_path / "sound").mkdir()
    soundfile.write(tmp_path / "sound" / "talk.wav", np.zeros(8000), 8000)
    command = ["annotate", str(tmp_path / "project"), str(talk), "--audio", str(tmp_path / "sound"), "--prepare"]
    assert CliRunner().invoke(main, command).exit_code == 0
    store = open_store(tmp_path / "project")
    (listed,) = store.read(transcripts.listing)
    assert (listed.audio, listed.audio_seconds) == ("talk.wav", 1.0)
    assert (tmp_path / "project" / "audio" / "talk.wav").is_file()
    store.close()


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (["--presegment", "no-such-model"], "no-such-model"),
        (["--guidelines", "missing.md"], "missing.md"),
        (["--audio", "missing.wav"], "missing.wav"),
        (["--database", "mysql://x/y"], "mysql"),
        (["--public-url", "annotate.example.org"], "public-url"),
        (["missing.txt"], "missing.txt"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(tmp_path: Path, more: list[str], problem: str) -> None:
    result = CliRunner().invoke(main, ["annotate", str(tmp_path / "project"), "--prepare", *more])
    assert result.exit_code == 2
    assert problem in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("missing", ["sqlalchemy", "fastapi"])
def test_a_missing_extra_is_named(tmp_path: Path, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from pausa.cli import main; main()"
    command = [sys.executable, "-c", code, "annotate", str(tmp_path / "project"), "--prepare"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr == f"pausa: pausa annotate needs {missing}: pip install 'pausa[web]'\n"


def test_the_server_is_local_logs_no_token_and_ends_cleanly(tmp_path: Path, talk: Path) -> None:
    prepared = CliRunner().invoke(
        main, ["annotate", str(tmp_path / "p"), str(talk), "--annotators", "anna", "--prepare"]
    )
    token = prepared.stdout.strip().rpartition("/")[2]
    with running(tmp_path / "p") as server:
        assert server.base.startswith("http://127.0.0.1:")
        for path in (f"/enter/{token}", "/enter/wrong-token", f"/nothing/{token}"):
            try:
                with urllib.request.urlopen(server.base + path, timeout=30) as answer:
                    assert answer.headers["server"] is None
            except urllib.error.HTTPError as refused:
                refused.close()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
        time.sleep(0.1)
    told = "".join(server.printed)
    assert token not in told
    assert "wrong-token" not in told
    assert "Traceback" not in told
    assert "everything is saved" in told


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_after_a_kill_in_a_storm_of_saves_every_acknowledged_action_is_there(
    tmp_path: Path, talk: Path, kind: str
) -> None:
    databases = new_database() if kind == "postgresql" else iter([None])
    address = next(databases)
    names = [f"person{number}" for number in range(4)]
    options = [] if address is None else ["--database", address]
    common = [str(tmp_path / "project"), str(talk), *options]
    CliRunner().invoke(
        main, ["annotate", *common, "--annotators", ",".join(names), "--per-transcript", "4", "--prepare"]
    )
    store = open_store(tmp_path / "project", address)
    tasks = store.read(work.listing)
    key = store.read(project.key)
    cookies = {
        one.person_id: f"pausa_session_{key}={store.write(people.begin_session, one.person_id)}" for one in tasks
    }
    store.close()
    problems: list[str] = []
    acknowledged: dict[int, list[tuple[int, str]]] = {one.id: [] for one in tasks}
    for round_number in range(2):
        with running(*common) as server:
            base, stop = server.base, threading.Event()

            def storm(
                one: work.Assignment, base: str = base, stop: threading.Event = stop, turn: int = round_number
            ) -> None:
                client, version = f"turn{turn}", len(acknowledged[one.id])
                for n in range(1, 100_000):
                    word, mark = n % one.n_words, ".?,"[n % 3]
                    body = {
                        "client": client,
                        "base": version,
                        "actions": [{"n": n, "at": n, "word": word, "mark": mark}],
                    }
                    try:
                        status, told = ask(base, f"/api/work/{one.id}/actions", cookies[one.person_id], body)
                    except urllib.error.HTTPError as refused:
                        problems.append(f"{refused.code} {refused.read()!r}")
                        return
                    except (OSError, HTTPException, ValueError):
                        return  # the server is gone; this one was not acknowledged
                    assert status == 200
                    version = told["version"]
                    acknowledged[one.id].append((word, mark))
                    if stop.is_set():
                        return

            threads = [threading.Thread(target=storm, args=(one,)) for one in tasks]
            for thread in threads:
                thread.start()
            until = time.monotonic() + 200
            while (
                min(len(done) for done in acknowledged.values()) < 15 * (round_number + 1) and time.monotonic() < until
            ):
                time.sleep(0.02)
            server.kill()
            stop.set()
            for thread in threads:
                thread.join()
        assert not problems
        store = open_store(tmp_path / "project", address)
        kept = {one.assignment.id: one for made in store.read(quality.collected).values() for one in made}
        for one in tasks:
            done = acknowledged[one.id]
            assert len(done) >= 15 * (round_number + 1)
            # One that was under way at the kill may have come through unacknowledged.
            assert kept[one.id].assignment.version - len(done) in (0, 1)
            if kept[one.id].assignment.version == len(done):
                assert dict(kept[one.id].marks) == dict(done)
            else:
                acknowledged[one.id].append(_last(store, one.id))
                assert dict(kept[one.id].marks) == dict(acknowledged[one.id])
        store.close()
    next(databases, None)


def _last(store: Any, assignment: int) -> tuple[int, str]:
    from sqlalchemy import select

    from pausa.store import schema

    table = schema.actions
    query = (
        select(table.c.word, table.c.mark).where(table.c.assignment_id == assignment).order_by(table.c.version.desc())
    )
    row = store.read(lambda db: db.execute(query.limit(1)).one())
    return row.word, row.mark


def statuses(base: str, forwarded: Iterable[str]) -> list[int]:
    """What a wrong link is answered with, once for each address that somebody pretends to come from."""
    found = []
    for address in forwarded:
        request = urllib.request.Request(f"{base}/enter/wrong", headers={"X-Forwarded-For": address})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found.append(answer.status)
        except urllib.error.HTTPError as problem:
            with problem:
                found.append(problem.code)
    return found


@pytest.mark.parametrize(("options", "last"), [((), 429), (("--trusted-proxy", "127.0.0.1"), 404)])
def test_who_asks_is_told_by_the_connection_unless_a_proxy_is_trusted(
    tmp_path: Path, talk: Path, options: tuple[str, ...], last: int
) -> None:
    with running(tmp_path / "project", talk, *options) as server:
        found = statuses(server.base, [f"203.0.113.{number}" for number in range(25)])
    assert (found[0], found[-1]) == (404, last)
