"""How far the annotators of a project agree: what `pausa agree` says of the export, by the same code.

Only finished work counts (done or accepted); excluded work is left out, and so are annotations with untouched
proposals, unless they are asked for: such marks are a detector's, and two people who left them alone seem to agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics import agreement
from pausa.metrics.agreement import Agreement, AgreementCounts
from pausa.metrics.base import Options
from pausa.store import marks as stored
from pausa.store import work
from pausa.store.work import Assignment
from pausa.workflow import gather
from pausa.workflow.conventions import Conventions
from pausa.workflow.evaluate import evaluate_trials
from pausa.workflow.evaluation import Evaluation, Request
from pausa.workflow.trials import set_up

KEYS = (
    "pairwise_f1",
    "pairwise_f1_marks",
    "fleiss_kappa",
    "fleiss_kappa_candidates",
    "krippendorff_alpha",
    "agreement_ratio",
)


@dataclass(frozen=True)
class Annotation:
    """What one person marked in one transcript."""

    assignment: Assignment
    marks: Mapping[int, str]

    @property
    def is_finished(self) -> bool:
        return self.assignment.state in work.FINISHED

    def counts(self, *, untouched: bool) -> bool:
        """Whether it goes into figures and exports; with `untouched` proposals only where they are asked for."""
        return self.is_finished and (untouched or not self.assignment.untouched)

    @property
    def segmentation(self) -> Segmentation:
        """All marks as ends, commas too; readers take those of their level."""
        ends = sorted(self.marks)
        made = Segmentation.of(self.assignment.n_words, ends, marks=[self.marks[end] for end in ends])
        return made.named(self.assignment.person)

    def percent(self, kinds: str) -> float:
        """Marks of these kinds for every hundred words."""
        n_words = self.assignment.n_words
        return 100 * sum(mark in kinds for mark in self.marks.values()) / n_words if n_words else nan


@dataclass(frozen=True)
class Figures:
    """One transcript: the agreement of the annotations that count, each one's mean F1 and its best."""

    jack_knife: Mapping[int, float]  # by assignment
    best: Mapping[int, float]
    sentences: AgreementCounts | None
    clauses: AgreementCounts | None

    @property
    def scores(self) -> dict[str, Any] | None:
        if self.sentences is None or self.clauses is None:
            return None
        at_sentences, at_clauses = Agreement().score(self.sentences), Agreement().score(self.clauses)
        return {key: at_sentences[key] for key in KEYS} | {"clauses": {key: at_clauses[key] for key in KEYS}}


def collected(db: Connection, *, transcript_id: int | None = None) -> dict[int, list[Annotation]]:
    """Every annotation by transcript, also those that are not finished."""
    listed = work.listing(db, transcript_id=transcript_id)
    marks = stored.of_all(db, [one.id for one in listed])
    found: dict[int, list[Annotation]] = {}
    for one in listed:
        found.setdefault(one.transcript_id, []).append(Annotation(one, marks[one.id]))
    return found


def figures(made: Sequence[Annotation], *, untouched: bool = False) -> Figures:
    """The figures of one transcript."""
    counted = _counted(made, untouched)
    if len(counted) < 2:
        return Figures({}, {}, None, None)
    sentences = agreement.of([_read(one, "sentence") for one in counted], Options())
    clauses = agreement.of([_read(one, "clause") for one in counted], Options(level="clause"))
    ids = [one.assignment.id for one in counted]
    means, best = agreement.jack_knife(sentences), agreement.best_f1(sentences)
    return Figures(dict(zip(ids, means, strict=True)), dict(zip(ids, best, strict=True)), sentences, clauses)


def _counted(made: Sequence[Annotation], untouched: bool) -> list[Annotation]:
    return sorted((one for one in made if one.counts(untouched=untouched)), key=lambda one: one.assignment.person)


def _read(one: Annotation, level: str) -> Segmentation:
    """The ends at a level, as `pausa agree` reads them from a file."""
    made = one.segmentation
    return Conventions(level=level).read(Document(Transcript.blank(made.n_words), (made,)), made.by)[0]


@dataclass(frozen=True)
class Overall:
    """The agreement over a project: its figures, each person's mean F1 against others, and what limits them."""

    scores: dict[str, Any]
    people: Mapping[str, float]
    remarks: tuple[str, ...]


def overall(each: Sequence[Sequence[Annotation]], *, untouched: bool = False) -> Overall | None:
    """The agreement over all transcripts, None where no two people have finished the same one."""
    counted = [_counted(made, untouched) for made in each]
    compared = sum(len(made) > 1 for made in counted)
    if not compared:
        return None
    found = {level: _evaluate([made for made in counted if made], level) for level in ("sentence", "clause")}
    told = {level: one.agreement.figures() for level, one in found.items()}
    scores: dict[str, Any] = {key: told["sentence"][key] for key in KEYS}
    scores["clauses"] = {key: told["clause"][key] for key in KEYS}
    people = {row.name: row.mean_f1 for row in found["sentence"].agreement.jack_knife}
    return Overall(scores | {"transcripts": compared}, people, found["sentence"].remarks)


def _evaluate(each: Sequence[Sequence[Annotation]], level: str) -> Evaluation:
    """What `pausa agree` works out, without the words: they are the same for all."""
    conventions = Conventions(level=level)
    recordings = [
        gather.Recording(
            made[0].assignment.transcript,
            tuple(
                gather.Annotation(
                    one.assignment.transcript,
                    one.assignment.person,
                    Transcript.blank(one.assignment.n_words),
                    _read(one, level),
                )
                for one in made
            ),
        )
        for made in each
    ]
    panel, _ = set_up(recordings, conventions=conventions, say=lambda _: None)
    request = Request(confidence=False, humans=False)
    return evaluate_trials(panel, {}, options=Options(level=level), request=request)


def known(value: Any) -> Any:
    """The value as JSON can say it: what is undefined becomes None, at any depth."""
    if isinstance(value, dict):
        return {key: known(one) for key, one in value.items()}
    if isinstance(value, list):
        return [known(one) for one in value]
    return None if isinstance(value, float) and isnan(value) else value
