"""`pausa features`: a recording and its words in, the table of prosodic features out."""

from __future__ import annotations

from pathlib import Path

import click

from pausa.cli import console
from pausa.cli.options import check_path, from_format, read_language, read_limits
from pausa.cli.outputs import keep_apart, places_of
from pausa.core.errors import OptionError
from pausa.core.saving import is_stream
from pausa.core.unpacking import ReadLimits
from pausa.formats.files import read, save


@click.command()
@click.argument("audio", callback=check_path)
@click.argument("transcript", callback=check_path)
@click.option(
    "-o", "--output", metavar="PATH", callback=check_path, help="A file, or - (standard output, the default)."
)
@click.option(
    "--to",
    "to_format",
    type=click.Choice(["csv", "tsv", "json", "parquet"]),
    help="Output format; else by the name of the output, else csv.",
)
@click.option("--plot", metavar="PICTURE", callback=check_path, help="Draw it: a .png, .svg or .pdf file.")
@click.option("--from-time", type=click.FloatRange(min=0), metavar="S", help="Draw from this second on.")
@click.option("--to-time", type=click.FloatRange(min=0), metavar="S", help="Draw up to this second; else 30 of them.")
@click.option("--no-phones", is_flag=True, help="Do not look for sounds in words that have times: faster.")
@click.option("--realign", is_flag=True, help="Find the times of words anew, even if there are some.")
@from_format
@read_language
@read_limits
def features(
    audio: str,
    transcript: str,
    output: str | None,
    to_format: str | None,
    plot: str | None,
    from_time: float | None,
    to_time: float | None,
    no_phones: bool,
    realign: bool,
    from_format: str | None,
    language: str,
    read_limits: ReadLimits,
) -> None:
    """Write the prosodic features of every gap between words.

    AUDIO is a recording (wav, flac, ogg, mp3; others with ffmpeg), TRANSCRIPT its words in any format. Words
    without times are found in the audio first (English). With --plot alone only the picture is made.

    \b
    pausa features talk.flac talk.txt -o talk.csv
    pausa features talk.wav talk.json --plot talk.png --from-time 60 --to-time 90
    """
    from pausa.workflow.prosody import kind_of, prosody, rendered  # numpy, which --help does without
    from pausa.workflow.prosody_picture import check_picture, picture

    kind = kind_of(output, to_format)
    if plot is not None:
        check_picture(plot)
    _apart((audio, transcript), (output, plot))
    document = read(transcript, format=from_format, language=language, warn=console.say, limits=read_limits)
    with console.shares("listening") as advance:
        made = prosody(audio, document, language=language, phones=not no_phones, realign=realign, progress=advance)
    for message in made.messages:
        console.say(message)
    if plot is not None:
        save(picture(made, plot, start=from_time, stop=to_time), plot)
    if plot is None or output is not None or to_format is not None:
        save(rendered(made, kind), output or "-")


def _apart(inputs: tuple[str, ...], outputs: tuple[str | None, ...]) -> None:
    """Nothing is written over what is read, and not two things to one place."""
    named = [path for path in outputs if path is not None and path != "-" and not is_stream(path)]
    if len({Path(path).resolve() for path in named}) < len(named):
        raise OptionError("The table and the picture need a file each.")
    for path in named:
        keep_apart(path, places_of(inputs))
