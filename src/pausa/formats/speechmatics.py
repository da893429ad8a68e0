"""Speechmatics json-v2: words, punctuation and entities as results; and the older v1. Read only.

    {"format": "2.9", "metadata": {"type": "transcription", "transcription_config": {"language": "en"}},
     "results": [{"type": "word", "start_time": 0.1, "end_time": 0.4,
                  "alternatives": [{"content": "Good", "confidence": 0.99, "speaker": "S1"}]},
                 {"type": "word", "start_time": 0.4, "end_time": 0.9,
                  "alternatives": [{"content": "morning", "confidence": 0.98, "speaker": "S1"}]},
                 {"type": "punctuation", "start_time": 0.9, "end_time": 0.9, "attaches_to": "previous", "is_eos": true,
                  "alternatives": [{"content": ".", "confidence": 1.0, "speaker": "S1"}]}]}

An entity ("17th of January") is read as the words of its `written_form`. Speaker `UU` is nobody known.

The first version has lists of words and of turns, numbers spelled as strings, and marks as words of no length:

    {"job": {"lang": "en-US"}, "format": "1.0",
     "speakers": [{"name": "M1", "time": "0.100", "duration": "0.800"}],
     "words": [{"name": "Good", "time": "0.100", "duration": "0.300", "confidence": "0.990"},
               {"name": "morning", "time": "0.400", "duration": "0.500", "confidence": "0.980"},
               {"name": ".", "time": "0.900", "duration": "0.000", "confidence": "NaN"}]}
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.recogniser import (
    attach,
    each,
    flat,
    json_format,
    loaded,
    merged,
    outline,
    speaker,
    spelling,
    time,
    token,
    verbatim,
    whole,
)

_UNKNOWN_SPEAKER = "UU"


class _Alternative(Struct):
    content: Any = None
    confidence: Any = None
    speaker: Any = None


class _Result(Struct):
    type: Any = None
    start_time: Any = None
    end_time: Any = None
    channel: Any = None
    attaches_to: Any = None
    is_eos: Any = None
    alternatives: list[_Alternative] | None = None
    written_form: list[_Result] | None = None


class _Config(Struct):
    language: Any = None


class _Metadata(Struct):
    transcription_config: _Config | None = None


class _Row(Struct):
    """A word or a turn of the first version."""

    name: Any = None
    time: Any = None
    duration: Any = None
    confidence: Any = None


class _Job(Struct):
    lang: Any = None


class _File(Struct):
    results: list[_Result | None] | None = None
    metadata: _Metadata | None = None
    words: list[_Row | None] | None = None
    speakers: list[_Row | None] | None = None
    job: _Job | None = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    if file.results is None and file.words is not None:
        return [_first_version(file, source)]
    if file.results is None:
        raise source.error(None, "no results in this JSON", "is it json-v2?")
    channels: dict[str, list[_Result | None]] = {}
    for result in file.results:
        channels.setdefault(spelling(result.channel) if result else "", []).append(result)
    config = (file.metadata or _Metadata()).transcription_config or _Config()
    sentences = [_sentences(results, source) for results in channels.values()]
    parts = sentences[0] if len(sentences) == 1 else [merged([flat(channel) for channel in sentences])]
    return [whole(source, parts, lang=config.language)]


def _first_version(file: _File, source: Source) -> Document:
    turns = [(time(source, row.time), speaker(row.name)) for row in file.speakers or () if row]
    starts = sorted((start, name or "") for start, name in turns if start is not None)

    def read(row: _Row) -> list[Word]:
        start, length = time(source, row.time), time(source, row.duration)
        end = None if start is None or length is None else start + length
        place = bisect_right(starts, (start or 0, "\U0010ffff"))
        who = starts[max(0, place - 1)][1] if starts else ""
        sure = None if row.confidence == "NaN" else row.confidence
        found = token(source, row.name, start, end, speaker=who or None, confidence=sure)
        return [replace(word, start=None, end=None) if not word.text else word for word in found]

    words = flat(each(source, file.words, read))
    return whole(source, [words], lang=(file.job or _Job()).lang)


def _sentences(results: list[_Result | None], source: Source) -> list[list[Word]]:
    """The words of one channel, cut where the results say that a sentence ends."""
    parts: list[list[Word]] = [[]]
    opening: list[str] = []
    marks: list[str] = []  # since the last word

    def close() -> None:
        attach(_last(parts), marks)

    def read(result: _Result) -> list[Word]:
        best = result.alternatives[0] if result.alternatives else _Alternative()
        if result.type == "punctuation":
            mark = spelling(best.content).strip()
            if result.attaches_to == "next":
                opening.append(mark)
            else:
                # Only a mark that attaches to nothing has a space before it.
                apart = result.attaches_to == "none" and (_last(parts) or marks)
                marks.append(f" {mark}" if apart else mark)
        else:
            words = _words(result, best, source)
            if opening and words:
                words[0] = replace(words[0], before="".join([*opening, words[0].before]))
                opening.clear()
            close()
            parts[-1].extend(words)
        if result.is_eos is True:
            close()
            parts.append([])
        return []

    each(source, results, read, "result")
    close()
    return parts


def _last(parts: list[list[Word]]) -> list[Word]:
    """The words that a mark goes to: the sentence that was just ended, where the next has no word yet."""
    return parts[-2] if len(parts) > 1 and not parts[-1] else parts[-1]


def _words(result: _Result, best: _Alternative, source: Source) -> list[Word]:
    if result.type == "entity" and result.written_form:
        words = []
        for form in result.written_form:
            first = form.alternatives[0] if form.alternatives else _Alternative()
            named = replace(first, speaker=best.speaker if first.speaker is None else first.speaker)
            words += _words(replace(form, channel=result.channel), named, source)
        return words
    if result.type == "speaker_change":
        return []
    who = speaker(best.speaker)
    if who is None or who == _UNKNOWN_SPEAKER:
        who = speaker(result.channel)
    start, end = time(source, result.start_time), time(source, result.end_time)
    return verbatim(token(source, best.content, start, end, speaker=who, confidence=best.confidence))


def looks_like(head: str) -> bool:
    keys = outline(head)
    first_version = {"words.name", "words.time", "words.duration"} <= keys
    second = {"results.type", "results.alternatives.content"} <= keys or "metadata.transcription_config" in keys
    return first_version or second


FORMAT = json_format(
    name="speechmatics",
    title="Speechmatics json-v2 and v1 (read only)",
    keeps={"speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
)
