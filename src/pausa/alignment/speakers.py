"""Which speaker of one side is which of the other, found from the words or the time they share.

Labels are arbitrary ("0", "spk_1", "Ann"), so they are never compared. Two speakers correspond when one
of them shares most with the other; a recogniser that takes two people for one, or one for two, does no harm.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pausa.core.words import Transcript

Pair = tuple[str, str]


def several(transcript: Transcript) -> bool:
    """Whether at least two speakers are told apart."""
    return len({word.speaker for word in transcript.words if word.speaker is not None}) > 1


def corresponding(shared: Iterable[tuple[str | None, str | None, float]]) -> frozenset[Pair]:
    """Pairs of a reference and a hypothesis speaker that go together, from what they share.

    >>> sorted(corresponding([("Ann", "1", 9), ("Ben", "2", 5), ("Ben", "1", 2)]))
    [('Ann', '1'), ('Ben', '2')]
    """
    totals: defaultdict[Pair, float] = defaultdict(float)
    for left, right, amount in shared:
        if left is not None and right is not None:
            totals[left, right] += amount
    found: set[Pair] = set()
    for side in (0, 1):
        best: dict[str, Pair] = {}
        # Sorted, so that equal amounts are settled the same way every time.
        for pair in sorted(totals, key=lambda each: (-totals[each], each)):
            best.setdefault(pair[side], pair)
        found.update(best.values())
    return frozenset(found)
