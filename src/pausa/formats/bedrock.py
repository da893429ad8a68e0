"""Amazon Bedrock Data Automation, standard output for audio and video: items and the segments they are in. Read only.

    {"metadata": {"asset_id": "0", "semantic_modality": "AUDIO"},
     "audio_items": [{"item_index": 0, "audio_segment_index": 0, "content": "Good",
                      "start_timestamp_millis": 100, "end_timestamp_millis": 400},
                     {"item_index": 1, "audio_segment_index": 0, "content": "morning",
                      "start_timestamp_millis": 400, "end_timestamp_millis": 900},
                     {"item_index": 2, "audio_segment_index": 0, "content": "."}],
     "audio_segments": [{"segment_index": 0, "type": "TRANSCRIPT", "text": "Good morning.",
                         "start_timestamp_millis": 100, "end_timestamp_millis": 900,
                         "speaker": {"speaker_label": "spk_0"}, "audio_item_indices": [0, 1, 2], "language": "EN"}]}

An item without times is a mark. A segment without items is read from its text.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.recogniser import each, flat, json_format, loaded, outline, speaker, spelling, time, token, whole


class _Item(Struct):
    content: Any = None
    start_timestamp_millis: Any = None
    end_timestamp_millis: Any = None
    audio_segment_index: Any = None


class _Speaker(Struct):
    speaker_name: Any = None
    speaker_label: Any = None
    channel_label: Any = None


class _Segment(Struct):
    text: Any = None
    start_timestamp_millis: Any = None
    end_timestamp_millis: Any = None
    segment_index: Any = None
    language: Any = None
    speaker: _Speaker | None = None
    channel: _Speaker | None = None


class _File(Struct):
    audio_segments: list[_Segment | None]
    audio_items: list[_Item | None] | None = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    items: dict[str, list[_Item]] = {}
    for item in file.audio_items or ():
        if item is not None:
            items.setdefault(spelling(item.audio_segment_index), []).append(item)
    segments = [segment for segment in file.audio_segments if segment is not None]
    parts = each(
        source, segments, lambda one: _words(one, items.get(spelling(one.segment_index), []), source), "segment"
    )
    language = next((spelling(segment.language).lower() for segment in segments if segment.language), "")
    return [whole(source, parts, lang=language)]


def _words(segment: _Segment, items: list[_Item], source: Source) -> list[Word]:
    told, channel = segment.speaker or _Speaker(), segment.channel or _Speaker()
    who = speaker(told.speaker_name) or speaker(told.speaker_label) or speaker(channel.channel_label)
    if items:
        return flat(each(source, items, lambda item: _token(item, item.content, who, source), "item"))
    return _token(segment, segment.text, who, source) if spelling(segment.text).strip() else []


def _token(row: _Item | _Segment, text: Any, who: str | None, source: Source) -> list[Word]:
    start, end = (time(source, at, per_second=1000) for at in (row.start_timestamp_millis, row.end_timestamp_millis))
    return token(source, text, start, end, speaker=who, is_text=isinstance(row, _Segment))


def looks_like(head: str) -> bool:
    keys = outline(head)
    return "audio_segments.text" in keys or "audio_items.content" in keys


FORMAT = json_format(
    name="bedrock",
    title="Amazon Bedrock Data Automation JSON (read only)",
    keeps={"speakers", "language"},
    looks_like=looks_like,
    parse=parse,
)
