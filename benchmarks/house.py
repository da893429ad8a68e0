"""How the code was built at an older commit and how it is now, side by side.

    python -m benchmarks house --before b8b60b1        writes benchmarks/results/house.json

The older commit is checked out in a worktree of its own for as long as this takes; both are run with the packages of
this environment. `python3 tasks.py docs` then writes the table into `docs/decisions/one-house.md`.

- files on a flow: source files of which a function is called while the command runs;
- imports: our modules and all modules in memory when `pausa segment talk.json --model pause` ends, and the processor
  time of the whole command, the best of several runs;
- twins: functions of at least four lines whose code stands in another place too, docstring, types and the names of
  variables aside, and classes that share their name with another;
- unread names: what vulture finds in source, benchmarks and docs (tests do not count as readers), those without a
  reason in `benchmarks/unread.py` apart.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS, ROOT
from benchmarks.unread import reason_for
from pausa.core.errors import MissingExtra, OptionError

#: The commands whose flow is followed, on the examples of either commit.
FLOWS = {
    "flow A": ["segment", "examples/interview.json"],
    "flow B": ["score", "-r", "examples/references", "examples/references/maria.txt"],
}
_LIGHT = ["segment", "examples/interview.json", "--model", "pause"]
_RUNS = 7
_SHORTEST = 4

_PROBE = """
import inspect, json, runpy, sys, threading
called, home = set(), sys.argv[1]
def seen(frame, event, argument):
    code = frame.f_code
    # Bodies of modules and classes run when they are imported: they are no step of a flow.
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(home):
        called.add(code.co_filename)
sys.argv = ["pausa", *sys.argv[2:]]
sys.setprofile(seen)
threading.setprofile(seen)
try:
    runpy.run_module("pausa", run_name="__main__")
except SystemExit as ended:
    assert not ended.code, ended.code
finally:
    sys.setprofile(None)
ours = [name for name in sys.modules if name.partition(".")[0] == "pausa"]
print("\\n" + json.dumps({"files": sorted(called), "ours": len(ours), "all": len(sys.modules)}))
"""


def main() -> None:
    asked = argparse.ArgumentParser(description="Measure the code at an older commit and now.")
    asked.add_argument("--before", required=True, metavar="COMMIT")
    given = asked.parse_args()
    with checked_out(given.before) as before:
        found = {"before": measured(before), "now": measured(ROOT), "commit": given.before}
    (RESULTS / "house.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with that commit, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "before"
        made = subprocess.run(
            ["git", "worktree", "add", "--detach", "--force", folder, commit], cwd=ROOT, capture_output=True, text=True
        )
        if made.returncode:
            raise OptionError(f"{commit} cannot be checked out: {made.stderr.strip().splitlines()[-1]}")
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def measured(root: Path) -> dict[str, Any]:
    """Everything that is measured about a checkout."""
    source, probe = root / "src" / "pausa", run(root, _LIGHT)
    files = {flow: run(root, command)["files"] for flow, command in FLOWS.items()}
    return {
        "packages": packages(root),
        **{flow: len(found) for flow, found in files.items()},
        "imported": probe["ours"],
        "imported of all": probe["all"],
        "seconds": min(seconds(root, _LIGHT) for _ in range(_RUNS)),
        "twin functions": len(twin_functions(source)),
        "twin classes": twin_classes(source),
        "unread": unread(root),
    }


def packages(root: Path) -> dict[str, list[int]]:
    """Modules and lines of each package, and of the modules beside them."""
    found: dict[str, list[int]] = {}
    source = root / "src" / "pausa"
    for home, files in (("", source.rglob("*.py")), ("benchmarks", (root / "benchmarks").rglob("*.py"))):
        for path in sorted(files):
            parts = path.relative_to(source).parts if not home else ()
            name = home or (f"pausa.{parts[0]}" if len(parts) > 1 else "pausa")
            row = found.setdefault(name, [0, 0])
            row[0] += 1
            row[1] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def run(root: Path, command: list[str]) -> dict[str, Any]:
    """What a command calls and imports."""
    home = str(root / "src" / "pausa")
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, home, *command], cwd=root, env=_env(root), capture_output=True, text=True
    )
    if done.returncode:
        raise OptionError(f"pausa {' '.join(command)} failed in {root.name}: {done.stderr.strip()[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def seconds(root: Path, command: list[str]) -> float:
    """Processor time of a command from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "pausa", *command], cwd=root, env=_env(root), capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3)


def _env(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root / "src")}


def twin_functions(source: Path) -> list[str]:
    """Functions of some length whose code stands in another place too, whatever its variables are called."""
    places: dict[str, list[str]] = {}
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (body := _code(node)):
                places.setdefault(body, []).append(f"{path.relative_to(source)}:{node.name}")
    return sorted(each for found in places.values() if len(found) > 1 for each in found)


def _code(function: ast.FunctionDef) -> str:
    """What a function does, spelled alike wherever it stands; nothing for short ones."""
    told = ast.get_docstring(function) is not None
    body = "\n".join(ast.unparse(statement) for statement in function.body[told:])
    if body.count("\n") + 1 < _SHORTEST:
        return ""
    nodes = list(ast.walk(ast.parse(body)))
    own = [each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)]
    own += [each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    number = {name: f"v{place}" for place, name in enumerate(dict.fromkeys(own))}
    return "\n".join(ast.unparse(_Renamed(number).visit(statement)) for statement in ast.parse(body).body)


class _Renamed(ast.NodeTransformer):
    """The same code with other names for its variables, and without types."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.names.get(node.arg, node.arg))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        plain = ast.Assign([node.target], node.value or ast.Constant(None), lineno=node.lineno)
        return self.generic_visit(plain)


def twin_classes(source: Path) -> list[str]:
    """Names of classes that there are twice, private ones apart."""
    names = Counter(
        node.name
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return sorted(name for name, count in names.items() if count > 1)


def unread(root: Path) -> dict[str, int]:
    """Names that nothing reads, with and without a reason."""
    try:
        from vulture import Vulture
    except ModuleNotFoundError as problem:
        raise MissingExtra("vulture", "dev", "Looking for names that nothing reads") from problem
    looked = Vulture()
    looked.scavenge([str(root / part) for part in ("src", "benchmarks", "docs", "tasks.py")])
    places = [
        f"{Path(each.filename).resolve().relative_to(root.resolve())}:{each.name}"
        for each in looked.get_unused_code(min_confidence=60)
    ]
    unexplained = [place for place in places if reason_for(place) is None]
    print(*(f"{root.name}: nothing reads {place}" for place in unexplained), sep="\n", file=sys.stderr)
    return {"explained": len(places) - len(unexplained), "unexplained": len(unexplained)}


if __name__ == "__main__":
    main()
