"""Google Speech-to-Text: results with alternatives, the first of which holds the words.

    {"results": [{"alternatives": [{"transcript": "Good morning.", "confidence": 0.95,
                                    "words": [{"startTime": "0.100s", "endTime": "0.400s", "word": "Good"},
                                              {"startTime": "0.400s", "endTime": "0.900s", "word": "morning.",
                                               "speakerTag": 1}]}],
                  "resultEndTime": "1.100s", "languageCode": "en-us"}]}

Version 2 says `startOffset`, `endOffset` and `speakerLabel`; client libraries write snake_case and times as
`{"seconds": 1, "nanos": 200000000}`. With speakers asked for, a later result tells all words again from the
beginning, now with speakers: such a result takes the place of those before it, so every word is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pausa.core.document import Document, Sentence
from pausa.core.numbers import exact
from pausa.core.times import Millis, seconds
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.jsons import rendered
from pausa.formats.recogniser import (
    PAUSA,
    each,
    flat,
    json_format,
    known,
    loaded,
    merged,
    numbered,
    outline,
    sentences,
    share,
    speaker,
    spelling,
    text_of,
    time,
    token,
    whole,
)


class _Word(Struct):
    word: Any = None
    confidence: Any = None
    startTime: Any = None
    start_time: Any = None
    startOffset: Any = None
    start_offset: Any = None
    endTime: Any = None
    end_time: Any = None
    endOffset: Any = None
    end_offset: Any = None
    speakerTag: Any = None
    speaker_tag: Any = None
    speakerLabel: Any = None
    speaker_label: Any = None

    @property
    def start(self) -> Any:
        return _first(self.startTime, self.start_time, self.startOffset, self.start_offset)

    @property
    def end(self) -> Any:
        return _first(self.endTime, self.end_time, self.endOffset, self.end_offset)

    @property
    def speaker(self) -> str | None:
        label = speaker(_first(self.speakerLabel, self.speaker_label))
        tag = speaker(_first(self.speakerTag, self.speaker_tag))
        return label or (tag if tag != "0" else None)  # tag 0 says that nobody was told apart


class _Alternative(Struct):
    transcript: Any = None
    words: list[_Word | None] | None = None


class _Result(Struct):
    alternatives: list[_Alternative] | None = None
    languageCode: Any = None
    language_code: Any = None
    channelTag: Any = None
    channel_tag: Any = None
    resultEndTime: Any = None
    result_end_time: Any = None
    resultEndOffset: Any = None
    result_end_offset: Any = None


class _File(Struct):
    results: list[_Result | None] | None = None
    response: _File | None = None
    error: Any = None
    written_by: Any = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    if file.error:
        said = file.error.get("message") if isinstance(file.error, dict) else file.error
        raise source.error(None, f"Google could not transcribe this: {said}")
    held = file.response or file
    if held.results is None and file.response is None:
        raise source.error(None, "no results in this JSON", "is it Google's?")
    results = [result for result in held.results or () if result]
    channels: dict[str, list[_Result]] = {}
    for result in results:
        channels.setdefault(spelling(_first(result.channelTag, result.channel_tag)), []).append(result)
    language = next((code for result in results if (code := _first(result.languageCode, result.language_code))), None)
    if len(channels.keys() - {""}) < 2:  # the result that tells all again may lack the tag of the others
        by_pausa = file.written_by == PAUSA
        parts = _segments(results, None, source, by_pausa=by_pausa)
        return [whole(source, parts, lang=language, are_sentences=by_pausa)]
    words = merged([flat(_segments(some, tag or None, source)) for tag, some in channels.items()])
    return [whole(source, [words], lang=language)]


def _segments(
    results: Sequence[_Result], channel: str | None, source: Source, *, by_pausa: bool = False
) -> list[list[Word]]:
    """The words of each result of one channel, those told twice only once; Pausa tells nothing twice."""
    told: list[_Word] = []
    ends: list[int] = []
    texts: dict[int, list[list[Word]]] = {}
    for result in results:
        best = result.alternatives[0] if result.alternatives else _Alternative()
        words = [word for word in best.words or () if word]
        if told and words and not by_pausa and _tells_again(words, told, spelling(best.transcript)):
            told = words
        elif words:
            told.extend(words)
        elif spelling(best.transcript).strip():
            end = _first(result.resultEndTime, result.result_end_time, result.resultEndOffset, result.result_end_offset)
            text = token(source, best.transcript, None, _time(end, source), speaker=channel, is_text=True)
            texts.setdefault(len(told), []).append(text)
        ends.append(len(told))
    if not by_pausa:  # a confidence of 0 is Google's way to say that there is none
        told = [replace(row, confidence=row.confidence or None) for row in told]
    rows = each(source, told, lambda row: _token(row, channel, source))
    parts: list[list[Word]] = list(texts.get(0, ()))
    for start, stop in pairwise(sorted({0, *ends})):
        parts.append(flat(rows[start:stop]))
        parts += texts.get(stop, ())
    return parts


def _tells_again(words: Sequence[_Word], told: Sequence[_Word], transcript: str) -> bool:
    """Whether these words are the ones told so far, once more (and perhaps some new ones)."""
    if len(words) < len(told):
        return False
    same = all(spelling(a.word).lower() == spelling(b.word).lower() for a, b in zip(words, told, strict=False))
    named_now = any(word.speaker for word in words) and not any(word.speaker for word in told)
    quiet = Source("")  # times are looked at here, and complained about when they are read
    begins, began, ended = (_time(value, quiet) for value in (words[0].start, told[0].start, told[-1].end))
    if begins is None or began is None or ended is None:
        return same and named_now and not transcript.strip()  # a result that only names speakers has no text
    return begins == began < ended and (same or named_now)


def _token(row: _Word, channel: str | None, source: Source) -> list[Word]:
    who = row.speaker
    if channel and who:
        who = f"{channel}.{who}"
    start, end = _time(row.start, source), _time(row.end, source)
    return token(source, row.word, start, end, speaker=who or channel, confidence=row.confidence)


def _time(value: Any, source: Source) -> Millis | None:
    """A duration: `"1.200s"`, or seconds and nanoseconds."""
    if isinstance(value, dict):
        with suppress(ValueError):
            value = exact(value.get("seconds") or 0) + exact(value.get("nanos") or 0) / 10**9
    return time(source, value.strip().removesuffix("s") if isinstance(value, str) else value)


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    results = [_result(sentence, doc.language) for sentence in sentences(doc)]
    silence = [{"alternatives": [], "languageCode": doc.language}] if doc.language else []
    return rendered({"results": results or silence, "written_by": PAUSA})


def _result(sentence: Sentence, language: str) -> dict[str, Any]:
    words = [
        known(
            startTime=_duration(word.start),
            endTime=_duration(word.end),
            word=str(word),
            confidence=share(word.confidence),
            speakerTag=_tag(word.speaker),
            speakerLabel=word.speaker,
        )
        for word in sentence.words
    ]
    best = {"transcript": text_of(sentence.words), "words": words}
    return known(alternatives=[best], resultEndTime=_duration(sentence.end), languageCode=language or None)


def _duration(time: Millis | None) -> str | None:
    return None if time is None else f"{seconds(time)}s"


def _tag(name: str | None) -> int | None:
    tag = numbered(name)
    return tag if isinstance(tag, int) and tag else None


def looks_like(head: str) -> bool:
    keys = outline(head)
    in_results = {"results.alternatives.transcript", "results.alternatives.words.word"}
    waited_for = {"response.results.alternatives.transcript", "response.results.alternatives.words.word"}
    # IBM's files have alternatives too, with `timestamps`, and are not read as Google's.
    silent = (
        keys in ({"results"}, {"results", "written_by"}) or {"results.alternatives", "results.languageCode"} <= keys
    )
    return silent or (bool(keys & (in_results | waited_for)) and "results.alternatives.timestamps" not in keys)


FORMAT = json_format(
    name="google",
    title="Google Speech-to-Text JSON",
    keeps={"speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
