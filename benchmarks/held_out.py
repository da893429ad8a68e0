"""Which recordings of each corpus are held out: lists in `splits`, the same for every model."""

from __future__ import annotations

from functools import cache

from benchmarks.split_lists import listed
from pausa.training.splits import HeldOut


@cache
def held_out(source: str) -> HeldOut:
    """The recordings of a source that nothing is learned from."""
    sides = listed(source)
    dev, test, out = (
        frozenset(name for name, side in sides.items() if side == kind) for kind in ("dev", "test", "out")
    )
    return HeldOut(dev, test, out)
