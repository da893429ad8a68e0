"""What a recogniser makes of English words, as it was counted in speeches (`python -m benchmarks mishearings`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

TABLE = Path(__file__).with_name("mishearings.json")
#: Words of so many letters are long.
LONG = 4


class Mishearings(msgspec.Struct, frozen=True, kw_only=True):
    """Shares and pairs.

    Of all words `wrong` are; of these `goes_on` follow another wrong one, and of the short and the long ones so many
    are lost. `added` is how many words too many there are for each wrong or added one. `pairs` tell what was heard for
    a word, and how often.
    """

    words: int
    wrong: float
    goes_on: float
    short_lost: float
    long_lost: float
    added: float
    pairs: dict[str, dict[str, int]]


@cache
def mishearings() -> Mishearings:
    """The table."""
    return msgspec.json.decode(TABLE.read_bytes(), type=Mishearings)
