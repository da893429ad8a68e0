"""Character by character: for a text that matches the recording only loosely.

    reference    the patient  was seen. exam showed      (written up later, not word for word)
    hypothesis   the patients     seen  exam shows
    data         the|patients     seen|exam   exam|shows

What was said and what was typed differ too much for a word alignment to be trusted everywhere. So both are
spelled out, a space between words, and aligned letter by letter (Carter & Gransden 2001, sect. 1). Only gaps
whose space is aligned with a space become data, each by itself ("piecemeal"): with whether the reference ends
a sentence there. All other gaps say nothing.

A space matches a space easily, so some letters beside it must be equal too: on one side at least, or, if
`strict`, on both. Strict data are cleaner but lean to one side: people drop and insert words above all
between sentences, so that far more ends than other gaps are lost.

`align_characters` takes the same gaps for anchors and aligns the words between any two of them by themselves: an end at
an anchor stays there, whatever the words on either side became.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from pausa.alignment.base import Alignment, Edits
from pausa.alignment.blocks import Block, merged
from pausa.alignment.edits import need_words, numbered, plain_blocks
from pausa.alignment.spelling import pairs_by_spelling
from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.text.normal import folded


@dataclass(frozen=True, slots=True)
class Gap:
    """The gap after hypothesis word `hyp`, aligned with the one after reference word `ref`.

    Where the reference has words more at this place, its ends among them count for this gap.
    """

    hyp: int
    ref: int
    is_end: bool
    mark: str = ""


def gap_data(
    reference: Transcript, segmentation: Segmentation, hypothesis: Transcript, *, letters: int = 2, strict: bool = False
) -> tuple[Gap, ...]:
    """The hypothesis' gaps that the reference can vouch for; the end of the last word is no gap.

    `letters` is how many characters beside a gap must be equal: on one side, or on both if `strict`.
    """
    if segmentation.n_words != len(reference):
        raise LengthMismatch(segmentation.n_words, len(reference))
    marks = {end: segmentation.mark(number) for number, end in enumerate(segmentation.ends)}
    left, right = _spelled(reference), _spelled(hypothesis)
    ref_words, hyp_words = _words_before_spaces(left), _words_before_spaces(right)
    gaps: list[Gap] = []
    for place, at, around in _matched_spaces(left, right, letters, strict):
        here = [ref_words[space] for space in around if space in ref_words]
        ends = [word for word in here if word in marks]
        mark = next((marks[end] for end in reversed(ends) if marks[end]), "")
        gaps.append(Gap(hyp_words[at], ref_words[place], bool(ends), mark))
    return tuple(gaps)


def align_characters(reference: Transcript, hypothesis: Transcript, *, letters: int = 2) -> Alignment:
    """The alignment of two transcripts in which gaps that align letter by letter hold words apart."""
    need_words(reference, hypothesis)
    spelled = folded(reference.words), folded(hypothesis.words)
    left, right = numbered(*spelled)
    if left == right:
        return Alignment.identity(len(left))
    texts = _spelled(reference), _spelled(hypothesis)
    ref_words, hyp_words = (_words_before_spaces(text) for text in texts)
    anchors = [(ref_words[place] + 1, hyp_words[at] + 1) for place, at, _ in _matched_spaces(*texts, letters, False)]
    blocks: list[Block] = []
    for (ref, hyp), (ref_stop, hyp_stop) in pairwise([(0, 0), *anchors, (len(left), len(right))]):
        between = plain_blocks(left[ref:ref_stop], right[hyp:hyp_stop])
        for block in merged(each.shifted(ref, hyp) for each in between):
            # Equal words run on over an anchor; differences end there.
            before = [blocks.pop()] if blocks and block.is_match and blocks[-1].is_match else []
            blocks += merged([*before, block])
    edits = Edits.of(plain_blocks(left, right))
    return Alignment(tuple(blocks), edits, "characters", pairs_by_spelling(blocks, *spelled))


def _spelled(transcript: Transcript) -> str:
    # Folding takes spaces out of a word, except where a word is nothing but signs.
    return " ".join(word.replace(" ", "_") for word in folded(transcript.words))


def _words_before_spaces(text: str) -> dict[int, int]:
    """For the place of each space, the number of the word before it."""
    spaces = (place for place, sign in enumerate(text) if sign == " ")
    return {place: word for word, place in enumerate(spaces)}


def _matched_spaces(left: str, right: str, letters: int, strict: bool) -> Iterator[tuple[int, int, range]]:
    """Spaces aligned with each other: place left, place right, and the left text that falls into this gap."""
    steps = [(step.tag, step.src_start, step.src_end, step.dest_start) for step in Levenshtein.opcodes(left, right)]
    # Beyond either end of the text lies nothing that could differ.
    edge = ("edge", 0, 0, 0)
    for number, (before, (tag, start, stop, at)) in enumerate(pairwise([edge, *steps])):
        if tag != "equal":
            continue
        after = steps[number + 1] if number + 1 < len(steps) else edge
        place = left.find(" ", start, stop)
        while place >= 0:
            sure_before = place - start >= letters or before[0] == "edge"
            sure_after = stop - 1 - place >= letters or after[0] == "edge"
            if (sure_before and sure_after) if strict else (sure_before or sure_after):
                first = before[1] if place == start and before[0] == "delete" else place
                last = after[2] if place == stop - 1 and after[0] == "delete" else place + 1
                yield place, place - start + at, range(first, last)
            place = left.find(" ", place + 1, stop)
