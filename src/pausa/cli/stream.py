"""`pausa stream`: words in as they come, sentences out as they close."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

import click

from pausa.cli import console
from pausa.cli.options import check_path, language, level, model, sentence_options
from pausa.core.errors import InputError, PausaError
from pausa.formats.base import Layout
from pausa.formats.live import READERS
from pausa.formats.live.decoding import Decoding
from pausa.formats.live.messages import Messages
from pausa.formats.subtitling import PROFILES

if TYPE_CHECKING:
    from pausa.workflow.stream import SentenceStream

#: So many pieces of input may wait; then whoever writes to us has to.
_WAITING = 64


@click.command()
@click.argument("input", default="-", callback=check_path)
@model
@click.option(
    "--to",
    type=click.Choice(["lines", "jsonl", "vtt", "srt"]),
    default="lines",
    show_default=True,
    help="How sentences are written.",
)
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    metavar="WORDS",
    help="So many words follow a sentence before it is given.",
)
@click.option(
    "--max-wait",
    type=click.FloatRange(min=0, min_open=True),
    default=8.0,
    show_default=True,
    metavar="SECONDS",
    help="No longer than this is waited for them.",
)
@sentence_options
@click.option(
    "--marks",
    type=click.Choice(["auto", "keep", "ignore"]),
    help="Sentence ends that are marked already: kept and completed where they must be missing (auto, the default of "
    "the default model), kept, or ignored (the default of a model that is named).",
)
@level
@click.option("--provisional", is_flag=True, help="In jsonl: also tell what may still change.")
@click.option(
    "--profile",
    type=click.Choice([*PROFILES, "plain"]),
    default="plain",
    show_default=True,
    help="Subtitles: whose width and number of lines, and how long a cue may last; plain is a cue for each sentence.",
)
@click.option("--line-width", type=click.IntRange(min=10), metavar="N", help="Subtitles: characters per line.")
@click.option("--line-count", type=click.IntRange(min=1), metavar="N", help="Subtitles: lines per cue.")
@click.option(
    "--from",
    "from_format",
    type=click.Choice(["auto", "text", *READERS]),
    default="auto",
    show_default=True,
    help="What comes in.",
)
@language
@click.option(
    "--encoding", metavar="NAME", help="Encoding of what comes in, where it is not UTF-8 (cp1252, shift_jis, utf-16 …)."
)
def stream(
    input: str,
    model: str,
    to: str,
    provisional: bool,
    profile: str,
    line_width: int | None,
    line_count: int | None,
    from_format: str,
    language: str,
    encoding: str | None,
    **options: Any,
) -> None:
    """Cut words into sentences while they still come in.

    INPUT is standard input (-) or a file: plain words, JSON lines of words, or the live messages of a recogniser. A
    sentence is given as soon as --delay words follow it; silence ends it after --max-wait seconds. What was given is
    never changed.

    \b
    recogniser | pausa stream                            one sentence per line
    recogniser | pausa stream --to jsonl --provisional   with times, and what may still change
    recogniser | pausa stream --to vtt > live.vtt        subtitles that grow
    """
    from pausa.workflow.live.writing import writer  # numpy, which --help does without
    from pausa.workflow.stream import stream as opened

    is_text = None if from_format == "auto" else from_format == "text"
    layout = Layout.of(profile, line_width=line_width, line_count=line_count)
    write = writer(to, layout=layout, language=language, provisional=provisional)
    live = opened(
        model,
        provisional=provisional,
        format="auto" if is_text is not False else from_format,
        language=language,
        **options,
    )

    n_told = 0

    def give(events: Any) -> None:
        nonlocal n_told
        for line in live.warnings[n_told:]:
            console.say(f"{input}: {line}")
        n_told = len(live.warnings)
        written = "".join(map(write, events))
        if written:
            click.echo(written, nl=False)

    decoding = Decoding(input, encoding, say=lambda told: console.say(f"{input}: {told}"))
    source = sys.stdin.buffer if input == "-" else _opened(input)
    give([])  # what is known of the language at once
    try:
        _follow(source, decoding, Messages(input, is_text=is_text), live, give)
    except KeyboardInterrupt:
        console.say("stopped")
    except PausaError:
        give(live.close())  # what came before the trouble is not lost
        raise
    give(live.close())
    if not live.is_understood:
        raise SystemExit(1)


def _follow(
    source: IO[bytes], decoding: Decoding, messages: Messages, live: SentenceStream, give: Callable[[Any], None]
) -> None:
    """Push what comes in as it comes, and wait no longer than the stream says."""
    coming: queue.Queue[bytes | None] = queue.Queue(_WAITING)
    threading.Thread(target=_read, args=(source, coming), daemon=True).start()
    while True:
        try:
            piece = coming.get(timeout=None if live.wait is None else min(live.wait, threading.TIMEOUT_MAX))
        except queue.Empty:
            give(live.tick())
            continue
        for one in messages.feed(decoding.end() if piece is None else decoding.feed(piece)):
            give(live.push(one))
        if piece is None:
            for one in messages.end():
                give(live.push(one))
            return


def _opened(path: str) -> IO[bytes]:
    try:
        return open(path, "rb")
    except OSError as problem:
        raise InputError(path, None, f"cannot be read: {problem.strerror}") from problem


def _read(source: IO[bytes], coming: queue.Queue[bytes | None]) -> None:
    """Hand over what comes in as soon as it does; None at the end."""
    read = getattr(source, "read1", source.read)
    while piece := read(1 << 16):
        coming.put(piece)
    if source is not sys.stdin.buffer:
        source.close()
    coming.put(None)
