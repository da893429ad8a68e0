"""Deepgram: results for a stretch of one channel, the last of which is final.

{"type": "Results", "channel_index": [0, 1], "start": 0.0, "duration": 1.5, "is_final": true,
 "channel": {"alternatives": [{"transcript": "so we", "words": [{"word": "so", "start": 0.1, "end": 0.3}, …]}]}}

With several channels the speaker is the channel, or `channel.speaker` where speakers are told apart within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pausa.core.updates import Update
from pausa.formats.live.base import Reader, milliseconds, tokens, told


class Deepgram(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        if not isinstance(message.get("channel"), Mapping):
            return [Update(heard=milliseconds(message.get("last_word_end")))]
        words = tokens("deepgram", {"results": {"channels": [message["channel"]]}})
        number, count = _channel(message.get("channel_index"))
        if count > 1:
            words = tuple(
                replace(word, speaker=f"{number}.{word.speaker}" if word.speaker else str(number)) for word in words
            )
        start, duration = milliseconds(message.get("start")), milliseconds(message.get("duration"))
        heard = None if start is None or duration is None or count > 1 else start + duration
        return [told(words, final=message.get("is_final") is True, channel=str(number), heard=heard)]


def _channel(index: object) -> tuple[int, int]:
    """Which channel this is, and of how many."""
    if isinstance(index, list) and len(index) == 2 and all(isinstance(part, int) for part in index):
        return index[0], index[1]
    return 0, 1
