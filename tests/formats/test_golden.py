"""Every format has golden cases: a file as its makers write it, and what Pausa reads from it.

`python tasks.py golden` writes the expectations anew; look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pausa.formats import FORMATS
from pausa.formats.files import read_all, render
from pausa.formats.base import Layout

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"
DOCS = Path(__file__).parent.parent.parent / "docs" / "formats"
CASES = sorted(p for p in GOLDEN.glob("*/*") if not p.name.endswith(".expected.json"))


def expectation(case: Path) -> Path:
    return case.with_name(case.name + ".expected.json")


@pytest.mark.parametrize("case", CASES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_golden_case_reads_as_expected(case: Path) -> None:
    documents = read_all(case, format=case.parent.name, warn=lambda _: None)
    assert render(documents, FORMATS["json"], layout=Layout()) == expectation(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_golden_case_is_recognised_by_itself(case: Path) -> None:
    found = read_all(case, warn=lambda _: None)
    assert found == read_all(case, format=case.parent.name, warn=lambda _: None)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_module_a_page_and_a_golden_case(name: str) -> None:
    assert FORMATS[name].name == name
    assert (DOCS / f"{name}.md").exists(), f"docs/formats/{name}.md is missing"
    assert any(case.parent.name == name for case in CASES), f"tests/golden/formats/{name}/ has no case"
