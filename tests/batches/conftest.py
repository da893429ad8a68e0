from __future__ import annotations

import pytest

from pausa.batches import driver
from tests.batches.engine import Here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    engine = Here()
    monkeypatch.setattr(driver, "open_engine", lambda name, **_: engine)
    return engine
