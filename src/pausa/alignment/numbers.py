"""English numbers as digits, so that "twenty five" and "25" can be told to be the same.

    twenty five percent       25 percent
    two thousand and nineteen 2019
    twenty nineteen           20 19        (read on as 2019, since words are compared without spaces)
    one point two billion     1200000000
    the third                 the 3th      (every ordinal ends in "th" here: the form is never shown)
    $ 5 million               5000000 dollar

This is a form for comparing, never for writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

_UP_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS_FROM_TWENTY = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_TENS_FROM_TWENTY.split(), start=2)}
_CARDINALS = {word: value for value, word in enumerate(_UP_TO_NINETEEN.split())} | _TENS
_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ODD_ORDINALS = {"first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight",
                 "ninth": "nine", "twelfth": "twelve"}  # fmt: skip
_CURRENCIES = {"dollar": "dollar", "dollars": "dollar", "euro": "euro", "euros": "euro", "pound": "pound",
               "pounds": "pound", "cent": "cent", "cents": "cent"}  # fmt: skip
_SUFFIXES = ("st", "nd", "rd", "th")
#: More figures than this are the number of something, not an amount.
_MOST_DIGITS = 25


@lru_cache(maxsize=1 << 14)
def is_numeric(word: str) -> bool:
    """Whether a folded word can be part of a number: digits, a number word, an ordinal, a currency."""
    return (
        any(sign.isdigit() for sign in word)
        or word in _CARDINALS
        or word in _SCALES
        or word in _CURRENCIES
        or _cardinal_of(word) is not None
    )


def digits(words: Sequence[str]) -> list[str]:
    """Folded words with every number among them as digits, currencies behind their amounts.

    >>> digits("two hundred and five".split()), digits(["dollar", "1.2", "billion"])
    (['205'], ['1200000000', 'dollar'])
    """
    found: list[str] = []
    place = 0
    while place < len(words):
        value, length = _number(words, place)
        if not length:
            found.append(_CURRENCIES.get(words[place], words[place]))
            place += 1
            continue
        amount = _plain(value) + ("th" if _is_ordinal(words, place + length - 1) else "")
        if found and found[-1] in _CURRENCIES.values():
            found.insert(-1, amount)
        else:
            found.append(amount)
        place += length
    return found


def _number(words: Sequence[str], start: int) -> tuple[Decimal, int]:
    """The number that begins at a word, and how many words it takes; none takes no word."""
    total, group, place = Decimal(0), Decimal(0), start
    room = 0  # what is still open below: 10 after a ten, 100 after "hundred", nothing after a unit
    largest = Decimal("Infinity")
    if words[start] in ("a", "an") and start + 1 < len(words) and words[start + 1] in _SCALES:
        group, place, room = Decimal(1), start + 1, 0
    while place < len(words):
        word = words[place]
        cardinal = _cardinal_of(word) or word
        taken = place > start
        if word == "and" and taken and room >= 100 and place + 1 < len(words) and _below(words[place + 1], room):
            place += 1
            continue
        if cardinal in _SCALES and group and (scale := Decimal(_SCALES[cardinal])) < largest:
            if scale == 100:
                group *= scale
            else:
                total, group, largest = total + group * scale, Decimal(0), scale
            room = int(scale)
        elif (value := _value(cardinal)) is not None and (not taken or value < room):
            group += value
            room = 10 if cardinal in _TENS else 0
        elif word == "point" and (fraction := _fraction(words, place + 1)):
            group, place, room = group + Decimal(f"0.{fraction[0]}"), place + fraction[1], 0
        else:
            break
        place += 1
        if cardinal != word:
            break  # an ordinal ends its number
    return total + group, place - start


@lru_cache(maxsize=1 << 14)
def _value(word: str) -> Decimal | None:
    """What a cardinal is worth; None for other words and for figures such as "007", which are no amount."""
    if word in _CARDINALS:
        return Decimal(_CARDINALS[word])
    if len(word) > _MOST_DIGITS or not _is_digits(word) or (word[0] == "0" and word[1:2].isdigit()):
        return None
    return Decimal(word)


def _below(word: str, room: int) -> bool:
    value = _value(_cardinal_of(word) or word)
    return value is not None and value < room


def _fraction(words: Sequence[str], start: int) -> tuple[str, int] | None:
    """The digits spoken after "point" and how many words they take."""
    spoken = ""
    place = start
    while place < len(words) and (value := _value(words[place])) is not None and "." not in words[place]:
        spoken += str(int(value))
        place += 1
    return (spoken, place - start) if spoken else None


@lru_cache(maxsize=1 << 14)
def _cardinal_of(word: str) -> str | None:
    """The cardinal under an ordinal ("third", "twentieth", "3rd"), None for any other word."""
    if word in _ODD_ORDINALS:
        return _ODD_ORDINALS[word]
    if word.endswith(_SUFFIXES) and _is_digits(word[:-2]):
        return word[:-2]
    if not word.endswith("th"):
        return None
    stem = word[:-2]
    if stem.endswith("ie"):
        stem = stem[:-2] + "y"
    return stem if stem in _CARDINALS or stem in _SCALES else None


def _is_ordinal(words: Sequence[str], place: int) -> bool:
    return _cardinal_of(words[place]) is not None


def _is_digits(word: str) -> bool:
    whole, dot, part = word.partition(".")
    return whole.isascii() and whole.isdigit() and (not dot or (part.isascii() and part.isdigit()))


def _plain(value: Decimal) -> str:
    """Digits without an exponent and without needless zeros; "1.50" and "1.5" are one."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
