"""Times are whole milliseconds from the start of the recording, or None where unknown."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from pausa.core.numbers import exact, shown

Millis = int

#: Later than this (about 11.5 days) is a broken time, not a long recording.
LATEST: Millis = 1_000_000_000


#: Nearer than this to half a millisecond, floating point may not round as the spelling would.
_SAFE = 0.499


def millis(seconds: str | float | Decimal) -> Millis:
    """Seconds as whole milliseconds, half to even on the decimal spelling; ValueError for what is no time.

    >>> millis("1.2345"), millis(0.5)
    (1234, 500)
    """
    kind = type(seconds)
    if kind is str or kind is float:  # the common case, kept fast; the rest goes the exact way
        try:
            scaled = float(seconds) * 1000
        except ValueError:
            return _exact_millis(seconds)
        if 0 <= scaled <= LATEST:
            nearest = int(scaled + 0.5)
            if -_SAFE < scaled - nearest < _SAFE:
                return nearest
    return _exact_millis(seconds)


def _exact_millis(seconds: str | float | Decimal) -> Millis:
    try:
        spelled = exact(seconds)
    except ValueError:
        raise ValueError(f"{shown(seconds)} is not a number of seconds") from None
    if not 0 <= spelled <= LATEST:
        raise ValueError(f"{shown(seconds)} is not a time")
    return checked(int((spelled * 1000).to_integral_value(ROUND_HALF_EVEN)))


def checked(time: Millis) -> Millis:
    """The time itself, or ValueError where no recording could reach."""
    if not 0 <= time <= LATEST:
        raise ValueError(f"{time} ms is outside any recording")
    return time


def seconds(time: Millis, *, digits: int = 3) -> str:
    """Milliseconds as seconds with a fixed number of digits.

    >>> seconds(61234), seconds(61234, digits=2)
    ('61.234', '61.23')
    """
    return f"{time / 1000:.{digits}f}"


def clock(time: Millis, *, decimal: str = ".") -> str:
    """Milliseconds as `HH:MM:SS.mmm`, the way subtitles write them.

    >>> clock(3_723_004, decimal=",")
    '01:02:03,004'
    """
    whole, part = divmod(time, 1000)
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}{decimal}{part:03d}"


def from_clock(text: str) -> Millis:
    """`HH:MM:SS.mmm`, `MM:SS,mmm` or plain seconds as milliseconds.

    >>> from_clock("01:02:03,004"), from_clock("02:03.5"), from_clock("3.5s")
    (3723004, 123500, 3500)
    """
    parts = text.strip().removesuffix("s").replace(",", ".").split(":")
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"{shown(text)} is not a time")
    total = Decimal(0)
    for part in parts:
        try:
            total = total * 60 + exact(part)
        except ValueError:
            raise ValueError(f"{shown(text)} is not a time") from None
    return millis(total)
