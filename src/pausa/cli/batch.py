"""`pausa batch`: a lake of transcripts in, the same with sentences out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from pausa.cli import console
from pausa.cli.options import (
    case,
    commas,
    encoding,
    from_format,
    language,
    level,
    marks,
    model,
    read_limits,
    sentence_options,
)
from pausa.core.unpacking import ReadLimits

if TYPE_CHECKING:
    from pausa.batches.driver import BatchReport

#: Seconds between two lines where there is no terminal for a bar.
_PAUSE = 30.0


@click.command()
@click.argument("source")
@click.argument("target")
@model
@click.option(
    "--to", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True, help="What parts are."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Who works: processes of this machine, or a cluster of dask.distributed.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="How many; else one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster that is there, such as tcp://10.0.0.1:8786.")
@click.option("--part-mb", type=float, default=1.0, show_default=True, metavar="MB", help="Megabytes of source a part.")
@click.option("--text-column", metavar="NAME", help="The column of a Parquet table that holds whole transcripts.")
@sentence_options
@marks
@level
@commas
@case
@from_format
@language
@encoding
@read_limits
def batch(
    source: str,
    target: str,
    from_format: str | None,
    read_limits: ReadLimits,
    **options: Any,
) -> None:
    """Cut a lake of transcripts into sentences.

    SOURCE is a folder with all that is in it, a pattern ('calls/**/*.json'), a JSON lines or Parquet file, or an
    address (s3://…); TARGET a folder of numbered parts. A run that was stopped goes on where it was. What fails is
    listed in TARGET/_failures.parquet and stops nothing else.

    \b
    pausa batch calls/ sentences/                            a folder of any recogniser's files
    pausa batch calls.parquet sentences/ --model bayes       a table, a transcript or a word a row
    pausa batch s3://lake/calls /shared/sentences --engine dask --scheduler tcp://10.0.0.1:8786
    """
    from pausa.batches.batch import batch as cut_all  # numpy, which --help does without

    with _shown() as watch:
        report = cut_all(
            source, target, format=from_format, limits=read_limits, say=console.say, watch=watch, **options
        )
    console.say(_summary(report))
    if report.n_failures:
        console.say(f"{report.n_failures} failed; why, is in {report.target}/_failures.parquet")
        raise SystemExit(2 if report.n_failures >= report.n_rows else 1)


def _summary(report: BatchReport) -> str:
    reused = f" ({report.n_reused} were there)" if report.n_reused else ""
    pace = f", {report.words_per_second:,.0f} words/s" if report.words_per_second else ""
    return f"{report.n_parts} parts{reused}, {report.n_rows:,} rows, {report.n_words:,} words{pace}"


@contextmanager
def _shown() -> Iterator[Callable[[BatchReport], None]]:
    """A bar on a terminal; elsewhere a line now and then."""
    if sys.stderr.isatty():
        with console.shares("cutting") as advance:
            yield lambda report: advance(report.share, _pace(report))
        return
    told = time.monotonic()

    def tell(report: BatchReport) -> None:
        nonlocal told
        if time.monotonic() - told >= _PAUSE:
            told = time.monotonic()
            console.say(f"{report.share:.1%} done, {_pace(report)}")

    yield tell


def _pace(report: BatchReport) -> str:
    minutes, seconds = divmod(round(report.seconds_left or 0), 60)
    failed = f", {report.n_failures} failed" if report.n_failures else ""
    return f"{report.words_per_second:,.0f} words/s, {minutes // 60}:{minutes % 60:02d}:{seconds:02d} left{failed}"
