"""`pausa train`: a model of your own domain, with a command for each model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pausa.cli import console
from pausa.cli.options import check_format, check_number, check_path, encoding
from pausa.core.errors import UnknownFormat
from pausa.core.registry import unknown

F = TypeVar("F", bound=Callable[..., Any])


class Models(click.Group):
    """A group that says what a mistyped model could have been."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.UsageError(str(unknown("model to train", args[0], tuple(self.commands))), ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order below


def corpora(command: F) -> F:
    """The files to learn from, the folder to write, and what the card says: the same for all models."""
    for option in reversed(_SHARED):
        command = option(command)
    return command


def networks(command: F) -> F:
    """What can be said about the training of every neural model."""
    for option in reversed(_NEURAL):
        command = option(command)
    return command


_SHARED = (
    click.argument("paths", metavar="[PATH]...", nargs=-1, callback=check_path),
    click.option(
        "--text",
        multiple=True,
        metavar="PATH",
        callback=check_path,
        help="Plain text or transcripts with marks; a file or folder; repeat.",
    ),
    click.option(
        "--timed",
        multiple=True,
        metavar="PATH",
        callback=check_path,
        help="Speech with word times; a file or folder; repeat.",
    ),
    click.option("-o", "--output", required=True, metavar="FOLDER", callback=check_path, help="Where the model goes."),
    click.option("--title", default="", metavar="TEXT", help="One line for the model's card."),
    click.option("--licence", default="", metavar="TEXT", help="The licence of the model, for its card."),
    click.option(
        "--from-format",
        "format",
        metavar="FORMAT",
        callback=check_format,
        help="Input format; found by itself if not given.",
    ),
    click.option(
        "--language",
        default="en",
        show_default=True,
        metavar="CODE",
        help="Of the text: for abbreviations, hesitations, and the model's card.",
    ),
    encoding,
)
_NEURAL = (
    click.option(
        "--max-minutes",
        type=click.FloatRange(min=0, min_open=True),
        metavar="M",
        help="Stop learning after so many minutes; 10 where a finished model is adapted (--from).",
    ),
    click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True, help="Processor cores to use."),
)
reference = click.option(
    "--reference",
    multiple=True,
    metavar="PATH",
    callback=check_path,
    help="Texts of the timed recordings, same names, matched at least loosely.",
)


@click.group(cls=Models, subcommand_metavar="MODEL ...")
def train() -> None:
    """Train a detector on your own transcripts.

    The words are learned from text with marks, any amount of it; pauses from speech with word times. What was
    learned from, and how well the model does on recordings it did not see, stands in its card (pausa models
    FOLDER). pausa train MODEL --help tells the options of each.

    \b
    pausa train bayes talks/*.txt -o my-model
    pausa train bayes --text books/ --timed calls/ -o my-model
    pausa train fst --text books/ --timed calls/ --order 4 -o my-model
    pausa train transformer --timed calls/ --text books/ --from default --max-minutes 90 -o my-model
    """


@train.command(short_help="Words, and pauses where there are any; small and quick.")
@corpora
@reference
@click.option(
    "--method",
    type=click.IntRange(0, 3),
    help="Carter & Gransden's; 3 if not given, 0 where there is no speech with times.",
)
@click.option("--max-bigrams", metavar="N|2v", help="Pairs per table, a number or times the vocabulary.")
@click.option("--max-mb", type=float, callback=check_number, metavar="MB", help="Prune the tables to this size.")
@click.option(
    "--hesitations",
    type=click.Choice(["keep", "drop", "both"]),
    default="both",
    show_default=True,
    help="Count text with its hesitations (um), without, or both ways.",
)
@click.option("--dictated", is_flag=True, help="Spoken marks (full stop) are marks.")
@click.option("--any-domain", is_flag=True, help="Let each recording tell how many sentences it has.")
@click.option("--duration", is_flag=True, help="Try word durations too; kept only if they help.")
def bayes(**options: Any) -> None:
    """Words, and pauses where there are any, under tight resources.

    A PATH is a file or folder: files whose words have times are taken as --timed, the others as --text. It takes
    at least two timed recordings to learn pauses from them.

    \b
    pausa train bayes talks/*.txt -o my-model
    pausa train bayes --text books/ --timed calls/ -o my-model
    pausa train bayes --text books/ --timed heard/ --reference typed/ --max-bigrams 2v -o my-model
    """
    _train("bayes", **options)


@train.command(short_help="Language models, lengths and prosody on one best path.")
@corpora
@reference
@click.option(
    "--audio",
    multiple=True,
    metavar="PATH",
    callback=check_path,
    help="Recordings of the timed transcripts, same names; repeat.",
)
@click.option("--order", type=click.IntRange(2, 4), default=3, show_default=True, help="Words in an n-gram.")
@click.option("--classes", type=int, default=0, show_default=True, help="Word classes of a class LM; 0 for none.")
@click.option("--grammar", metavar="FILE", callback=check_path, help="A grammar whose preterminals are the classes.")
@click.option("--max-ngrams", type=click.IntRange(min=0), metavar="N", help="Keep the n-grams that are worth most.")
@click.option(
    "--tune",
    type=click.Choice(["f1", "bleu_like"]),
    default="f1",
    show_default=True,
    help="The score that weights are tuned by.",
)
@click.option(
    "--level",
    type=click.Choice(["sentence", "clause"]),
    default="sentence",
    show_default=True,
    help="A clause also ends at a comma.",
)
def fst(**options: Any) -> None:
    """Language models, sentence lengths and prosody, one best path over the recording.

    A PATH is a file or folder: files whose words have times, or that have a recording in --audio, are taken as
    --timed, the others as --text. It takes at least two timed recordings to learn prosody from them.

    \b
    pausa train fst talks/*.txt -o my-model
    pausa train fst --text books/ --timed calls/ --order 4 -o my-model
    pausa train fst --timed speeches/ --audio recordings/ --level clause -o my-model
    """
    _train("fst", **options)


@train.command(short_help="A compact pretrained encoder, as the default model is.")
@corpora
@networks
@click.option(
    "--from",
    "start",
    metavar="MODEL",
    help="Start from a transformer's weights: default, world, a model folder or a .training folder.",
)
def transformer(**options: Any) -> None:
    """A compact pretrained encoder that reads words, pauses and turns.

    A PATH is a file or folder: files whose words have times are taken as --timed, the others as --text. It needs the
    train extra. Beside the folder stands FOLDER.training; the same command after an interruption goes on from there.

    \b
    pausa train transformer --from default --text transcripts/*.txt -o my-model    ten minutes, for one's own domain
    pausa train transformer --timed calls/ --text books/ --from default --max-minutes 90 -o my-model

    With --from MODEL, what was there before is judged by the same held-out recordings, and no model is written that
    is no better; then FOLDER.training is removed.
    """
    _train_network("transformer", **options)


@train.command(short_help="Convolutions over a few words to either side.")
@corpora
@networks
def cnn(**options: Any) -> None:
    """Convolutions over a few words to either side, and their pauses.

    A PATH is a file or folder: files whose words have times are taken as --timed, the others as --text. It needs the
    train extra. Beside the folder stands FOLDER.training; the same command after an interruption goes on from there.

    \b
    pausa train cnn --timed calls/ --text books/ --max-minutes 60 -o my-model
    """
    _train_network("cnn", **options)


@train.command(short_help="A recurrent network with attention.")
@corpora
@networks
def brnn(**options: Any) -> None:
    """A recurrent network with attention over words, then pauses.

    A PATH is a file or folder: files whose words have times are taken as --timed, the others as --text. It needs the
    train extra. Beside the folder stands FOLDER.training; the same command after an interruption goes on from there.

    \b
    pausa train brnn --timed calls/ --text books/ --max-minutes 60 -o my-model
    """
    _train_network("brnn", **options)


def _train(model: str, **options: Any) -> None:
    from pausa.training.train import train  # numpy, which --help does without

    try:
        train(model, say=console.say, **options)
    except UnknownFormat as error:
        advice = "name it (--from-format; pausa formats lists them)"
        raise UnknownFormat(error.source, error.line, error.problem, advice) from None


def _train_network(model: str, **options: Any) -> None:
    with console.shares(f"training {model}") as show:
        told = 0

        def watch(progress: Any) -> None:
            nonlocal told
            show(progress.share, f"loss {progress.loss:.3f}" + (f", F1 {progress.f1:.3f}" if progress.f1 >= 0 else ""))
            if told < progress.looked == progress.step and not console.is_terminal():
                told = progress.looked
                console.say(f"step {told:,}, {progress.minutes:.1f} minutes: held-out F1 {progress.f1:.3f}")

        _train(model, watch=watch, **options)
