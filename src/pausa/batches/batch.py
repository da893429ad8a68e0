"""The door: a lake of transcripts in, the same with sentences out. The command line and Python both come in here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Unpack

from pausa.batches.engines import open_engine
from pausa.batches.job import Cutting, Job, LakeReading, digest_of_folder
from pausa.batches.ledger import Ledger
from pausa.batches.parts import check_target_format, make_part, write_failures
from pausa.batches.pieces import Piece, pieces_of
from pausa.batches.places import files_in
from pausa.batches.running import run
from pausa.batches.sentences import try_options
from pausa.core.errors import OptionError
from pausa.core.messages import Say, say_nothing
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.decode.limits import SentenceOptions
from pausa.models import MODELS, load
from pausa.models.storage import BUNDLED
from pausa.text.languages import AUTO

FAILURES = "_failures.parquet"


@dataclass(frozen=True, kw_only=True)
class BatchReport:
    """How far a run is, and in the end what it came to; `reused` parts were there from an earlier one.

    `share` is how much of the source is done, by its bytes; `processor_seconds` is what the workers took.
    """

    target: str
    n_parts: int = 0
    n_reused: int = 0
    n_rows: int = 0
    n_words: int = 0
    n_failures: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    share: float = 0.0
    words_per_second: float = 0.0
    seconds_left: float | None = None


Watch = Callable[[BatchReport], None]


def _watch_nothing(report: BatchReport) -> None:
    """For those who do not want to see how far it is."""


def batch(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    model: str = "default",
    to: str = "parquet",
    engine: str = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    part_mb: float = 1.0,
    text_column: str | None = None,
    marks: str | None = None,
    level: str = "sentence",
    commas: bool = False,
    case: str | None = None,
    format: str | None = None,
    language: str = AUTO,
    encoding: str | None = None,
    limits: ReadLimits = USUAL,
    say: Say = say_nothing,
    watch: Watch = _watch_nothing,
    **options: Unpack[SentenceOptions],
) -> BatchReport:
    """Cut every transcript of a lake into sentences, and tell what was done.

    `source` is a folder, a pattern, a file or an address; `target` a folder for numbered parts, which goes on from
    where an earlier run with the same source and options stopped. `threshold`, `rate`, `mean_length`, `min_words`,
    `max_words`, `max_chars`, `max_seconds`, `turns` and the other options are those of `pausa batch`.
    """
    check_target_format(to)
    if not part_mb > 0:
        raise OptionError(f"part_mb is a number above 0, not {part_mb}.")
    job = Job(
        target=str(Path(target).absolute()),
        model=_place_of(model),
        model_digest=_digest_of_model(model),
        cutting=Cutting(marks=marks, level=level, commas=commas, case=case, **options),
        reading=LakeReading(
            format=format, language=language, encoding=encoding, limits=limits, text_column=text_column
        ),
        to=to,
        part_bytes=max(1, round(part_mb * (1 << 20))),
    )
    try_options(job, load(model))  # what is wrong with them is said before a million transcripts fail
    files = files_in(fspath(source), say=say)
    return _Run(job, sum(file.n_bytes for file in files), say, watch).over(
        pieces_of(files, job), engine=engine, workers=workers, scheduler=scheduler
    )


class _Run:
    """One run: what is done already is passed over, the rest is handed out and written down."""

    def __init__(self, job: Job, n_bytes: int, say: Say, watch: Watch) -> None:
        self.job, self.n_bytes, self.say, self.watch = job, max(1, n_bytes), say, watch
        self.report = BatchReport(target=job.target)
        self.begun = time.monotonic()
        self.n_pieces = self.passed = self.bytes_made = self.words_made = 0

    def over(self, pieces: Iterator[Piece], *, engine: str, workers: int | None, scheduler: str | None) -> BatchReport:
        ledger = Ledger(self.job)
        had = len(ledger)
        try:
            with open_engine(engine, workers=workers, scheduler=scheduler) as opened:
                for piece, receipt in run(self._missing(pieces, ledger), make_part, self.job, opened):
                    ledger.add(piece, piece.key(self.job), receipt)
                    self._count(piece, n_rows=receipt.n_rows, n_words=receipt.n_words, n_failures=len(receipt.failures))
                    self._made(piece, receipt.n_words, receipt.seconds)
            ledger.finish(self.n_pieces)
            write_failures(ledger.failures(), Path(self.job.target) / FAILURES)
        finally:
            ledger.close()
        if had and not self.report.n_reused:
            self.say(f"{self.job.target} was made from another source or with other options; it is made anew")
        return replace(self.report, share=1.0, seconds=time.monotonic() - self.begun, seconds_left=0.0)

    def _missing(self, pieces: Iterator[Piece], ledger: Ledger) -> Iterator[Piece]:
        """The pieces that are still to do."""
        for piece in pieces:
            self.n_pieces += 1
            receipt = ledger.done(piece, piece.key(self.job))
            if receipt is None:
                yield piece
            else:
                self._count(piece, n_rows=receipt.n_rows, n_words=receipt.n_words, n_failures=len(receipt.failures))
                self.report = replace(self.report, n_reused=self.report.n_reused + 1)

    def _count(self, piece: Piece, *, n_rows: int, n_words: int, n_failures: int) -> None:
        self.passed += piece.n_bytes
        now = self.report
        self.report = replace(
            now,
            n_parts=now.n_parts + 1,
            n_rows=now.n_rows + n_rows,
            n_words=now.n_words + n_words,
            n_failures=now.n_failures + n_failures,
            share=self.passed / self.n_bytes,
        )

    def _made(self, piece: Piece, n_words: int, processor_seconds: float) -> None:
        """Count what this run made itself: its pace, not that of earlier ones, tells the time left."""
        self.bytes_made += piece.n_bytes
        self.words_made += n_words
        taken = max(1e-9, time.monotonic() - self.begun)
        left = (self.n_bytes - self.passed) * taken / max(1, self.bytes_made)
        self.report = replace(
            self.report,
            seconds=taken,
            processor_seconds=self.report.processor_seconds + processor_seconds,
            words_per_second=self.words_made / taken,
            seconds_left=max(0.0, left),
        )
        self.watch(self.report)


def _place_of(model: str) -> str:
    """A model as every worker finds it: folders from the root on."""
    return model if model in MODELS or model == "default" else str(Path(model).absolute())


def _digest_of_model(model: str) -> str:
    is_name = model in MODELS or model == "default"
    return digest_of_folder(BUNDLED if is_name else Path(model))
