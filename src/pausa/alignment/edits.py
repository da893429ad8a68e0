"""Alignment by words: the least number of words replaced, left out and put in.

    reference    it was    late  so   we left
    hypothesis   it was so late  then we left
    edits               +        ~                 one insertion, one substitution

Words are compared folded (no case, no punctuation). rapidfuzz finds the path by bit-parallel edit distance
and divides large inputs by Hirschberg's method: exact, and a few megabytes for a recording of three hours.
Joined words, if asked for, and ties (speakers where both sides tell them apart, then spelling) are settled by a
second look (`refine`). Differences that stand side by side make one block; which of its words belong together,
spelling tells (`spelling`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from pausa.alignment.base import Alignment, Edits
from pausa.alignment.blocks import Block, difference, merged
from pausa.alignment.refine import Mismatch, Wording, refined
from pausa.alignment.speakers import corresponding, several
from pausa.alignment.spelling import pairs_by_spelling
from pausa.core.errors import OptionError
from pausa.core.words import Transcript
from pausa.text.normal import folded


def align_words(
    reference: Transcript, hypothesis: Transcript, *, joins: bool = False, speakers: bool = True
) -> Alignment:
    """The alignment of two transcripts with the least edits.

    `joins` takes split, joined and otherwise written words for equal. `speakers` prefers, among alignments
    with as few edits, the one whose equal words come from corresponding speakers; it does nothing unless
    both sides tell at least two speakers apart.
    """
    need_words(reference, hypothesis)
    spelled = folded(reference.words), folded(hypothesis.words)
    left, right = numbered(*spelled)
    if left == right:
        return Alignment.identity(len(left))
    plain = plain_blocks(left, right)
    mismatch = _mismatch(plain, reference, hypothesis) if speakers else None
    wording = Wording(reference.texts, hypothesis.texts, left, right, mismatch)
    blocks = refined(merged(plain), wording, with_joins=joins)
    pairs = pairs_by_spelling(blocks, *spelled)
    return Alignment(blocks, Edits.of(plain), method="words+joins" if joins else "words", spelled=pairs)


def word_errors(reference: Transcript, hypothesis: Transcript) -> Edits:
    """The plain edits between two transcripts, for a word error rate where no alignment is wanted."""
    need_words(reference, hypothesis)
    return Edits.of(plain_blocks(*numbered(folded(reference.words), folded(hypothesis.words))))


def numbered(*sides: Sequence[str]) -> list[list[int]]:
    """Each side's words as numbers, equal words by equal numbers: exact where a hash might clash."""
    numbers: dict[str, int] = {}
    return [[numbers.setdefault(word, len(numbers)) for word in side] for side in sides]


def plain_blocks(left: Sequence[int], right: Sequence[int]) -> list[Block]:
    """The blocks of a least edit path, as rapidfuzz gives them."""
    return [
        Block("equal", step.src_start, step.src_end, step.dest_start, step.dest_end)
        if step.tag == "equal"
        else difference(step.src_start, step.src_end, step.dest_start, step.dest_end)
        for step in Levenshtein.opcodes(left, right)
    ]


def _mismatch(blocks: Sequence[Block], reference: Transcript, hypothesis: Transcript) -> Mismatch | None:
    """Whether two words come from different people, or None where speakers cannot help."""
    if not (several(reference) and several(hypothesis)):
        return None
    refs = [word.speaker for word in reference.words]
    hyps = [word.speaker for word in hypothesis.words]
    pairs = corresponding(
        (refs[block.ref_start + k], hyps[block.hyp_start + k], 1.0)
        for block in blocks
        if block.kind == "equal"
        for k in range(block.n_ref)
    )

    def mismatch(ref: int, hyp: int) -> bool:
        left, right = refs[ref], hyps[hyp]
        return left is not None and right is not None and (left, right) not in pairs

    return mismatch


def need_words(reference: Transcript, hypothesis: Transcript) -> None:
    """An error where one side is but a number of words."""
    if reference.is_blank != hypothesis.is_blank or (reference.is_blank and len(reference) != len(hypothesis)):
        raise OptionError("Only the number of words is known on one side; give a file with the words to align them.")
