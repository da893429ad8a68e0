"""Amazon Transcribe Call Analytics and Contact Lens: turns of agent and customer, with their words. Read only.

    {"JobName": "call-7", "LanguageCode": "en-US", "Channel": "VOICE",
     "Transcript": [{"ParticipantRole": "AGENT", "BeginOffsetMillis": 100, "EndOffsetMillis": 900,
                     "Content": "Good morning.",
                     "Items": [{"Content": "Good", "Confidence": "0.99",
                                "BeginOffsetMillis": 100, "EndOffsetMillis": 400},
                               {"Content": "morning.", "Confidence": "0.98",
                                "BeginOffsetMillis": 400, "EndOffsetMillis": 900}]}]}

Contact Lens has no `Items`. A mark may be an item of its own.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.display import punctuated, with_unlisted
from pausa.formats.recogniser import each, flat, json_format, loaded, outline, speaker, spelling, time, token, whole
from pausa.text.tokens import settled


class _Item(Struct):
    Content: Any = None
    Confidence: Any = None
    BeginOffsetMillis: Any = None
    EndOffsetMillis: Any = None


class _Turn(_Item):
    ParticipantRole: Any = None
    ParticipantId: Any = None
    Items: list[_Item | None] | None = None


class _File(Struct):
    Transcript: list[_Turn | None]
    JobName: Any = None
    LanguageCode: Any = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    parts = each(source, file.Transcript, lambda turn: _words(turn, source), "turn")
    return [whole(source, parts, name=spelling(file.JobName), lang=file.LanguageCode)]


def _words(turn: _Turn, source: Source) -> list[Word]:
    who = speaker(turn.ParticipantRole) or speaker(turn.ParticipantId)
    if not turn.Items:
        return _token(turn, who, source) if spelling(turn.Content).strip() else []
    words = flat(each(source, turn.Items, lambda item: _token(item, who, source)))
    text = spelling(turn.Content)
    return punctuated(with_unlisted(settled(words, lang=source.language), text, source), text, source)


def _token(item: _Item, who: str | None, source: Source) -> list[Word]:
    start, end = (time(source, at, per_second=1000) for at in (item.BeginOffsetMillis, item.EndOffsetMillis))
    is_text = isinstance(item, _Turn)
    return token(source, item.Content, start, end, speaker=who, confidence=item.Confidence, is_text=is_text)


def looks_like(head: str) -> bool:
    return {"Transcript.Content", "Transcript.BeginOffsetMillis"} <= outline(head)


FORMAT = json_format(
    name="callanalytics",
    title="Amazon Transcribe Call Analytics and Contact Lens JSON (read only)",
    keeps={"speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
)
