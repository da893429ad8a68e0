"""Two transcripts of the same recording, brought together: one's sentence ends on the other's words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pausa.alignment.base import Alignment
from pausa.alignment.characters import align_characters
from pausa.alignment.conditions import CONDITIONS, inc, on_reference_words
from pausa.alignment.edits import align_words
from pausa.alignment.project import Carried, Projection, project
from pausa.alignment.timed import align_times
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.core.words import Transcript
from pausa.formats.base import main_segmentation
from pausa.formats.files import write
from pausa.text.languages import AUTO
from pausa.workflow.intake import Given, Reading, document_of

WAYS = ("words", "characters", "times")


@dataclass(frozen=True)
class AlignedDocument:
    """A document with the reference's ends on it, sentences on how that went, and what was wrong with the input."""

    document: Document
    report: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def write(self, path: str | Path, *, format: str | None = None) -> None:
        """Write the document whole or not at all, as `pausa align -o PATH` does; the name tells the format."""
        write(self.document, path, format=format)


def align(
    reference: Given,
    hypothesis: Given,
    *,
    condition: str = "rec",
    by: str = "words",
    joins: bool = False,
    format: str | None = None,
    language: str = AUTO,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> AlignedDocument:
    """The reference's sentence ends on the hypothesis' words, or its words with the hypothesis' times.

    Both may be whatever `pausa.segment` takes for one transcript; `format`, `language`, `limits` and `encoding`
    are for reading them. The other options are those of `pausa align`.
    """
    if condition not in CONDITIONS:
        raise OptionError(f"No condition {condition!r}; there are {', '.join(CONDITIONS)}.")
    if by not in WAYS:
        raise OptionError(f"Words are aligned by {', '.join(WAYS[:-1])} or {WAYS[-1]}, not by {by!r}.")
    warnings: list[str] = []
    reading = Reading(format=format, language=language, limits=limits, encoding=encoding)
    ours, theirs = (document_of(given, reading, warn=warnings.append) for given in (reference, hypothesis))
    made, report = _aligned(ours, theirs, condition=condition, by=by, joins=joins)
    return AlignedDocument(made, report, tuple(warnings))


def _aligned(
    reference: Document, hypothesis: Document, *, condition: str, by: str, joins: bool
) -> tuple[Document, tuple[str, ...]]:
    alignment = _alignment(reference.transcript, hypothesis.transcript, by=by, joins=joins)
    segmentation = main_segmentation(reference)
    segmentation = segmentation.named(segmentation.by or "reference")
    words = _word_report(alignment)
    if condition == "ref":
        transcript = on_reference_words(reference.transcript, hypothesis.transcript, alignment)
        timed = sum(word.start is not None for word in transcript.words)
        made = Document(transcript, (segmentation,), reference.name, reference.language)
        return made, (words, f"{timed} of {len(transcript)} reference words have a time")
    projection = project(segmentation, alignment)
    found = projection.segmentation
    if condition == "inc":
        found = _between_right_words(found, inc(alignment))
    return hypothesis.only(found), (words, *_end_report(projection, reference))


def _alignment(reference: Transcript, hypothesis: Transcript, *, by: str, joins: bool) -> Alignment:
    if by == "times":
        return align_times(reference, hypothesis)
    if by == "words":
        return align_words(reference, hypothesis, joins=joins)
    if joins:
        raise OptionError("Letter by letter, split and joined words are aligned anyway; leave out joins.")
    return align_characters(reference, hypothesis)


def _between_right_words(segmentation: Segmentation, counted: np.ndarray) -> Segmentation:
    """The ends at gaps that count under INC: those between two words that were recognised right."""
    kept = [place for place, end in enumerate(segmentation.ends) if counted[end]]
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
