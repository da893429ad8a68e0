"""Thresholds that follow how often sentences end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.decode.threshold import lowered


@given(st.lists(st.floats(0, 1), max_size=200), st.floats(0.001, 0.5), st.floats(0.05, 0.9))
def test_a_threshold_is_lowered_by_half_at_most_and_never_raised(
    ends: list[float], usual: float, threshold: float
) -> None:
    assert threshold / 2 <= lowered(threshold, np.array(ends), usual=usual) <= threshold


def test_it_falls_the_more_ends_are_likely() -> None:
    found = [lowered(0.4, np.full(400, share), usual=0.05) for share in (0.03, 0.05, 0.06, 0.08, 0.2)]
    assert found == sorted(found, reverse=True)
    assert found[:2] == [0.4, 0.4]
    assert found[2] < 0.4
    assert found[-1] == 0.2


@pytest.mark.parametrize("size", [0, 1])
def test_a_few_words_change_little(size: int) -> None:
    assert lowered(0.4, np.ones(size), usual=0.05) == pytest.approx(0.4, rel=0.3)
