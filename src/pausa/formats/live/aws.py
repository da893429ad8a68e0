"""Amazon Transcribe: results that are told again until they are no longer partial.

{"Transcript": {"Results": [{"ResultId": "…", "IsPartial": false, "EndTime": 1.5, "ChannelId": "ch_0",
    "Alternatives": [{"Transcript": "So we left.", "Items": [{"Type": "pronunciation", "Content": "So",
                      "StartTime": 0.1, "EndTime": 0.3, "Speaker": "0", "Confidence": 0.9}, …]}]}]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live.base import Reader, milliseconds, renamed, rows, tokens, told

_ITEM = {"Type": "type", "StartTime": "start_time", "EndTime": "end_time", "Speaker": "speaker_label"}
_CHOICE = {"Content": "content", "Confidence": "confidence"}


class Aws(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        event = message.get("TranscriptEvent")
        inner = (event if isinstance(event, Mapping) else message).get("Transcript")
        results = rows(inner.get("Results")) if isinstance(inner, Mapping) else []
        channels = {result.get("ChannelId") for result in results}
        return [_update(result, alone=len(channels) < 2) for result in results]


def _update(result: Mapping[str, Any], *, alone: bool) -> Update:
    best = next(iter(rows(result.get("Alternatives"))), {})
    channel = str(result.get("ChannelId") or "")
    heard = milliseconds(result.get("EndTime")) if alone and not channel else None
    return told(_words(best, channel), final=result.get("IsPartial") is False, channel=channel, heard=heard)


def _words(best: Mapping[str, Any], channel: str) -> tuple[Word, ...]:
    items = [renamed(item, _ITEM) | {"alternatives": [renamed(item, _CHOICE)]} for item in rows(best.get("Items"))]
    if channel:
        items = [item | {"speaker_label": item.get("speaker_label") or channel} for item in items]
    transcripts = [{"transcript": best.get("Transcript")}]
    return tokens("aws", {"results": {"items": items, "transcripts": transcripts}})
