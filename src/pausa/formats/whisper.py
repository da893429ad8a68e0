"""Whisper's JSON and that of its kin: segments with text and, where asked for, words.

    {"text": " Good morning. Is Anna there?",
     "segments": [{"id": 0, "start": 0.0, "end": 2.1, "text": " Good morning. Is Anna there?",
                   "words": [{"word": " Good", "start": 0.0, "end": 0.3, "probability": 0.98},
                             {"word": " morning.", "start": 0.3, "end": 0.8, "probability": 0.99}]}],
     "language": "en"}

WhisperX says `score` and gives `word_segments` too; words it could not align (numbers) have no times.
whisper-timestamped says `text` and `confidence`. The web API's verbose_json has a list `words` beside the
segments, bare of marks, which are then taken from the text. whisper.cpp has `transcription`, with pieces of
words in `tokens`. Some tools write the list of segments alone, which is read
here where it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pausa.core.document import Document, Sentence
from pausa.core.joining import is_spaceless
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.display import punctuated, with_unlisted
from pausa.formats.jsons import rendered
from pausa.formats.keys import SPEAKERS, plain
from pausa.formats.recogniser import (
    PAUSA,
    each,
    flat,
    in_seconds,
    json_format,
    known,
    loaded,
    one_speaker,
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
from pausa.text.tokens import settled

#: Signs that go on with a word: " 3" and ".5", " long" and "-term" are pieces of one.
_GOES_ON = tuple("-'’.,:/%&@_+°")
_SPECIAL = re.compile(r"\[_[A-Z]+_\d*\]?|<\|.*\|>")
#: Keys that nobody else writes, and names of speakers that Whisper's kin do not give.
_OWN = {f"segments.{key}" for key in ("seek", "tokens", "avg_logprob", "no_speech_prob", "temperature", "id")} | {
    "language"
}
_OTHER_SPEAKERS = set(SPEAKERS) - {"speaker", "name", "from"}
_LONG_TEXT = re.compile(r'\s*\{\s*"text"\s*:\s*"[^"\\]*+(?:\\.[^"\\]*+)*+\Z', re.DOTALL)


class _Word(Struct):
    word: Any = None
    text: Any = None
    start: Any = None
    end: Any = None
    probability: Any = None
    score: Any = None
    confidence: Any = None
    p: Any = None
    speaker: Any = None
    offsets: dict[str, Any] | None = None


class _Segment(Struct):
    text: Any = None
    start: Any = None
    end: Any = None
    speaker: Any = None
    words: list[_Word | None] | None = None
    tokens: Any = None
    offsets: dict[str, Any] | None = None


class _CppSegment(_Segment):
    tokens: list[_Word | None] | None = None


class _File(Struct):
    text: Any = None
    segments: list[_Segment | None] | None = None
    words: list[_Word | None] | None = None
    word_segments: list[_Word | None] | None = None
    transcription: list[_CppSegment | None] | None = None
    language: Any = None
    result: Any = None
    written_by: Any = None


def parse(source: Source) -> list[Document]:
    stored = loaded(source, list[_Segment | None] | _File)
    file = _File(segments=stored) if isinstance(stored, list) else stored
    if file.transcription is not None:
        parts = each(source, file.transcription, lambda segment: _pieces(segment, source), "segment")
        language = file.result.get("language") if isinstance(file.result, dict) else None
        return [whole(source, parts, lang=language)]
    tokens = file.word_segments or file.words
    if tokens and not any(segment and segment.words for segment in file.segments or ()):
        words = settled(flat(each(source, tokens, lambda row: _token(row, None, source))))
        text = spelling(file.text) or _text(file.segments)
        parts = [punctuated(with_unlisted(words, text, source), text, source)]
    elif file.segments is not None:
        parts = each(source, file.segments, lambda segment: _segment(segment, source), "segment")
    elif isinstance(file.text, str) or tokens is not None:
        parts = []
    else:
        raise source.error(None, "no segments, words or text in this JSON", "is it Whisper's?")
    if not any(parts) and spelling(file.text).strip():
        parts = [token(source, file.text, is_text=True)]
    return [whole(source, parts, lang=file.language, are_sentences=file.written_by == PAUSA)]


def _segment(segment: _Segment, source: Source) -> list[Word]:
    who = speaker(segment.speaker)
    if segment.words:
        words = flat(each(source, _joined_up(segment.words), lambda row: _token(row, who, source)))
        return punctuated(with_unlisted(words, spelling(segment.text), source), spelling(segment.text), source)
    if segment.text is None or not str(segment.text).strip():
        return []  # Whisper writes empty segments where it heard nothing
    start, end = time(source, segment.start), time(source, segment.end)
    return token(source, segment.text, start, end, speaker=who, is_text=True)


def _token(row: _Word, who: str | None, source: Source) -> list[Word]:
    start, end = time(source, row.start), time(source, row.end)
    said_by = speaker(row.speaker) or who
    return token(source, _spelled(row), start, end, speaker=said_by, confidence=_confidence(row))


def _pieces(segment: _CppSegment, source: Source) -> list[Word]:
    """The words of a segment of whisper.cpp, from its pieces where they spell its text."""
    pieces = [row for row in segment.tokens or () if row and not _SPECIAL.match(_spelled(row))]
    if pieces and "".join(map(_spelled, pieces)).strip() == spelling(segment.text).strip():
        timed = [replace(row, **_edges(row.offsets)) for row in pieces]
        return flat(each(source, _joined_up(timed, pieces=True), lambda row: _cpp_token(row, source)))
    return _cpp_token(_Word(text=segment.text, **_edges(segment.offsets)), source, is_text=True)


def _cpp_token(row: _Word, source: Source, *, is_text: bool = False) -> list[Word]:
    if not _spelled(row).strip():
        return []
    start, end = time(source, row.start, per_second=1000), time(source, row.end, per_second=1000)
    return token(source, _spelled(row), start, end, confidence=_confidence(row), is_text=is_text)


def _edges(offsets: dict[str, Any] | None) -> dict[str, Any]:
    return {"start": (offsets or {}).get("from"), "end": (offsets or {}).get("to")}


def _joined_up(rows: Iterable[_Word | None], *, pieces: bool = False) -> list[_Word | None]:
    """Rows with pieces of one word put together, in a segment that has a space before each word."""
    listed = list(rows)
    if not any(row and _spelled(row)[:1].isspace() for row in listed):
        return listed
    words: list[list[_Word | None]] = []
    for row in listed:
        text = _spelled(row) if row else ""
        within = pieces and not is_spaceless(text[:1])
        goes_on = text and not text[0].isspace() and (within or text.startswith(_GOES_ON))
        if goes_on and words and words[-1][0]:
            words[-1].append(row)
        else:
            words.append([row])
    return [_put_together([piece for piece in word if piece]) if len(word) > 1 else word[0] for word in words]


def _put_together(rows: Sequence[_Word]) -> _Word:
    sure = [value for value in map(_confidence, rows) if isinstance(value, int | float)]
    return _Word(
        word="".join(map(_spelled, rows)),
        start=rows[0].start,
        end=rows[-1].end,
        score=min(sure, default=None),
        speaker=rows[0].speaker,
    )


def _spelled(row: _Word) -> str:
    return spelling(row.text if row.word is None else row.word)


def _confidence(row: _Word) -> Any:
    return next((value for value in (row.probability, row.score, row.confidence, row.p) if value is not None), None)


def _text(segments: Sequence[_Segment | None] | None) -> str:
    return " ".join(spelling(segment.text) for segment in segments or () if segment)


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    segments = [_rendered(number, sentence) for number, sentence in enumerate(sentences(doc))]
    text = "".join(segment["text"] for segment in segments)
    return rendered(known(text=text, segments=segments, language=doc.language or None, written_by=PAUSA))


def _rendered(number: int, sentence: Sentence) -> dict[str, Any]:
    return known(
        id=number,
        start=in_seconds(sentence.start),
        end=in_seconds(sentence.end),
        text=f" {text_of(sentence.words)}",
        speaker=one_speaker(sentence.words),
        words=[
            known(
                word=f" {word}",
                start=in_seconds(word.start),
                end=in_seconds(word.end),
                probability=share(word.confidence),
                speaker=word.speaker,
            )
            for word in sentence.words
        ],
    )


def looks_like(head: str) -> bool:
    keys = outline(head)
    if head.lstrip()[:1] == "[" or any(plain(key.removeprefix("segments.")) in _OTHER_SPEAKERS for key in keys):
        return False  # segments of anybody's: `unknown_json` knows more names and units
    in_segments = "segments.words" in keys or ({"segments.start", "segments.text"} <= keys and bool(keys & _OWN))
    alone = {"words.word", "words.start", "text"} <= keys and bool(keys & {"task", "language", "duration"})
    cpp = "transcription.offsets" in keys or "transcription.timestamps" in keys
    empty = "segments" in keys and "text" in keys and not any(key.startswith("segments.") for key in keys)
    return in_segments or alone or cpp or empty or "word_segments" in keys or _LONG_TEXT.match(head) is not None


FORMAT = json_format(
    name="whisper",
    title="Whisper, WhisperX, stable-ts, faster-whisper, whisper.cpp JSON",
    keeps={"sentence_times", "speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
