"""What commands say on standard error, and how they go through many inputs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import click

from pausa.cli.wording import for_command_line
from pausa.core.errors import PausaError

T = TypeVar("T")


def say(message: str) -> None:
    """A message for the person, apart from the data."""
    click.echo(f"pausa: {for_command_line(message)}", err=True)


def is_terminal() -> bool:
    """Whether somebody watches what is said, so that a bar makes sense."""
    return sys.stderr.isatty()


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[], None]]:
    """A bar on standard error, only on a terminal and only for more than one item; call to advance."""
    if total < 2 or not is_terminal():
        yield lambda: None
        return
    from rich.console import Console  # 60 ms, only for people who watch
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def steps(label: str) -> Iterator[Callable[[int], None]]:
    """Like `progress`, for work that tells how many steps it has with each step."""
    done = 0
    if not is_terminal():
        yield lambda total: None
        return
    from rich.console import Console  # only for people who watch
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)

        def advance(total: int) -> None:
            nonlocal done
            done += 1
            bar.update(task, total=total, completed=done)

        yield advance


@contextmanager
def shares(label: str) -> Iterator[Callable[[float, str], None]]:
    """A bar for work that tells which share of it is done, and a few words on how it goes."""
    if not is_terminal():
        yield lambda share, told: None
        return
    from rich.console import Console  # only for people who watch
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=1.0)
        yield lambda share, told: bar.update(task, completed=share, description=f"{label}: {told}")


def each(inputs: Sequence[str], work: Callable[[str], T], *, label: str) -> tuple[list[T], int]:
    """Work on every input; one that fails is named and passed over. Gives the results and how many failed.

    With a single input its error goes up instead, to become the program's one line.
    """
    done: list[T] = []
    failed = 0
    with progress(len(inputs), label) as advance:
        for one in inputs:
            try:
                done.append(work(one))
            except PausaError as error:
                if len(inputs) == 1:
                    raise
                told = str(error)
                say(told if one in told else f"{one}: {told}")
                failed += 1
            advance()
    return done, failed


def finish(failed: int, total: int) -> None:
    """End with 1 where some inputs failed, 2 where all did."""
    if failed:
        say(f"{failed} of {total} inputs failed")
        raise SystemExit(2 if failed == total else 1)
