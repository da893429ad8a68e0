"""What stands around the code agrees with it: versions, licences, citation, dependencies, hooks."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.cli.citation import AUTHORS, PAPERS, TITLE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
#: Packages whose modules are called otherwise.
MODULES = {"faster-whisper": "faster_whisper", "pympi-ling": "pympi"}
#: Packages that others need at run time for us: no module of ours names them.
BEHIND_OTHERS = {"onnxscript": "torch exports with it", "python-multipart": "forms", "psycopg": "a driver"}


def test_one_version_everywhere() -> None:
    assert PROJECT["version"] == pausa.__version__
    assert f'version: "{pausa.__version__}"' in CITATION
    assert pausa.__version__ in CliRunner().invoke(main, ["--version"]).output


def test_pausa_says_what_to_cite() -> None:
    told = CliRunner().invoke(main, ["--cite"])
    assert told.exit_code == 0
    assert f"{AUTHORS}. {TITLE}. Version {pausa.__version__}." in told.output
    assert all(paper.title in told.output and str(paper.year) in told.output for paper in PAPERS)


def test_the_citation_file_says_the_same() -> None:
    assert re.findall(r'^ *title: "(.*)"$', CITATION, re.MULTILINE) == [TITLE, *(paper.title for paper in PAPERS)]
    assert re.findall(r"^    year: (\d+)$", CITATION, re.MULTILINE) == [str(paper.year) for paper in PAPERS]
    for family, given in re.findall(r'family-names: "(.*)"\n +given-names: "(.*)"', CITATION):
        assert any(f"{given} {family}" in paper.authors for paper in PAPERS)


def test_what_is_cited_is_there() -> None:
    from pausa.metrics import KEYS
    from pausa.models import MODELS

    for paper in PAPERS:
        for kind, name in re.findall(r"(score|model) (\w+)", paper.used_for):
            assert name in (KEYS if kind == "score" else MODELS)


def test_the_licence_of_the_package_covers_its_models() -> None:
    licences = {
        json.loads(path.read_text(encoding="utf-8"))["licence"]
        for path in (ROOT / "src/pausa/models/bundled").glob("*/manifest.json")
    }
    assert licences == {"CC BY-SA 4.0"}
    assert PROJECT["license"] == "Apache-2.0 AND CC-BY-SA-4.0"
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert PROJECT["license"] in notice
    assert "Apache License, Version 2.0" in notice


#: What "dev" and "fuzz" install is for those who work on Pausa.
RUN_TIME = [
    *PROJECT["dependencies"],
    *(
        one
        for extra, listed in PROJECT["optional-dependencies"].items()
        if extra not in ("dev", "all", "fuzz")
        for one in listed
    ),
]


@pytest.mark.parametrize("dependency", sorted({re.split(r"[\[<>=]", one)[0] for one in RUN_TIME}))
def test_every_dependency_is_used(dependency: str) -> None:
    if dependency not in BEHIND_OTHERS:
        module = MODULES.get(dependency, dependency)
        assert re.search(rf"^\s*(?:from|import) {module}\b", SOURCES, re.MULTILINE)


def test_hooks_are_local_and_run_tasks() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    tasks = (ROOT / "tasks.py").read_text(encoding="utf-8")
    asked = re.findall(r"entry: python3 tasks\.py (\w+)", hooks)
    assert asked
    assert all(f"def {task}() -> None:" in tasks for task in asked)
