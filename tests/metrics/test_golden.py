"""Every family has a golden case that a person has checked, and a page that says what it is.

A golden case is a small JSON file: what the references and the hypothesis cut (with bars, or with marks), the options,
the counts, the scores; the hypothesis' probabilities where they matter.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pausa.core.segmentation import Segmentation
from pausa.metrics import METRICS
from pausa.metrics.base import Options, case
from tests.builders import cut, marked

GOLDEN = Path(__file__).parent.parent / "golden" / "metrics"
DOCS = Path(__file__).parent.parent.parent / "docs" / "metrics"


def noted(text: str) -> Segmentation:
    """What a golden case cuts."""
    return cut(text) if "|" in text else marked(text)


@pytest.mark.parametrize("name", METRICS)
def test_golden_case_counts_and_scores_as_expected(name: str) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    references = [noted(text) for text in golden["references"]]
    hypothesis = replace(noted(golden["hypothesis"]), probabilities=tuple(golden.get("probabilities", ())))
    family = METRICS[name]()
    counts = family.count(case(references, hypothesis, options=Options(**golden["options"])))
    assert json.loads(json.dumps(counts.as_dict())) == golden["counts"]
    assert family.score(counts) == pytest.approx(golden["scores"], abs=5e-7)


def test_no_golden_case_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_every_family_has_a_page_that_names_its_keys(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in METRICS[name]().keys)
