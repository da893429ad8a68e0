"""Small mistakes put into the code one by one: does a test notice?

    python -m benchmarks mutation glue                    the code between the formulas and the reader
    python -m benchmarks mutation glue --most 40 --only workflow/gather.py

A mistake is one changed comparison, sign, number, default or order of arguments. The tests that go with a module are
run on each; a mistake that none of them notices survives. What was found is kept in `results/mutation-NAME.json`, so a
run that was stopped goes on; survivors are listed with their lines, and with the reason where `REASONS` has one.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS, ROOT

_EVALUATION = ("tests/workflow", "tests/metrics", "tests/stats", "tests/cli/test_score.py")
#: What is tried under each name: modules below `src/pausa`, and the tests that go with them.
TARGETS: dict[str, dict[str, tuple[str, ...]]] = {
    "glue": {
        "workflow/evaluate.py": _EVALUATION,
        "workflow/comparing.py": _EVALUATION,
        "workflow/scoring.py": _EVALUATION,
        "workflow/trials.py": _EVALUATION,
        "workflow/baselines.py": _EVALUATION,
        "workflow/gather.py": ("tests/workflow", "tests/cli/test_score.py"),
        "workflow/crowds.py": ("tests/workflow", "tests/cli/test_score.py"),
        "workflow/conventions.py": ("tests/workflow", "tests/cli/test_score.py"),
        "alignment/conditions.py": ("tests/alignment", "tests/workflow"),
        "stats/bootstrap.py": ("tests/stats", "tests/workflow"),
        "stats/paired.py": ("tests/stats", "tests/workflow"),
        "stats/signtest.py": ("tests/stats", "tests/workflow"),
        "reports/tables.py": ("tests/reports", "tests/cli/test_score.py"),
        "reports/cells.py": ("tests/reports", "tests/cli/test_score.py"),
        "reports/render.py": ("tests/reports", "tests/cli/test_score.py"),
    },
}
#: Why a survivor is no fault: the module and the changed line as it reads, and the reason.
REASONS: dict[tuple[str, str], str] = {}

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "low": "high", "high": "low"}
_SECONDS = 240


@dataclass(frozen=True)
class Mistake:
    """A changed module: where, what it was, and the source with the change."""

    line: int
    kind: str
    original: str
    source: str

    @property
    def key(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


def mistakes(source: str) -> Iterator[Mistake]:
    """Every mistake that is tried on a module, in the order of its lines."""
    tree = ast.parse(source)
    skipped = _annotations(tree)
    lines = source.split("\n")
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for kind, change in _changes(node):
            changed = copy.deepcopy(tree)
            change(_nth(changed, place))
            number = getattr(node, "lineno", 1)
            yield Mistake(number, kind, lines[number - 1].strip(), ast.unparse(ast.fix_missing_locations(changed)))


def _nth(tree: ast.AST, place: int) -> Any:
    return next(node for number, node in enumerate(ast.walk(tree)) if number == place)


def _annotations(tree: ast.AST) -> set[int]:
    """Nodes that say nothing at run time: types and decorators."""
    found: set[int] = set()
    for node in ast.walk(tree):
        held: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            held = [node.returns, *(argument.annotation for argument in _arguments(node.args)), *node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            held = [node.annotation]
        found |= {id(inner) for each in held if each is not None for inner in ast.walk(each)}
    return found


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    more = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *more]


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """What may be changed at a node, and how."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        yield "comparison", lambda at: at.ops.__setitem__(0, _COMPARISONS[type(at.ops[0])]())
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield "sign", lambda at: setattr(at, "op", _OPERATORS[type(at.op)]())
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and/or", lambda at: setattr(at, "op", other())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", lambda at: setattr(at, "operand", ast.UnaryOp(ast.Not(), at.operand))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "true/false", lambda at: setattr(at, "value", not at.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "number", lambda at: setattr(at, "value", at.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield "number", lambda at: setattr(at, "value", at.value / 2 + 0.1)
    elif isinstance(node, ast.IfExp | ast.If):
        yield "if", lambda at: setattr(at, "test", ast.UnaryOp(ast.Not(), at.test))
    elif isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in _NAMES and isinstance(node.ctx, ast.Load):
            field = "id" if isinstance(node, ast.Name) else "attr"
            yield "name", lambda at: setattr(at, field, _NAMES[name])
    elif isinstance(node, ast.Call) and _can_be_swapped(node.args):
        yield "order", lambda at: at.args.__setitem__(slice(0, 2), [at.args[1], at.args[0]])


def _can_be_swapped(arguments: list[ast.expr]) -> bool:
    """Whether the first two arguments are there and not the same."""
    first = arguments[:2]
    plain = len(first) == 2 and not any(isinstance(each, ast.Starred) for each in first)
    return plain and len(set(map(ast.dump, first))) == 2


def chosen(source: str, most: int | None, seed: str) -> list[Mistake]:
    """The mistakes to try: all, or so many at random."""
    found = list(mistakes(source))
    if most is None or len(found) <= most:
        return found
    return sorted(random.Random(seed).sample(found, most), key=lambda each: each.line)


def notices(room: Path, module: str, source: str, tests: tuple[str, ...]) -> bool:
    """Whether the tests fail with this source in the place of a module."""
    place = room / "src" / "pausa" / module
    whole = place.read_text(encoding="utf-8")
    place.write_text(source, encoding="utf-8")
    path = os.pathsep.join((str(room / "src"), str(room)))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(
            command, cwd=room, env={**os.environ, "PYTHONPATH": path}, capture_output=True, timeout=_SECONDS
        )
        return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_text(whole, encoding="utf-8")


def page(name: str, results: dict[str, dict[str, Any]]) -> str:
    """The table of modules and the list of survivors."""
    lines = [
        f"# Mistakes that tests notice: {name}",
        "",
        "| module | tried | noticed | share |",
        "|---|---:|---:|---:|",
    ]
    survivors, tried, noticed = [], 0, 0
    for module, found in results.items():
        seen = sum(each["noticed"] for each in found.values())
        lines.append(f"| {module} | {len(found)} | {seen} | {seen / max(1, len(found)):.0%} |")
        tried, noticed = tried + len(found), noticed + seen
        for each in found.values():
            if not each["noticed"]:
                reason = REASONS.get((module, each["original"]), "")
                survivors.append(f"- {module}:{each['line']} {each['kind']}: `{each['original']}` {reason}".rstrip())
    lines += [f"| all | {tried} | {noticed} | {noticed / max(1, tried):.1%} |", "", "Survivors:", "", *survivors]
    return "\n".join(lines) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("name", choices=list(TARGETS))
    asked.add_argument("--most", type=int, help="at most so many mistakes in each module, at random")
    asked.add_argument("--only", action="append", default=[], help="only this module; repeat")
    given = asked.parse_args()
    target = RESULTS / f"mutation-{given.name}.json"
    results: dict[str, dict[str, Any]] = json.loads(target.read_text()) if target.is_file() else {}
    with tempfile.TemporaryDirectory() as place:
        room = Path(place)
        for part in ("src", "tests", "benchmarks", "examples", "docs"):
            shutil.copytree(ROOT / part, room / part, ignore=shutil.ignore_patterns("__pycache__", "results"))
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "tasks.py"):
            shutil.copy(ROOT / name, room)
        for module, tests in TARGETS[given.name].items():
            if given.only and module not in given.only:
                continue
            source = (room / "src" / "pausa" / module).read_text(encoding="utf-8")
            wanted = chosen(source, given.most, module)
            before = results.get(module, {})
            kept = {each.key: before[each.key] for each in wanted if each.key in before}
            if len(kept) < len(wanted) and notices(room, module, ast.unparse(ast.parse(source)), tests):
                raise SystemExit(f"{module}: its tests fail before anything is changed")
            for each in wanted:
                if each.key not in kept:
                    seen = notices(room, module, each.source, tests)
                    kept[each.key] = {
                        "line": each.line, "kind": each.kind, "original": each.original, "noticed": seen,
                    }  # fmt: skip
                    print(module, each.line, each.kind, "noticed" if seen else f"SURVIVED {each.original}", flush=True)
                results[module] = kept
                target.write_text(json.dumps(results, indent=1) + "\n")
    target.with_suffix(".md").write_text(page(given.name, results))
    print(page(given.name, results))


if __name__ == "__main__":
    main()
