"""Every model has a page, a title and a golden case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pausa.models import MODELS, TITLES, load
from tests.golden.make import HERE, probabilities

#: Processors round networks differently, in int8 most of all.
TOLERANCE = {"transformer": 0.02, "brnn": 1e-3, "cnn": 1e-3}
DOCS = Path(__file__).parent.parent.parent / "docs" / "models"


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_a_page_a_title_and_a_golden_case(name: str) -> None:
    assert load(name).name == name
    assert TITLES[name]
    assert (DOCS / f"{name}.md").exists(), f"docs/models/{name}.md is missing"
    golden = json.loads((HERE / "models" / f"{name}.json").read_text())
    assert probabilities(name) == pytest.approx(golden, abs=TOLERANCE.get(name, 2e-4))
