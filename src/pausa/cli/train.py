"""`pausa train`: a model of your own domain."""

from __future__ import annotations

import click

from pausa.cli import console
from pausa.cli.options import from_format, language


@click.command()
@click.argument("model", type=click.Choice(["bayes"]))
@click.option(
    "--text", multiple=True, metavar="PATH", help="Plain text or transcripts with marks; a file or folder; repeat."
)
@click.option("--timed", multiple=True, metavar="PATH", help="Recordings with word times; a file or folder; repeat.")
@click.option(
    "--reference",
    multiple=True,
    metavar="PATH",
    help="Texts of the timed recordings, same names, matched at least loosely.",
)
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where the model goes.")
@click.option("--method", type=click.IntRange(0, 3), default=3, show_default=True, help="Which of Carter & Gransden's.")
@click.option("--max-bigrams", metavar="N|2v", help="Pairs in each table: a number, or so many times the vocabulary.")
@click.option("--max-mb", type=float, metavar="MB", help="Prune the tables to this size.")
@click.option("--duration", is_flag=True, help="Try word durations as a further factor; kept only if it helps.")
@click.option("--title", default="", help="One line for the model's card.")
@click.option("--licence", default="", help="The licence of the model, for its card.")
@from_format
@language
def train(
    model: str,
    text: tuple[str, ...],
    timed: tuple[str, ...],
    reference: tuple[str, ...],
    output: str,
    method: int,
    max_bigrams: str | None,
    max_mb: float | None,
    duration: bool,
    title: str,
    licence: str,
    from_format: str | None,
    language: str,
) -> None:
    """Train a detector on your own transcripts.

    The words are learned from text with marks, any amount of it, read as a stream; pauses and weights from a
    little speech with word times. What was learned from, and how well the model does on recordings it did
    not see, stands in its card (pausa models FOLDER).

    \b
    pausa train bayes --text books/ --timed calls/ -o my-model
    pausa train bayes --text books/ --timed heard/ --reference typed/ --max-bigrams 2v -o my-model
    """
    from pausa.models.storage import Manifest  # numpy, which --help does without
    from pausa.workflow.timed import Reading
    from pausa.workflow.train import Corpora, train
    from pausa.workflow.recipe import Recipe

    recipe = Recipe(
        method=method,
        max_pairs=int(max_bigrams) if max_bigrams and max_bigrams.isdigit() else max_bigrams,
        max_mb=max_mb,
        reading=Reading(language=language),
        duration=duration,
        manifest=Manifest(model=model, title=title, language=language, licence=licence),
    )
    corpora = Corpora(text=text, timed=timed, reference=reference, format=from_format)
    for line in train(corpora, recipe, output, say=console.say):
        console.say(line)
