"""Every model has a page, a title and a golden case, and the case is written by its model's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pausa.models import MODELS, TITLES, load
from tests.golden import make

DOCS = Path(__file__).parent.parent.parent / "docs" / "models"


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_a_page_a_title_and_a_golden_case(name: str) -> None:
    assert load(name).name == name
    assert TITLES[name]
    assert (DOCS / f"{name}.md").exists(), f"docs/models/{name}.md is missing"
    case = make.golden_probabilities(name)
    assert case.exists(), f"run: python3 tasks.py golden {name}"
    within = make.TOLERANCE.get(name, make.USUAL_TOLERANCE)
    assert make.probabilities(name) == pytest.approx(json.loads(case.read_text()), abs=within)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the golden cases of models are, with none in it."""
    (tmp_path / "models").mkdir()
    monkeypatch.setattr(make, "HERE", tmp_path)
    return tmp_path / "models"


def test_the_case_of_a_model_is_written_by_its_name_and_left_where_it_holds(folder: Path) -> None:
    make.main(["pause"])
    assert [path.name for path in folder.iterdir()] == ["pause.json"]
    case = folder / "pause.json"
    rounded_elsewhere = json.dumps([value + 1e-4 for value in json.loads(case.read_text())])
    case.write_text(rounded_elsewhere)
    make.main(["pause"])
    assert case.read_text() == rounded_elsewhere
    case.write_text("[0.5]\n")
    make.main(["pause"])
    assert len(json.loads(case.read_text())) > 1


def test_a_name_that_nothing_has_is_told(folder: Path) -> None:
    with pytest.raises(SystemExit, match=r"puase: neither a model .* nor a folder"):
        make.main(["pause", "puase"])
    assert not list(folder.iterdir())
