"""Processes and clusters give the same bytes, also where one of them is killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from pausa.batches.engines import open_engine
from pausa.batches.job import Job
from pausa.batches.parts import Receipt
from pausa.batches.pieces import Piece
from pausa.batches.places import File
from pausa.batches.running import run
from pausa.core.errors import OptionError
from tests.batches.lakes import contents, texts, words


def command(source: Path, target: Path, *options: str) -> list[str]:
    program = [sys.executable, "-m", "pausa", "batch", str(source), str(target), "--model", "bayes"]
    return [*program, "--part-mb", "0.02", *(options or ("--workers", "2"))]


def finish(source: Path, target: Path, *options: str) -> str:
    done = subprocess.run(command(source, target, *options), capture_output=True, text=True, check=True)
    return done.stderr


def children(process: int) -> list[int]:
    """The processes that this one has started, those that spell their work out."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(each) for each in found if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def begin(source: Path, target: Path, n_parts: int, told: BinaryIO | None = None) -> subprocess.Popen[bytes]:
    """A run of which so many parts are done, in a session of its own."""
    process = subprocess.Popen(
        command(source, target),
        stderr=told or subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # shells ignore it in background
    )
    while process.poll() is None and len(written(target)) < n_parts:
        time.sleep(0.01)
    assert process.poll() is None, "it was done before anything could be killed: make the source larger"
    return process


def written(target: Path) -> dict[str, int]:
    """The parts that the ledger has, and which files they are: one that is made again is another file."""
    ledger = target / "_ledger.jsonl"
    lines = ledger.read_bytes().split(b"\n")[:-1] if ledger.exists() else []
    names = [f"part-{json.loads(line)['number']:06d}.parquet" for line in lines]
    return {name: (target / name).stat().st_ino for name in names}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two thousand transcripts, and what a run that nobody disturbs makes of them."""
    folder = tmp_path_factory.mktemp("lake")
    source = texts(folder / "talks.parquet", 2000, n_words=200, group=100)
    finish(source, folder / "whole")
    return source, folder / "whole"


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--workers", "1"], ["--engine", "dask"]], ids=["one", "dask"])
def test_bytes_do_not_depend_on_who_works(lake: tuple[Path, Path], tmp_path: Path, options: list[str]) -> None:
    source, whole = lake
    finish(source, tmp_path / "out", *options)
    assert len(contents(whole)) > 50
    assert contents(tmp_path / "out") == contents(whole)


SCRIPT = """
import pausa

print("begun")
report = pausa.{call}, workers=1, engine={engine!r})
print(report.n_failures, __name__, "test_script" in (__file__ or ""))
"""
CALLS = {
    "batch": 'batch("talk.txt", "out", model="bayes"',
    "score_batch": 'score_batch("talk.txt", "said.txt", "out", metrics=["f1_mean"]',
    "convert_batch": 'convert_batch("talk.txt", "out", to="json"',
}


def run_script(folder: Path, call: str, *, engine: str = "local", piped: bool = False) -> tuple[str, str]:
    """What a plain script says, without a guard around what it does."""
    for name in ("talk.txt", "said.txt"):
        (folder / name).write_text("So we left. It was late.")
    script = folder / "test_script.py"
    script.write_text(SCRIPT.format(call=CALLS[call], engine=engine))
    done = subprocess.run(
        [sys.executable, "-" if piped else script.name],
        input=script.read_text() if piped else "",
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    assert run_script(tmp_path, "batch") == ("begun\n0 __main__ True\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("call", ["score_batch", "convert_batch"])
def test_neither_does_one_that_scores_or_converts(tmp_path: Path, call: str) -> None:
    assert run_script(tmp_path, call) == ("begun\n0 __main__ True\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["local", "dask"])
def test_nor_does_a_script_from_a_pipe(tmp_path: Path, engine: str) -> None:
    told, problems = run_script(tmp_path, "batch", engine=engine, piped=True)
    assert told.startswith("begun\n0 __main__")
    assert "Traceback" not in problems


def nothing(piece: Piece, job: Job) -> Receipt:
    """The least work there is."""
    return Receipt()


def test_workers_have_ended_when_an_engine_is_closed() -> None:
    """What is still ending when Python exits may find its pipes closed."""
    before = set(threading.enumerate())
    with open_engine("local", workers=1, scheduler=None) as engine:
        future = engine.submit(nothing, Piece(0, "files", (), "", 1), Job(target="out"))
        future.result()
    assert set(threading.enumerate()) <= before
    assert not multiprocessing.active_children()


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["score", "convert"])
def test_scores_and_formats_do_not_depend_on_who_works_either(tmp_path: Path, verb: str) -> None:
    source = words(tmp_path / "words.parquet", 60)
    if verb == "score":
        finish(source, tmp_path / "cut")
        asked = ["score", str(source), str(tmp_path / "cut")]
    else:
        asked = ["convert", str(source), "--to", "srt"]
    made = []
    for number, options in enumerate((["--workers", "1"], ["--workers", "2"], ["--engine", "dask"])):
        target = tmp_path / f"out{number}"
        places = [*asked[:3], str(target)] if verb == "score" else [*asked[:2], str(target), *asked[2:]]
        program = [sys.executable, "-m", "pausa", "batch", *places, "--part-mb", "0.002", *options]
        subprocess.run(program, capture_output=True, text=True, check=True)
        made.append({path.relative_to(target): path.read_bytes() for path in target.rglob("*") if path.is_file()})
    assert len(made[0]) > 5
    assert made[0] == made[1] == made[2]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_worker_that_is_killed_is_replaced(lake: tuple[Path, Path], tmp_path: Path) -> None:
    source, whole = lake
    process = begin(source, tmp_path / "out", 3)
    before = written(tmp_path / "out")
    os.kill(children(process.pid)[0], signal.SIGKILL)
    assert process.wait() == 0
    after = written(tmp_path / "out")
    assert {name: after[name] for name in before} == before  # nothing that was done is done again
    assert contents(tmp_path / "out") == contents(whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize(("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_stopped_says_so_in_one_line_and_goes_on_later(
    lake: tuple[Path, Path], tmp_path: Path, ending: signal.Signals, code: int
) -> None:
    source, whole = lake
    with (tmp_path / "told").open("wb") as told:
        process = begin(source, tmp_path / "out", 3, told=told)
        if ending == signal.SIGINT:
            os.killpg(process.pid, ending)  # a terminal tells all of them
        else:
            process.send_signal(ending)
        assert process.wait() == code
    assert (tmp_path / "told").read_text().splitlines()[-1:] == ["pausa: stopped"]
    assert "Traceback" not in (tmp_path / "told").read_text()
    finish(source, tmp_path / "out")
    assert contents(tmp_path / "out") == contents(whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_driver_that_is_killed_goes_on_where_it_was(lake: tuple[Path, Path], tmp_path: Path) -> None:
    source, whole = lake
    process = begin(source, tmp_path / "out", 5)
    workers = children(process.pid)
    process.kill()
    process.wait()
    while any(is_alive(worker) for worker in workers):  # they end by themselves
        time.sleep(0.01)
    before = written(tmp_path / "out")
    assert len(before) >= 5
    told = finish(source, tmp_path / "out")
    after = written(tmp_path / "out")
    assert f"({len(before)} were there)" in told
    assert {name: after[name] for name in before} == before
    assert contents(tmp_path / "out") == contents(whole)


CLUSTER = """
import os
from distributed import Client, LocalCluster

if __name__ == "__main__":
    options = dict(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50)
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        print(cluster.scheduler_address, *client.run(os.getpid).values(), flush=True)
        input()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are killed")
def test_a_cluster_that_is_there_is_used_and_outlives_a_worker(lake: tuple[Path, Path], tmp_path: Path) -> None:
    source, whole = lake
    (tmp_path / "cluster.py").write_text(CLUSTER)
    cluster = subprocess.Popen(
        [sys.executable, str(tmp_path / "cluster.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert cluster.stdout is not None
    address, *workers = cluster.stdout.readline().split()
    elsewhere = command(source, tmp_path / "out", "--engine", "dask", "--scheduler", address)
    process = subprocess.Popen(elsewhere, stderr=subprocess.DEVNULL)
    while process.poll() is None and len(written(tmp_path / "out")) < 3:
        time.sleep(0.01)
    assert process.poll() is None
    before = written(tmp_path / "out")
    os.kill(int(workers[0]), signal.SIGKILL)
    assert process.wait() == 0
    after = written(tmp_path / "out")
    assert {name: after[name] for name in before} == before
    assert contents(tmp_path / "out") == contents(whole)
    cluster.communicate("\n")


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


class Dying:
    """An engine whose worker dies so often, over every second piece."""

    capacity = 2

    def __init__(self, deaths: int) -> None:
        self.deaths = deaths
        self.tried: dict[int, int] = {}

    def submit(self, work: Any, piece: Piece, job: Job) -> Future[Receipt]:
        tried = self.tried[piece.number] = self.tried.get(piece.number, 0) + 1
        future: Future[Receipt] = Future()
        if piece.number % 2 and tried <= self.deaths:
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(Receipt(n_rows=1))
        return future


@pytest.mark.parametrize(("deaths", "n_failed"), [(2, 0), (3, 2)])
def test_a_piece_over_which_workers_die_is_tried_again_but_not_for_ever(deaths: int, n_failed: int) -> None:
    file = File("a.txt", "/a.txt", 1)
    pieces = iter([Piece(number, "files", (file,), "", 1) for number in range(4)])
    engine = Dying(deaths)
    done = dict(run(pieces, lambda piece, job: Receipt(), Job(target="out"), engine))
    assert len(done) == 4
    failed = [failure for receipt in done.values() for failure in receipt.failures]
    assert [failure.problem for failure in failed] == ["the worker died 3 times over it"] * n_failed
    assert engine.tried == {0: 1, 1: min(3, deaths + 1), 2: 1, 3: min(3, deaths + 1)}


@pytest.mark.parametrize(
    "options",
    [
        {"name": "spark", "workers": None, "scheduler": None},
        {"name": "local", "workers": 0, "scheduler": None},
        {"name": "local", "workers": None, "scheduler": "tcp://127.0.0.1:1"},
        {"name": "dask", "workers": 2, "scheduler": "tcp://127.0.0.1:1"},
    ],
)
def test_engines_say_what_they_cannot_do(options: dict[str, Any]) -> None:
    name = options.pop("name")
    with pytest.raises(OptionError), open_engine(name, **options):
        pass
