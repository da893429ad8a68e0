"""The scores of all recordings, from the rows of all parts: they are gone through twice, and never held together.

Sums are made in the order of the parts, so that even numbers that are not whole add up to the last digit as they do in
`pausa.evaluate`. The first time tells who the people are; the second adds up. What a mean over recordings is made of
waits on the disk.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import IO

import msgspec

from pausa.alignment.base import Edits
from pausa.batches.arrow import arrow
from pausa.batches.scoring import Counted, ScoreJob
from pausa.batches.targets import open_in
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Counts, Family, Options, case, ratio
from pausa.metrics.signature import signature
from pausa.workflow.evaluation import ReferenceScores, Result, Score
from pausa.workflow.scoring import Scorer

#: Numbers that are read at a time.
_SOME = 4096


@dataclass(frozen=True)
class Pooled:
    """The scores of every system over all recordings that could be scored, against these people."""

    systems: tuple[Result, ...] = ()
    references: tuple[str, ...] = ()
    n_recordings: int = 0
    remarks: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Result:
        """The scores of a system, by name."""
        for result in self.systems:
            if result.name == name:
                return result
        raise KeyError(name)


@dataclass(frozen=True)
class _Row:
    recording: str
    system: str
    people: tuple[str, ...]
    counted: Counted


@dataclass
class _Seen:
    """What the first time tells."""

    people: dict[tuple[str, ...], None] = field(default_factory=dict)
    methods: set[str] = field(default_factory=set)
    recordings: dict[str, int] = field(default_factory=dict)  # of each system
    fewest: dict[str, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)

    def add(self, row: _Row) -> None:
        self.people[row.people] = None
        self.methods |= {row.counted.align} - {"none"}
        n_people, system = len(row.people), row.system
        self.recordings[system] = self.recordings.get(system, 0) + 1
        self.fewest[system] = min(n_people, self.fewest.get(system, n_people))
        self.most[system] = max(n_people, self.most.get(system, n_people))

    @property
    def everyone(self) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(name for names in self.people for name in names))
        return found if self.is_alike else tuple(sorted(found))

    @property
    def is_alike(self) -> bool:
        """Whether all recordings have the same people."""
        return len(self.people) < 2


def pool(job: ScoreJob, parts: Sequence[str]) -> Pooled:
    """The scores over all rows of these parts of the target."""
    seen = _Seen()
    for row in _rows(job, parts):
        seen.add(row)
    scorer = job.scorer
    if not seen.is_alike and any(family.name == "calibration" for family in scorer.families):
        raise OptionError("Calibration needs the same people in every recording; score those apart, or by pausa score.")
    sums = {name: _Sum(name, scorer, seen) for name in seen.recordings}
    try:
        for row in _rows(job, parts):
            sums[row.system].add(row)
        options = job.options
        if seen.methods:
            options = replace(options, align="+".join(sorted(seen.methods)), pivot="hypothesis")
        systems = tuple(each.result(options) for each in sums.values())
        remarks = dict.fromkeys(said for each in sums.values() for said in each.remarks())
    finally:
        for each in sums.values():
            each.close()
    return Pooled(systems, seen.everyone, max(seen.recordings.values(), default=0), tuple(remarks))


def _rows(job: ScoreJob, parts: Sequence[str]) -> Iterator[_Row]:
    decoder = msgspec.json.Decoder(Counted)
    columns = ["recording", "system", "references", "counts"]
    for part in parts:
        with open_in(job.target, part) as file, arrow().parquet.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_SOME, columns=columns, use_threads=False):
                for row in batch.to_pylist():
                    people, counted = tuple(row["references"]), decoder.decode(row["counts"])
                    yield _Row(row["recording"], row["system"], people, counted)


class _Sum:
    """Everything about one system, as it adds up."""

    def __init__(self, name: str, scorer: Scorer, seen: _Seen) -> None:
        self.name, self.scorer, self.seen = name, scorer, seen
        self.totals: dict[str, Counts] = {}
        self.values = {key: _Values() for key in scorer.request.metrics}
        self.edits: dict[str, Edits] = {}

    def add(self, row: _Row) -> None:
        for family in self.scorer.families:
            counts = self._seated(family, row)
            before = self.totals.get(family.name)
            self.totals[family.name] = counts if before is None else before + counts
            scores = family.score(counts)
            for key in family.keys:
                if key in self.values:
                    self.values[key].add(scores[key])
        for name, each in zip(row.people, row.counted.edits, strict=False):
            self.edits[name] = self.edits.get(name, Edits()) + each

    def _seated(self, family: Family, row: _Row) -> Counts:
        """A recording's counts, with a place for everybody where people differ from one to the next."""
        values = [tuple(value) if isinstance(value, list) else value for value in row.counted.families[family.name]]
        if not self.seen.is_alike and family.is_per_reference:
            values = [_in_seats(value, row.people, self.seen.everyone) for value in values]
        elif not self.seen.is_alike and len(self.seen.everyone) > 1 and row.counted.lone:
            lone = row.counted.lone[family.name]
            values = [tuple(value) if isinstance(value, list) else value for value in lone]
        return _kind(type(family))(*values)

    def result(self, options: Options) -> Result:
        scores: dict[str, Score] = {}
        people = self.seen.everyone
        each: list[dict[str, float]] = [{} for _ in people]
        for family in self.scorer.families:
            total = self.totals[family.name]
            for row, values in zip(each, family.per_reference(total), strict=False):
                row.update(values)
            pooled, conditions = family.score(total), family.conditions(total)
            for key in (key for key in family.keys if key in self.values):
                fewest, most = self.seen.fewest[self.name], self.seen.most[self.name]
                scores[key] = Score(
                    value=pooled[key],
                    mean=self.values[key].mean,
                    signature=signature(key, options, fewest, most=most, conditions=conditions),
                    counts=total.as_dict(),
                    left_out=self.values[key].n_undefined,
                )
        if self.edits:
            for name, row in zip(people, each, strict=True):
                row["wer"] = self.edits.get(name, Edits()).wer
        return Result(
            name=self.name,
            scores={key: scores[key] for key in self.scorer.request.metrics},
            per_reference=tuple(ReferenceScores(name, row) for name, row in zip(people, each, strict=True)),
        )

    def remarks(self) -> list[str]:
        found = [said for family in self.scorer.families for said in family.remarks(self.totals[family.name])]
        n_recordings, most = self.seen.recordings[self.name], max(self.seen.recordings.values())
        if n_recordings < most:
            found.append(f"{self.name} has {n_recordings} of {most} recordings; compare systems on the same ones.")
        return found

    def close(self) -> None:
        for each in self.values.values():
            each.close()


def _in_seats(value: Sequence[float], people: Sequence[str], everyone: Sequence[str]) -> tuple[float, ...]:
    """Numbers of the people of a recording, as many for each, among those of everybody; 0 for who is not there.

    >>> _in_seats((3, 4), ("ben", "anna"), ("anna", "ben", "carla"))
    (4, 3, 0)
    """
    width = len(value) // len(people)
    row = [0.0 if isinstance(value[0], float) else 0] * (width * len(everyone))
    for place, name in enumerate(people):
        seat = everyone.index(name)
        row[seat * width : (seat + 1) * width] = value[place * width : (place + 1) * width]
    return tuple(row)


@cache
def _kind(family: type[Family]) -> type[Counts]:
    """What a family's counts are."""
    whole = Segmentation(2, (1,))
    return type(family().count(case([whole], whole)))


class _Values:
    """Numbers that wait on the disk for their mean."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the sum
        self.n = self.n_undefined = 0

    def add(self, value: float) -> None:
        if value != value:
            self.n_undefined += 1
            return
        self.n += 1
        self._file.write(array("d", (value,)).tobytes())

    @property
    def mean(self) -> float:
        """The mean of those that are defined: their sum, made by the same function as everywhere."""
        return ratio(sum(self._all()), self.n)

    def _all(self) -> Iterable[float]:
        self._file.seek(0)
        while some := self._file.read(8 * _SOME):
            yield from array("d", some)

    def close(self) -> None:
        self._file.close()
