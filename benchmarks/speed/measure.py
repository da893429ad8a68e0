"""Run a command and tell its seconds, processor seconds and peak memory."""

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

    def as_dict(self) -> dict[str, float]:
        return {"seconds": round(self.seconds, 3), "cpu_seconds": round(self.cpu_seconds, 3), "peak_mb": self.peak_mb}


def pausa(*arguments: str, cwd: Path | None = None) -> Measured:
    """One run of the program from its start to its end."""
    command = [sys.executable, "-m", "pausa", *arguments]
    before = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return Measured(time.perf_counter() - before, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024)


def best(runs: list[Measured]) -> Measured:
    return min(runs, key=lambda run: run.cpu_seconds)
