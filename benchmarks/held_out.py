"""Which recordings of each corpus are held out: lists in `splits`, the same for every model."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pausa.core.errors import OptionError
from pausa.training.splits import HeldOut

SPLITS = Path(__file__).parent / "splits"


@cache
def held_out(source: str) -> HeldOut:
    """The recordings of a source that nothing is learned from."""
    return HeldOut(_listed(source, "dev"), _listed(source, "test"))


def _listed(source: str, split: str) -> frozenset[str]:
    place = SPLITS / f"{source}.{split}.txt"
    if not place.is_file():
        raise OptionError(f"There is no {split!r} split for {source!r}.")
    return frozenset(place.read_text(encoding="utf-8").split())
