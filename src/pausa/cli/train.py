"""`pausa train`: a model of your own domain."""

from __future__ import annotations

from importlib.util import find_spec

import click

from pausa.cli import console
from pausa.cli.options import from_format, language
from pausa.core.errors import MissingExtra


@click.command()
@click.argument("model", type=click.Choice(["bayes", "fst", "transformer", "cnn", "brnn"]))
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
@click.option(
    "--audio", multiple=True, metavar="PATH", help="fst: recordings of the timed transcripts, same names; repeat."
)
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where the model goes.")
@click.option("--max-minutes", type=float, metavar="M", help="Neural models: stop learning after so many minutes.")
@click.option("--threads", type=int, default=2, show_default=True, help="Neural models: processor cores to use.")
@click.option("--method", type=click.IntRange(0, 3), default=3, show_default=True, help="bayes: Carter & Gransden's.")
@click.option("--max-bigrams", metavar="N|2v", help="bayes: pairs per table, a number or times the vocabulary.")
@click.option("--max-mb", type=float, metavar="MB", help="bayes: prune the tables to this size.")
@click.option(
    "--hesitations",
    type=click.Choice(["keep", "drop", "both"]),
    default="both",
    show_default=True,
    help="bayes: count text with its hesitations (um), without, or both ways.",
)
@click.option("--dictated", is_flag=True, help="bayes: spoken marks (full stop) are marks.")
@click.option("--any-domain", is_flag=True, help="bayes: let each recording tell how many sentences it has.")
@click.option("--duration", is_flag=True, help="bayes: try word durations too; kept only if they help.")
@click.option("--order", type=click.IntRange(2, 4), default=3, show_default=True, help="fst: words in an n-gram.")
@click.option("--classes", type=int, default=0, show_default=True, help="fst: word classes of a class LM; 0 for none.")
@click.option("--grammar", default="", metavar="FILE", help="fst: a grammar whose preterminals are the classes.")
@click.option("--max-ngrams", type=int, metavar="N", help="fst: keep the n-grams that are worth most.")
@click.option(
    "--tune",
    type=click.Choice(["f1", "bleu_like"]),
    default="f1",
    show_default=True,
    help="fst: the score that weights are tuned by.",
)
@click.option("--title", default="", help="One line for the model's card.")
@click.option("--licence", default="", help="The licence of the model, for its card.")
@from_format
@language
def train(
    model: str,
    text: tuple[str, ...],
    timed: tuple[str, ...],
    reference: tuple[str, ...],
    audio: tuple[str, ...],
    output: str,
    max_minutes: float | None,
    threads: int,
    method: int,
    max_bigrams: str | None,
    max_mb: float | None,
    hesitations: str,
    dictated: bool,
    any_domain: bool,
    duration: bool,
    order: int,
    classes: int,
    grammar: str,
    max_ngrams: int | None,
    tune: str,
    title: str,
    licence: str,
    from_format: str | None,
    language: str,
) -> None:
    """Train a detector on your own transcripts.

    The words are learned from text with marks, any amount of it; pauses from speech with word times. What was
    learned from, and how well the model does on recordings it did not see, stands in its card (pausa models
    FOLDER). Neural models need the train extra; their training goes on where it was interrupted.

    \b
    pausa train bayes --text books/ --timed calls/ -o my-model
    pausa train bayes --text books/ --timed heard/ --reference typed/ --max-bigrams 2v -o my-model
    pausa train fst --text books/ --timed calls/ --order 4 -o my-model
    pausa train transformer --timed calls/ --text books/ --max-minutes 90 -o my-model
    """
    if model == "bayes":
        from pausa.models.storage import Manifest  # numpy, which --help does without
        from pausa.training.bayes.files import Corpora, make_bayes_model
        from pausa.training.bayes.recipe import BayesRecipe
        from pausa.training.timed import TextRules

        recipe = BayesRecipe(
            method=method,
            max_pairs=int(max_bigrams) if max_bigrams and max_bigrams.isdigit() else max_bigrams,
            max_mb=max_mb,
            rules=TextRules(dictated=dictated, hesitations=hesitations, language=language),
            duration=duration,
            any_domain=any_domain,
            manifest=Manifest(model=model, title=title, language=language, licence=licence),
        )
        told = make_bayes_model(Corpora(text, timed, reference, from_format), recipe, output, say=console.say)
    elif model == "fst":
        from pausa.models.storage import Manifest
        from pausa.training.bayes.files import Corpora
        from pausa.training.fst.files import make_fst_model as train_fst
        from pausa.training.fst.train import FstRecipe
        from pausa.training.timed import TextRules

        plan = FstRecipe(
            order=order,
            tune=tune,
            classes=classes,
            grammar=grammar,
            max_ngrams=max_ngrams,
            rules=TextRules(language=language),
            manifest=Manifest(model=model, title=title, language=language, licence=licence),
        )
        told = train_fst(Corpora(text, timed, reference, from_format), audio, plan, output, say=console.say)
    else:
        told = _neural(model, output, timed, text, max_minutes, threads, licence)
    for line in told:
        console.say(line)


def _neural(
    model: str,
    output: str,
    timed: tuple[str, ...],
    text: tuple[str, ...],
    max_minutes: float | None,
    threads: int,
    licence: str,
) -> tuple[str, ...]:
    if find_spec("torch") is None:
        raise MissingExtra("torch", "train", f"Training {model}")
    from pausa.training.neural.loop import Progress  # torch, 2 s
    from pausa.training.neural.sources import list_sources
    from pausa.training.neural.train import train_network

    with console.shares(f"training {model}") as show:

        def watch(progress: Progress) -> None:
            show(progress.share, f"loss {progress.loss:.3f}" + (f", F1 {progress.f1:.3f}" if progress.f1 >= 0 else ""))

        return train_network(
            model,
            output,
            sources=list_sources(timed, text),
            max_minutes=max_minutes,
            threads=threads,
            licence=licence,
            say=console.say,
            watch=watch,
        )
