"""What the playground refuses, outlives and never shows."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("fastapi")

import uvicorn
from fastapi import FastAPI

from pausa.cli import main
from pausa.web import running
from pausa.web.api_pool import Busy, Overtime, Pool, PoolLimits, Worker
from pausa.web.api_tasks import Allowed
from pausa.web.api_worker import answered
from pausa.web.shared import PAGES, STATIC
from tests.web.api_examples import SPEECH, playground, refused


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with playground(words=40, body_bytes=2000) as opened:
        yield opened


def test_too_many_bytes_are_refused_announced_or_not(client: Any) -> None:
    assert "at most 2,000 bytes" in refused(client, "/api/segment", 413, json={"text": "so " * 1000})

    def pieces() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(30):
            yield b"so we left " * 10

    unannounced = {"content": pieces(), "headers": {"content-type": "application/json"}}
    assert "at most 2,000 bytes" in refused(client, "/api/segment", 413, **unannounced)
    assert "at most 2,000 bytes" in refused(client, "/api/convert", 413, files={"file": b"so " * 1000})


def test_too_many_words_are_refused(client: Any) -> None:
    assert "41 words" in refused(client, "/api/segment", 413, json={"text": "so " * 41})
    without_words = {"transcript": '{"pausa": 1, "n_words": 90000, "words": []}', "to": "seg"}
    assert "90,000 words" in refused(client, "/api/convert", 413, json=without_words)
    rows = {"transcript": "c 1 1 1 a\n" * 41, "name": "call.ctm", "to": "lines"}
    assert "more than 40 words" in refused(client, "/api/convert", 413, json=rows)


def test_a_table_that_means_more_than_it_says_is_refused(client: Any) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    written = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table({"word": pyarrow.repeat("so", 50_000)}), written)
    sent = {"files": {"file": ("call.parquet", written.getvalue().to_pybytes())}, "data": {"to": "lines"}}
    told = refused(client, "/api/convert", 413, **sent)
    assert "more than 40 words" in told
    assert "--max-expanded" not in told, "that is not for callers to say"


@pytest.mark.parametrize("place", ["", ".", "/", "..", "models", "bayes/"])
def test_a_folder_of_this_machine_is_no_model(client: Any, place: str, tmp_path: Path) -> None:
    for model in (place, str(tmp_path / place)):
        assert "No model named" in refused(client, "/api/segment", 422, json={"text": "so", "model": model[-64:]})


def test_a_page_of_another_site_cannot_use_the_server(client: Any) -> None:
    for foreign in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:99"},
        {"Origin": "null"},
    ):
        for path in ("/api/segment", "/api/convert"):
            sent = {"files": {"file": b"so we left"}, "headers": foreign}
            assert "other sites" in refused(client, path, 403, **sent)
        assert "other sites" in refused(client, "/api/score", 403, json={}, headers=foreign)
    for own in ({"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin", "Origin": "https://before.us"}, {}):
        assert client.post("/api/segment", files={"file": b"so we left"}, headers=own).status_code == 200
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400


def test_the_name_of_a_file_cannot_write_headers(client: Any) -> None:
    name = 'a"; x=é/../b.txt'
    answer = client.post("/api/convert", json={"text": "so we left", "name": name, "to": "lines"})
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''b.lines"
    assert "name" in refused(client, "/api/convert", 422, json={"text": "so", "name": "a\r\nX: y", "to": "lines"})


def test_every_answer_is_guarded(client: Any) -> None:
    answers = [
        client.get("/"),
        client.get("/api"),
        client.get("/nowhere"),
        client.get("/static/playground.js"),
        client.post("/api/segment", json={"text": "so"}),
        client.post("/api/segment", json={}),
    ]
    for answer in answers:
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_the_guards_refuse_has_the_documented_shape() -> None:
    with playground(body_bytes=1000) as client:
        foreign = client.get("/api/models", headers={"Host": "evil.example"})
        large = client.post("/api/segment", content=b" " * 100_000, headers={"Content-Type": "application/json"})
    assert [(one.status_code, set(one.json())) for one in (foreign, large)] == [
        (400, {"problem", "hint"}),
        (413, {"problem", "hint"}),
    ]


@pytest.mark.parametrize("path", ["/", "/api"])
def test_pages_obey_the_policy_and_load_nothing_from_elsewhere(client: Any, path: str) -> None:
    page = client.get(path).text
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script>", page)
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
    assert loaded
    assert all(address.startswith(("/", "#")) and not address.startswith("//") for address in loaded)
    for address in loaded:
        if address.startswith("/"):
            assert client.get(address).status_code == 200


def test_no_file_of_the_playground_names_another_server() -> None:
    for path in (*STATIC.glob("playground*"), PAGES / "playground.html", PAGES / "api.html"):
        assert "://" not in path.read_text(encoding="utf-8"), path.name


def test_files_beside_the_static_ones_are_out_of_reach(client: Any) -> None:
    for path in ("/static/../serve.py", "/static/%2e%2e/serve.py", "/static/..%2fserve.py", "/static//etc/passwd"):
        assert client.get(path).status_code == 404


def test_a_caller_who_asks_too_often_has_to_wait() -> None:
    with playground(per_minute=1) as client:
        assert client.post("/api/convert", json={"text": "so", "to": "lines"}).status_code == 200
        answer = client.post("/api/convert", json={"text": "so", "to": "lines"})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert client.get("/healthz").status_code == 200


def test_a_request_over_its_time_is_told_so() -> None:
    with playground(seconds=0.001) as client:
        said = refused(client, "/api/segment", 503, json={"text": SPEECH})
        assert "more than 0.001 s" in said or "busy" in said
        assert client.get("/healthz").status_code == 200


def test_a_worker_over_its_time_is_ended_and_the_next_request_gets_a_new_one() -> None:
    worker = Worker(PoolLimits())
    try:
        with pytest.raises(Overtime):
            worker.ask("ready", {}, seconds=0.001)
        assert worker.ask("ready", {}, seconds=60)["status"] == 200
    finally:
        worker.end()


def test_a_worker_that_was_killed_is_replaced_unnoticed() -> None:
    worker = Worker(PoolLimits())
    try:
        worker.ask("ready", {}, seconds=60)
        killed = worker.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        os.waitid(os.P_PID, killed, os.WEXITED | os.WNOWAIT)
        assert worker.ask("ready", {}, seconds=60)["status"] == 200
        assert worker.pid != killed
    finally:
        worker.end()


def test_when_all_work_and_enough_wait_the_next_is_turned_away() -> None:
    pool = Pool(PoolLimits(workers=1, waiting=0))

    def asked(_: int) -> bool:
        try:
            return bool(pool.run("ready", {})["status"] == 200)
        except Busy:
            return False

    try:
        with ThreadPoolExecutor(2) as both:
            assert sorted(both.map(asked, range(2))) == [False, True]
    finally:
        pool.close()


ASKED = {"words": None, "text": "so", "transcript": None, "name": "", "format": None, "language": "en"}


def answer_after(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A worker's answer where reading the transcript ends so."""

    def broken(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("pausa.web.api_tasks.parse", broken)
    return answered("convert", ASKED, Allowed())


def test_a_fault_of_ours_is_a_500_that_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answer_after(KeyError("secret"), monkeypatch)
    assert answer["status"] == 500
    assert b"secret" not in answer["body"]
    assert "secret" in capsys.readouterr().err


def test_want_of_memory_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_after(MemoryError(), monkeypatch)["status"] == 413


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(main, ["serve", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert re.fullmatch(r"pausa: Cannot listen on 127\.0\.0\.1, port \d+: .*; choose another port\.\n", result.stderr)


def test_the_help_of_serve_loads_no_web_stack() -> None:
    code = (
        "from click.testing import CliRunner; from pausa.cli import main; "
        "CliRunner().invoke(main, ['serve', '--help']); import sys; print('fastapi' in sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout == "False\n"


def test_who_is_kept_waiting_is_not_given_up_for_a_ping_that_waits_behind_their_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: asked.append(self.config))
    with socket.socket() as made:
        running.run(FastAPI(), made, message_bytes=1 << 16)
    assert asked[0].ws_ping_interval is None
