"""Imports point down the layers, at any depth of a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pausa

ROOT = Path(pausa.__file__).parent
LAYERS = [
    "core",
    "text",
    "formats alignment features lm decode",
    "models metrics recognisers",
    "stats",
    "workflow",
    "training",
    "batches reports store",
    "web",
    "cli",
]
DEPTH = {name: depth for depth, names in enumerate(LAYERS) for name in names.split()}
SOURCES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT)


def imported_parts(path: Path) -> Iterator[str]:
    """Subpackages of pausa that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pausa."):
            yield node.module.split(".")[1]
        elif isinstance(node, ast.ImportFrom) and node.level:
            pytest.fail(f"{path}: relative imports hide the layer")
        elif isinstance(node, ast.Import):
            yield from (name.name.split(".")[1] for name in node.names if name.name.startswith("pausa."))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    part = path.relative_to(ROOT).parts[0]
    upward = [other for other in imported_parts(path) if other != part and DEPTH[other] >= DEPTH[part]]
    assert not upward


def test_every_part_has_a_layer() -> None:
    parts = {path.relative_to(ROOT).parts[0] for path in SOURCES}
    assert parts <= DEPTH.keys()
