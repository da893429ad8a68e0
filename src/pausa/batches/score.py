"""The door: a lake of hypotheses against a lake of references. The command line and Python both come in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from os import PathLike, fspath
from typing import Any, Unpack

import msgspec

from pausa.batches.driver import BatchReport, Hands, Run, Watch, part_bytes, watch_nothing
from pausa.batches.job import LakeReading
from pausa.batches.ledger import Ledger
from pausa.batches.pairing import Lake, pairs_of
from pausa.batches.parts import part_name
from pausa.batches.places import files_in
from pausa.batches.pooling import Pooled, pool
from pausa.batches.scoring import ScoreJob, count_pairs
from pausa.batches.targets import place_of, put_in
from pausa.core.errors import OptionError
from pausa.core.messages import Say, say_nothing
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.metrics.base import MetricOptions, Options
from pausa.workflow.evaluation import EVERY, Request

SCORES = "_scores.json"
Place = str | PathLike[str]


@dataclass(frozen=True, kw_only=True)
class ScoreReport(BatchReport):
    """What a run came to, and the scores over all recordings."""

    pooled: Pooled


def score_batch(
    references: Place | Sequence[Place],
    hypotheses: Place,
    target: Place,
    *,
    metrics: Sequence[str] | None = None,
    joins: bool = False,
    condition: str = "rec",
    engine: str = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    part_mb: float = 1.0,
    text_column: str | None = None,
    recording_column: str | None = None,
    format: str | None = None,
    language: str = "en",
    encoding: str | None = None,
    limits: ReadLimits = USUAL,
    say: Say = say_nothing,
    watch: Watch = watch_nothing,
    **options: Unpack[MetricOptions],
) -> ScoreReport:
    """Score a lake of hypotheses against a lake of references, recording by recording, and all together.

    Sources are what `pausa.batch` takes, and what it makes; recordings are matched by name. Several sources of
    references are several people's. Scores are those of `pausa.evaluate`; intervals, tests and people's own scores need
    all recordings at once and are left to it. `options` are those of the metrics (`window`, `last`, `level` …), the
    others those of `pausa batch score`.
    """
    if condition not in ("rec", "inc"):
        raise OptionError(f"condition is rec or inc here, not {condition!r}; pausa score runs detectors again (ref).")
    job = ScoreJob(
        target=place_of(fspath(target)),
        metrics=Request(metrics=EVERY if metrics is None else tuple(metrics)).metrics,
        options=Options(condition="" if condition == "rec" else condition, **options),
        joins=joins,
        condition=condition,
        reading=LakeReading(
            format=format,
            language=language,
            encoding=encoding,
            limits=limits,
            text_column=text_column,
            recording_column=recording_column,
        ),
        part_bytes=part_bytes(part_mb),
    )
    lakes = _lakes(references, say)
    made = _lake(fspath(hypotheses), say)
    pooled: list[Pooled] = []

    def in_the_end(ledger: Ledger) -> None:
        parts = [part_name(job, number) for number, receipt in enumerate(ledger.receipts()) if receipt.n_rows]
        pooled.append(pool(job, parts))
        put_in(job.target, SCORES, _as_json(pooled[0]))

    hands = Hands(engine=engine, workers=workers, scheduler=scheduler)
    report = Run(job, made.n_bytes + sum(lake.n_bytes for lake in lakes), say, watch).over(
        pairs_of(lakes, made, job), count_pairs, hands, in_the_end=in_the_end
    )
    return ScoreReport(**{each.name: getattr(report, each.name) for each in fields(report)}, pooled=pooled[0])


def _lakes(references: Place | Sequence[Place], say: Say) -> list[Lake]:
    """The references of each person, told apart by name."""
    several = [references] if isinstance(references, str | PathLike) else references
    lakes = [_lake(fspath(one), say) for one in several]
    if len({lake.label for lake in lakes}) < len(lakes):
        raise OptionError(
            "Two sources of references have the same name, so nobody can tell whose they are; rename one."
        )
    return lakes


def _lake(source: str, say: Say) -> Lake:
    name = source.rstrip("/").rsplit("/", 1)[-1]
    return Lake(name.split(".")[0] or name, files_in(source, say=say))


def _as_json(pooled: Pooled) -> bytes:
    """The scores in the shape of `pausa score --format json`; undefined numbers are null."""
    told: dict[str, Any] = {
        "documents": pooled.n_recordings,
        "references": list(pooled.references),
        "systems": [
            {
                "name": system.name,
                "scores": {key: msgspec.to_builtins(score) for key, score in system.scores.items()},
                "per_reference": [{"name": row.name, **row.scores} for row in system.per_reference],
            }
            for system in pooled.systems
        ],
        "remarks": list(pooled.remarks),
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"
