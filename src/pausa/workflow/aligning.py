"""Two files of the same recording, brought together: what `pausa align` does."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pausa.align.alignment import Alignment
from pausa.align.conditions import inc, on_reference_words
from pausa.align.edits import align_words
from pausa.align.project import Carried, Projection, project
from pausa.align.timed import align_times
from pausa.core.document import Document
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats.base import main_segmentation
from pausa.formats.files import read


@dataclass(frozen=True)
class Aligned:
    """A document with the reference's ends on it, and sentences on how that went."""

    document: Document
    report: tuple[str, ...]


def read_pair(
    reference: str, hypothesis: str, *, format: str | None, language: str, say: Say, limits: ReadLimits = USUAL
) -> tuple[Document, Document]:
    """The two documents to be aligned."""
    return (
        read(reference, format=format, language=language, warn=say, limits=limits),
        read(hypothesis, format=format, language=language, warn=say, limits=limits),
    )


def aligned(
    reference: Document, hypothesis: Document, *, condition: str = "rec", by: str = "words", joins: bool = False
) -> Aligned:
    """The reference's sentence ends on the hypothesis' words, or its words with the hypothesis' times."""
    if by == "times":
        alignment = align_times(reference.transcript, hypothesis.transcript)
    else:
        alignment = align_words(reference.transcript, hypothesis.transcript, joins=joins)
    segmentation = main_segmentation(reference)
    segmentation = segmentation.named(segmentation.by or "reference")
    words = _word_report(alignment)
    if condition == "ref":
        transcript = on_reference_words(reference.transcript, hypothesis.transcript, alignment)
        timed = sum(word.start is not None for word in transcript.words)
        return Aligned(
            Document(transcript, (segmentation,), reference.name, reference.language),
            (words, f"{timed} of {len(transcript)} reference words have a time"),
        )
    projection = project(segmentation, alignment)
    made = projection.segmentation
    if condition == "inc":
        made = _judged_only(made, inc(alignment))
    return Aligned(hypothesis.only(made), (words, *_end_report(projection, reference)))


def _judged_only(segmentation: Segmentation, judged: np.ndarray) -> Segmentation:
    kept = [place for place, end in enumerate(segmentation.ends) if judged[end]]
    made = Segmentation.of(
        segmentation.n_words,
        [segmentation.ends[place] for place in kept],
        marks=[segmentation.mark(place) for place in kept],
    )
    return replace(made, by=segmentation.by)


def _word_report(alignment: Alignment) -> str:
    edits = alignment.edits
    return (
        f"word error rate {edits.wer:.1%} ({edits.substitutions} replaced, {edits.deletions} left out, "
        f"{edits.insertions} put in, of {edits.n_reference})"
    )


def _end_report(projection: Projection, reference: Document) -> list[str]:
    moved = projection.moved
    lines = [
        f"{projection.n_ends} sentence ends: {len(projection.placed)} placed, "
        f"{len(projection.merged)} fell on one that was there, {len(projection.dropped)} found no place; "
        f"{len(moved)} moved" + (f", by {max(each.by for each in moved)} words at most" if moved else "")
    ]
    if projection.dropped:
        lines.append("no place: " + ", ".join(_named(each, reference) for each in projection.dropped[:5]))
    return lines


def _named(carried: Carried, reference: Document) -> str:
    return f"after word {carried.end + 1} ({reference.transcript.words[carried.end].text!r})"
