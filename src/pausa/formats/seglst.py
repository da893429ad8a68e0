"""SegLST, the segment lists of meeteval: a JSON array of stretches of talk.

    [{"session_id": "call", "speaker": "Anna", "start_time": 3.2, "end_time": 4.71, "words": "Good morning."},
     {"session_id": "call", "speaker": "Ben", "start_time": 4.9, "end_time": 5.3, "words": "Yes?"}]

A segment may also hold a single word. Pausa writes a segment for each sentence, and one for each speaker
where it changes inside a sentence; its own key `sentence_end` tells the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document
from pausa.formats.jsons import has_keys, rendered
from pausa.formats.recogniser import loaded
from pausa.formats.timing import own_or_filled
from pausa.formats.utterances import Utterance, document_of, stretches, text_of, to_write
from pausa.text.tokens import settled, token_words


class _Segment(Struct):
    """What a segment may hold; producers differ in how they spell numbers."""

    words: str | list[str] | None = None
    session_id: str | int | None = None
    speaker: str | int | None = None
    start_time: float | str | None = None
    end_time: float | str | None = None
    sentence_end: bool | None = None


def parse(source: Source) -> list[Document]:
    sessions: dict[str, list[Utterance]] = {}
    for number, segment in enumerate(loaded(source, list[_Segment]), start=1):
        name = "" if segment.session_id is None else str(segment.session_id)
        noted = len(source.bad_rows)
        sessions.setdefault(name, []).append(_utterance(segment, source))
        source.bad_rows[noted:] = [(None, f"segment {number}: {problem}") for _, problem in source.bad_rows[noted:]]
    return [_document(found, name, source) for name, found in sessions.items()] or [document([])]


def _utterance(segment: _Segment, source: Source) -> Utterance:
    text = segment.words if isinstance(segment.words, str) else " ".join(segment.words or ())
    if not text.strip():
        source.bad_row(None, "no word in it")
    start, end = source.time(segment.start_time, None), source.time(segment.end_time, None)
    start, end = source.span(start, end, None)
    speaker = None if segment.speaker is None else str(segment.speaker)
    return Utterance(text, start, end, speaker, segment.sentence_end)


def _document(utterances: list[Utterance], name: str, source: Source) -> Document:
    """Segments of a word each are words, and only their marks say where sentences end."""
    if any(said.ends is not None or len(said.text.split()) > 1 for said in utterances):
        return document_of(utterances, source, name=name)
    words: list[Word] = []
    for said in utterances:
        words += token_words(said.text, start=said.start, end=said.end, speaker=said.speaker)
    return document(settled(words, lang=source.language), name=name)


def render(documents: Sequence[Document], layout: Layout) -> str:
    return rendered([segment for doc in documents for segment in _segments(to_write(doc))])


def _segments(doc: Document) -> Iterator[dict[str, Any]]:
    spans = own_or_filled(doc.transcript, format_name="seglst") if doc.transcript.has_times else []
    for start, stop, ends in stretches(doc):
        fields: dict[str, Any] = {"session_id": doc.name, "speaker": doc.transcript.words[start].speaker}
        if spans:
            fields["start_time"] = _seconds(spans[start][0])
            fields["end_time"] = _seconds(max(end for _, end in spans[start:stop]))
        fields["words"] = text_of(doc, start, stop, format_name="seglst")
        fields["sentence_end"] = ends
        yield {name: value for name, value in fields.items() if value is not None}


def _seconds(time: Millis) -> float:
    return time / 1000


def looks_like(head: str) -> bool:
    return head.lstrip().startswith("[") and has_keys(head[:5000], "session_id", "words")


FORMAT = Format(
    name="seglst",
    title="SegLST, segment lists of meeteval",
    suffixes=(".seglst.json", ".json"),
    keeps=frozenset({"words", "sentence_times", "speakers", "marks", "ends", "events", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    opens="{[",
    media="application/json",
)
