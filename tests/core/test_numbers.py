from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.numbers import exact, real, shown, whole
from pausa.core.times import from_clock, millis

BEYOND = [
    "1e999999999",
    "-1e999999999",
    "0e999999999",
    "9" * 400,
    "9" * 5000,
    "9" * 2_000_000,
    "nan",
    "inf",
    "",
    "x",
    10**400,
    10**5000,
    float("inf"),
    Decimal("1e999999999"),
    None,
    [1],
]


@pytest.mark.parametrize("value", BEYOND, ids=shown)
def test_what_nobody_can_have_measured_is_refused_at_once(value: object) -> None:
    for read in (exact, whole):
        with pytest.raises(ValueError, match="not a number") as caught:
            read(value)
        assert len(str(caught.value)) < 100


@pytest.mark.parametrize("value", [value for value in BEYOND if value not in ("9" * 400, "0e999999999")], ids=shown)
def test_floats_are_never_infinite(value: object) -> None:
    with pytest.raises(ValueError, match=r"not a number|convert"):
        real(value)


@pytest.mark.parametrize("value", ["1e999999999", "9" * 5000, "9" * 2_000_000, "1e999999999:00", "00:" + "9" * 5000])
def test_no_such_number_is_a_time(value: str) -> None:
    for read in (millis, from_clock):
        with pytest.raises(ValueError, match="not a"):
            read(value)


def test_a_number_too_small_to_matter_is_nothing() -> None:
    assert (millis("1e-999999999"), whole("0.000"), round(exact("1e-999999999"))) == (0, 0, 0)


def test_a_fraction_is_no_whole_number() -> None:
    with pytest.raises(ValueError, match="whole"):
        whole("1.5")


@given(st.floats(0, 1e9))
def test_floats_keep_their_spelling(value: float) -> None:
    assert exact(value) == Decimal(str(value))
    assert real(str(value)) == value
