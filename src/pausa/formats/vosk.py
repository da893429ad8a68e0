"""Vosk results: one object per utterance, its words in `result`.

    {"result": [{"conf": 0.98, "start": 0.12, "end": 0.45, "word": "good"},
                {"conf": 1.0, "start": 0.45, "end": 0.9, "word": "morning"}],
     "text": "good morning"}

A recogniser gives one such object after the other; people save them in a row, one per line, or in a list.
With alternatives asked for, the first of `alternatives` counts; it may hold text alone. Partial results are
passed over. The command-line tool wraps the same words as `monologues` with `terms`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from pausa.core.document import Document, Sentence
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.display import with_unlisted
from pausa.formats.recogniser import (
    PAUSA,
    each,
    flat,
    in_seconds,
    in_shape,
    json_format,
    known,
    outline,
    sentences,
    share,
    spelling,
    text_of,
    time,
    token,
    whole,
)

_SILENCE = re.compile(r'\s*\{\s*"text"\s*:\s*""\s*\}')


class _Word(Struct):
    word: Any = None
    text: Any = None
    start: Any = None
    end: Any = None
    conf: Any = None
    confidence: Any = None


class _Utterance(Struct):
    result: list[_Word | None] | None = None
    terms: list[_Word | None] | None = None
    text: Any = None
    partial: Any = None
    alternatives: list[_Utterance] | None = None
    monologues: list[_Utterance | None] | None = None
    written_by: Any = None


def parse(source: Source) -> list[Document]:
    utterances = _finished(_utterances(source), source)
    parts = each(source, utterances, lambda utterance: _words(utterance, source), "segment")
    by_pausa = bool(utterances) and all(row and row.written_by == PAUSA for row in utterances)
    return [whole(source, parts, are_sentences=by_pausa)]


def _utterances(source: Source) -> list[_Utterance | None]:
    stored: list[_Utterance | None] = in_shape(source, _Utterance | None)
    alone = stored[0] if len(stored) == 1 else None
    if alone is None:
        return stored
    if alone.monologues is not None:
        return alone.monologues
    if (alone.result, alone.text, alone.partial, alone.alternatives) == (None, None, None, None):
        raise source.error(None, "neither 'result' nor 'text' in this JSON", "is it Vosk's?")
    return stored


def _finished(utterances: list[_Utterance | None], source: Source) -> list[_Utterance | None]:
    """The utterances; a partial result is told again in full, but for one with which the file breaks off."""
    last = utterances[-1] if utterances else None
    if last is None or not spelling(last.partial).strip() or last.text or last.result or last.alternatives:
        return utterances
    source.bad_row(None, f"the last result is a partial one, taken as it is: {spelling(last.partial)[:60]!r}")
    return [*utterances[:-1], _Utterance(text=last.partial)]


def _words(utterance: _Utterance, source: Source) -> list[Word]:
    best = utterance.alternatives[0] if utterance.alternatives else utterance
    rows = best.result or best.terms
    if rows:
        words = flat(each(source, rows, lambda row: _token(row, source)))
        return with_unlisted(words, spelling(best.text), source)
    return token(source, best.text, is_text=True) if spelling(best.text).strip() else []


def _token(row: _Word, source: Source) -> list[Word]:
    text = row.text if row.word is None else row.word
    sure = row.confidence if row.conf is None else row.conf
    return token(source, text, time(source, row.start), time(source, row.end), confidence=sure)


def render(documents: Sequence[Document], layout: Layout) -> str:
    utterances = [_rendered(sentence) for sentence in sentences(spelled(documents[0]))]
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in utterances or [{"text": ""}])


def _rendered(sentence: Sentence) -> dict[str, Any]:
    return {
        "result": [
            known(conf=share(word.confidence), end=in_seconds(word.end), start=in_seconds(word.start), word=str(word))
            for word in sentence.words
        ],
        "text": text_of(sentence.words),
        "written_by": PAUSA,
    }


def looks_like(head: str) -> bool:
    keys = outline(head)
    in_result = "result.word" in keys and bool(keys & {"result.conf", "result.start", "text"})
    chosen = "alternatives.text" in keys and bool(keys & {"alternatives.result", "alternatives.confidence"})
    return in_result or chosen or "monologues.terms" in keys or _SILENCE.match(head) is not None


FORMAT = json_format(
    name="vosk",
    title="Vosk results, one utterance after the other",
    keeps={"confidence"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
