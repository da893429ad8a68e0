"""How far the annotators of a project agree, by the same code as `pausa agree`, so with the same numbers.

Only finished work counts (done or accepted); excluded work is left out. The jack-knife F1 of an annotation is its
mean F1 against the others of its transcript. Figures over all transcripts are pooled where the same people made all
of them, as `pausa agree` pools; else they are the mean over transcripts, and say so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import isnan, nan
from operator import add
from typing import Any

from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics import agreement
from pausa.metrics.agreement import Agreement, AgreementCounts
from pausa.metrics.base import Options, mean
from pausa.store import marks as stored
from pausa.store import work
from pausa.store.work import Assignment
from pausa.workflow.conventions import Conventions

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
    """One transcript: the agreement of its finished annotations, and each one's jack-knife F1."""

    people: tuple[str, ...]
    jack_knife: Mapping[int, float]  # by assignment
    sentences: AgreementCounts | None
    clauses: AgreementCounts | None

    @property
    def scores(self) -> dict[str, Any] | None:
        return None if self.sentences is None or self.clauses is None else _scores(self.sentences, self.clauses)


def collected(db: Connection, *, transcript_id: int | None = None) -> dict[int, list[Annotation]]:
    """Every annotation by transcript, also those that are not finished."""
    listed = work.listing(db, transcript_id=transcript_id)
    marks = stored.of_all(db, [one.id for one in listed])
    found: dict[int, list[Annotation]] = {}
    for one in listed:
        found.setdefault(one.transcript_id, []).append(Annotation(one, marks[one.id]))
    return found


def figures(made: Sequence[Annotation]) -> Figures:
    """The figures of one transcript."""
    finished = sorted((one for one in made if one.is_finished), key=lambda one: one.assignment.person)
    people = tuple(one.assignment.person for one in finished)
    if len(finished) < 2:
        return Figures(people, {}, None, None)
    sentences = _counts(finished, "sentence")
    scores = agreement.jack_knife(sentences)
    by_assignment = {one.assignment.id: score for one, score in zip(finished, scores, strict=True)}
    return Figures(people, by_assignment, sentences, _counts(finished, "clause"))


def _counts(finished: Sequence[Annotation], level: str) -> AgreementCounts:
    conventions = Conventions(level=level)
    read = [
        conventions.read(Document(Transcript.blank(each.n_words), (each,)), each.by)[0]
        for each in (one.segmentation for one in finished)
    ]
    return agreement.of(read, Options(level=level))


def _scores(sentences: AgreementCounts, clauses: AgreementCounts) -> dict[str, Any]:
    family = Agreement()
    at_sentences, at_clauses = family.score(sentences), family.score(clauses)
    return {key: at_sentences[key] for key in KEYS} | {"clauses": {key: at_clauses[key] for key in KEYS}}


def overall(each: Sequence[Figures]) -> dict[str, Any] | None:
    """The agreement over all transcripts that two people or more have finished."""
    compared = [one for one in each if one.sentences is not None and one.clauses is not None]
    if not compared:
        return None
    if len({one.people for one in compared}) == 1:
        sentences = reduce(add, (one.sentences for one in compared))
        clauses = reduce(add, (one.clauses for one in compared))
        return _scores(sentences, clauses) | {"transcripts": len(compared), "pooled": True}  # type: ignore[arg-type]
    scores = [one.scores or {} for one in compared]
    means: dict[str, Any] = {key: mean([one[key] for one in scores]) for key in KEYS}
    means["clauses"] = {key: mean([one["clauses"][key] for one in scores]) for key in KEYS}
    return means | {"transcripts": len(compared), "pooled": False}


def known(value: Any) -> Any:
    """The value as JSON can say it: what is undefined becomes None, at any depth."""
    if isinstance(value, dict):
        return {key: known(one) for key, one in value.items()}
    if isinstance(value, list):
        return [known(one) for one in value]
    return None if isinstance(value, float) and isnan(value) else value
