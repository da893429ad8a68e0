"""The examples on the pages and in the modules run, and give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import pausa.metrics
import pausa.stats
from pausa.metrics import KEYS

DOCS = Path(__file__).parent.parent.parent / "docs" / "metrics"
MODULES = [
    *(f"pausa.metrics.{module.name}" for module in iter_modules(pausa.metrics.__path__)),
    *(f"pausa.stats.{module.name}" for module in iter_modules(pausa.stats.__path__)),
    "pausa.metrics",
]


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_the_examples_of_a_page_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_index_names_every_key() -> None:
    page = (DOCS / "index.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in KEYS), "run: python3 tasks.py docs"
