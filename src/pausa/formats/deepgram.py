"""Deepgram: channels with alternatives, the first of which holds the words.

    {"metadata": {"duration": 2.4, "channels": 1},
     "results": {"channels": [{"detected_language": "en",
                               "alternatives": [{"transcript": "Good morning.", "confidence": 0.99,
                                                 "words": [{"word": "good", "punctuated_word": "Good", "start": 0.1,
                                                            "end": 0.4, "confidence": 0.99, "speaker": 0}, …]}]}]}}

Several channels become one transcript, stretch by stretch in the order they begin; the speaker is then the
number of the channel, or `channel.speaker` where speakers were told apart within it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pausa.core.document import Document, Sentence
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.jsons import rendered
from pausa.formats.recogniser import (
    PAUSA,
    cut_at_marks,
    each,
    flat,
    in_seconds,
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

_Read: TypeAlias = Callable[["_Word", int | None, Source], list[Word]]


class _Word(Struct):
    word: Any = None
    punctuated_word: Any = None
    start: Any = None
    end: Any = None
    confidence: Any = None
    speaker: Any = None


class _Alternative(Struct):
    transcript: Any = None
    words: list[_Word | None] | None = None


class _Channel(Struct):
    alternatives: list[_Alternative] | None = None
    detected_language: Any = None


class _Utterance(Struct):
    words: list[Any] | None = None


class _Results(Struct):
    channels: list[_Channel] | None = None
    utterances: list[_Utterance] | None = None


class _File(Struct):
    results: _Results | None = None
    err_msg: Any = None
    written_by: Any = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    if file.err_msg:
        raise source.error(None, f"Deepgram could not transcribe this: {file.err_msg}")
    if file.results is None or file.results.channels is None:
        raise source.error(None, "no results.channels in this JSON", "is it Deepgram's?")
    channels = file.results.channels
    language = next((channel.detected_language for channel in channels if channel.detected_language), None)
    if len(channels) != 1:
        several = list(enumerate(channels))
        words = merged(each(source, several, lambda one: flat(_words(one[1], one[0], _token, source)), "channel"))
        return [whole(source, [words], lang=language)]
    if file.written_by == PAUSA:
        words = flat(_words(channels[0], None, _exact, source))
        return [whole(source, cut_at_marks(words), lang=language, are_sentences=True)]
    rows = _words(channels[0], None, _token, source)
    parts = [flat(some) for some in _utterances(rows, file.results.utterances)]
    return [whole(source, parts, lang=language)]


def _words(channel: _Channel, number: int | None, read: _Read, source: Source) -> list[list[Word]]:
    """The words of every row of a channel, or its transcript where it has no rows."""
    best = channel.alternatives[0] if channel.alternatives else _Alternative()
    if best.words:
        return each(source, best.words, lambda row: read(row, number, source))
    who = None if number is None else str(number)
    return [token(source, best.transcript, speaker=who, is_text=True)] if spelling(best.transcript).strip() else []


def _token(row: _Word, number: int | None, source: Source) -> list[Word]:
    who = speaker(row.speaker)
    if number is not None:
        who = f"{number}.{who}" if who else str(number)
    text = row.word if row.punctuated_word is None else row.punctuated_word
    start, end = time(source, row.start), time(source, row.end)
    return token(source, text, start, end, speaker=who, confidence=row.confidence)


def _exact(row: _Word, number: int | None, source: Source) -> list[Word]:
    """A word of Pausa's own file, where `word` tells what of `punctuated_word` is the word and what is marks."""
    words = _token(replace(row, punctuated_word=row.word), number, source)
    before, text, mark = spelling(row.punctuated_word).partition(spelling(row.word))
    return [replace(words[0], before=before, text=text, mark=mark)] if text and len(words) == 1 else words


def _utterances(rows: list[list[Word]], utterances: list[_Utterance] | None) -> list[list[list[Word]]]:
    """The rows by utterance, where the utterances hold just these rows."""
    edges = [0, *accumulate(len(utterance.words or ()) for utterance in utterances or ())]
    if edges[-1] != len(rows):
        return [rows]
    return [rows[start:stop] for start, stop in pairwise(edges)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    said = sentences(doc)
    words = [_word(word) for sentence in said for word in sentence.words]
    text = text_of(doc.transcript.tokens())
    best = {"transcript": text, "words": words, "paragraphs": {"transcript": text, "paragraphs": _paragraphs(said)}}
    channel = known(alternatives=[best], detected_language=doc.language or None)
    ends = [word.end for word in doc.transcript.words if word.end is not None]
    metadata = known(channels=1, duration=in_seconds(max(ends, default=None)))
    return rendered({"metadata": metadata, "results": {"channels": [channel]}, "written_by": PAUSA})


def _word(word: Word) -> dict[str, Any]:
    return known(
        word=word.text,
        start=in_seconds(word.start),
        end=in_seconds(word.end),
        confidence=share(word.confidence),
        speaker=numbered(word.speaker),
        punctuated_word=str(word),
    )


def _paragraphs(said: Sequence[Sentence]) -> list[dict[str, Any]]:
    """Sentences one after the other by the same speaker, as Deepgram groups them."""
    paragraphs = []
    for who, group in groupby(said, key=lambda sentence: sentence.speaker):
        together = list(group)
        stored = [
            known(text=sentence.text, start=in_seconds(sentence.start), end=in_seconds(sentence.end))
            for sentence in together
        ]
        paragraphs.append(
            known(
                sentences=stored,
                start=stored[0].get("start"),
                end=stored[-1].get("end"),
                num_words=sum(len(sentence.words) for sentence in together),
                speaker=numbered(who),
            )
        )
    return paragraphs


def looks_like(head: str) -> bool:
    keys = outline(head)
    return "results.channels" in keys or {"err_code", "err_msg"} <= keys


FORMAT = json_format(
    name="deepgram",
    title="Deepgram JSON",
    keeps={"sentence_times", "speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
