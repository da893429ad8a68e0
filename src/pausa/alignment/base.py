"""An alignment: blocks that cover the words of both sides, in order and without holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.blocks import Block, Places
from pausa.alignment.spelling import Pairs

#: Where there is no word to go to.
NOWHERE = -1


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

    @classmethod
    def of(cls, blocks: Iterable[Block]) -> Edits:
        """The edits that blocks stand for; joins are hits on the reference's words."""
        total = [0, 0, 0, 0]
        for block in blocks:
            paired = block.n_ref if block.is_match else min(block.n_ref, block.n_hyp)
            total[0 if block.is_match else 1] += paired
            if not block.is_match:
                total[2] += block.n_ref - paired
                total[3] += block.n_hyp - paired
        return cls(*total)

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
        """The edits that lead back."""
        return replace(self, deletions=self.insertions, insertions=self.deletions)


@dataclass(frozen=True)
class Alignment:
    """Which words of a reference and of a hypothesis belong together.

    `edits` are those of the plain edit distance, in which a joined word is wrong: they make the word
    error rate. `method` is `words`, `words+joins`, `characters` or `times` and stands in the signature of a score.
    `spelled` has the pairs of those blocks whose words spelling pairs otherwise than the rule for ends.
    """

    blocks: tuple[Block, ...]
    edits: Edits
    method: str = "words"
    spelled: Mapping[Block, Pairs] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        ref, hyp = 0, 0
        for block in self.blocks:
            if (block.ref_start, block.hyp_start) != (ref, hyp) or not block.is_sound:
                raise ValueError(f"{block} does not follow word {ref} of the reference and {hyp} of the hypothesis")
            ref, hyp = block.ref_stop, block.hyp_stop

    @classmethod
    def identity(cls, n_words: int) -> Alignment:
        """The alignment of words with themselves."""
        blocks = (Block("equal", 0, n_words, 0, n_words),) if n_words else ()
        return cls(blocks, Edits(hits=n_words))

    @property
    def n_reference(self) -> int:
        return self.blocks[-1].ref_stop if self.blocks else 0

    @property
    def n_hypothesis(self) -> int:
        return self.blocks[-1].hyp_stop if self.blocks else 0

    def flipped(self) -> Alignment:
        """The same alignment seen from the other side."""
        spelled = {block.flipped(): (hyps, refs) for block, (refs, hyps) in self.spelled.items()}
        return Alignment(tuple(block.flipped() for block in self.blocks), self.edits.flipped(), self.method, spelled)

    def pairs(self, block: Block) -> Pairs:
        """Reference and hypothesis words of one of the blocks, paired one to one."""
        return self.spelled.get(block) or block.pairs()

    @cached_property
    def places(self) -> Places:
        """For each reference word, the hypothesis word that an end after it goes to; -1 where there is none."""
        places = np.full(self.n_reference, NOWHERE, dtype=np.int64)
        for block in self.blocks:
            places[block.ref_start : block.ref_stop] = block.places()
        return places

    @cached_property
    def partners(self) -> Places:
        """For each reference word, the one hypothesis word it is paired with; -1 where there is none."""
        partners = np.full(self.n_reference, NOWHERE, dtype=np.int64)
        for block in self.blocks:
            refs, hyps = self.pairs(block)
            partners[refs] = hyps
        return partners

    @cached_property
    def origins(self) -> Places:
        """For each hypothesis word, the reference word paired with it or else the last before it; -1 for none."""
        origins = np.full(self.n_hypothesis, NOWHERE, dtype=np.int64)
        paired = np.flatnonzero(self.partners != NOWHERE)
        origins[self.partners[paired]] = paired
        return np.maximum.accumulate(origins)

    @cached_property
    def is_equal(self) -> NDArray[np.bool_]:
        """For each hypothesis word, whether the reference says the same there (joins included)."""
        equal = np.zeros(self.n_hypothesis, dtype=bool)
        for block in self.blocks:
            equal[block.hyp_start : block.hyp_stop] = block.is_match
        return equal
