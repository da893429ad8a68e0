"""Sentence ends carried from the words of one transcript to those of another.

    reference     so we left .  it was late .        the end after "left" goes to "left",
    hypothesis    so we left    it was lately        the one after "late" to "lately"

An end goes where its word went. If its word was left out, it goes to the last hypothesis word before that
place, and where none comes before, it is dropped. Two ends on one word count as one. Nothing vanishes in
silence: ends in = placed + merged + dropped. No end is invented; only the last word of the target ends a
sentence whatever happens, as the last word does in every segmentation.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.alignment.base import NOWHERE, Alignment
from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of one end: after reference word `end`, now after hypothesis word `to`.

    `by` is how many reference words it moved: 0 where `to` is paired with its own word. An end that was
    dropped has `to` -1.
    """

    end: int
    to: int
    by: int
    mark: str = ""


@dataclass(frozen=True)
class Projection:
    """A segmentation on other words, and what happened to each of its ends."""

    segmentation: Segmentation
    placed: tuple[Carried, ...] = ()
    merged: tuple[Carried, ...] = ()
    dropped: tuple[Carried, ...] = ()

    @property
    def n_ends(self) -> int:
        """How many ends went in."""
        return len(self.placed) + len(self.merged) + len(self.dropped)

    @property
    def moved(self) -> tuple[Carried, ...]:
        """The placed and merged ends whose own word was left out or had to share its partner, in order."""
        carried = sorted((*self.placed, *self.merged), key=lambda each: each.end)
        return tuple(each for each in carried if each.by)


def project(segmentation: Segmentation, alignment: Alignment) -> Projection:
    """A segmentation of the alignment's reference words on its hypothesis words, marks included.

    Where several ends fall on one word, the one that moved least keeps its place and its mark; the earlier
    of equals. Probabilities stay behind: they belong to the words they were made for.
    """
    if segmentation.n_words != alignment.n_reference:
        raise LengthMismatch(segmentation.n_words, alignment.n_reference)
    places, origins = alignment.places, alignment.origins
    placed: dict[int, Carried] = {}
    merged: list[Carried] = []
    dropped: list[Carried] = []
    for number, end in enumerate(segmentation.ends):
        to, mark = int(places[end]), segmentation.mark(number)
        if to == NOWHERE:
            dropped.append(Carried(end, NOWHERE, 0, mark))
            continue
        carried = Carried(end, to, abs(end - int(origins[to])), mark)
        other = placed.get(to)
        if other is not None and other.by <= carried.by:
            merged.append(carried)
            continue
        if other is not None:
            merged.append(other)
        placed[to] = carried
    kept = tuple(placed.values())
    target = Segmentation.of(
        alignment.n_hypothesis,
        [each.to for each in kept],
        marks=[each.mark for each in kept],
        by=segmentation.by,
    )
    return Projection(target, kept, tuple(merged), tuple(dropped))
