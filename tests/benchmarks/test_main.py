"""`python -m benchmarks`: what there is, and what each needs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import benchmarks.__main__ as program
from benchmarks import PROGRAMS, TABLES, TITLES
from benchmarks.__main__ import main
from benchmarks.findings import Findings


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *map(str, arguments)])
    try:
        main()
    except SystemExit as stopped:
        return stopped.code
    return 0


def test_all_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name}  " in shown for name in (*TABLES, *PROGRAMS))


def test_every_benchmark_has_a_title_and_resolves() -> None:
    assert {*TABLES, *PROGRAMS} == set(TITLES)
    assert all(callable(registry[name]) for registry in (TABLES, PROGRAMS) for name in registry)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["wisebe"], "--data"),
        (["wisebe", "--data", "."], "wisebe-sample"),
        (["wisbe"], "Did you mean 'wisebe'?"),
    ],
)
def test_what_is_missing_is_said(
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *arguments) == 2
    assert told in capsys.readouterr().err


def test_results_are_kept_as_page_and_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = Findings("A table", (), {"f1": 0.5})
    monkeypatch.setattr(program, "TABLES", {"wisebe": lambda data, advance: found})
    monkeypatch.setattr(program, "RESULTS", tmp_path)
    assert run(monkeypatch, "wisebe", "--data", tmp_path, "--results") == 0
    assert capsys.readouterr().out.startswith("A table")
    assert (tmp_path / "wisebe.md").read_text().startswith("# A table")
    assert json.loads((tmp_path / "wisebe.json").read_text())["figures"] == {"f1": 0.5}
