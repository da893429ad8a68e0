"""`pausa align`: a reference's boundaries on other words."""

from __future__ import annotations

import click

from pausa.cli import console
from pausa.cli.options import check_path, encoding, from_format, language, output, read_limits, to_format
from pausa.cli.outputs import Output
from pausa.core.unpacking import ReadLimits
from pausa.formats.base import Layout
from pausa.formats.files import read


@click.command()
@click.argument("reference", metavar="REF", callback=check_path)
@click.argument("hypothesis", metavar="HYP", callback=check_path)
@click.option(
    "--condition",
    type=click.Choice(["rec", "inc", "ref"]),
    default="rec",
    show_default=True,
    help="rec: all words of HYP; inc: ends between words recognised right only; ref: REF's words with HYP's times.",
)
@click.option(
    "--by",
    type=click.Choice(["words", "characters", "times"]),
    default="words",
    show_default=True,
    help="Align by what was said, word by word or (for texts that match but loosely) letter by letter, or by when.",
)
@click.option("--joins", is_flag=True, help="Take split and joined words for equal.")
@to_format
@output
@from_format
@language
@encoding
@read_limits
def align(
    reference: str,
    hypothesis: str,
    condition: str,
    by: str,
    joins: bool,
    to_format: str | None,
    output: str | None,
    from_format: str | None,
    language: str,
    encoding: str | None,
    read_limits: ReadLimits,
) -> None:
    """Put the sentence ends of REF on the words of HYP.

    What moved, what fell together and what found no place is said. Under `ref` it is the other way round:
    REF's words get HYP's times, for a detector to be run on.

    \b
    pausa align reference.txt recogniser.ctm --to lines
    pausa align reference.txt recogniser.json --condition ref -o on_reference_words.json
    """
    from pausa.workflow.align import align as put_on  # numpy, which --help does without

    pair = [
        read(path, format=from_format, language=language, warn=console.say, limits=read_limits, encoding=encoding)
        for path in (reference, hypothesis)
    ]
    result = put_on(*pair, condition=condition, by=by, joins=joins)
    inputs = [reference, hypothesis]
    target = Output(output, to_format, layout=Layout(), inputs=inputs, default="lines", several=False)
    target.take([result.document], hypothesis)
    target.close(report_losses=False)
    for line in result.report:
        console.say(line)
