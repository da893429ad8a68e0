"""How output is asked for: what can be a layout, and what cannot."""

from __future__ import annotations

from math import inf, nan

import pytest

from pausa.core.errors import OptionError
from pausa.formats.base import Layout


@pytest.mark.parametrize("seconds", [inf, -inf, nan, 1e306])
@pytest.mark.parametrize("profile", ["netflix", "plain"])
def test_a_cue_lasts_a_number_of_seconds(profile: str, seconds: float) -> None:
    with pytest.raises(OptionError, match=r"No cue lasts \S+ seconds"):
        Layout.of(profile, min_duration=seconds)
    with pytest.raises(OptionError, match=r"No cue lasts \S+ seconds"):
        Layout.of(profile, max_duration=seconds)


def test_durations_are_kept_in_milliseconds() -> None:
    rules = Layout.of(min_duration=1.5, max_duration=6).rules
    assert rules is not None
    assert (rules.shortest_ms, rules.longest_ms) == (1500, 6000)
