"""Pausa's own messages: words with what is known about them.

    {"word": "so", "start": 0.1, "end": 0.3, "speaker": "anna"}       one word that stays
    {"words": [{"word": "we"}, {"word": "left"}], "final": false}     words that may still change
    {"heard": 12.5}                                                   the recogniser has listened so far

Times are seconds; names may differ as in other tables of words, and a segment of several words may be told as one,
{"text": "so we left", "start": 0.1, "end": 0.9}. Partial words take the place of those before, and final
ones the place of partial ones. A word may be a mark that stands alone, {"word": "?"}, in a message of its own or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.errors import InputError
from pausa.core.numbers import shown
from pausa.core.times import Millis
from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live.base import Reader, is_greeting, loose, milliseconds, rows, tokens, told
from pausa.formats.tables import column_of

_ABOUT = ("final", "heard", "channel")


class Words(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        heard, channel = _heard(message.get("heard")), str(message.get("channel") or "")
        row = {name: value for name, value in message.items() if name not in _ABOUT}
        if not row:
            return [Update(heard=heard)]
        words = () if row.get("words") == [] else tokens("jsonl", row)
        if not words and not is_greeting(message) and not any(map(_has_word, rows(row.get("words")) or [row])):
            raise InputError(
                "message", None, "neither words nor heard", 'give {"word": …}, {"words": …} or {"heard": …}'
            )
        return [told(words or _marks(row), final=message.get("final") is not False, channel=channel, heard=heard)]


def _heard(value: object) -> Millis | None:
    """How far the recogniser has listened; an error where that is no time."""
    heard = milliseconds(value)
    if heard is None and value is not None:
        raise InputError("message", None, f"heard is {shown(value)}, not a time in seconds")
    return heard


def _has_word(row: Mapping[str, Any]) -> bool:
    """Whether there is a place for a word, be it empty, or it says that there is a recording without any."""
    return any(column_of(name) in ("word", "recording") for name in row)


def _marks(row: Mapping[str, Any]) -> tuple[Word, ...]:
    """The marks of a message that holds nothing else."""
    return tuple(mark for each in rows(row.get("words")) or [row] for mark in loose(str(each.get("word") or "")))
