"""Blocks: a stretch of reference words over against a stretch of hypothesis words.

    reference    so     today's    call has           begun
    hypothesis   so     to day's   call has  really   began
    kind         equal  join       equal     insert   replace

An `equal` block holds the same words. A `join` block holds the same speech cut or written otherwise
(`today's` and `to day's`, `25` and `twenty five`) and counts as equal. A `replace` block holds other
words, perhaps another number of them. `delete` has words on the reference side only, `insert` on the
hypothesis side only.

Where a sentence end goes follows from the block its word is in: from an equal word to its partner; in a
replaced or joined block of s reference and h hypothesis words, from the k-th word to word number
max(1, round-half-up(k·h/s)); from a deleted word to the last hypothesis word before that place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["equal", "join", "replace", "delete", "insert"]
Places = NDArray[np.int64]

_FLIPPED: dict[Kind, Kind] = {"delete": "insert", "insert": "delete"}


@dataclass(frozen=True, slots=True)
class Block:
    """Reference words `ref_start` to `ref_stop` against hypothesis words `hyp_start` to `hyp_stop`."""

    kind: Kind
    ref_start: int
    ref_stop: int
    hyp_start: int
    hyp_stop: int

    @property
    def n_ref(self) -> int:
        return self.ref_stop - self.ref_start

    @property
    def n_hyp(self) -> int:
        return self.hyp_stop - self.hyp_start

    @property
    def is_match(self) -> bool:
        """Whether both sides say the same, be it cut into other words."""
        return self.kind in ("equal", "join")

    @property
    def is_sound(self) -> bool:
        """Whether the kind goes with the number of words on each side."""
        if self.kind == "equal":
            return self.n_ref == self.n_hyp > 0
        return (self.n_ref > 0) == (self.kind != "insert") and (self.n_hyp > 0) == (self.kind != "delete")

    def flipped(self) -> Block:
        """The block seen from the other side."""
        kind = _FLIPPED.get(self.kind, self.kind)
        return Block(kind, self.hyp_start, self.hyp_stop, self.ref_start, self.ref_stop)

    def shifted(self, ref: int, hyp: int) -> Block:
        """The block moved on by that many words on each side."""
        return Block(self.kind, self.ref_start + ref, self.ref_stop + ref, self.hyp_start + hyp, self.hyp_stop + hyp)

    def places(self) -> Places:
        """For each reference word, the hypothesis word an end after it goes to; -1 where none comes before."""
        if not self.n_hyp:
            return np.full(self.n_ref, self.hyp_start - 1, dtype=np.int64)
        if self.n_ref == self.n_hyp:
            return np.arange(self.hyp_start, self.hyp_stop, dtype=np.int64)
        numbers = [max(1, round_half_up(k * self.n_hyp, self.n_ref)) for k in range(1, self.n_ref + 1)]
        return self.hyp_start - 1 + np.asarray(numbers, dtype=np.int64)

    def pairs(self) -> tuple[Places, Places]:
        """Reference and hypothesis words paired one to one.

        Where one side has more words, the pairs follow the rule for ends, seen from the shorter side.
        """
        if self.n_ref <= self.n_hyp:
            return np.arange(self.ref_start, self.ref_stop, dtype=np.int64), self.places()
        hyps, refs = self.flipped().pairs()
        return refs, hyps


def round_half_up(part: int, whole: int) -> int:
    """`part / whole` to the nearest whole number, halves upwards, without going through floats.

    >>> round_half_up(5, 2), round_half_up(2, 3), round_half_up(1, 3)
    (3, 1, 0)
    """
    return (2 * part + whole) // (2 * whole)


def difference(ref_start: int, ref_stop: int, hyp_start: int, hyp_stop: int) -> Block:
    """A block of differing words: replaced, or deleted or inserted where one side is empty."""
    kind: Kind = "replace"
    if hyp_start == hyp_stop:
        kind = "delete"
    elif ref_start == ref_stop:
        kind = "insert"
    return Block(kind, ref_start, ref_stop, hyp_start, hyp_stop)


def merged(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks with neighbours made one: equal with equal, and differences of all kinds with each other.

    Empty blocks vanish. A join stays by itself, so that what stands in it projects by itself.
    """
    kept: list[Block] = []
    for block in blocks:
        if not block.n_ref and not block.n_hyp:
            continue
        before = kept[-1] if kept else None
        if before is None or "join" in (before.kind, block.kind) or before.is_match != block.is_match:
            kept.append(block)
            continue
        bounds = (before.ref_start, block.ref_stop, before.hyp_start, block.hyp_stop)
        kept[-1] = Block("equal", *bounds) if block.is_match else difference(*bounds)
    return tuple(kept)
