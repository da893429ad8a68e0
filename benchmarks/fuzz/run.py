"""Inputs for everything that reads what others have written: what is refused, and what breaks down.

    python -m benchmarks fuzz --state DIR --inputs 1000000      go on where the last run with this folder ended
    python -m benchmarks fuzz --state DIR --minutes 20          for so long
    python -m benchmarks fuzz --state DIR --guided 20000        led by coverage (pip install 'pausa[fuzz]'), each target
    python -m benchmarks fuzz --state DIR --again               what was found is mended: its targets begin again
    python -m benchmarks fuzz --state DIR --table               write benchmarks/results/fuzz.json and fuzz.md
    python -m benchmarks fuzz srt json --inputs 5000            these targets alone

Input number N of a target is always the same, so what was found can be made again. Findings are kept in DIR/findings;
the command fails where there are any.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.fuzz.targets import Target, targets, warm
from benchmarks.fuzz.worker import Tally, in_process
from benchmarks.reports import saved, table
from pausa.core.errors import InputError

_BATCH = 2000


class State:
    """What was done so far, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "state.json"
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        held: dict[str, dict[str, Any]] = json.loads(self._path.read_text()) if self._path.is_file() else {}
        self.next: dict[str, int] = {name: int(one["next"]) for name, one in held.items()}
        self.tallies: dict[str, Tally] = {name: Tally(**one["tally"]) for name, one in held.items()}
        self.guided: dict[str, int] = {name: int(one.get("guided", 0)) for name, one in held.items()}

    @property
    def inputs(self) -> int:
        return sum(tally.inputs for tally in self.tallies.values())

    def add(self, name: str, tally: Tally, *, next_number: int | None = None, guided: int = 0) -> None:
        """Take in a batch and write all down."""
        self.tallies.setdefault(name, Tally()).add(tally)
        if next_number is not None:
            self.next[name] = next_number
        self.guided[name] = self.guided.get(name, 0) + guided
        for key, one in tally.found.items():
            self._keep(name, key, one)
        held = {
            each: {
                "next": self.next.get(each, 0),
                "guided": self.guided.get(each, 0),
                "tally": self.tallies[each].__dict__,
            }
            for each in self.tallies
        }
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(held, indent=1))
        part.replace(self._path)

    def forget_findings(self) -> list[str]:
        """Let targets in which something was found begin again, as if they had never been tried."""
        found = [name for name, tally in self.tallies.items() if tally.findings]
        for name in found:
            for held in (self.tallies, self.next, self.guided):
                held.pop(name, None)
            for path in (self.folder / "findings").glob(f"{name}-*"):
                path.unlink()
        return found

    def _keep(self, name: str, key: str, one: dict[str, Any]) -> None:
        short = hashlib.sha256(f"{name} {key}".encode()).hexdigest()[:12]
        place = self.folder / "findings"
        place.mkdir(exist_ok=True)
        (place / f"{name}-{short}.bin").write_bytes(bytes.fromhex(one["data"]))
        (place / f"{name}-{short}.txt").write_text(f"{key}\n{one['told']}\n", errors="replace")


def fuzz(chosen: Sequence[Target], state: State, *, inputs: float, minutes: float) -> None:
    """Give inputs to all targets in turn, each by its weight, until there were enough or time is over."""
    warm()
    until = time.monotonic() + 60 * minutes
    while state.inputs < inputs and time.monotonic() < until:
        target = min(chosen, key=lambda each: state.next.get(each.name, 0) / each.weight)
        first = state.next.get(target.name, 0)
        size = max(100, int(_BATCH * target.weight))
        tally, following = in_process(target, range(first, first + size))
        state.add(target.name, tally, next_number=following)
        for key, one in tally.found.items():
            print(f"{target.name}: {key}: {one['told'][:300]}", flush=True)
        if sys.stderr.isatty():
            print(f"{state.inputs:,} inputs, {target.name}", end="\r", file=sys.stderr)


def fuzz_guided(chosen: Sequence[Target], state: State, *, runs: int, minutes: float) -> None:
    """So many runs for each target led by coverage; inputs that reach new code are kept in the folder."""
    until = time.monotonic() + 60 * minutes
    for target in chosen:
        if time.monotonic() > until:
            return
        if state.guided.get(target.name, 0) >= runs:
            continue
        corpus = state.folder / "corpus" / target.name
        corpus.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as room:
            told = Path(room) / "told.json"
            left = runs - state.guided.get(target.name, 0)
            command = [sys.executable, "-m", "benchmarks.fuzz.guided", target.name, str(corpus), str(told), str(left)]
            finished = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
            if not told.is_file():
                raise InputError(target.name, None, f"the guided run did not begin: {finished.stderr[-500:]}")
            tally = Tally(**json.loads(told.read_text()))
        state.add(target.name, tally, guided=tally.inputs)
        for key, one in tally.found.items():
            print(f"{target.name}, guided: {key}: {one['told'][:300]}", flush=True)
        print(f"{target.name}: {tally.inputs:,} guided runs, {len(list(corpus.iterdir()))} inputs kept", flush=True)


def page(state: State) -> str:
    """The table, for people."""
    rows = []
    for name, tally in state.tallies.items():
        slowest, most = f"{tally.slowest:.2f}", f"{tally.most_bytes / (1 << 20):.0f}"
        counts = (tally.inputs, state.guided.get(name, 0), tally.results, tally.refused, tally.findings)
        rows.append([name, *counts, slowest, most])
    whole = Tally()
    for tally in state.tallies.values():
        whole.add(tally)
    counts = (whole.inputs, sum(state.guided.values()), whole.results, whole.refused, whole.findings)
    rows.append(["all", *counts, f"{whole.slowest:.2f}", f"{whole.most_bytes / (1 << 20):.0f}"])
    head = [
        "target",
        "inputs",
        "led by coverage",
        "results",
        "our errors",
        "others",
        "slowest, s",
        "largest memory, MB",
    ]
    told = (
        f"{whole.inputs:,} inputs, {whole.findings:,} findings. An input is read or refused in words; anything else is "
        "a finding: another exception, a word lost, good input refused, over 2 s of processor time, over 500 MB, a "
        "process that dies. Seconds are of the processor; memory is that of the whole process, with Pausa and its "
        f"libraries. Python {platform.python_version()}."
    )
    found = [
        f"- {name}: {key}, {one['times']} times: {' '.join(one['told'].split())[:200]}"
        for name, tally in state.tallies.items()
        for key, one in tally.found.items()
    ]
    return "\n".join(["# Fuzzing", "", told, "", table(head, rows), *found]).rstrip() + "\n"


def figures(state: State) -> dict[str, Any]:
    """The table, for programs."""
    return {
        name: {
            "inputs": tally.inputs,
            "guided": state.guided.get(name, 0),
            "results": tally.results,
            "refused": tally.refused,
            "findings": {key: one["times"] for key, one in tally.found.items()},
            "seconds": round(tally.seconds, 1),
            "slowest_s": round(tally.slowest, 3),
            "most_mb": tally.most_bytes >> 20,
        }
        for name, tally in state.tallies.items()
    }


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("targets", nargs="*", help="these alone")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="not this one; repeat")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where what was done is kept; else nowhere")
    parser.add_argument("--inputs", type=float, default=float("inf"), help="until there were so many in all")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no longer than this")
    parser.add_argument("--guided", type=int, metavar="N", help="N runs of each target led by coverage, and no others")
    parser.add_argument("--again", action="store_true", help="targets with findings, now mended, begin again")
    parser.add_argument("--table", action="store_true", help="write the table of what was done so far")
    asked = parser.parse_args(argv)
    every = [each for each in targets() if each.name not in asked.without]
    known = [each.name for each in every]
    for name in asked.targets:
        if name not in known:
            raise InputError(name, None, "no such target", f"known: {', '.join(known)}")
    chosen = [each for each in every if not asked.targets or each.name in asked.targets]
    with tempfile.TemporaryDirectory() as passing:
        state = State(asked.state or Path(passing))
        if asked.again:
            state.forget_findings()
        if asked.guided:
            fuzz_guided(chosen, state, runs=asked.guided, minutes=asked.minutes)
        elif not asked.table:
            inputs = asked.inputs if asked.inputs != float("inf") or asked.minutes != float("inf") else 100_000
            fuzz(chosen, state, inputs=inputs, minutes=asked.minutes)
        if asked.table:
            saved("fuzz", figures(state), page(state))
        print(page(state))
        if any(tally.findings for tally in state.tallies.values()):
            raise SystemExit(1)
