"""Hypothesis runs the same examples everywhere (`PAUSA_EXAMPLES` asks for more), and one browser serves a module."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import CHROMIUM, FLAGS

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=int(os.environ.get("PAUSA_EXAMPLES", "50")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()
