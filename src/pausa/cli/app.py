"""The program `pausa`: a table of commands, each imported only when it is run.

Data goes to standard output, messages to standard error. Exit code 0 is success, 1 means some inputs
failed, 2 means bad input or usage: one clear line, no traceback. Other ways to end are in `endings.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn, cast

import click

import pausa
from pausa.cli import endings
from pausa.cli.wording import for_command_line
from pausa.core.errors import PausaError
from pausa.core.registry import unknown

#: Each command, where it lives, and what it is for (shown by `pausa --help` without importing it).
COMMANDS = {
    "segment": ("pausa.cli.segment:segment", "Cut transcripts into sentences."),
    "stream": ("pausa.cli.stream:stream", "Cut words into sentences while they still come in."),
    "batch": ("pausa.cli.batch:batch", "Cut a lake of transcripts into sentences, on many cores or machines."),
    "convert": ("pausa.cli.convert:convert", "Turn any transcript format into any other."),
    "score": ("pausa.cli.score:score", "Score segmentations against one or many references."),
    "agree": ("pausa.cli.score:agree", "How far references agree, and the human ceiling."),
    "train": ("pausa.cli.train:train", "Train a detector on your own transcripts."),
    "align": ("pausa.cli.align:align", "Put a reference's sentence ends on other words."),
    "features": ("pausa.cli.features:features", "The prosodic features of a recording, as a table or a picture."),
    "annotate": ("pausa.cli.annotate:annotate", "Collect sentence boundaries from people, in the browser."),
    "serve": ("pausa.cli.serve:serve", "The playground in the browser, and the HTTP API."),
    "formats": ("pausa.cli.lists:formats", "List the formats, and what each keeps."),
    "models": ("pausa.cli.lists:models", "List the detectors, or show one's card."),
    "metrics": ("pausa.cli.score:metrics", "List the scores, or explain one."),
}


#: Nothing was asked for, and what there is to ask for is shown; before version 8.2 click calls that no error.
_HELP: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(click.Group):
    """A group whose commands are loaded when asked for, and whose errors are one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        return cast(click.Command, getattr(import_module(module), name))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(str(unknown("command", args[0], tuple(COMMANDS))), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        endings.open_streams()
        try:
            with endings.caught():
                return super().main(*args, **extra)
        except OSError as problem:
            endings.let_go()
            told = problem.strerror or "it is closed"
            click.echo(f"pausa: {problem.filename or 'standard output'} cannot be used: {told}", err=True)
            raise SystemExit(2) from None

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _in_one_line():  # --help, --version and --cite write already here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _in_one_line():
            return super().invoke(ctx)


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Whatever goes wrong within is told in one line and becomes an exit code."""
    try:
        yield
    except PausaError as error:
        _leave(2, for_command_line(str(error)))
    except click.UsageError as error:
        if isinstance(error, _HELP):
            raise
        _leave(2, f"{' '.join(error.format_message().split()).rstrip('.')}; see {_help_of(error.ctx)}")
    except BrokenPipeError:  # the reader of our output has seen enough
        endings.let_go()
        _leave(0)
    except KeyboardInterrupt as ending:
        _leave(endings.code_of(ending), "stopped")


def _leave(code: int, told: str = "") -> NoReturn:
    if told:
        click.echo(f"pausa: {told}", err=True)
    raise click.exceptions.Exit(code)


def _help_of(ctx: click.Context | None) -> str:
    """What to ask for help, whatever the program was started as."""
    command = "" if ctx is None else ctx.command_path.partition(" ")[2]
    return " ".join(filter(None, ("pausa", command, "--help")))


def _cite(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from pausa.cli.citation import citation  # only who asks needs it

        click.echo(citation())
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pausa.__version__, "-V", "--version", prog_name="pausa")
@click.option(
    "--cite", is_flag=True, is_eager=True, expose_value=False, callback=_cite, help="Show what to cite and exit."
)
def main() -> None:
    """Find where sentences end in speech, and tell how good that answer is.

    pausa segment talk.json --to srt      sentences with times from any recogniser's output
    """
