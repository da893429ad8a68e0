"""Numbers as files spell them, bounded where they are read.

`1e999999999` is short to write and takes for ever to round; an integer of five thousand digits can be read and not
written again. Every reader takes its numbers from here: what nobody could have measured or counted is refused before
anything is worked out with it.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from math import isfinite

#: No number is spelled with more characters than this, and none has more digits before its point than this.
LONGEST, MOST_DIGITS = 400, 19


def exact(value: object) -> Decimal:
    """The number as it is spelled, to the last digit; ValueError for what is none or is beyond all bounds.

    >>> exact(" 1.20 "), exact(3), exact(0.1)
    (Decimal('1.20'), Decimal('3'), Decimal('0.1'))
    """
    if not _is_huge(value):
        text = value.strip() if isinstance(value, str) else str(value)
        try:
            number = Decimal(text if len(text) <= LONGEST else "")
        except InvalidOperation:
            number = Decimal("NaN")
        if number.is_finite() and number.adjusted() < MOST_DIGITS:
            return number
    raise ValueError(f"{shown(value)} is not a number that can be used")


def real(value: object) -> float:
    """The number as a float that is neither infinite nor undefined; ValueError for all else.

    >>> real("0.5"), real(1)
    (0.5, 1.0)
    """
    number = float("nan")
    if isinstance(value, int | float | Decimal | str) and not _is_huge(value):
        number = float(value)
    if not isfinite(number):
        raise ValueError(f"{shown(value)} is not a number that can be used")
    return number


def whole(value: object) -> int:
    """The whole number; ValueError where it has a fraction or is none.

    >>> whole("12"), whole(12.0)
    (12, 12)
    """
    number = exact(value)
    if number != number.to_integral_value():
        raise ValueError(f"{shown(value)} is not a whole number")
    return int(number)


def shown(value: object) -> str:
    """A value for an error to show, cut short.

    >>> shown("9" * 1000), shown(10**5000)
    ("'9999999999999999999999999999999999999999'", 'a number of hundreds of digits')
    """
    if isinstance(value, int) and _is_huge(value):
        return "a number of hundreds of digits"  # Python refuses to spell the longest of them
    return repr(str(value)[:40])


def _is_huge(value: object) -> bool:
    """Whether there is more of this than a number can have."""
    if isinstance(value, int):
        return value.bit_length() > 1000
    return isinstance(value, str) and len(value) > LONGEST
