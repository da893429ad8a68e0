"""Speechmatics: `AddPartialTranscript` and `AddTranscript`, with results as in a file.

{"message": "AddTranscript", "metadata": {"start_time": 0.0, "end_time": 1.5, "transcript": "So we left."},
 "results": [{"type": "word", "start_time": 0.1, "end_time": 0.3, "alternatives": [{"content": "So"}]}, …]}

A message may begin with the mark of the last word of the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live.base import Reader, milliseconds, rows, tokens, told


class Speechmatics(Reader):
    def read(self, message: Mapping[str, Any]) -> list[Update]:
        kind = message.get("message")
        if kind not in ("AddTranscript", "AddPartialTranscript"):
            return []
        results, about = rows(message.get("results")), message.get("metadata")
        channel = str(message.get("channel") or "")
        leading = list(takewhile(lambda result: result.get("type") == "punctuation", results))
        marks = [mark for mark in map(_mark, leading) if mark]
        words = tokens("speechmatics", {"results": results[len(leading) :]})
        heard = milliseconds(about.get("end_time")) if isinstance(about, Mapping) and not channel else None
        loose = tuple(Word("", mark=mark) for mark in marks)
        return [told((*loose, *words), final=kind == "AddTranscript", channel=channel, heard=heard)]


def _mark(result: Mapping[str, Any]) -> str:
    best = next(iter(rows(result.get("alternatives"))), {})
    return str(best.get("content") or "").strip()
