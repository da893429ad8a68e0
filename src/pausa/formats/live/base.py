"""What readers of live messages share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pausa.core.errors import InputError
from pausa.core.numbers import exact
from pausa.core.times import LATEST, Millis
from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats import FORMATS
from pausa.formats.base import Source
from pausa.text.tokens import token_words


class Reader(ABC):
    """Messages of one stream, in order."""

    @abstractmethod
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        """What a message tells; nothing for greetings and the like."""


def is_greeting(message: Mapping[str, Any]) -> bool:
    """Whether a message says what it is, as those do that come before, between and behind words."""
    return "type" in message or "event" in message


def tokens(format_name: str, content: object) -> tuple[Word, ...]:
    """The words and events in a piece of a recogniser's file.

    Marks that stand alone before the first word are words without text: they may belong to the message before.
    """
    parse = FORMATS[format_name].parse
    if parse is None:
        raise InputError(format_name, None, "cannot be read")
    try:
        written = msgspec.json.encode(content).decode()
    except UnicodeEncodeError:
        raise InputError(f"{format_name} message", None, "it holds half a character (a lone surrogate)") from None
    documents = parse(Source(written, name=f"{format_name} message"))
    found = tuple(token for document in documents for token in document.transcript.tokens())
    marks, blank, before = found[0].before.rpartition(" ") if found else ("", "", "")
    return (*loose(marks), replace(found[0], before=before), *found[1:]) if blank else found


def loose(text: str) -> tuple[Word, ...]:
    """The marks in a text that stand alone, as words without text.

    >>> [word.mark for word in loose("? Oui !")]
    ['?', '!']
    """
    return tuple(word for word in token_words(text) if not word.text)


def told(words: tuple[Word, ...], *, final: bool, channel: str = "", heard: Millis | None = None) -> Update:
    """An update with words that are final or not; either way those told before as partial are gone."""
    return Update(words, (), channel, heard) if final else Update((), words, channel, heard)


def milliseconds(value: object, *, per_second: int = 1) -> Millis | None:
    """A time in seconds, or in parts of one, as milliseconds; None where it is none."""
    if value is None or isinstance(value, bool):
        return None
    try:
        time = exact(value) * 1000 / per_second
    except ValueError:
        return None
    return int(time) if 0 <= time <= LATEST else None


def renamed(row: object, names: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a row under the names that they have in a file."""
    return {new: row[old] for old, new in names.items() if old in row} if isinstance(row, Mapping) else {}


def rows(value: object) -> list[Mapping[str, Any]]:
    """The objects in a list; empty for what is no list."""
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
