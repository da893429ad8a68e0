"""From recordings to trials: everyone's boundaries over one sequence of words.

Where all have the same words nothing needs to be done. Where wordings differ, the references are
projected onto the hypothesis' words (for its scores) and onto the first reference's (for the agreement
among people); what moved or was dropped is reported, never passed over in silence. References are brought onto the
same words once, however many systems share them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.base import Edits
from pausa.alignment.conditions import CONDITIONS, on_reference_words
from pausa.alignment.edits import align_words
from pausa.alignment.grid import Row, onto
from pausa.core.errors import InputError, LengthMismatch, OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.timeline import timeline
from pausa.core.words import Transcript
from pausa.metrics.base import Case, Options, case
from pausa.models.base import Detector
from pausa.workflow.conventions import Conventions
from pausa.workflow.gather import Annotation, Recording
from pausa.workflow.segment import segment
from pausa.workflow.wording import STRANGERS, same_words


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

    @property
    def people(self) -> tuple[str, ...]:
        """Whose references these are."""
        return tuple(reference.by for reference in self.references)

    def case(self, options: Options) -> Case:
        """The trial as metrics take it."""
        hypothesis = self.hypothesis or Segmentation.of(len(self.transcript), ())
        end_ms = None
        if options.collar_ms is not None:
            times = timeline(self.transcript)
            end_ms = None if times is None else np.array([end for _, end in times], dtype=np.float64)
        return case(self.references, hypothesis, options=options, judged=self.judged, end_ms=end_ms)


@dataclass(frozen=True)
class _Onto:
    """The references on some words, and what there is to say about how they got there, once it is known to whom."""

    trial: Trial
    report: Callable[[str], str] | None = None

    def told(self, whose: str, say: Say) -> Trial:
        """The trial, after saying what the projection onto somebody's words did."""
        if self.report is not None:
            say(self.report(whose))
        return self.trial


class Panel:
    """The references of one recording, brought onto any words, each wording once."""

    def __init__(self, recording: Recording, conventions: Conventions, condition: str = "rec") -> None:
        self.recording = recording
        self.conventions = conventions
        self.condition = condition
        self._known: dict[tuple[str, ...], _Onto] = {}

    def among_themselves(self, say: Say) -> Trial:
        """What the references say on the words of the first of them that has any."""
        pivot = _with_words([one.transcript for one in self.recording.references])
        return self._onto(pivot, "").told("the first reference's", say)

    def against(self, system: Annotation, say: Say) -> Trial:
        """A system's segmentation with the references on its words."""
        words = system.transcript
        if words.is_blank:
            words = _with_words([words, *(one.transcript for one in self.recording.references)])
        found = self._onto(words, system.source).told(f"{system.segmentation.by}'s", say)
        return replace(found, transcript=words, hypothesis=system.segmentation)

    def rerun(self, system: Annotation, detector: Detector, say: Say) -> Trial:
        """A detector on the first reference's words, with the times of what a recogniser heard."""
        reference = self.recording.references[0].transcript
        alignment = align_words(reference, system.transcript, joins=self.conventions.joins)
        _refuse_strangers(alignment.edits.wer, self.recording.references[0].source, system.source)
        words = on_reference_words(reference, system.transcript, alignment)
        made = segment(words, detector, turns="ignore").named(f"{detector.name} on {system.by}")
        found = self._onto(words, "").told(f"{made.by}'s", say)
        edits = (alignment.edits,) * len(found.references)
        return replace(found, transcript=words, hypothesis=made, align=alignment.method, edits=edits)

    def _onto(self, words: Transcript, source: str) -> _Onto:
        if words.texts not in self._known:
            self._known[words.texts] = self._project(words, source or self.recording.references[0].source)
        return self._known[words.texts]

    def _project(self, words: Transcript, source: str) -> _Onto:
        name, people = self.recording.name, self.recording.references
        if all(same_words(one.transcript, words) for one in people):
            return _Onto(Trial(name, words, tuple(one.segmentation for one in people)))
        for one in people:
            if one.transcript.is_blank or words.is_blank:
                raise LengthMismatch(one.segmentation.n_words, len(words))
        grid = onto(
            words,
            [(one.transcript, one.segmentation) for one in people],
            aligner=partial(align_words, joins=self.conventions.joins),
        )
        rows = grid.rows
        for one, row in zip(people, rows, strict=True):
            _refuse_strangers(row.alignment.edits.wer, one.source, source)
        trial = Trial(
            name,
            words,
            grid.segmentations,
            judged=grid.judged("inc") if self.condition == "inc" else None,
            align=rows[0].alignment.method,
            edits=tuple(row.alignment.edits for row in rows),
        )
        return _Onto(trial, partial(_report, name, len(words), rows))


def _refuse_strangers(wer: float, reference: str, other: str) -> None:
    """Two texts that share less than half of their words are not the same recording's."""
    if wer > STRANGERS:
        raise InputError(
            reference,
            None,
            f"these are not the words of {other} (word error rate {wer:.0%})",
            "recordings are matched by file name; see docs/commands/agree.md for folders of several",
        )


def _report(name: str, n_words: int, rows: Sequence[Row], whose: str) -> str:
    """One line on what the projection did."""
    moved = sum(len(row.projection.moved) for row in rows)
    merged = sum(len(row.projection.merged) for row in rows)
    dropped = sum(len(row.projection.dropped) for row in rows)
    ends = sum(row.projection.n_ends for row in rows)
    wer = sum((row.alignment.edits for row in rows), Edits()).wer
    return (
        f"{name}: the words differ (word error rate {wer:.1%}); {ends} reference ends were projected onto {whose} "
        f"{n_words} words ({moved} moved, {merged} merged, {dropped} dropped)"
    )


def set_up(
    recordings: Sequence[Recording],
    *,
    conventions: Conventions,
    condition: str = "rec",
    detector: Detector | None = None,
    say: Say,
) -> tuple[tuple[Trial, ...], dict[str, tuple[Trial, ...]]]:
    """The references among themselves, and every system's trials by its name, recording by recording.

    Under the condition `ref` the detector is run again on the first reference's words, with the times of each
    system's words. A system named like a person is called a system.
    """
    if condition not in CONDITIONS:
        raise OptionError(f"No condition {condition!r}; there are {', '.join(CONDITIONS)}.")
    if (condition == "ref") != (detector is not None):
        raise OptionError("Under ref a detector is run again on the reference's words: give a model, and only then.")
    panels = [Panel(recording, conventions, condition) for recording in recordings]
    alone = not any(recording.systems for recording in recordings)
    among = tuple(
        Panel(recording, conventions).among_themselves(say if alone else lambda _: None) for recording in recordings
    )
    people = {name for trial in among for name in trial.people}
    systems: dict[str, list[Trial]] = {}
    for panel in panels:
        for system in panel.recording.systems:
            trial = panel.against(system, say) if detector is None else panel.rerun(system, detector, say)
            name = system.by if detector is None else f"{detector.name} on {system.by}"
            systems.setdefault(f"{name} (system)" if name in people else name, []).append(trial)
    for name, trials in systems.items():
        if len(trials) != len(recordings):
            raise OptionError(
                f"{name} has {len(trials)} of the {len(recordings)} recordings; systems are scored on the same."
            )
    return among, {name: tuple(trials) for name, trials in systems.items()}


def _with_words(transcripts: Sequence[Transcript]) -> Transcript:
    """The first transcript that has words; the first of all where none has."""
    return next((each for each in transcripts if not each.is_blank), transcripts[0])
