"""The door: a lake of transcripts in another format. The command line and Python both come in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from os import PathLike, fspath

from pausa.batches.converting import ConvertJob, convert_piece
from pausa.batches.documents import file_stem
from pausa.batches.driver import BatchReport, Hands, Run, Watch, part_bytes, watch_nothing
from pausa.batches.job import LakeReading
from pausa.batches.ledger import Ledger
from pausa.batches.pieces import pieces_of
from pausa.batches.places import File, files_in
from pausa.batches.targets import place_of
from pausa.core.errors import CannotWrite
from pausa.core.messages import Say, say_nothing
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.text.languages import AUTO


@dataclass(frozen=True, kw_only=True)
class ConvertReport(BatchReport):
    """What a run came to, and what the format could not keep."""

    lost: tuple[str, ...]


def convert_batch(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    to: str,
    line_width: int = Layout.line_width,
    line_count: int = Layout.line_count,
    engine: str = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    part_mb: float = 1.0,
    text_column: str | None = None,
    recording_column: str | None = None,
    format: str | None = None,
    language: str = AUTO,
    encoding: str | None = None,
    limits: ReadLimits = USUAL,
    say: Say = say_nothing,
    watch: Watch = watch_nothing,
) -> ConvertReport:
    """Turn every transcript of a lake into the format `to`, and tell what was done.

    The source is what `pausa.batch` takes, or what it makes. A format that holds several recordings gets numbered
    parts; of any other, each recording is a file of its own. The words are always kept.
    """
    if FORMATS[to].render is None:
        raise CannotWrite(to, "Pausa reads this format but does not write it", "see pausa formats")
    files = files_in(fspath(source), say=say)
    job = ConvertJob(
        target=place_of(fspath(target)),
        to=to,
        line_width=line_width,
        line_count=line_count,
        whole_names=() if FORMATS[to].holds_many else _alike(files),
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
    lost: set[str] = set()

    def in_the_end(ledger: Ledger) -> None:
        for receipt in ledger.receipts():
            lost.update(receipt.lost)

    hands = Hands(engine=engine, workers=workers, scheduler=scheduler)
    report = Run(job, sum(file.n_bytes for file in files), say, watch).over(
        pieces_of(files, job), convert_piece, hands, in_the_end=in_the_end
    )
    return ConvertReport(**{each.name: getattr(report, each.name) for each in fields(report)}, lost=tuple(sorted(lost)))


def _alike(files: Sequence[File]) -> tuple[str, ...]:
    """The names of files that would take the same place without what tells their format."""
    stems = Counter(file_stem(file.name) for file in files)
    return tuple(file.name for file in files if stems[file_stem(file.name)] > 1)
