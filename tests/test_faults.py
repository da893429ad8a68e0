"""Every test that the page on faults names is there."""

from __future__ import annotations

import ast
import re

from benchmarks.places import DOCS, ROOT

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_page_names_is_there() -> None:
    rows = [line for line in (DOCS / "faults.md").read_text(encoding="utf-8").split("\n") if "::" in line]
    assert len(rows) > 20
    for row in rows:
        named = NAMED.findall(row)
        assert named, row
        for path, test in named:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert test in there, f"{path} has no {test}"
