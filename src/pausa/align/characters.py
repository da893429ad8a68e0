"""Character by character: training data from a text that matches the recording only loosely.

    reference    the patient  was seen. exam showed      (written up later, not word for word)
    hypothesis   the patients seen      exam showed
    data         the|patient            seen|exam  exam|showed

What was dictated and what was typed differ too much for a word alignment to be trusted everywhere. So both
are spelled out, a space between words, and aligned letter by letter (Carter & Gransden 2001, sect. 1). Only
gaps whose space is aligned with a space, with the letters next to it equal too, become data: each by itself
("piecemeal"), with whether the reference ends a sentence there. All other gaps say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.text.normal import folded


@dataclass(frozen=True, slots=True)
class Gap:
    """The gap after hypothesis word `hyp`, which is the one after reference word `ref`."""

    hyp: int
    ref: int
    is_end: bool
    mark: str = ""


@dataclass(frozen=True)
class GapData:
    """The gaps that align on both sides, and how much did not."""

    gaps: tuple[Gap, ...]
    n_reference: int
    n_hypothesis: int
    lost_ends: tuple[int, ...] = ()

    @property
    def unaligned(self) -> tuple[int, ...]:
        """Hypothesis words (but the last) after which nothing is known."""
        known = {gap.hyp for gap in self.gaps}
        return tuple(word for word in range(self.n_hypothesis - 1) if word not in known)


def gap_data(reference: Transcript, segmentation: Segmentation, hypothesis: Transcript, *, letters: int = 2) -> GapData:
    """The hypothesis' gaps that the reference can vouch for.

    `letters` is how many characters on each side of a gap must be aligned as equal with it (fewer where
    a text begins or ends). The end of the last word is no gap. `lost_ends` are the reference's sentence
    ends, the last apart, that no gap of the hypothesis stands for.
    """
    if segmentation.n_words != len(reference):
        raise LengthMismatch(segmentation.n_words, len(reference))
    marks = {end: segmentation.mark(number) for number, end in enumerate(segmentation.ends)}
    left, right = _spelled(reference), _spelled(hypothesis)
    ref_words, hyp_words = _gaps(left), _gaps(right)
    gaps = tuple(
        Gap(hyp_words[j], ref_words[i], ref_words[i] in marks, marks.get(ref_words[i], ""))
        for i, j in _equal_spaces(left, right, letters)
    )
    found = {gap.ref for gap in gaps}
    lost = tuple(end for end in segmentation.ends if end not in found and end != len(reference) - 1)
    return GapData(gaps, len(reference), len(hypothesis), lost)


def _spelled(transcript: Transcript) -> str:
    # A folded word keeps no space of its own except where it is nothing but signs.
    return " ".join(word.replace(" ", "_") for word in folded(transcript.words))


def _gaps(text: str) -> dict[int, int]:
    """The word before each space, by the place of the space."""
    return {place: word for word, place in enumerate(place for place, sign in enumerate(text) if sign == " ")}


def _equal_spaces(left: str, right: str, letters: int) -> Iterator[tuple[int, int]]:
    """Places of spaces that are aligned with each other inside equal text."""
    for step in Levenshtein.opcodes(left, right):
        if step.tag != "equal":
            continue
        # The text's own beginning and end are as good as letters.
        first = step.src_start + (letters if step.src_start or step.dest_start else 0)
        last = step.src_end - (letters if step.src_end < len(left) or step.dest_end < len(right) else 0)
        place = left.find(" ", first, last)
        while place >= 0:
            yield place, place - step.src_start + step.dest_start
            place = left.find(" ", place + 1, last)
