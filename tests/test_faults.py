"""Every test that the pages on faults and on security name is there."""

from __future__ import annotations

import ast
import re

import pytest

from benchmarks.places import DOCS, ROOT

NAMED = re.compile(r"(tests/[\w/]+\.py)::(\w+)")


@pytest.mark.parametrize(("page", "at_least"), [("faults.md", 25), ("security.md", 25)])
def test_every_test_that_a_page_names_is_there(page: str, at_least: int) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    named = NAMED.findall(text)
    assert len(named) == text.count("::") >= at_least
    for path, test in named:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert test in there, f"{path} has no {test}"


def test_every_row_on_faults_names_a_test() -> None:
    rows = (DOCS / "faults.md").read_text(encoding="utf-8").partition("| what happens")[2].split("\n")[2:]
    assert all(NAMED.search(row) for row in rows if row.startswith("|"))
