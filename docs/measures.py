"""How large the code is and whether its modules hang together in circles, package by package.

Lines are rounded to hundreds, so that the page does not change with every commit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
#: Packages in the order of the layers, the lowest first; `training` and `benchmarks` are rooms of their own.
ROOMS = {
    **{f"pausa.{name}": ROOT / "src" / "pausa" / name for name in (
        "core", "text", "formats", "alignment", "features", "lm", "decode", "models", "metrics",
        "recognisers", "stats", "workflow",
        "training", "batches", "reports", "store", "web", "cli",
    )},
    "benchmarks": ROOT / "benchmarks",
}  # fmt: skip


@dataclass(frozen=True)
class Module:
    """A module's name, its length, the lengths of its functions, and what it imports of ours."""

    name: str
    n_lines: int
    functions: tuple[int, ...]
    imports: frozenset[str]


def modules(name: str, folder: Path) -> list[Module]:
    """The modules of a package."""
    return [_module(name, folder, path) for path in sorted(folder.rglob("*.py"))]


def _module(package: str, folder: Path, path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    parts = [package, *path.relative_to(folder).with_suffix("").parts]
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = tuple((node.end_lineno or node.lineno) - node.lineno + 1 for node in functions)
    return Module(name, len(text.splitlines()), lengths, frozenset(_imports(tree)))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def cycles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of modules of which each leads to all others (Tarjan).

    >>> cycles({"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": []})
    [['a', 'b', 'c']]
    """
    found: list[list[str]] = []
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        waiting.append(name)
        for other in imports[name]:
            if other not in imports or other == name:
                continue
            if other not in numbers:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in waiting:
                lowest[name] = min(lowest[name], numbers[other])
        if lowest[name] == numbers[name]:
            place = waiting.index(name)
            group = sorted(waiting[place:])
            del waiting[place:]
            if len(group) > 1:
                found.append(group)

    for name in imports:
        if name not in numbers:
            visit(name)
    return found


def measures() -> str:
    """The table of the packages, and all of them together; large numbers are round, so that they last a while."""
    rows = [
        "| package | modules | lines | median module | longest module | median function | longest function | cycles |",
        "|---|---|---|---|---|---|---|---|",
    ]
    everything: list[Module] = []
    for name, folder in ROOMS.items():
        inside = modules(name, folder)
        everything += inside
        rows.append(_row(f"`{name}`", inside))
    rows.append(_row("all", everything))
    return "\n".join(rows) + "\n"


def _row(title: str, inside: list[Module]) -> str:
    lengths = [each.n_lines for each in inside]
    functions = [length for each in inside for length in each.functions]
    circles = cycles({each.name: sorted(each.imports) for each in inside})
    cells = (
        len(inside),
        f"{round(sum(lengths), -2):,}",
        round(median(lengths)),
        round(max(lengths), -1),
        round(median(functions)),
        max(functions),
        len(circles),
    )
    return f"| {title} | {' | '.join(map(str, cells))} |"
