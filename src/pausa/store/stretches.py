"""Which words somebody has looked at or heard: stretches of words, first and the one after the last.

>>> add(((0, 3),), [(2, 5), (9, 12)], n_words=10)
((0, 5), (9, 10))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

Stretches = tuple[tuple[int, int], ...]


def add(known: Stretches, more: Iterable[Sequence[int]], *, n_words: int) -> Stretches:
    """The stretches with more of them, put together where they touch, and none outside of the words."""
    within = ((max(0, first), min(stop, n_words)) for first, stop in (*known, *more))
    joined: list[tuple[int, int]] = []
    for first, stop in sorted(pair for pair in within if pair[0] < pair[1]):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], stop))
        else:
            joined.append((first, stop))
    return tuple(joined)


def count(stretches: Stretches) -> int:
    """How many words that is.

    >>> count(((0, 3), (5, 6)))
    4
    """
    return sum(stop - first for first, stop in stretches)


def missing(words: Iterable[int], stretches: Stretches) -> tuple[int, ...]:
    """Those of the words that are in no stretch, in order.

    >>> missing([1, 4, 5], ((0, 3), (5, 6)))
    (4,)
    """
    inside = {word for first, stop in stretches for word in range(first, stop)}
    return tuple(sorted(set(words) - inside))


def load(stored: str | None) -> Stretches:
    """The stretches as the database keeps them."""
    return tuple(msgspec.json.decode(stored, type=list[tuple[int, int]])) if stored else ()


def dump(stretches: Stretches) -> str | None:
    """The same for the database; nothing where there are none."""
    return msgspec.json.encode(stretches).decode() if stretches else None
