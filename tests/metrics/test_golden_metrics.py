"""Every score has a family, a page and a golden value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pausa.metrics import KEYS, METRICS
from tests.golden.make import HERE, example_scores

DOCS = Path(__file__).parent.parent.parent / "docs" / "metrics"


def test_scores_of_the_examples_are_as_they_were() -> None:
    golden = json.loads((HERE / "metrics.json").read_text())
    assert set(golden) == set(KEYS), "run: python3 tasks.py golden"
    assert example_scores() == pytest.approx(golden, abs=1e-6)


@pytest.mark.parametrize("name", METRICS)
def test_every_family_has_a_page_and_its_keys(name: str) -> None:
    family = METRICS[name]()
    assert family.name == name
    assert set(family.keys) == {key for key, about in KEYS.items() if about.family == name}
    assert (DOCS / f"{name}.md").exists(), f"docs/metrics/{name}.md is missing"
