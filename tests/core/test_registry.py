from __future__ import annotations

import pytest

from pausa.core.errors import UnknownName
from pausa.core.registry import Registry


def test_a_wrong_name_gets_the_nearest_one() -> None:
    registry: Registry[float] = Registry("constant", {"pi": "math:pi", "tau": "math:tau"})
    assert registry["tau"] > registry["pi"]
    with pytest.raises(UnknownName, match=r"No constant named 'ta'. Did you mean 'tau'\? Known: pi, tau\."):
        registry["ta"]


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    registry: Registry[object] = Registry("thing", {"there": "math:pi", "broken": "no.such.module:x"})
    assert list(registry) == ["there", "broken"]
    assert "broken" in registry
