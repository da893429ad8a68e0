"""Messages in the words of the command line: Pausa's own speak of names that Python has, too."""

from __future__ import annotations

#: What messages say, and what somebody at the command line is told instead.
OPTIONS = {
    "name the format (": "name the format (--from; ",
    "name the format to write (": "name the format to write (--to; ",
    "of another format (": "of another format (--from; ",
    "format json:PATH": "--from json:PATH",
    "or name its encoding": "or name its encoding (--encoding)",
    "name its encoding (": "name its encoding (--encoding; ",
    "name another encoding": "name another (--encoding)",
    "another encoding can be named": "--encoding names another",
    "as far as they tell; another can be named": "as far as they tell; --language names another",
    "the language '": "--language '",
    "use paired-bs or paired-ar": "use --paired-bs or --paired-ar",
    "json written with probabilities": "json written with --probabilities",
    "give a model, and": "give a model (--model), and",
    "give at least one reference": "give at least one reference (-r)",
}


def for_command_line(message: str) -> str:
    """The message with options where there are some.

    >>> for_command_line("name the format (pausa formats lists them)")
    'name the format (--from; pausa formats lists them)'
    """
    for said, instead in OPTIONS.items():
        message = message.replace(said, instead)
    return message
