"""Several wordings on one: every segmentation projected onto the words of a pivot.

    pivot       so we left it was late            (the hypothesis, or a chosen reference)
    coder A     so we left | it was late |        same words: taken as it is
    coder B     so we've left | was late |        projected; what moved or merged is in B's row

After that all segmentations cover the same words, and every score against many references applies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pausa.alignment.base import Alignment
from pausa.alignment.conditions import Mask, judged_gaps
from pausa.alignment.edits import align_words
from pausa.alignment.project import Projection, project
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word

Aligner = Callable[[Transcript, Transcript], Alignment]


@dataclass(frozen=True)
class Row:
    """One segmentation brought onto the pivot: how its words aligned and what became of its ends."""

    alignment: Alignment
    projection: Projection

    @property
    def by(self) -> str:
        return self.projection.segmentation.by

    @property
    def segmentation(self) -> Segmentation:
        """The segmentation, on the pivot's words."""
        return self.projection.segmentation


@dataclass(frozen=True)
class Grid:
    """The pivot's words and everybody's sentence ends on them."""

    pivot: Transcript
    rows: tuple[Row, ...]

    @property
    def segmentations(self) -> tuple[Segmentation, ...]:
        return tuple(row.segmentation for row in self.rows)

    @property
    def is_aligned(self) -> bool:
        """Whether any row had other words than the pivot: if so, scores say how it was aligned."""
        return any(row.alignment.edits.errors for row in self.rows)

    def judged(self, condition: str) -> Mask:
        """For each pivot word, whether the gap after it is judged: under `inc` all rows must agree."""
        masks = [judged_gaps(row.alignment, condition) for row in self.rows]
        return np.logical_and.reduce(masks) if masks else np.ones(len(self.pivot), dtype=bool)


def onto(
    pivot: Transcript, annotated: Sequence[tuple[Transcript, Segmentation]], *, aligner: Aligner = align_words
) -> Grid:
    """Every segmentation, each with the words it was made on, on the words of the pivot."""
    # Annotators often share one wording: each is aligned once.
    alignments: dict[tuple[Word, ...], Alignment] = {}
    rows = []
    for transcript, segmentation in annotated:
        if transcript.words not in alignments:
            alignments[transcript.words] = aligner(transcript, pivot)
        alignment = alignments[transcript.words]
        rows.append(Row(alignment, project(segmentation, alignment)))
    return Grid(pivot, tuple(rows))
