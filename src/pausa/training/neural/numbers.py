"""Numbers as people spell them and as recognisers do, one made from the other.

twenty five percent     →  25%          to_digits
2021                    →  twenty twenty one, or two thousand twenty one          spell
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.alignment.numbers import digits

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"))
NUMBER_WORDS = frozenset((*_UNITS, *_TENS, "hundred", "thousand")) - {"zero"}
_NUMBER = re.compile(r"(\$?)(\d{1,9})(?:\.(\d{1,4}))?(%?)")


def run_length(forms: Sequence[str], start: int) -> int:
    """How many words from `start` on spell one number; a lone "one" is taken for a pronoun.

    >>> run_length("about twenty five of".split(), 1), run_length(["one", "day"], 0)
    (2, 0)
    """
    stop = start
    while stop < len(forms) and forms[stop] in NUMBER_WORDS:
        stop += 1
    return 0 if forms[start:stop] in ([], ["one"]) else stop - start


def to_digits(run: Sequence[str]) -> list[str]:
    """Number words as a recogniser would write them.

    >>> to_digits(["twenty", "five"]), to_digits(["twenty", "twenty", "one"])
    (['25'], ['2021'])
    """
    found = digits(list(run))
    if len(found) == 2 and all(len(part) == 2 for part in found) and found[0] in ("19", "20"):
        return ["".join(found)]  # a year
    return found


def spell(form: str, *, by_pairs: bool = False) -> list[str]:
    """The words for a number in digits, nothing for anything else; `by_pairs` as years are said.

    >>> spell("25%"), spell("2021", by_pairs=True), spell("$3.5"), spell("x2")
    (['twenty', 'five', 'percent'], ['twenty', 'twenty', 'one'], ['three', 'point', 'five', 'dollars'], [])
    """
    match = _NUMBER.fullmatch(form)
    if match is None:
        return []
    dollar, whole, decimals, percent = match.groups()
    value = int(whole)
    if by_pairs and len(whole) == 4 and 10 <= value // 100 < 21 and value % 100 > 9:
        words = [*_below_thousand(value // 100), *_below_thousand(value % 100)]
    else:
        words = _words(value)
    if decimals:
        words += ["point", *(_UNITS[int(digit)] for digit in decimals)]
    return words + ["dollars"] * bool(dollar) + ["percent"] * bool(percent)


def _words(value: int) -> list[str]:
    words: list[str] = []
    for scale, name in _SCALES:
        if value >= scale:
            words += [*_below_thousand(value // scale), name]
            value %= scale
    return words + _below_thousand(value) if value or not words else words


def _below_thousand(value: int) -> list[str]:
    words: list[str] = []
    if value >= 100:
        words += [_UNITS[value // 100], "hundred"]
        value %= 100
        if not value:
            return words
    if value < 20:
        return [*words, _UNITS[value]]
    return [*words, _TENS[value // 10], *([_UNITS[value % 10]] if value % 10 else [])]
