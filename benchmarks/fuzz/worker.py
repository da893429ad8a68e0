"""A batch of inputs for one target in a process of its own, bounded in time and memory, and what came of each.

An input is read (`results`), refused with an error of Pausa's own (`refused`), or a finding: any other exception, words
that are lost, good input that is refused, more than two seconds of processor time, more than half a gigabyte, a process
that dies.
"""

from __future__ import annotations

import json
import mmap
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
import warnings
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from benchmarks.fuzz.targets import OURS, Made, Target, WordsLost, checked

#: An input of at most a megabyte is answered within so many seconds and bytes.
MOST_SECONDS, MOST_BYTES = 2.0, 500 << 20
#: After so many seconds of the processor a process that is deaf to anything else is ended by the system.
_HARD_SECONDS = 20.0
#: What a process may ask for beyond what it has when it begins.
_ROOM = 1 << 30
_PIECE = 100


@dataclass
class Tally:
    """How inputs went."""

    inputs: int = 0
    results: int = 0
    refused: int = 0
    findings: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    most_bytes: int = 0
    found: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        for name in ("inputs", "results", "refused", "findings", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        self.most_bytes = max(self.most_bytes, other.most_bytes)
        for key, one in other.found.items():
            known = self.found.setdefault(key, {**one, "times": 0})
            known["times"] += one["times"]

    def note(self, key: str, told: str, data: bytes) -> None:
        """Keep a finding; of those of one kind, the shortest input."""
        self.findings += 1
        known = self.found.setdefault(key, {"told": told, "data": data.hex(), "times": 0})
        known["times"] += 1
        if 2 * len(data) < len(known["data"]):
            known |= {"told": told, "data": data.hex()}


class TooSlow(BaseException):
    """The processor was busy with one input for too long."""


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def seed(target: str, number: int) -> str:
    """What input number so and so of a target is made from."""
    return f"{target}-{number}"


def judge(target: Target, made: Made, tally: Tally) -> None:
    """Give the input to the target and note what came of it."""
    began = time.process_time()
    finding = ""
    told = ""
    try:
        checked(made, target.run(made.data))
        tally.results += 1
    except OURS as problem:
        if made.words is None:
            tally.refused += 1
        else:
            finding, told = f"good input is refused: {type(problem).__name__}", str(problem)
    except TooSlow:
        finding = told = f"more than {MOST_SECONDS:g} s"
    except WordsLost as problem:
        finding, told = f"words: {str(problem)[:20]}", str(problem)
    except Exception as problem:
        finding, told = _place(problem), f"{type(problem).__name__}: {problem}"
    taken = time.process_time() - began
    tally.inputs += 1
    tally.seconds += taken
    tally.slowest = max(tally.slowest, taken)
    if not finding and taken > MOST_SECONDS:
        finding = told = f"more than {MOST_SECONDS:g} s"
    if finding:
        tally.note(finding, told[-1000:], made.data)


def _place(problem: BaseException) -> str:
    """An exception by its kind and where it was raised, so that the same one is told once."""
    frames = traceback.extract_tb(problem.__traceback__)
    ours = [frame for frame in frames if "/pausa/" in frame.filename] or list(frames)
    return f"{type(problem).__name__} in {Path(ours[-1].filename).name}:{ours[-1].lineno}"


def in_process(target: Target, numbers: range) -> tuple[Tally, int]:
    """The tally of these inputs, and the number after the last: a process that dies has one finding and is over."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    at = mmap.mmap(-1, 8)
    process = context.Process(target=_worked, args=(target, numbers, there, at), daemon=True)
    process.start()
    there.close()
    whole = Tally()
    done = numbers.start
    try:
        while done < numbers.stop:
            try:
                piece = json.loads(here.recv_bytes())
            except EOFError:
                process.join()
                return _died(target, whole, done, int.from_bytes(at[:8], "little"), process.exitcode)
            done = piece.pop("done")
            whole.add(Tally(**piece))
        return whole, done
    finally:
        process.kill()
        process.join()


def _died(target: Target, whole: Tally, done: int, number: int, code: int | None) -> tuple[Tally, int]:
    """What was counted up to the input that ended the process, with that one; those between are made again."""
    number = max(done, number)
    if number > done:
        again, _ = in_process(target, range(done, number))
        whole.add(again)
    whole.inputs += 1
    name = signal.Signals(-code).name if code is not None and code < 0 else str(code)
    whole.note(f"the process died ({name})", "", target.make(Random(seed(target.name, number))).data)
    return whole, number + 1


def _worked(target: Target, numbers: range, answers: Connection, at: mmap.mmap) -> None:
    bounded()
    most = max(MOST_BYTES, _status("VmRSS") + MOST_BYTES // 2)  # a large parent's memory is no input's doing
    for first in range(numbers.start, numbers.stop, _PIECE):
        tally = Tally()
        _forget_peak()
        last = min(numbers.stop, first + _PIECE)
        for number in range(first, last):
            at[:8] = number.to_bytes(8, "little")
            made = target.make(Random(seed(target.name, number)))
            with_clock(target, made, tally)
        tally.most_bytes = _peak()
        if tally.most_bytes > most:
            tally.note(f"more than {most >> 20} MB", f"inputs {first} to {last}", b"")
        answers.send_bytes(json.dumps({**tally.__dict__, "done": last}).encode())


def with_clock(target: Target, made: Made, tally: Tally) -> None:
    """Judge an input with the clocks running that end what takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS + 0.5)
    signal.setitimer(signal.ITIMER_PROF, _HARD_SECONDS)
    try:
        judge(target, made, tally)
    except TooSlow:  # just after it had ended
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def bounded() -> None:
    """Bound this process: memory, and what libraries say to nobody."""
    signal.signal(signal.SIGVTALRM, _too_slow)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    room = _status("VmSize") + _ROOM
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 - for as long as the process lives


def _status(name: str) -> int:
    """A figure of this process in bytes."""
    for line in Path("/proc/self/status").read_text().split("\n"):
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) << 10
    return 0


def _peak() -> int:
    return _status("VmHWM")


def _forget_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:  # then the peak is that of all inputs so far
        return
