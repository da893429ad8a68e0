"""Amazon Transcribe: words and punctuation as items, numbers as strings.

    {"jobName": "call-7", "accountId": "…", "status": "COMPLETED",
     "results": {"transcripts": [{"transcript": "Good morning."}],
                 "items": [{"type": "pronunciation", "start_time": "0.1", "end_time": "0.4", "speaker_label": "spk_0",
                            "alternatives": [{"confidence": "0.99", "content": "Good"}]},
                           {"type": "pronunciation", "start_time": "0.4", "end_time": "0.9", "speaker_label": "spk_0",
                            "alternatives": [{"confidence": "0.98", "content": "morning"}]},
                           {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}]}]}}

Older files name speakers only in `speaker_labels`, by start time; files with `channel_labels` hold the items
of every channel apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.times import Millis, seconds
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.jsons import rendered
from pausa.formats.recogniser import (
    PAUSA,
    attach,
    cut_at_marks,
    each,
    flat,
    json_format,
    known,
    loaded,
    merged,
    outline,
    sentences,
    share,
    speaker,
    spelling,
    text_of,
    time,
    token,
    verbatim,
    whole,
)


class _Alternative(Struct):
    content: Any = None
    confidence: Any = None


class _Item(Struct):
    type: Any = None
    start_time: Any = None
    end_time: Any = None
    speaker_label: Any = None
    channel_label: Any = None
    alternatives: list[_Alternative] | None = None


class _Group(Struct):
    items: list[_Item | None] | None = None
    channel_label: Any = None


class _Labels(Struct):
    segments: list[_Group] | None = None
    channels: list[_Group] | None = None


class _Transcript(Struct):
    transcript: Any = None


class _Results(Struct):
    items: list[_Item | None] | None = None
    transcripts: list[_Transcript] | None = None
    speaker_labels: _Labels | None = None
    channel_labels: _Labels | None = None
    language_code: Any = None


class _File(Struct):
    results: _Results
    jobName: Any = None
    written_by: Any = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    results = file.results
    channels = [channel for channel in (results.channel_labels or _Labels()).channels or () if channel.items]
    groups = channels or [_Group(items=results.items)]
    labelled = any(item and item.speaker_label is not None for group in groups for item in group.items or ())
    named = {} if labelled else _speakers(results.speaker_labels)
    if channels:
        parts = [merged(each(source, channels, lambda channel: _words(channel, named, source), "channel"))]
    elif results.items:
        parts = [_words(groups[0], named, source)]
    else:
        text = " ".join(spelling(spoken.transcript) for spoken in results.transcripts or ())
        parts = [token(source, text, is_text=True)] if text.strip() else []
    name, by_pausa = spelling(file.jobName), file.written_by == PAUSA
    if by_pausa:
        parts = cut_at_marks(flat(parts))
    return [whole(source, parts, name=name, lang=results.language_code, are_sentences=by_pausa)]


def _speakers(labels: _Labels | None) -> dict[tuple[str, str], str | None]:
    """Who speaks at the times of an item; times are compared as they are written."""
    return {
        (spelling(item.start_time), spelling(item.end_time)): speaker(item.speaker_label)
        for segment in (labels or _Labels()).segments or ()
        for item in segment.items or ()
        if item and item.start_time is not None
    }


def _words(group: _Group, named: dict[tuple[str, str], str | None], source: Source) -> list[Word]:
    words: list[Word] = []
    marks: list[str] = []  # since the last word

    def read(item: _Item) -> list[Word]:
        best = item.alternatives[0] if item.alternatives else _Alternative()
        mark = spelling(best.content)
        if item.type == "punctuation" and not any(sign.isalnum() for sign in mark):
            if mark.strip():
                marks.append(mark)
            return []
        who = (
            speaker(item.speaker_label)
            or named.get((spelling(item.start_time), spelling(item.end_time)))
            or speaker(item.channel_label)
            or speaker(group.channel_label)
        )
        start, end = time(source, item.start_time), time(source, item.end_time)
        attach(words, marks)
        words.extend(verbatim(token(source, best.content, start, end, speaker=who, confidence=best.confidence)))
        return []

    each(source, group.items, read, "item")
    attach(words, marks)
    return words


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    items: list[dict[str, Any]] = []
    segments: list[dict[str, Any]] = []
    for number, sentence in enumerate(sentences(doc)):
        first = len(items)
        for word in sentence.words:
            items.extend(_items(word, len(items)))
        edges = known(start_time=_time(sentence.start), end_time=_time(sentence.end), speaker_label=sentence.speaker)
        text = text_of(sentence.words)
        segments.append({"id": number, "transcript": text, **edges, "items": list(range(first, len(items)))})
    results = known(
        language_code=doc.language or None,
        transcripts=[{"transcript": text_of(doc.transcript.tokens())}],
        speaker_labels=_speaker_labels(list(doc.transcript.tokens())),
        items=items,
        audio_segments=segments,
    )
    return rendered({"jobName": doc.name, "status": "COMPLETED", "results": results, "written_by": PAUSA})


def _items(word: Word, number: int) -> list[dict[str, Any]]:
    content = [known(confidence=_text(share(word.confidence)), content=f"{word.before}{word.text}")]
    spoken = {"id": number, "type": "pronunciation", "alternatives": content, **_edges(word)}
    if not word.mark:
        return [spoken]
    mark = {"id": number + 1, "type": "punctuation", "alternatives": [{"confidence": "0.0", "content": word.mark}]}
    return [spoken, mark | known(speaker_label=word.speaker)]


def _edges(word: Word) -> dict[str, Any]:
    return known(start_time=_time(word.start), end_time=_time(word.end), speaker_label=word.speaker)


def _speaker_labels(words: Iterable[Word]) -> dict[str, Any] | None:
    """Who speaks when, turn by turn, of the words whose times are known."""
    said = [word for word in words if word.speaker is not None and word.start is not None and word.end is not None]
    if not said:
        return None
    turns = [list(turn) for _, turn in groupby(said, key=lambda word: word.speaker)]
    segments = [
        {
            "start_time": _time(turn[0].start),
            "end_time": _time(turn[-1].end),
            "speaker_label": turn[0].speaker,
            "items": [_edges(word) for word in turn],
        }
        for turn in turns
    ]
    return {"speakers": len({word.speaker for word in said}), "segments": segments}


def _time(time: Millis | None) -> str | None:
    return None if time is None else seconds(time)


def _text(number: float | None) -> str | None:
    return None if number is None else str(number)


def looks_like(head: str) -> bool:
    return bool(outline(head) & {"results.transcripts", "results.items.alternatives", "results.channel_labels"})


FORMAT = json_format(
    name="aws",
    title="Amazon Transcribe JSON",
    keeps={"sentence_times", "speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
