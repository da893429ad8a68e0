"""Azure speech to text: hypotheses with `Text`, then a phrase with its readings; times in ticks of 100 nanoseconds.

{"Text": "so we", "Offset": 1000000, "Duration": 4000000}
{"RecognitionStatus": "Success", "Offset": 1000000, "Duration": 9000000, "SpeakerId": "Guest-1",
 "NBest": [{"Lexical": "so we left", "Display": "So we left.",
            "Words": [{"Word": "so", "Offset": 1000000, "Duration": 2000000}, …]}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live.base import Reader, milliseconds, renamed, rows, tokens, told

_TICKS = 10_000_000
_SPAN = {"Offset": "offsetInTicks", "Duration": "durationInTicks"}
_WORD = _SPAN | {"Word": "word", "Confidence": "confidence"}
_SHOWN = _SPAN | {"DisplayText": "displayText", "Word": "displayText"}
_UNKNOWN = "Unknown"


class Azure(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        offset = milliseconds(message.get("Offset"), per_second=_TICKS)
        duration = milliseconds(message.get("Duration"), per_second=_TICKS)
        heard = None if offset is None or duration is None else offset + duration
        speaker = str(message.get("SpeakerId") or "")
        if "RecognitionStatus" not in message and "NBest" not in message:
            if "Text" not in message:
                return []
            return [told(_words({"display": message["Text"]}, message, speaker), final=False, heard=heard)]
        best = next(iter(rows(message.get("NBest"))), {"Display": message.get("DisplayText")})
        reading = renamed(best, {"Display": "display", "Lexical": "lexical"})
        reading["words"] = [renamed(word, _WORD) for word in rows(best.get("Words"))]
        reading["displayWords"] = [renamed(word, _SHOWN) for word in rows(best.get("DisplayWords"))]
        return [told(_words(reading, message, speaker), final=True, heard=heard)]


def _words(reading: dict[str, Any], message: Mapping[str, Any], speaker: str) -> tuple[Word, ...]:
    if not (reading.get("display") or reading.get("lexical") or reading.get("words")):
        return ()
    phrase = renamed(message, _SPAN) | {"nBest": [{name: value for name, value in reading.items() if value}]}
    words = tokens("azure", {"recognizedPhrases": [phrase]})
    known = speaker and speaker != _UNKNOWN
    return tuple(replace(word, speaker=speaker) for word in words) if known else words
