"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from pausa.core.numbers import exact, real
from pausa.core.unpacking import FACTOR, SMALL, USUAL, ReadLimits
from pausa.formats import FORMATS
from pausa.formats.base import Layout, SubtitleOptions
from pausa.formats.detection import asked_for
from pausa.formats.subtitling import PROFILES, SPEAKERS
from pausa.text.languages import AUTO

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def check_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a format that there is; for others an error that says which it may have been."""
    if value is not None:
        FORMATS[value]  # says "did you mean" for a name that is not there
    return value


def check_input_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The same for reading, where a path into the file may follow."""
    if value is not None:
        asked_for(value)
    return value


def check_path(ctx: click.Context, param: click.Parameter, value: T) -> T:
    """A path, or several; an error for an empty one, which would lead to the folder one is in."""
    if "" in ((value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()):
        raise click.BadParameter("an empty path leads nowhere; give a file or a folder.", ctx, param)
    return value


def check_number(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A number that one can reckon with; an error for what is infinite, none at all or beyond all bounds."""
    try:
        return None if value is None else real(exact(value))
    except ValueError as problem:
        raise click.BadParameter(f"{problem}.", ctx, param) from None


model = click.option(
    "--model", default="default", show_default=True, metavar="NAME", help="A detector or a model folder."
)
output = click.option(
    "-o",
    "--output",
    metavar="PATH",
    callback=check_path,
    help="A file, a folder for several inputs, or - (standard output, the default).",
)
to_format = click.option(
    "--to", "to_format", metavar="FORMAT", callback=check_format, help="Output format; else by the name of the output."
)
from_format = click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    callback=check_input_format,
    help="Input format; found by itself if not given. json:PATH is a place in JSON of any shape.",
)
language = click.option(
    "--language",
    default=AUTO,
    show_default=True,
    metavar="CODE",
    help="The language of the words; auto is the one that the file names or that the words tell. Any code works.",
)
read_language = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="For abbreviations in text; any code works."
)

marks = click.option(
    "--marks",
    type=click.Choice(["auto", "keep", "ignore", "blend"]),
    help="Sentence ends that are marked already: kept and completed where they must be missing (auto, the default of "
    "the default model), kept, ignored (the default of a model that is named), or taken as evidence.",
)
commas = click.option("--commas", is_flag=True, help="Write commas too, where the model tells them.")
case = click.option(
    "--case",
    type=click.Choice(["keep", "sentence", "true"]),
    help="Capitals: as they are, added where a sentence begins, or added as people write them (names, days, I); in "
    "formats for reading the last that the model can do.",
)
drop_fillers = click.option("--drop-fillers", is_flag=True, help="Leave hesitations (um, uh) out of what is written.")
encoding = click.option(
    "--encoding", metavar="NAME", help="Encoding of text that is not UTF-8 (cp1252, shift_jis …); found if not given."
)


def _limits(ctx: click.Context, param: click.Parameter, value: int | None) -> ReadLimits:
    return USUAL if value is None else ReadLimits(expanded_bytes=value << 20)


read_limits = click.option(
    "--max-expanded",
    "read_limits",
    type=click.IntRange(min=1),
    metavar="MB",
    callback=_limits,
    help=f"How far a packed file or a Parquet table may grow; else {FACTOR} times its size, at least {SMALL >> 20} MB.",
)


level = click.option(
    "--level",
    type=click.Choice(["sentence", "clause"]),
    default="sentence",
    show_default=True,
    help="A clause also ends at a comma.",
)
trusted_proxies = click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe this server's X-Forwarded-For (127.0.0.1: one on this machine).",
)


def layout_options(command: F) -> F:
    """How subtitles are laid out."""
    standard = Layout()
    width = click.option(
        "--line-width",
        type=click.IntRange(min=10),
        default=standard.line_width,
        show_default=True,
        metavar="N",
        help="Subtitles: characters per line.",
    )
    count = click.option(
        "--line-count",
        type=click.IntRange(min=1),
        default=standard.line_count,
        show_default=True,
        metavar="N",
        help="Subtitles: lines per cue.",
    )
    return width(count(command))


_SENTENCES = (
    click.option("--threshold", type=float, metavar="P", help="Cut where the probability of an end reaches P."),
    click.option("--rate", type=float, metavar="N", help="Sentences per 100 words, instead of a threshold."),
    click.option("--mean-length", type=float, metavar="WORDS", help="Mean words per sentence, instead of a threshold."),
    click.option("--min-words", type=int, metavar="N", help="No sentence shorter than N words, where possible."),
    click.option("--max-words", type=int, metavar="N", help="No sentence longer than N words."),
    click.option("--max-chars", type=int, metavar="N", help="No sentence longer than N characters."),
    click.option("--max-seconds", type=float, metavar="S", help="No sentence longer than S seconds."),
    click.option(
        "--turns",
        type=click.Choice(["respect", "ignore"]),
        default="respect",
        show_default=True,
        help="Whether a change of speaker always ends a sentence.",
    ),
)


def sentence_options(command: F) -> F:
    """How many sentences there shall be, and how long they may get."""
    for option in reversed(_SENTENCES):
        command = option(command)
    return command


def subtitle_options(command: Callable[..., None]) -> Callable[..., None]:
    """How subtitles are cut, timed and laid out: by a house's rules, or one by one; a command takes `subtitles`."""
    options = [
        click.option(
            "--profile",
            type=click.Choice([*PROFILES, "plain"]),
            default="netflix",
            show_default=True,
            help="Subtitles: the rules for cues; plain is a cue for each sentence, as long as it is spoken.",
        ),
        click.option("--line-width", type=click.IntRange(min=10), metavar="N", help="Subtitles: characters per line."),
        click.option("--line-count", type=click.IntRange(min=1), metavar="N", help="Subtitles: lines per cue."),
        click.option("--min-duration", type=float, metavar="S", help="Subtitles: no cue shorter than S seconds."),
        click.option("--max-duration", type=float, metavar="S", help="Subtitles: no cue longer than S seconds."),
        click.option("--reading-speed", type=float, metavar="N", help="Subtitles: characters per second."),
        click.option("--min-gap", type=click.IntRange(min=0), metavar="MS", help="Subtitles: between two cues."),
        click.option(
            "--speakers",
            type=click.Choice(SPEAKERS),
            help="Subtitles: who speaks is not told, told by names before turns, or by dashes where two share a cue.",
        ),
        click.option("--karaoke", is_flag=True, help="WebVTT: the time of every word."),
    ]

    @wraps(command)
    def gather(**given: Any) -> None:
        subtitles = {name: given.pop(name) for name in SubtitleOptions.__annotations__}
        command(subtitles=subtitles, **given)

    for option in reversed(options):
        gather = option(gather)
    return gather
