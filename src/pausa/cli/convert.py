"""`pausa convert`: any format to any format."""

from __future__ import annotations

import click

from pausa.cli import console
from pausa.cli.options import check_path, encoding, from_format, language, layout_options, read_limits, to_format
from pausa.cli.outputs import Output
from pausa.core.unpacking import ReadLimits
from pausa.formats.base import Layout
from pausa.formats.flow import read_each
from pausa.formats.folders import files_of


@click.command()
@click.argument("inputs", metavar="IN... OUT", nargs=-1, required=True, callback=check_path)
@from_format
@to_format
@layout_options
@language
@encoding
@read_limits
def convert(
    inputs: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    line_width: int,
    line_count: int,
    language: str,
    encoding: str | None,
    read_limits: ReadLimits,
) -> None:
    """Turn transcripts of any format into any other.

    The last argument is the output: a file, a folder, or - for standard output. A folder as input stands
    for all transcripts in it, also in folders inside. What the target cannot keep is said; the words are always kept.

    \b
    pausa convert talk.ctm talk.TextGrid
    pausa convert calls/*.json converted/ --to nlp
    cat talk.json | pausa convert - - --to lines
    """
    if len(inputs) < 2:
        raise click.UsageError("Give the input and the output: pausa convert IN OUT")
    *given, path = inputs
    sources = files_of(given, say=console.say)
    layout = Layout(line_width, line_count, say=console.say)
    target = Output(path, to_format, layout=layout, inputs=sources, given=given, default="json")

    def work(source: str) -> None:
        target.take(
            read_each(
                source, format=from_format, language=language, warn=console.say, limits=read_limits, encoding=encoding
            ),
            source,
        )

    _, failed = console.each(sources, work, label="converting")
    target.close(report_losses=True)
    console.finish(failed, len(sources))
