"""Hostile files through the three doors: an error in words or a result, within two seconds and 500 MB?

    python -m benchmarks hostile                 writes benchmarks/results/hostile.json and hostile.md
    python -m benchmarks hostile --door command  one door; nothing is written

The doors are `pausa convert`, `POST /api/convert` of `pausa serve`, and the owner's upload to `pausa annotate`, each as
a user starts it, on the loopback address. Seconds are of the processor, all processes together, because the clock also
counts other people's work; those of the command hold the start of Python. Memory is the peak of the largest process.
Whatever is neither a result nor an error in words (a traceback, a status of 500, a time limit of the server) or exceeds
a bound is a finding; the command then fails.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.hostile.inputs import Hostile, inputs
from benchmarks.reports import saved, table
from benchmarks.speed.annotation_load import Annotator, prepared
from pausa.store import members, people, project
from pausa.store.store import open_store

MOST_SECONDS, MOST_MB = 2.0, 500
#: Nothing is waited for any longer.
_LONGEST = 90
_EDGE = "edge-7d1f"


@dataclass(frozen=True)
class Found:
    """How one input went through one door."""

    input: str
    door: str
    outcome: str
    told: str
    cpu_seconds: float
    peak_mb: int

    @property
    def is_bad(self) -> bool:
        return self.outcome not in ("error", "result") or self.cpu_seconds > MOST_SECONDS or self.peak_mb > MOST_MB


class Door(ABC):
    """A way into Pausa."""

    name: str

    @abstractmethod
    def tried(self, given: Hostile) -> Found:
        """What came of an input."""


class Command(Door):
    """The command line."""

    name = "command"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tried(self, given: Hostile) -> Found:
        path = self._folder / given.name
        path.write_bytes(given.data)
        return self.run(given.title, ["convert", str(path), "-", "--to", "json"])

    def run(self, title: str, arguments: Sequence[str]) -> Found:
        """The outcome of one command."""
        said = self._folder / "said"
        with said.open("wb") as errors:
            command = [sys.executable, "-m", "pausa", *arguments]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, stdin=subprocess.DEVNULL)
            ended = _ended(process.pid)
        process.returncode = ended.code
        told = said.read_text(errors="replace").strip()
        clear = ended.code == 2 and "Traceback" not in told and told.count("\n") < 3
        outcome = "result" if ended.code == 0 else "error" if clear else f"ended with {ended.code}"
        last = told.rpartition("\n")[2].replace(f"{self._folder}/", "")
        return Found(title, self.name, outcome, last[:200], round(ended.seconds, 2), ended.peak_mb)


@dataclass(frozen=True)
class _Ended:
    code: int
    seconds: float
    peak_mb: int


def _ended(pid: int) -> _Ended:
    """What a process took; one that goes on for too long is ended."""
    until = time.monotonic() + _LONGEST
    while True:
        found, status, usage = os.wait4(pid, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            return _Ended(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024)
        if time.monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            until += _LONGEST
        time.sleep(0.01)


class Server(Door):
    """A server that takes files: which address, in which field, with which headers and other fields."""

    def __init__(
        self, name: str, process: int, address: str, field: str, headers: dict[str, str], others: dict[str, str]
    ) -> None:
        self.name, self._process, self._address, self._field = name, process, address, field
        self._headers, self._others = headers, others

    def tried(self, given: Hostile) -> Found:
        parts = [
            f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode()
            for name, value in self._others.items()
        ]
        head = f'Content-Disposition: form-data; name="{self._field}"; filename="{given.name}"\r\n\r\n'
        body = b"".join(f"--{_EDGE}\r\n".encode() + part + b"\r\n" for part in [*parts, head.encode() + given.data])
        headers = {"Content-Type": f"multipart/form-data; boundary={_EDGE}", **self._headers}
        return self.asked(given.title, body + f"--{_EDGE}--\r\n".encode(), headers)

    def asked(self, title: str, body: bytes, headers: dict[str, str], path: str = "", method: str = "POST") -> Found:
        """The outcome of one request; told to wait, one waits."""
        while True:
            _forget_peaks(self._process)
            before = _taken(self._process)
            status, told = _answer(urllib.request.Request(path or self._address, body or None, headers, method=method))
            if status != 429:
                break
            time.sleep(3)
        outcome = "result" if status == 200 else "error" if 400 <= status < 500 else f"status {status}"
        seconds = round(_taken(self._process) - before, 2)
        return Found(title, self.name, outcome, told if status != 200 else "", seconds, _peak(self._process))


def _answer(request: urllib.request.Request) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(request, timeout=_LONGEST) as answer:
            return int(answer.status), answer.read().decode("utf-8", "replace")[:200]
    except urllib.error.HTTPError as problem:
        with problem:
            told = problem.read().decode("utf-8", "replace")
        found = re.search(r'"(?:problem|detail|message)": ?"((?:[^"\\]|\\.)*)"', told)
        return problem.code, (found[1] if found else told)[:200]
    except (OSError, TimeoutError) as problem:
        return 0, str(problem)[:200]


def _tree(process: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError):  # a thread that has just ended has no children
            for child in task.read_text().split():
                yield from _tree(int(child))


def _taken(process: int) -> float:
    """Processor seconds so far, of those that have ended, too."""
    ticks = 0
    for each in _tree(process):
        told = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += sum(map(int, told[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _forget_peaks(process: int) -> None:
    for each in _tree(process):
        Path(f"/proc/{each}/clear_refs").write_text("5")


def _peak(process: int) -> int:
    found = (re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{each}/status").read_text()) for each in _tree(process))
    return max(int(one[1]) for one in found if one) // 1024


@contextmanager
def _serving(*arguments: str) -> Iterator[tuple[int, str]]:
    """A server of Pausa's: its process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pausa", *arguments, "--port", "0"], stderr=subprocess.PIPE, text=True
    )
    try:
        lines = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stderr or ())
        yield process.pid, next(found[0] for found in lines if found)
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def http() -> Iterator[Server]:
    """The HTTP interface; one request has let its workers start."""
    with _serving("serve", "--per-minute", "100000") as (process, address):
        door = Server("http", process, f"{address}/api/convert", "file", {}, {"to": "json"})
        for _ in range(3):
            door.tried(Hostile("warm", "a.txt", b"so we left. it was late. " * 2000))
            door.tried(Hostile("warm", "a.txt", b"so we left."))
        yield door


@dataclass(frozen=True)
class Upload:
    """The annotation server, its door for files, and an annotator who sees the guidelines."""

    door: Server
    address: str
    owner: dict[str, str]
    annotator: Annotator

    def guidelines(self, title: str, text: str) -> list[Found]:
        """What it takes to store guidelines, and to show them to an annotator."""
        headers = {**self.owner, "Content-Type": "application/json"}
        body = json.dumps({"guidelines": text}).encode()
        stored = self.door.asked(f"{title}, stored", body, headers, f"{self.address}/api/owner/project", "PUT")
        cookie = {"Cookie": self.annotator.cookie}
        work = f"{self.address}/api/work/{self.annotator.assignment}"
        return [stored, self.door.asked(f"{title}, shown", b"", cookie, work, "GET")]


@contextmanager
def upload(folder: Path) -> Iterator[Upload]:
    """The owner's upload of transcripts."""
    store = open_store(folder)
    (annotator,) = prepared(store, 1)
    store.write(members.owner_link, anew=True)
    owner = store.read(people.owner)
    session = store.write(people.begin_session, owner.id) if owner else ""
    key = store.read(project.key)
    store.close()
    headers = {"Cookie": f"pausa_owner_{key}={session}", "X-Pausa": "1"}
    with _serving("annotate", str(folder)) as (process, address):
        door = Server("upload", process, f"{address}/api/owner/transcripts", "transcript", headers, {})
        door.tried(Hostile("warm", "warm.txt", b"so we left. it was late."))
        yield Upload(door, address, headers, annotator)


def made(folder: Path) -> Iterator[Hostile]:
    """The inputs, each under a name of its own, made in another process.

    The system counts what a process held when it started another to the other's peak, so this one stays small.
    """
    folder.mkdir()
    maker = multiprocessing.get_context("fork").Process(target=_make, args=(folder,))
    maker.start()
    maker.join()
    for title, name, file in json.loads((folder / "titles.json").read_text()):
        yield Hostile(title, name, (folder / file).read_bytes())


def _make(folder: Path) -> None:
    titles = []
    for number, given in enumerate(inputs()):
        (folder / str(number)).write_bytes(given.data)
        titles.append((given.title, f"{number}{given.name}", str(number)))
    (folder / "titles.json").write_text(json.dumps(titles))


def pipes(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Commands whose model or transcript is a pipe that nobody writes to."""
    talk = folder / "talk.txt"
    talk.write_text("so we left")
    model = folder / "model"
    model.mkdir()
    os.mkfifo(model / "manifest.json")
    yield "a model whose manifest is a pipe", ["segment", "--model", str(model), str(talk)]
    (model / "manifest.json").unlink()
    (model / "manifest.json").write_text('{"layout": 1, "model": "bayes", "settings": {}}')
    os.mkfifo(model / "before.npy")
    yield "a model whose table is a pipe", ["segment", "--model", str(model), str(talk)]


def run(chosen: str | None) -> Iterator[Found]:
    """All inputs through all doors, or through one."""
    with tempfile.TemporaryDirectory() as room, ExitStack() as doors:
        folder = Path(room)
        command = Command(folder)
        opened: list[Door] = [command] if chosen in (None, "command") else []
        if chosen in (None, "http"):
            opened.append(doors.enter_context(http()))
        annotation = doors.enter_context(upload(folder / "project")) if chosen in (None, "upload") else None
        if annotation:
            opened.append(annotation.door)
        for given in made(folder / "inputs"):
            for door in opened:
                yield door.tried(given)
        if annotation:
            for title, unit in (("**a ", "**a "), ("[", "["), ("a list in a list", "- "), ("`", "`")):
                yield from annotation.guidelines(f"guidelines of {title!r}", unit * (100_000 // len(unit)))
        if command in opened:
            for title, arguments in pipes(folder):
                yield command.run(title, arguments)


def page(found: Sequence[Found]) -> str:
    """The table, for people: a row for each input, the doors beside each other."""
    doors = list(dict.fromkeys(one.door for one in found))
    rows = []
    for title in dict.fromkeys(one.input for one in found):
        own = {one.door: one for one in found if one.input == title}
        cells = [
            f"{one.outcome}, {one.cpu_seconds:.2f} s, {one.peak_mb} MB" if (one := own.get(door)) else ""
            for door in doors
        ]
        rows.append([title, *cells])
    bad = [one for one in found if one.is_bad]
    told = (
        f"{len(found)} inputs of at most a megabyte, {len(bad)} that were neither read nor refused in words within "
        f"{MOST_SECONDS:g} s of processor time and {MOST_MB} MB. Slowest: "
        f"{max(one.cpu_seconds for one in found):.2f} s; largest: {max(one.peak_mb for one in found)} MB. "
        "Those of the command hold the start of Python."
    )
    return "\n".join(["# Hostile inputs", "", told, "", table(["input", *doors], rows)]).rstrip() + "\n"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--door", choices=["command", "http", "upload"], help="this alone; nothing is then written")
    asked = options.parse_args()
    found = []
    for one in run(asked.door):
        found.append(one)
        sign, took = "!" if one.is_bad else " ", f"{one.cpu_seconds:6.2f} s {one.peak_mb:5} MB"
        print(f"{sign} {one.door:8} {took}  {one.input}: {one.outcome} {one.told[:90]}", flush=True)
    if asked.door is None:
        rows: list[dict[str, Any]] = [asdict(one) for one in found]
        saved("hostile", {"inputs": rows}, page(found))
    bad = sum(one.is_bad for one in found)
    print(f"{len(found)} inputs, {bad} findings")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
