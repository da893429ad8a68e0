"""A real browser for tests that need one; `conftest` opens it as the fixture `browser`."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
]

#: For a module's `pytestmark`.
NEEDS_BROWSER = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")]
