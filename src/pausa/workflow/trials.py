"""From documents to trials: everyone's boundaries over one sequence of words.

Where all have the same words nothing needs to be done. Where wordings differ, the references are
projected onto the hypothesis' words (for its scores) and onto the first reference's (for the agreement
among people); what moved or was dropped is reported, never passed over in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.base import Edits
from pausa.alignment.conditions import on_reference_words
from pausa.alignment.edits import align_words
from pausa.alignment.grid import Row, onto
from pausa.core.document import Document
from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.timeline import timeline
from pausa.core.words import Transcript
from pausa.metrics.base import Case, Options, case
from pausa.models.base import Detector
from pausa.text.normal import folded
from pausa.workflow.gather import Reading, Recording
from pausa.workflow.segment import segment

CONDITIONS = ("rec", "inc", "ref")


@dataclass(frozen=True)
class Trial:
    """One recording's words with the references' boundaries, and a hypothesis' where there is one."""

    name: str
    transcript: Transcript
    references: tuple[Segmentation, ...]
    hypothesis: Segmentation | None = None
    judged: NDArray[np.bool_] | None = None
    align: str = "none"
    edits: tuple[Edits, ...] = ()

    @property
    def is_aligned(self) -> bool:
        """Whether some reference had other words."""
        return self.align != "none"

    def case(self, options: Options) -> Case:
        """The trial as metrics take it."""
        hypothesis = self.hypothesis or Segmentation.of(len(self.transcript), ())
        end_ms = None
        if options.collar_ms is not None:
            times = timeline(self.transcript)
            end_ms = None if times is None else np.array([end for _, end in times], dtype=np.float64)
        return case(self.references, hypothesis, options=options, judged=self.judged, end_ms=end_ms)


@dataclass(frozen=True)
class System:
    """A system's (or person's) trials, one per recording."""

    name: str
    trials: tuple[Trial, ...]


def same_words(left: Transcript, right: Transcript) -> bool:
    """Whether two transcripts hold the same words, spelling aside; one without words fits any of its length."""
    if len(left) != len(right) or left is right:
        return left is right
    if left.is_blank or right.is_blank or left.texts == right.texts:
        return True
    return folded(left.words) == folded(right.words)


def panels(recordings: Sequence[Recording], *, reading: Reading, say: Say) -> tuple[Trial, ...]:
    """What the references say among themselves, recording by recording, on the first one's words."""
    return tuple(_panel(recording, reading, say) for recording in recordings)


def _panel(recording: Recording, reading: Reading, say: Say) -> Trial:
    pivot = _with_words([document for _, document in recording.references])
    return _trial(recording.name, pivot, recording.references, None, reading, "rec", say)


def systems(
    recordings: Sequence[Recording],
    *,
    reading: Reading,
    condition: str = "rec",
    detector: Detector | None = None,
    say: Say,
) -> tuple[System, ...]:
    """Every system with its trials; a document that holds several segmentations is several systems.

    Under the condition `ref` the detector is run again on the first reference's words, with the times of each
    system's words.
    """
    if condition not in CONDITIONS:
        raise OptionError(f"No condition {condition!r}; there are {', '.join(CONDITIONS)}.")
    if (condition == "ref") != (detector is not None):
        raise OptionError(
            "Under ref a detector is run again on the reference's words: give one (--model), and only then."
        )
    made: dict[str, list[Trial]] = {}
    for recording in recordings:
        for label, document in recording.systems:
            if detector is not None:
                name, trial = _rerun(recording, label, document, detector, reading, say)
                made.setdefault(name, []).append(trial)
                continue
            own = reading.segmentations(document, label)
            words = document.transcript
            if words.is_blank:
                words = _with_words([document, *(one for _, one in recording.references)])
            for hypothesis in own:
                name = hypothesis.by if len(own) > 1 else label
                trial = _trial(recording.name, words, recording.references, hypothesis, reading, condition, say)
                made.setdefault(name, []).append(trial)
    for name, trials in made.items():
        if len(trials) != len(recordings):
            raise OptionError(
                f"{name} has {len(trials)} of the {len(recordings)} recordings; systems are scored on the same."
            )
    return tuple(System(name, tuple(trials)) for name, trials in made.items())


def _trial(
    name: str,
    words: Transcript,
    references: Sequence[tuple[str, Document]],
    hypothesis: Segmentation | None,
    reading: Reading,
    condition: str,
    say: Say,
) -> Trial:
    people = [
        (document.transcript, segmentation)
        for label, document in references
        for segmentation in reading.segmentations(document, label)
    ]
    if all(same_words(transcript, words) for transcript, _ in people):
        segmentations = tuple(segmentation for _, segmentation in people)
        return Trial(name, words, segmentations, hypothesis)
    for transcript, segmentation in people:
        if transcript.is_blank or words.is_blank:
            raise LengthMismatch(segmentation.n_words, len(words))
    grid = onto(words, people, aligner=partial(align_words, joins=reading.joins))
    _report(name, words, hypothesis, grid.rows, say)
    judged = grid.judged(condition) if condition == "inc" else None
    return Trial(name, words, grid.segmentations, hypothesis, judged, align=_method(grid.rows), edits=_edits(grid.rows))


def _method(rows: Sequence[Row]) -> str:
    return rows[0].alignment.method


def _edits(rows: Sequence[Row]) -> tuple[Edits, ...]:
    """How each reference's words differ from these."""
    return tuple(row.alignment.edits for row in rows)


def _rerun(
    recording: Recording, label: str, document: Document, detector: Detector, reading: Reading, say: Say
) -> tuple[str, Trial]:
    """A detector on the first reference's words, with the times of what a recogniser heard."""
    reference = recording.references[0][1].transcript
    alignment = align_words(reference, document.transcript, joins=reading.joins)
    words = on_reference_words(reference, document.transcript, alignment)
    name = f"{detector.name} on {label}"
    hypothesis = segment(words, detector, turns="ignore").named(name)
    trial = _trial(recording.name, words, recording.references, hypothesis, reading, "rec", say)
    return name, replace(trial, align=alignment.method, edits=(alignment.edits,) * len(trial.references))


def _report(name: str, words: Transcript, hypothesis: Segmentation | None, rows: Sequence[Row], say: Say) -> None:
    """One line on what the projection did."""
    moved = sum(len(row.projection.moved) for row in rows)
    merged = sum(len(row.projection.merged) for row in rows)
    dropped = sum(len(row.projection.dropped) for row in rows)
    ends = sum(row.projection.n_ends for row in rows)
    onto_whom = f"{hypothesis.by}'s" if hypothesis is not None else "the first reference's"
    wer = sum(_edits(rows), Edits()).wer
    say(
        f"{name}: the words differ (word error rate {wer:.1%}); {ends} reference ends were projected onto {onto_whom} "
        f"{len(words)} words ({moved} moved, {merged} merged, {dropped} dropped)"
    )


def _with_words(documents: Sequence[Document]) -> Transcript:
    """The first transcript that has words; the first of all where none has."""
    for document in documents:
        if not document.transcript.is_blank:
            return document.transcript
    return documents[0].transcript
