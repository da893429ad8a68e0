"""Every format has golden cases: a file as its makers write it, and what Pausa reads from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pausa.formats import FORMATS
from pausa.formats.files import read_all
from tests.golden.make import as_read, as_written, cases, expectation, only_written, written

DOCS = Path(__file__).parent.parent.parent / "docs" / "formats"
CASES = cases()
each_case = pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")


@each_case
def test_golden_case_reads_as_expected(case: Path) -> None:
    assert as_read(case) == expectation(case).read_text(encoding="utf-8")


@each_case
def test_golden_case_is_recognised_by_itself(case: Path) -> None:
    found = read_all(case, warn=lambda _: None)
    assert found == read_all(case, format=case.parent.name, warn=lambda _: None)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_module_a_page_and_a_golden_case(name: str) -> None:
    assert FORMATS[name].name == name
    assert (DOCS / f"{name}.md").exists(), f"docs/formats/{name}.md is missing"
    if FORMATS[name].parse:
        assert any(case.parent.name == name for case in CASES), f"tests/golden/formats/{name}/ has no case"
    else:
        assert written(name).exists(), f"run: python3 tasks.py golden {name}"


@pytest.mark.parametrize("name", only_written())
def test_a_format_that_is_only_written_is_written_as_expected(name: str) -> None:
    content = as_written(name)
    assert written(name).read_bytes() == (content if isinstance(content, bytes) else content.encode())
