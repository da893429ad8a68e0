"""What an alignment is: blocks that cover the words of both sides, in order and without holes.

    reference    so  today's  call  has         begun
    hypothesis   so  to day's call  has really  began
    blocks       eq  join     equal      insert replace

An `equal` block holds the same words. A `join` block holds the same speech cut or written otherwise
(`today's` and `to day's`, `25` and `twenty five`) and counts as equal. A `replace` block holds other
words, perhaps another number of them. `delete` has words on the reference side only, `insert` on the
hypothesis side only.

Where a sentence end goes follows from the block its word is in: from an equal word to its partner; in a
replaced or joined block of s reference and h hypothesis words, from the k-th word to word number
max(1, round-half-up(k·h/s)); from a deleted word to the last hypothesis word before that place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["equal", "join", "replace", "delete", "insert"]
Places = NDArray[np.int64]

#: Where there is no word to go to.
NOWHERE = -1


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

    def flipped(self) -> Block:
        kind = _FLIPPED.get(self.kind, self.kind)
        return Block(kind, self.hyp_start, self.hyp_stop, self.ref_start, self.ref_stop)


_FLIPPED: dict[Kind, Kind] = {"delete": "insert", "insert": "delete"}


@dataclass(frozen=True, slots=True)
class Edits:
    """How many words were kept, replaced, left out and put in; edits of recordings add up.

    >>> (Edits(hits=8, substitutions=1) + Edits(hits=9, insertions=2)).wer
    0.16666666666666666
    """

    hits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    def __add__(self, other: Edits) -> Edits:
        return Edits(
            self.hits + other.hits,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )

    @property
    def n_reference(self) -> int:
        return self.hits + self.substitutions + self.deletions

    @property
    def errors(self) -> int:
        return self.substitutions + self.deletions + self.insertions

    @property
    def wer(self) -> float:
        """Word error rate; against no reference word at all, the number of insertions (as jiwer has it)."""
        return self.errors / self.n_reference if self.n_reference else float(self.insertions)

    def flipped(self) -> Edits:
        return replace(self, deletions=self.insertions, insertions=self.deletions)


@dataclass(frozen=True)
class Alignment:
    """Which words of a reference and of a hypothesis belong together.

    `edits` are those of the plain edit distance, in which a joined word is wrong: they make the word
    error rate. `method` is `words` or `times` and stands in the signature of a score.
    """

    blocks: tuple[Block, ...]
    edits: Edits
    method: str = "words"

    def __post_init__(self) -> None:
        ref, hyp = 0, 0
        for block in self.blocks:
            if (block.ref_start, block.hyp_start) != (ref, hyp) or not _fits(block):
                raise ValueError(f"{block} does not follow word {ref} of the reference and {hyp} of the hypothesis")
            ref, hyp = block.ref_stop, block.hyp_stop

    @property
    def n_reference(self) -> int:
        return self.blocks[-1].ref_stop if self.blocks else 0

    @property
    def n_hypothesis(self) -> int:
        return self.blocks[-1].hyp_stop if self.blocks else 0

    def flipped(self) -> Alignment:
        """The same alignment seen from the other side."""
        return Alignment(tuple(block.flipped() for block in self.blocks), self.edits.flipped(), self.method)

    @cached_property
    def places(self) -> Places:
        """For each reference word, the hypothesis word that an end after it goes to; -1 where there is none."""
        places = np.full(self.n_reference, NOWHERE, dtype=np.int64)
        for block in self.blocks:
            places[block.ref_start : block.ref_stop] = _places_in(block)
        return places

    @cached_property
    def partners(self) -> Places:
        """For each reference word, the one hypothesis word it is paired with, -1 where there is none.

        No two share a partner. Where a replaced block has more words on one side, the pairs are those of
        the rule for ends, seen from the shorter side; the other words of the longer side have no partner.
        """
        partners = np.full(self.n_reference, NOWHERE, dtype=np.int64)
        for block in self.blocks:
            refs, hyps = _pairs_in(block)
            partners[refs] = hyps
        return partners

    @cached_property
    def origins(self) -> Places:
        """For each hypothesis word, the reference word paired with it or else the last before it; -1 for none."""
        origins = np.full(self.n_hypothesis, NOWHERE, dtype=np.int64)
        paired = np.flatnonzero(self.partners != NOWHERE)
        origins[self.partners[paired]] = paired
        return np.maximum.accumulate(origins) if origins.size else origins

    @cached_property
    def is_equal(self) -> NDArray[np.bool_]:
        """For each hypothesis word, whether the reference says the same there (joins included)."""
        equal = np.zeros(self.n_hypothesis, dtype=bool)
        for block in self.blocks:
            equal[block.hyp_start : block.hyp_stop] = block.is_match
        return equal

    @property
    def unaligned_reference(self) -> tuple[int, ...]:
        """Reference words with nothing over against them."""
        return tuple(w for block in self.blocks if not block.n_hyp for w in range(block.ref_start, block.ref_stop))

    @property
    def unaligned_hypothesis(self) -> tuple[int, ...]:
        """Hypothesis words with nothing over against them."""
        return tuple(w for block in self.blocks if not block.n_ref for w in range(block.hyp_start, block.hyp_stop))


def round_half_up(part: int, whole: int) -> int:
    """`part / whole` to the nearest whole number, halves upwards, without going through floats.

    >>> round_half_up(5, 2), round_half_up(2, 3), round_half_up(1, 3)
    (3, 1, 0)
    """
    return (2 * part + whole) // (2 * whole)


def identity(n_words: int) -> Alignment:
    """The alignment of words with themselves."""
    return Alignment(tuple(merged([Block("equal", 0, n_words, 0, n_words)])), Edits(hits=n_words))


def edits_of(blocks: Iterable[Block]) -> Edits:
    """The edits that blocks stand for, joins counted as hits on the reference's words."""
    hits = substitutions = deletions = insertions = 0
    for block in blocks:
        if block.is_match:
            hits += block.n_ref
            continue
        replaced = min(block.n_ref, block.n_hyp)
        substitutions += replaced
        deletions += block.n_ref - replaced
        insertions += block.n_hyp - replaced
    return Edits(hits, substitutions, deletions, insertions)


def merged(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks with neighbours made one: equal with equal, and differences of all kinds with each other.

    Empty blocks vanish. A join stays by itself, because an end inside it must not leave it.
    """
    kept: list[Block] = []
    for block in blocks:
        if not block.n_ref and not block.n_hyp:
            continue
        if kept and _same_sort(kept[-1], block):
            kept[-1] = spanning(kept[-1], block)
        else:
            kept.append(block)
    return iter(kept)


def spanning(first: Block, last: Block) -> Block:
    """One block from the start of the first to the end of the last: equal if both are, else a difference."""
    bounds = (first.ref_start, last.ref_stop, first.hyp_start, last.hyp_stop)
    if first.kind == last.kind == "equal":
        return Block("equal", *bounds)
    return difference(*bounds)


def difference(ref_start: int, ref_stop: int, hyp_start: int, hyp_stop: int) -> Block:
    """A block of differing words: replaced, or deleted or inserted where one side is empty."""
    kind: Kind = "replace"
    if hyp_start == hyp_stop:
        kind = "delete"
    elif ref_start == ref_stop:
        kind = "insert"
    return Block(kind, ref_start, ref_stop, hyp_start, hyp_stop)


def _same_sort(first: Block, second: Block) -> bool:
    if "join" in (first.kind, second.kind):
        return False
    return (first.kind == "equal") == (second.kind == "equal")


def _fits(block: Block) -> bool:
    n_ref, n_hyp = block.n_ref, block.n_hyp
    return {
        "equal": n_ref == n_hyp > 0,
        "join": n_ref > 0 and n_hyp > 0,
        "replace": n_ref > 0 and n_hyp > 0,
        "delete": n_ref > 0 and n_hyp == 0,
        "insert": n_ref == 0 and n_hyp > 0,
    }[block.kind]


def _places_in(block: Block) -> Places | int:
    if not block.n_hyp:
        return block.hyp_start - 1
    if block.n_ref == block.n_hyp:
        return np.arange(block.hyp_start, block.hyp_stop)
    numbers = [max(1, round_half_up(k * block.n_hyp, block.n_ref)) for k in range(1, block.n_ref + 1)]
    return block.hyp_start + np.asarray(numbers, dtype=np.int64) - 1


def _pairs_in(block: Block) -> tuple[Places, Places]:
    """Reference and hypothesis words of a block that are paired one to one, in order."""
    if block.n_ref <= block.n_hyp:
        return np.arange(block.ref_start, block.ref_stop), np.asarray(_places_in(block), dtype=np.int64)
    hyps, refs = _pairs_in(block.flipped())
    return refs, hyps


def overlapping(left: tuple[int, int], right: tuple[int, int]) -> int:
    """How long two stretches of time share; negative where they lie apart."""
    return min(left[1], right[1]) - max(left[0], right[0])


def neighbours(blocks: Iterable[Block]) -> Iterator[tuple[Block, Block]]:
    """Each block with the one after it."""
    return pairwise(blocks)
