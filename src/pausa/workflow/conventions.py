"""By what conventions boundaries are read from documents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats.base import end_marks
from pausa.text.marks import DELIMITERS, boundaries, chief, delimiters_for


@dataclass(frozen=True)
class Conventions:
    """How boundaries are read from documents, and whether words written otherwise count as the same."""

    level: str = "sentence"
    marks: str = DELIMITERS
    language: str = "en"
    format: str | None = None
    joins: bool = False
    limits: ReadLimits = USUAL
    encoding: str | None = None

    def read(self, document: Document, label: str) -> tuple[Segmentation, ...]:
        """Everyone's segmentation of a document: those it holds, else what its marks spell."""
        delimiters = delimiters_for(self.level, self.marks)
        if not document.segmentations:
            return (boundaries(document.transcript.words, delimiters=delimiters, by=label),)
        return tuple(
            self._at_level(document, one).named(one.by or label if len(document.segmentations) > 1 else label)
            for one in document.segmentations
        )

    def _at_level(self, document: Document, segmentation: Segmentation) -> Segmentation:
        """A stored segmentation with its marks, as far as they count; a clause also ends at commas in the words."""
        delimiters = delimiters_for(self.level, self.marks)
        last = segmentation.n_words - 1
        marks = {
            end: mark
            for end, mark in zip(segmentation.ends, end_marks(document, segmentation), strict=True)
            if end == last or not segmentation.marks or not mark or mark in delimiters
        }
        if self.level == "clause":
            for index, word in enumerate(document.transcript.words):
                if word.mark and chief(word.mark) == ",":
                    marks.setdefault(index, ",")
        ends = sorted(marks)
        made = Segmentation.of(segmentation.n_words, ends, marks=[marks[end] for end in ends])
        return replace(made, by=segmentation.by, probabilities=segmentation.probabilities)
