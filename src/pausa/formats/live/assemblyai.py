"""AssemblyAI: a turn told again with each word, and once more with marks when it is over.

{"type": "Turn", "turn_order": 0, "turn_is_formatted": false, "end_of_turn": false,
 "words": [{"text": "so", "start": 100, "end": 300, "word_is_final": true},
           {"text": "we", "start": 300, "end": 400, "word_is_final": false}]}

A word that is final stays, so it is given as soon as it is; the formatted turn tells nothing new then. Older messages
are `PartialTranscript` and `FinalTranscript`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.updates import Update
from pausa.formats.live.base import Reader, rows, tokens, told


class AssemblyAI(Reader):
    def __init__(self) -> None:
        self._turn: object = None
        self._given = 0

    def read(self, message: Mapping[str, Any]) -> list[Update]:
        kind = message.get("message_type")
        if kind in ("PartialTranscript", "FinalTranscript"):
            content = {"words": message.get("words"), "text": message.get("text")}
            return [told(tokens("assemblyai", content), final=kind == "FinalTranscript")]
        if "turn_order" not in message:
            return []
        if message["turn_order"] != self._turn:
            self._turn, self._given = message["turn_order"], 0
        words = rows(message.get("words"))
        sure = next((place for place, word in enumerate(words) if word.get("word_is_final") is not True), len(words))
        if message.get("turn_is_formatted") is True and self._given:
            return []
        new, rest = words[self._given : max(sure, self._given)], words[max(sure, self._given) :]
        self._given = max(sure, self._given)
        return [Update(_words(new), _words(rest))]


def _words(rows: list[Mapping[str, Any]]) -> Any:
    return tokens("assemblyai", {"words": rows}) if rows else ()
