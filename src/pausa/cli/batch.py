"""`pausa batch`: a lake of transcripts in, the same with sentences out; scored, or in another format."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pausa.cli import console
from pausa.cli.options import (
    case,
    check_format,
    commas,
    drop_fillers,
    encoding,
    from_format,
    language,
    layout_options,
    level,
    marks,
    model,
    read_language,
    read_limits,
    sentence_options,
)
from pausa.cli.score import named_metrics, score_options
from pausa.core.unpacking import ReadLimits

if TYPE_CHECKING:
    from pausa.batches.driver import BatchReport

#: Seconds between two lines where there is no terminal for a bar.
_PAUSE = 30.0


F = TypeVar("F", bound=Callable[..., Any])


def _hands(command: F) -> F:
    """Who works, and on how much at a time."""
    for option in (
        click.option(
            "--engine",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="Who works: processes of this machine, or a cluster of dask.distributed.",
        ),
        click.option("--workers", type=click.IntRange(min=1), metavar="N", help="How many; else one for each core."),
        click.option(
            "--scheduler", metavar="ADDRESS", help="A Dask cluster that is there, such as tcp://10.0.0.1:8786."
        ),
        click.option(
            "--part-mb", type=float, default=1.0, show_default=True, metavar="MB", help="Megabytes of source a part."
        ),
        click.option(
            "--text-column", metavar="NAME", help="The column of a Parquet table that holds whole transcripts."
        ),
    )[::-1]:
        command = option(command)
    return command


_recording_column = click.option(
    "--recording-column",
    metavar="NAME",
    help="The column with the names of transcripts, if not recording, session, call … or id.",
)


class _WithOthers(click.Command):
    """A command that also has others under its name: `pausa batch score`. A source so called is given as ./score."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        other = OTHERS.get(args[0]) if args else None
        if other is None:
            return super().make_context(info_name, args, parent, **extra)
        return other.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)


@click.command(cls=_WithOthers)
@click.argument("source")
@click.argument("target")
@model
@click.option(
    "--to", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True, help="What parts are."
)
@_hands
@sentence_options
@marks
@level
@commas
@case
@drop_fillers
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
    address (s3://…); TARGET a folder of numbered parts, or an address. A run that was stopped goes on where it was.
    What fails is listed in TARGET/_failures.parquet and stops nothing else.

    \b
    pausa batch calls/ sentences/                            a folder of any recogniser's files
    pausa batch calls.parquet sentences/ --model bayes       a table, a transcript or a word a row
    pausa batch s3://lake/calls /shared/sentences --engine dask --scheduler tcp://10.0.0.1:8786
    pausa batch score REFERENCES HYPOTHESES TARGET           what sentences are worth (see its own --help)
    pausa batch convert SOURCE TARGET --to FORMAT            a lake in another format (likewise)
    """
    from pausa.batches.batch import batch as cut_all  # numpy, which --help does without

    with _shown() as watch:
        report = cut_all(
            source, target, format=from_format, limits=read_limits, say=console.say, watch=watch, **options
        )
    _finish(report)


@click.command()
@click.argument("references")
@click.argument("hypotheses")
@click.argument("target")
@click.option("-r", "--reference", "further", multiple=True, metavar="SOURCE", help="Another person's; repeat.")
@click.option(
    "--condition",
    type=click.Choice(["rec", "inc"]),
    default="rec",
    show_default=True,
    help="Where words differ: judge every gap (rec), or those between words recognised right (inc).",
)
@score_options
@_hands
@_recording_column
@from_format
@read_language
@encoding
@read_limits
def score(
    references: str,
    hypotheses: str,
    target: str,
    further: tuple[str, ...],
    metrics: str | None,
    from_format: str | None,
    read_limits: ReadLimits,
    **options: Any,
) -> None:
    """Score a lake of hypotheses against references.

    Both are what pausa batch takes as a source, or has made; recordings are matched by name. A table of words has a
    column of ends for each person or system (`ends (anna)`). TARGET gets a row for each recording and system, and the
    scores of all in _scores.json, equal to those of pausa score.

    \b
    pausa batch score references.parquet sentences/ scores/
    pausa batch score anna/ system/ scores/ -r ben/ -r carla/ --engine dask
    """
    from pausa.batches.score import score_batch  # numpy, which --help does without

    with _shown() as watch:
        report = score_batch(
            [references, *further],
            hypotheses,
            target,
            metrics=named_metrics(metrics),
            format=from_format,
            limits=read_limits,
            say=console.say,
            watch=watch,
            **options,
        )
    for system in report.pooled.systems:
        for key, found in system.scores.items():
            click.echo(f"{system.name}\t{key}\t{found.value:.3f}\t{found.signature}")
    for remark in report.pooled.remarks:
        console.say(remark)
    _finish(report)


@click.command()
@click.argument("source")
@click.argument("target")
@click.option("--to", required=True, metavar="FORMAT", callback=check_format, help="Output format (pausa formats).")
@layout_options
@_hands
@_recording_column
@from_format
@language
@encoding
@read_limits
def convert(source: str, target: str, from_format: str | None, read_limits: ReadLimits, **options: Any) -> None:
    """Turn a lake of transcripts into another format.

    SOURCE is what pausa batch takes, or has made. A format that holds several recordings gets numbered parts; of any
    other, each recording is a file of its own in TARGET. What the format cannot keep is said; the words are kept.

    \b
    pausa batch convert calls/ subtitles/ --to srt
    pausa batch convert sentences/ words/ --to parquet
    """
    from pausa.batches.convert import convert_batch  # numpy, which --help does without

    with _shown() as watch:
        report = convert_batch(
            source, target, format=from_format, limits=read_limits, say=console.say, watch=watch, **options
        )
    if report.lost:
        console.say(f"{options['to']} cannot keep: {', '.join(report.lost)}")
    _finish(report)


#: The commands under the name of this one.
OTHERS: dict[str, click.Command] = {"score": score, "convert": convert}


def _finish(report: BatchReport) -> None:
    """Say what was done, and leave with the code for what failed."""
    console.say(_summary(report))
    if report.n_failures:
        console.say(f"{report.n_failures} failed; why, is in {report.target}/_failures.parquet")
        raise SystemExit(1 if report.n_made else 2)


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
