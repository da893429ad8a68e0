"""Run a command and tell its seconds, processor seconds and peak memory; look at processes while they run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Measured:
    """What one run of a command took."""

    seconds: float
    cpu_seconds: float
    peak_mb: int
    is_stopped: bool = False

    def as_dict(self) -> dict[str, float]:
        told = {"seconds": round(self.seconds, 3), "cpu_seconds": round(self.cpu_seconds, 3), "peak_mb": self.peak_mb}
        return told | {"stopped": True} if self.is_stopped else told


def pausa(*arguments: str, cwd: Path | None = None, most_cpu_seconds: int | None = None) -> Measured:
    """One run of the program from its start to its end, or until it took more of the processor than it may."""
    command = [sys.executable, "-m", "pausa", *arguments]
    limit = [] if most_cpu_seconds is None else ["prlimit", f"--cpu={most_cpu_seconds}"]
    before = time.perf_counter()
    process = subprocess.Popen([*limit, *command], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    cpu_seconds = usage.ru_utime + usage.ru_stime
    # The system counts in ticks, and a little differently in the end.
    is_stopped = most_cpu_seconds is not None and os.WIFSIGNALED(status) and cpu_seconds >= 0.8 * most_cpu_seconds
    if status and not is_stopped:
        raise SystemExit(f"failed: {' '.join(command)}")
    return Measured(time.perf_counter() - before, cpu_seconds, usage.ru_maxrss // 1024, is_stopped)


def best(runs: list[Measured]) -> Measured:
    return min(runs, key=lambda run: run.cpu_seconds)


def resident(process: int) -> int:
    """Bytes in memory of a process and all that it has started; pages that they share count several times."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):  # it has just ended
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(map(resident, _children(process)))


def processor_seconds(process: int) -> float:
    """Seconds of the processor that a process and all that it has started took so far."""
    try:
        told = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK") + sum(map(processor_seconds, _children(process)))


def _children(process: int) -> set[int]:
    """What a process has started, by any of its threads."""
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found.update(map(int, task.read_text().split()))
        except OSError:
            continue
    return found
