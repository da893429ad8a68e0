"""One run from beginning to end, whatever is made: what is done already is passed over, the rest is handed out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf

from pausa.batches.engines import Work, open_engine
from pausa.batches.guard import guarded
from pausa.batches.job import Job
from pausa.batches.ledger import Ledger, check_own
from pausa.batches.parts import Receipt, write_failures
from pausa.batches.pieces import Piece
from pausa.batches.running import run
from pausa.core.errors import OptionError
from pausa.core.messages import Say

FAILURES = "_failures.parquet"
#: Bytes of a part, however large somebody wants it.
_LARGEST = 1 << 40


@dataclass(frozen=True, kw_only=True)
class BatchReport:
    """How far a run is, and in the end what it came to; `reused` parts were there from an earlier one.

    `n_made` are the rows in which nothing failed. `share` is how much of the source is done, by its bytes;
    `processor_seconds` is what the workers took.
    """

    target: str
    n_parts: int = 0
    n_reused: int = 0
    n_rows: int = 0
    n_made: int = 0
    n_words: int = 0
    n_failures: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    share: float = 0.0
    words_per_second: float = 0.0
    seconds_left: float | None = None


Watch = Callable[[BatchReport], None]


def watch_nothing(report: BatchReport) -> None:
    """For those who do not want to see how far it is."""


@dataclass(frozen=True, kw_only=True)
class Hands:
    """Who works: the engine, how many workers, and the address of a cluster that is there."""

    engine: str = "local"
    workers: int | None = None
    scheduler: str | None = None


def part_bytes(part_mb: float) -> int:
    """Bytes of a part of so many megabytes."""
    if not 0 < part_mb < inf:
        raise OptionError(f"part_mb is a number above 0, not {part_mb}.")
    return min(_LARGEST, max(1, round(part_mb * (1 << 20))))


class Run:
    """One run over the pieces of a source that has so many bytes."""

    def __init__(self, job: Job, n_bytes: int, say: Say, watch: Watch) -> None:
        self.job, self.n_bytes, self.say, self.watch = job, max(1, n_bytes), say, watch
        self.report = BatchReport(target=job.target)
        self.begun = time.monotonic()
        self.n_pieces = self.passed = self.bytes_made = self.words_made = 0

    def over(
        self, pieces: Iterator[Piece], work: Work, hands: Hands, *, in_the_end: Callable[[Ledger], None] | None = None
    ) -> BatchReport:
        """Have every piece made that is not there; `in_the_end` has the ledger once all are."""
        check_own(self.job.target)
        with guarded(self.job.target):
            return self._guarded(pieces, work, hands, in_the_end)

    def _guarded(
        self, pieces: Iterator[Piece], work: Work, hands: Hands, in_the_end: Callable[[Ledger], None] | None
    ) -> BatchReport:
        ledger = Ledger(self.job)
        had = len(ledger)
        try:
            with open_engine(hands.engine, workers=hands.workers, scheduler=hands.scheduler) as opened:
                for piece, receipt in run(self._missing(pieces, ledger), work, self.job, opened):
                    ledger.add(piece, piece.key(self.job), receipt)
                    self._count(piece, receipt)
                    self._made(piece, receipt)
            ledger.finish(self.n_pieces)
            write_failures(ledger.failures(), self.job.target, FAILURES)
            if in_the_end is not None:
                in_the_end(ledger)
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
                self._count(piece, receipt)
                self.report = replace(self.report, n_reused=self.report.n_reused + 1)

    def _count(self, piece: Piece, receipt: Receipt) -> None:
        self.passed += piece.n_bytes
        now = self.report
        self.report = replace(
            now,
            n_parts=now.n_parts + 1,
            n_rows=now.n_rows + receipt.n_rows,
            n_made=now.n_made + receipt.n_made,
            n_words=now.n_words + receipt.n_words,
            n_failures=now.n_failures + len(receipt.failures),
            share=self.passed / self.n_bytes,
        )

    def _made(self, piece: Piece, receipt: Receipt) -> None:
        """Count what this run made itself: its pace, not that of earlier ones, tells the time left."""
        self.bytes_made += piece.n_bytes
        self.words_made += receipt.n_words
        taken = max(1e-9, time.monotonic() - self.begun)
        left = (self.n_bytes - self.passed) * taken / max(1, self.bytes_made)
        self.report = replace(
            self.report,
            seconds=taken,
            processor_seconds=self.report.processor_seconds + receipt.seconds,
            words_per_second=self.words_made / taken,
            seconds_left=max(0.0, left),
        )
        self.watch(self.report)
