"""One door for each flow: a command and the public function of the same name take the same options.

Where they differ, the reason stands in a table here; a reason that no longer holds fails as well.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

import click
import pytest

import pausa
from pausa.cli import main
from pausa.cli.app import COMMANDS
from pausa.cli.batch import OTHERS as UNDER_BATCH
from pausa.core.unpacking import USUAL
from pausa.decode.limits import SentenceLimits, SentenceOptions
from pausa.formats.base import Layout, SubtitleOptions
from pausa.metrics.base import MetricOptions, Options
from pausa.workflow.segment import SegmentOptions, segment

#: Options that are called otherwise in Python, and why.
RENAMED = {
    "from": ("format", "`from` is a word of the language; `pausa.read` says format too"),
    "format": ("shown_as", "`--format` is how a report is shown; `format` in Python is that of the input"),
    "collar": ("collar_ms", "in Python a name holds its unit"),
    "max_expanded": ("limits", "a `ReadLimits` holds it, as for `pausa.read`"),
    "help": ("", "help(pausa.segment)"),
    "output": ("path", "results have write(path), as `pausa.write` has"),
}

#: The same, for one command.
RENAMED_IN: dict[str, dict[str, tuple[str, str]]] = {
    "train": {
        "from_format": ("format", "as `from` elsewhere"),
        "from": ("start", "`from` is a word of the language; what training starts from is no format"),
        "output": ("output", "a trained model is a folder from the start: there is nothing to write afterwards"),
    },
}

#: What only one of the two has: command, option, why. `words` and the like are what is worked on.
REASONS: dict[str, dict[str, str]] = {
    "segment": {
        "inputs": "`words` takes a path and much else",
        "words": "INPUT... on the command line",
        "to": "the result is written in any format: write(path, format=...)",
    },
    "batch": {
        "say": "messages go to standard error on the command line",
        "watch": "a bar on the command line",
    },
    "batch score": {
        "reference": "`references` takes several",
        "say": "messages go to standard error on the command line",
        "watch": "a bar on the command line",
    },
    "batch convert": {
        "say": "messages go to standard error on the command line",
        "watch": "a bar on the command line",
    },
    "stream": {
        "input": "words are pushed, or given to over() and follow()",
        "to": "an event is a value; pausa.workflow.live.writing.writer writes it",
        "profile": "as for `to`",
        "line_width": "as for `to`",
        "line_count": "as for `to`",
        "clock": "on the command line time passes by itself",
        "encoding": "text that is pushed has none any more",
    },
    "agree": {
        "shown_as": "an Evaluation holds values; pausa.reports shows them",
        "width": "rounding is for reports",
        "html": "pausa.reports.page makes the page of an Evaluation",
        "per_recording": "an Evaluation has each recording's figures always; the option is what is shown",
        "flag_under": "jack_knife of the agreement has the figures to compare",
        "quiet": "Python is told only where `say` is given",
        "say": "messages go to standard error on the command line",
    },
    "train": {
        "model": "a subcommand on the command line",
        "say": "messages go to standard error on the command line",
        "watch": "a bar on the command line",
    },
    "align": {
        "to": "the result is written in any format: write(path, format=...)",
    },
    "convert": {
        "inputs": "`words` and `path`: a function can tell the last one from the others",
        "words": "IN... on the command line",
        "path": "OUT on the command line",
    },
}

#: Defaults that a function leaves open (None) because they belong to one kind of model: command, options, why.
LEFT_OPEN = {
    "train": (
        {"threads", "level", "order", "tune", "classes", "hesitations"},
        "a model that has no such option says so",
    ),
}

#: Options that several functions take as one, and who says what they are if nobody asks.
SHARED: dict[Any, Callable[..., Any]] = {
    SentenceOptions: SentenceLimits,
    SubtitleOptions: Layout.of,
    MetricOptions: Options,
}
#: What `Layout.of` takes that is no matter of subtitles, and `Options` that follows from how words were matched.
NOT_SHARED = {"probabilities", "say", "align", "pivot", "condition", "humans"}

#: Commands under another one's name, and what they are called in Python.
OTHERS = {"batch score": "score_batch", "batch convert": "convert_batch"}

DOORS = [*(name for name in COMMANDS if name in pausa.__all__), *OTHERS]


def function(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(pausa, OTHERS.get(name, name))
    return found


def of_the_command(name: str) -> dict[str, Any]:
    """The options and arguments of a command with their defaults, under the names that people type."""
    first, *rest = name.split()
    command = main.get_command(click.Context(main), first)
    assert command is not None
    if rest:
        command = UNDER_BATCH[rest[0]]
    kinds = list(command.commands.values()) if isinstance(command, click.Group) else [command]
    renamed = RENAMED | RENAMED_IN.get(name, {})
    found = {}
    for param in (param for kind in kinds for param in kind.params):
        long = max(param.opts, key=len).lstrip("-").replace("-", "_")
        default = param.to_info_dict().get("default")
        found[renamed.get(long, (long,))[0]] = () if default in (None, ()) else default
    return {key: value for key, value in found.items() if key}


def in_python(name: str) -> dict[str, Any]:
    """The parameters of a function, and of the `write` of what it gives back, with their defaults."""
    found: dict[str, Any] = {}
    for door in (function(name), *writers(name)):
        for param in parameters(door):
            if param.name == "self" or (param.name == "format" and "format" in found):
                continue
            found[param.name] = () if param.default in (None, (), param.empty, USUAL) else param.default
    return found


def parameters(door: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    """The parameters of a function, with those of shared options one by one."""
    for param in inspect.signature(door).parameters.values():
        if param.kind is not param.VAR_KEYWORD:
            yield param
            continue
        options = get_args(get_type_hints(door)[param.name])[0]
        taken = inspect.signature(SHARED[options]).parameters
        yield from (taken[option] for option in options.__annotations__)


def writers(name: str) -> list[Callable[..., Any]]:
    """The `write` of each class that a function says it gives back."""
    door = inspect.unwrap(function(name))
    named = re.findall(r"\w+", str(inspect.signature(door).return_annotation))
    kinds = [door.__globals__.get(one) for one in named]
    return [kind.write for kind in dict.fromkeys(kinds) if inspect.isclass(kind) and hasattr(kind, "write")]


def test_there_are_doors() -> None:
    assert {"segment", "align", "convert"} <= set(DOORS)
    assert set(REASONS) <= set(DOORS)


@pytest.mark.parametrize("options", SHARED, ids=lambda options: options.__name__)
def test_shared_options_are_those_of_who_takes_them(options: Any) -> None:
    types = get_type_hints(SHARED[options])
    taken = [name for name, param in inspect.signature(SHARED[options]).parameters.items() if name not in NOT_SHARED]
    assert list(options.__annotations__) == taken
    assert {name: types[name] for name in taken} == get_type_hints(options)


def test_what_segment_says_to_programs_is_what_it_says_to_people() -> None:
    types, spelled = get_type_hints(SegmentOptions), get_type_hints(segment)
    spelled = {name: spelled[name] for name in list(inspect.signature(segment).parameters)[2:]}
    assert types == spelled


@pytest.mark.parametrize("name", DOORS)
def test_a_command_and_its_function_take_the_same_options(name: str) -> None:
    command, python = of_the_command(name), in_python(name)
    differ = {option for option in {*command, *python} if (option in command) != (option in python)}
    assert differ == set(REASONS.get(name, {})), "give both the option, or a reason here"


@pytest.mark.parametrize("name", DOORS)
def test_a_command_and_its_function_have_the_same_defaults(name: str) -> None:
    command, python = of_the_command(name), in_python(name)
    differ = {option for option in command.keys() & python.keys() if command[option] != python[option]}
    left_open, _ = LEFT_OPEN.get(name, (set(), ""))
    assert differ == left_open
    assert all(python[option] == () for option in left_open)


@pytest.mark.parametrize("name", DOORS)
def test_what_a_door_takes_is_said_where_it_opens(name: str) -> None:
    assert (function(name).__doc__ or "").strip()
