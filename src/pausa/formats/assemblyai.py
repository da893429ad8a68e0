"""AssemblyAI transcripts: words with times in milliseconds.

    {"id": "…", "status": "completed", "language_code": "en_uk", "text": "Good morning.",
     "words": [{"text": "Good", "start": 100, "end": 400, "confidence": 0.99, "speaker": "A"},
               {"text": "morning.", "start": 400, "end": 900, "confidence": 0.98, "speaker": "A"}],
     "utterances": [{"speaker": "A", "start": 100, "end": 900, "text": "Good morning.", "words": […]}]}

`utterances` are speakers' turns and say nothing about sentences; they are read only where `words` is empty.
`sentences`, which AssemblyAI gives on another address, are read first.
A transcript that failed or is not ready yet holds no words; Pausa says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from pausa.core.document import Document, Sentence
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.display import with_unlisted
from pausa.formats.jsons import rendered
from pausa.formats.recogniser import (
    each,
    flat,
    json_format,
    known,
    loaded,
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
    text: Any = None
    start: Any = None
    end: Any = None
    confidence: Any = None
    speaker: Any = None


class _Utterance(_Word):
    words: list[_Word | None] | None = None


class _File(Struct):
    status: Any = None
    error: Any = None
    text: Any = None
    words: list[_Word | None] | None = None
    utterances: list[_Utterance | None] | None = None
    sentences: list[_Utterance | None] | None = None
    language_code: Any = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    if file.status == "error":
        raise source.error(None, f"AssemblyAI could not transcribe this: {spelling(file.error) or 'no reason given'}")
    if file.status in ("queued", "processing"):
        raise source.error(None, f"this transcript is not ready (status {file.status!r})", "fetch it again later")
    if file.sentences:
        parts = each(source, file.sentences, lambda sentence: _turn(sentence, source), "segment")
        return [whole(source, parts, lang=file.language_code, are_sentences=True)]
    if file.words:
        words = flat(each(source, file.words, lambda row: _token(row, None, source)))
        parts = [with_unlisted(words, spelling(file.text), source)]
    elif file.utterances:
        parts = each(source, file.utterances, lambda turn: _turn(turn, source), "segment")
    elif (file.words, file.utterances, file.text) == (None, None, None):
        raise source.error(None, "no words and no text in this JSON", "is it AssemblyAI's?")
    else:
        parts = [token(source, file.text, is_text=True)] if spelling(file.text).strip() else []
    return [whole(source, [flat(parts)], lang=file.language_code)]


def _turn(turn: _Utterance, source: Source) -> list[Word]:
    if not turn.words:
        return _token(turn, None, source)
    named = any(row and row.speaker is not None for row in turn.words)
    who = None if named else speaker(turn.speaker)
    return flat(each(source, turn.words, lambda row: _token(row, who, source)))


def _token(row: _Word, who: str | None, source: Source) -> list[Word]:
    start, end = time(source, row.start, per_second=1000), time(source, row.end, per_second=1000)
    sure = None if isinstance(row, _Utterance) else row.confidence  # of a whole turn, it is not the words'
    named, is_text = speaker(row.speaker) or who, isinstance(row, _Utterance)
    return token(source, row.text, start, end, speaker=named, confidence=sure, is_text=is_text)


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    tokens = list(doc.transcript.tokens())
    spoken = any(word.speaker is not None for word in tokens)
    turns = [_rendered_turn(tuple(turn)) for _, turn in groupby(tokens, key=lambda word: word.speaker)]
    file: dict[str, Any] = {"status": "completed", "language_code": doc.language or None, "text": text_of(tokens)}
    file |= {"words": [_word(word) for word in tokens], "utterances": turns if spoken else None}
    return rendered(file | {"sentences": [_rendered_turn(sentence.words) for sentence in sentences(doc)]})


def _rendered_turn(words: tuple[Word, ...]) -> dict[str, Any]:
    turn = Sentence(words)
    edges = known(start=turn.start, end=turn.end)
    return {"speaker": turn.speaker, "text": turn.text, **edges, "words": [_word(word) for word in words]}


def _word(word: Word) -> dict[str, Any]:
    times = known(start=word.start, end=word.end, confidence=share(word.confidence))
    return {"text": str(word), **times, "speaker": word.speaker}


def looks_like(head: str) -> bool:
    keys = outline(head)
    in_words = bool(keys & {"words.text", "sentences.words.text"}) or ("words" in keys and "status" in keys)
    own = keys & {"status", "audio_url", "utterances", "acoustic_model", "audio_duration"}
    failed = {"status", "error", "audio_url"} <= keys
    return ((in_words and bool(own)) or failed) and not keys & {"results", "segments", "pausa"}


FORMAT = json_format(
    name="assemblyai",
    title="AssemblyAI transcript JSON",
    keeps={"speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
