"""Live messages of recognisers: one small reader each, from a message to what it tells.

    read = reader("deepgram")
    for update in read({"channel": {...}, "is_final": True}):
        ...

A message is mostly a piece of the recogniser's file with a word on whether it is final, so the words in it are read as
they are read from a file; `pausa.formats` has one module for each. Readers keep what they need to give no word twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.errors import InputError
from pausa.core.registry import Registry
from pausa.core.updates import Update
from pausa.formats.live.base import Reader, is_greeting

#: Readers by name; each is made anew for a stream.
READERS: Registry[type[Reader]] = Registry(
    "live format",
    {
        "words": "pausa.formats.live.words:Words",
        "vosk": "pausa.formats.live.vosk:Vosk",
        "deepgram": "pausa.formats.live.deepgram:Deepgram",
        "aws": "pausa.formats.live.aws:Aws",
        "google": "pausa.formats.live.google:Google",
        "azure": "pausa.formats.live.azure:Azure",
        "assemblyai": "pausa.formats.live.assemblyai:AssemblyAI",
        "speechmatics": "pausa.formats.live.speechmatics:Speechmatics",
    },
)
#: Keys by which a message is known, in the order in which they are looked for.
_KNOWN_BY = {
    "assemblyai": ({"turn_order"}, {"message_type"}),
    "speechmatics": ({"message"},),
    "aws": ({"Transcript"}, {"TranscriptEvent"}),
    "azure": ({"RecognitionStatus"}, {"NBest"}, {"Text", "Offset"}),
    "deepgram": ({"channel", "is_final"}, {"last_word_end"}, {"channel_index"}),
    "google": ({"results"}, {"speechEventType"}, {"speech_event_type"}),
    "words": ({"word"}, {"words"}, {"heard"}, {"text", "start"}),
    "vosk": ({"partial"}, {"result"}, {"alternatives"}, {"text"}),
}


def reader(name: str) -> Reading:
    """A reader of that name for one stream; "auto" goes by the first message that tells what it is."""
    return Reading(name)


def recognised(message: Mapping[str, Any]) -> str | None:
    """Whose message this is; None where it could be anybody's.

    >>> recognised({"partial": "so we"}), recognised({"type": "Begin"})
    ('vosk', None)
    """
    keys = message.keys()
    return next((name for name, known in _KNOWN_BY.items() if any(some <= keys for some in known)), None)


class Reading(Reader):
    """Reads one stream, be it told whose messages come or not, and counts those that it can make something of.

    Greetings and the like are not counted; `n_strange` are messages of others, and such as nobody sends.
    """

    def __init__(self, name: str = "auto") -> None:
        self.name = "" if name == "auto" else name
        self.n_read = self.n_strange = 0
        self._reader = READERS[name]() if self.name else None

    def read(self, message: Mapping[str, Any]) -> list[Update]:
        if self._reader is None:
            name = recognised(message)
            if name is None:
                if is_greeting(message):
                    return []  # they come before words
                known = ", ".join(READERS)
                raise InputError("message", None, "neither words nor a recogniser's message", f"known: {known}")
            self.name, self._reader = name, READERS[name]()
        updates = self._reader.read(message)
        if any(update.final or update.partial or update.heard is not None for update in updates):
            self.n_read += 1
        elif self._is_strange(message):
            self.n_strange += 1
        return updates

    def _is_strange(self, message: Mapping[str, Any]) -> bool:
        """Whether a message that told nothing is none of those that are expected to tell nothing."""
        if self.name == "words" or any(some <= message.keys() for some in _KNOWN_BY[self.name]):
            return False
        return recognised(message) is not None or not is_greeting(message)
