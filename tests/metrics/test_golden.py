"""Every family has a golden case that a person has checked, and a page that says what it is.

A golden case is a small JSON file: what the references and the hypothesis cut, the options, the counts, the scores.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pausa.metrics import METRICS
from pausa.metrics.base import Options, case
from tests.builders import cut

GOLDEN = Path(__file__).parent.parent / "golden" / "metrics"
DOCS = Path(__file__).parent.parent.parent / "docs" / "metrics"


@pytest.mark.parametrize("name", METRICS)
def test_golden_case_counts_and_scores_as_expected(name: str) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    references = [cut(text) for text in golden["references"]]
    family = METRICS[name]()
    counts = family.count(case(references, cut(golden["hypothesis"]), options=Options(**golden["options"])))
    assert json.loads(json.dumps(counts.as_dict())) == golden["counts"]
    assert family.score(counts) == pytest.approx(golden["scores"], abs=5e-7)


def test_no_golden_case_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_every_family_has_a_page_that_names_its_keys(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in METRICS[name]().keys)
