"""Docs are executed: commands run, Python runs, made parts are up to date, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.cli.app import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
MODULES = [name for _, name, _ in pkgutil.walk_packages(pausa.__path__, "pausa.")]

named = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def examples(page: Path) -> list[tuple[str, str]]:
    """Commands behind `$ ` and what they are said to print; `…` stands for anything."""
    found: list[tuple[str, str]] = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], ""))
            elif found:
                found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return found


@named
def test_commands_work_and_print_what_is_shown(page: Path, folder: Path) -> None:
    for command, shown in examples(page):
        line, _, target = command.partition(" > ")
        program, *arguments = line.split()
        assert program == "pausa", command
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, f"{command}\n{result.output}"
        if target:
            Path(target).write_text(result.stdout, encoding="utf-8")
        elif shown.strip() and shown.strip() != "…":
            pattern = ".*".join(re.escape(part) for part in shown.strip().split("…"))
            assert re.fullmatch(pattern, result.output.strip(), re.DOTALL), f"{command}\n{result.output}"


@named
def test_python_examples_run(page: Path, folder: Path) -> None:
    names: dict[str, object] = {}  # a page's blocks follow on from each other
    for code in PYTHON.findall(page.read_text(encoding="utf-8")):
        if ">>>" in code:
            runner = doctest.DocTestRunner(verbose=False)
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), 0)
            runner.run(test, clear_globs=False)
            names = test.globs
            assert not runner.failures, page.name
        else:
            exec(compile(code, str(page), "exec"), names)


@named
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def maker() -> ModuleType:
    """What writes the made parts, loaded anew."""
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return make


@named
def test_made_parts_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert maker().renewed(text) == text, "run: python3 tasks.py docs"


def test_a_page_whose_figures_are_missing_is_left_and_the_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = maker()
    monkeypatch.setattr(make, "RESULTS", tmp_path)
    bare = "<!-- made:{} -->\n<!-- end -->\n"
    (tmp_path / "a.md").write_text(bare.format("flags"))
    (tmp_path / "b.md").write_text(bare.format("models"))
    assert make.write(tmp_path) == ["left a.md as it is: flags.json is missing; python -m benchmarks makes it"]
    assert (tmp_path / "a.md").read_text() == bare.format("flags")
    assert "models/pause.md" in (tmp_path / "b.md").read_text()


def test_every_command_has_a_page() -> None:
    assert {path.stem for path in (ROOT / "docs" / "commands").glob("*.md")} >= set(COMMANDS)


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
