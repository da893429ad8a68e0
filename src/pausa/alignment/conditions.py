"""Under which condition a recogniser's words are judged: Rec, INC or Ref (Carter & Gransden 2001).

Rec   every gap of the recognised words, against the projected ends
INC   only gaps whose two neighbouring words were recognised right ("immediate neighbours correct")
Ref   the detector runs again on the reference's words, with the recogniser's times where there are any
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pausa.alignment.base import Alignment
from pausa.alignment.blocks import Block
from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.words import Event, Transcript, Word

CONDITIONS = ("rec", "inc", "ref")

Mask = NDArray[np.bool_]


def judged_gaps(alignment: Alignment, condition: str) -> Mask:
    """For each hypothesis word, whether the gap after it is judged under `rec` or `inc`."""
    if condition == "rec":
        return rec(alignment)
    if condition == "inc":
        return inc(alignment)
    if condition == "ref":
        raise OptionError("Under ref the reference's own words are judged, all of them; see on_reference_words.")
    raise OptionError(f"No condition {condition!r}; there are {', '.join(CONDITIONS)}.")


def rec(alignment: Alignment) -> Mask:
    """Every gap."""
    return np.ones(alignment.n_hypothesis, dtype=bool)


def inc(alignment: Alignment, *, consecutive: bool = False) -> Mask:
    """Gaps between two recognised words that are both aligned as equal.

    A joined word is equal as a whole: the gap before and after it count, those inside have no counterpart
    in the reference and do not. The gap after the last word has but one neighbour and is left out.
    `consecutive` also leaves out gaps where the recogniser passed over a word of the reference.
    """
    equal = alignment.is_equal
    mask = np.zeros(equal.size, dtype=bool)
    mask[:-1] = equal[:-1] & equal[1:]
    for block in alignment.blocks:
        if block.kind == "join":
            mask[block.hyp_start : block.hyp_stop - 1] = False
        if consecutive and block.kind == "delete" and block.hyp_start:
            mask[block.hyp_start - 1] = False
    return mask


def on_reference_words(reference: Transcript, hypothesis: Transcript, alignment: Alignment) -> Transcript:
    """The reference's words with the recogniser's times, for a detector to be run on.

    Times come from the word that a reference word is equal to or was replaced by; they are unknown where
    there is none. In a joined stretch the first word gets the start and the last the end. The reference's
    own marks, times and confidences are taken off: marks would tell the answer.
    """
    for transcript, n_words in ((reference, alignment.n_reference), (hypothesis, alignment.n_hypothesis)):
        if len(transcript) != n_words:
            raise LengthMismatch(len(transcript), n_words)
    words = [_bare(word) for word in reference.words]
    for block in alignment.blocks:
        if block.kind == "join":
            _time_join(words, hypothesis, block)
            continue
        for ref, hyp in zip(*alignment.pairs(block), strict=True):
            partner = hypothesis.words[hyp]
            words[ref] = replace(words[ref], start=partner.start, end=partner.end)
    events = tuple(Event(event.before_word, _bare(event.token)) for event in reference.events)
    return Transcript(tuple(words), events)


def _bare(word: Word) -> Word:
    return Word(word.text, speaker=word.speaker)


def _time_join(words: list[Word], hypothesis: Transcript, block: Block) -> None:
    first, last = block.ref_start, block.ref_stop - 1
    words[first] = replace(words[first], start=hypothesis.words[block.hyp_start].start)
    words[last] = replace(words[last], end=hypothesis.words[block.hyp_stop - 1].end)
