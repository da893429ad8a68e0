"""What a worker does with hypotheses and references: everything that is counted about each recording, a row for each.

    recording | system | n_words | boundaries | references | f1_mean | wisebe | … | counts

Scores in a row are those of the recording by itself. `counts` is what they are made of, as JSON; counts add up, so the
scores of all recordings follow from these rows (`pooling`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import msgspec

from pausa.alignment.base import Edits
from pausa.batches.arrow import arrow
from pausa.batches.documents import held_in
from pausa.batches.job import Job
from pausa.batches.pairing import Pairs, Stretch
from pausa.batches.parts import Receipt, part_name
from pausa.batches.pieces import Piece
from pausa.batches.sentences import Failure, reason
from pausa.batches.targets import replacing_in, size_in
from pausa.core.document import Document
from pausa.core.messages import say_nothing
from pausa.metrics.base import Case, Counts, Family, Options
from pausa.workflow.conventions import Conventions
from pausa.workflow.evaluation import Request
from pausa.workflow.gather import Recording, recording_of
from pausa.workflow.scoring import Scorer
from pausa.workflow.trials import Panel, Trial


@dataclass(frozen=True, kw_only=True)
class ScoreJob(Job):
    """What is asked of every recording: which scores, and by which conventions."""

    reads_sentences: ClassVar[bool] = True

    metrics: tuple[str, ...]
    options: Options
    joins: bool = False
    condition: str = "rec"

    @property
    def scorer(self) -> Scorer:
        return Scorer(Request(metrics=self.metrics))

    @property
    def conventions(self) -> Conventions:
        reading, options = self.reading, self.options
        return Conventions(options.level, options.marks, reading.language, reading.format, self.joins, reading.limits)


class Counted(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was counted about a system in one recording: the fields of each family's counts, in their order.

    `lone` is the same where a recording has but one reference, as it counts beside recordings that have several.
    """

    families: dict[str, list[Any]]
    lone: dict[str, list[Any]] = {}
    align: str = "none"
    edits: list[Edits] = []


#: A recording of a part: its name, and its document or why there is none.
_Read = dict[str, list[tuple[str, Document | None, str]]]


def count_pairs(piece: Piece, job: Job) -> Receipt:
    """Make the part of a piece: a row for each system in each recording."""
    assert isinstance(piece, Pairs)
    assert isinstance(job, ScoreJob)
    begun = time.process_time()
    theirs, problems = _read(piece.references, job)
    ours, missed = _read(piece.hypotheses, job)
    failures = [*piece.failures, *problems, *missed]
    rows: list[dict[str, Any]] = []
    scorer = job.scorer
    for name, made in ours.items():
        try:
            rows += _rows(name or _own_name(made), theirs.get(name, []), made, job, scorer)
        except Exception as problem:  # one recording must not stop a million others
            failures.append(Failure(made[0][2], None, name or _own_name(made), reason(problem)))
    part = part_name(job, piece.number)
    with replacing_in(job.target, part) as file, _writer(file, scorer) as writer:
        if rows:
            writer.write_table(arrow().Table.from_pylist(rows, schema=_schema(scorer)))
    return Receipt(
        n_rows=len(rows),
        n_made=len(rows),
        n_words=sum(row["n_words"] for row in rows),
        n_bytes=size_in(job.target, part) or 0,
        failures=tuple(failures),
        seconds=time.process_time() - begun,
    )


def _read(stretches: Sequence[Stretch], job: Job) -> tuple[_Read, list[Failure]]:
    """The documents of each recording, with whose they are and where they stand; what cannot be read stays None."""
    found: _Read = {}
    failures: list[Failure] = []
    for stretch in stretches:
        is_whole = stretch.piece.kind == "files"  # which may be paired whatever it is called
        for held in held_in(stretch.piece, job):
            name = "/".join(filter(None, (stretch.names[0] if is_whole else held.name, held.inside)))
            maker = _maker(held.document) if held.document is not None else ""
            found.setdefault(name, []).append((maker or stretch.label, held.document, held.source))
            if held.document is None:
                failures.append(Failure(held.source, held.row, name, held.problem))
    return found, failures


def _own_name(made: Sequence[tuple[str, Document | None, str]]) -> str:
    """What a recording calls itself that is alone in its file, on both sides."""
    return next((document.name for _, document, _ in made if document is not None), "")


def _maker(document: Document) -> str:
    return document.segmentations[0].by if len(document.segmentations) == 1 else ""


def _rows(
    name: str,
    references: Sequence[tuple[str, Document | None, str]],
    made: Sequence[tuple[str, Document | None, str]],
    job: ScoreJob,
    scorer: Scorer,
) -> Iterator[dict[str, Any]]:
    whole = [
        [(label, document, source) for label, document, source in side if document is not None]
        for side in (references, made)
    ]
    if not whole[1]:
        return  # its own failure is told already
    if not whole[0] or len(whole[0]) < len(references):
        raise ValueError("a reference of it cannot be read" if references else "no reference for it")
    recording = recording_of(name, whole[0], whole[1], job.conventions)
    panel = Panel(recording, job.conventions, job.condition)
    for system in recording.systems:
        trial = panel.against(system, say_nothing)
        yield _row(name, _called(system.by, recording), trial, job.options, scorer)


def _called(name: str, recording: Recording) -> str:
    """A system named like a person is called a system."""
    return f"{name} (system)" if any(one.by == name for one in recording.references) else name


def _row(name: str, system: str, trial: Trial, options: Options, scorer: Scorer) -> dict[str, Any]:
    case = trial.case(options)
    counts = {family.name: family.count(case) for family in scorer.families}
    scores: dict[str, float] = {}
    for family in scorer.families:
        scores |= family.score(counts[family.name])
    counted = Counted(
        families={name: _plain(each) for name, each in counts.items()},
        lone=_lone(case, scorer.families) if case.n_references < 2 else {},
        align=trial.align,
        edits=list(trial.edits),
    )
    return {
        "recording": name,
        "system": system,
        "n_words": len(trial.transcript),
        "boundaries": len(case.hypothesis),
        "references": list(trial.people),
        **{key: scores[key] for key in scorer.request.metrics},
        "counts": msgspec.json.encode(counted).decode(),
    }


def _lone(case: Case, families: Sequence[Family]) -> dict[str, list[Any]]:
    """What families that take all references at once count where others are in other recordings."""
    beside = replace(case, seats=(0,), n_seats=2)
    return {family.name: _plain(family.count(beside)) for family in families if not family.is_per_reference}


def _plain(counts: Counts) -> list[Any]:
    """The fields of counts as JSON has them; whole numbers stay whole."""
    return [_number(getattr(counts, each.name)) for each in fields(counts)]


def _number(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_number(each) for each in value]
    return value.item() if hasattr(value, "item") else value


def _schema(scorer: Scorer) -> Any:
    pa = arrow()
    columns: Mapping[str, Any] = {
        "recording": pa.string(),
        "system": pa.string(),
        "n_words": pa.int64(),
        "boundaries": pa.int64(),
        "references": pa.list_(pa.string()),
        **dict.fromkeys(scorer.request.metrics, pa.float64()),
        "counts": pa.string(),
    }
    return pa.schema(columns)


def _writer(file: Any, scorer: Scorer) -> Any:
    return arrow().parquet.ParquetWriter(file, _schema(scorer), compression="zstd")
