#!/usr/bin/env python3
"""Everything one does with a clone of Pausa, as `python3 tasks.py TASK`; needs only Python and pip.

The environment is made in `.venv` on first use and renewed when pyproject.toml or constraints.txt change.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
#: Debian packages that some tests use, and the program by which each is recognised.
DEBIAN = {"chromium": "chromium", "postgresql": "pg_ctlcluster", "espeak-ng": "espeak-ng"}


def demo() -> None:
    """Install Pausa in .venv and segment the example transcript."""
    environment("")
    say("pausa segment examples/interview.json --to srt")
    run(BIN / "pausa", "segment", "examples/interview.json", "--to", "srt")


def test() -> None:
    """Install everything and run every check: format, lint, types, tests."""
    environment("dev")
    debian_packages()
    check()


def check() -> None:
    """The checks alone, in the environment that is there."""
    lint()
    types()
    audit()
    run(BIN / "pytest", "-n", str(os.cpu_count() or 1), "--dist", "loadfile")


def quick() -> None:
    """The checks without slow and browser tests."""
    lint()
    types()
    run(BIN / "pytest", "-n", str(os.cpu_count() or 1), "--dist", "loadfile", "-m", "not slow and not browser")


def lint() -> None:
    """Formatter and linter, changing nothing."""
    run(BIN / "ruff", "format", "--check", "--quiet", ".")
    run(BIN / "ruff", "check", "--quiet", ".")


def types() -> None:
    """mypy --strict over sources, benchmarks and tests."""
    run(BIN / "mypy")


def audit() -> None:
    """Whether dependencies are pinned, installed as pinned, and under licences that are taken; without network."""
    run(BIN / "python", "-m", "docs.dependencies", "audit")


def wheel() -> None:
    """Build the wheel into dist/, and a bill of materials beside it; the same commit gives the same bytes."""
    made = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", made.stdout.strip() or "315532800")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    run(BIN / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", ".")
    run(BIN / "python", "-m", "docs.dependencies", "sbom", "dist")


def coverage() -> None:
    """Which lines and branches the tests reach; names of tests after it, to measure with these alone."""
    run(BIN / "pytest", "--cov", "--cov-report=term:skip-covered", *sys.argv[2:])


def tidy() -> None:
    """Let the formatter and the linter mend what they can."""
    run(BIN / "ruff", "format", ".")
    run(BIN / "ruff", "check", "--fix", ".")


def golden() -> None:
    """Write the expectations of the golden cases anew; look at the difference before committing."""
    run(BIN / "python", "tests/golden/make.py", *sys.argv[2:])


def docs() -> None:
    """Write the pages that are made from the program itself (command help, lists, measures)."""
    run(BIN / "python", "-m", "docs.make")


def environment(extras: str) -> None:
    """Make `.venv` with Pausa in it, unless it is there and up to date."""
    stamp = VENV / f"pausa-{extras or 'plain'}.stamp"
    wanted = hashlib.sha256(
        (ROOT / "pyproject.toml").read_bytes() + (ROOT / "constraints.txt").read_bytes()
    ).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not (BIN / "python").exists() and not (BIN / "python.exe").exists():
        say(f"making {VENV.name}")
        run(sys.executable, "-m", "venv", VENV)
    say("installing Pausa" + (f" with what {extras} needs" if extras else ""))
    target = f".[{extras}]" if extras else "."
    run(BIN / "python", "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt", "--editable", target)
    stamp.write_text(wanted)


def debian_packages() -> None:
    """Install the Debian packages that tests use where they are missing and can be had."""
    missing = [package for package, program in DEBIAN.items() if not shutil.which(program)]
    if not missing:
        return
    apt = shutil.which("apt-get")
    sudo = [] if os.name == "nt" or os.geteuid() == 0 else ["sudo", "-n"]
    say(f"installing {', '.join(missing)}")
    done = apt and all(
        subprocess.run([*sudo, apt, *rest], stdout=subprocess.DEVNULL).returncode == 0
        for rest in (["update", "-qq"], ["install", "-y", "-qq", *missing])
    )
    if not done:
        say(f"could not install {', '.join(missing)}: the tests that need them are skipped")


def run(*command: object) -> None:
    finished = subprocess.run([str(part) for part in command], cwd=ROOT)
    if finished.returncode:
        raise SystemExit(finished.returncode)


def say(message: str) -> None:
    print(f"» {message}", file=sys.stderr, flush=True)


TASKS: dict[str, Callable[[], None]] = {
    task.__name__: task for task in (demo, test, check, quick, lint, types, audit, wheel, coverage, tidy, golden, docs)
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        for name, task in TASKS.items():
            print(f"  {name:8} {(task.__doc__ or '').splitlines()[0]}")
        raise SystemExit(2)
    TASKS[sys.argv[1]]()


if __name__ == "__main__":
    main()
