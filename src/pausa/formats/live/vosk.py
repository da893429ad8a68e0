"""Vosk: `partial` while somebody speaks, then the utterance as in a file.

{"partial": "so we", "partial_result": [{"word": "so", "start": 0.1, "end": 0.3, "conf": 1.0}, …]}
{"result": [{"word": "so", …}, …], "text": "so we left"}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.updates import Update
from pausa.formats.live.base import Reader, tokens, told


class Vosk(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        if "partial" in message:
            row = {"text": message["partial"], "result": message.get("partial_result")}
            return [told(tokens("vosk", row), final=False)]
        if message.keys().isdisjoint(("text", "result", "alternatives")):
            return []
        return [told(tokens("vosk", message), final=True)]
