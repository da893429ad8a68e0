"""Transcripts of paper-edit tools: BBC Kaldi, autoEdit and digital-paper-edit. Read only.

    {"retval": {"words": [{"word": "good", "punct": "Good", "start": 0.1, "end": 0.4, "confidence": 0.99},
                          {"word": "morning", "punct": "morning.", "start": 0.4, "end": 0.9}]}}          BBC Kaldi

    {"text": [{"speaker": "Anna", "paragraph": [{"line": [{"text": "Good", "startTime": 0.1, "endTime": 0.4},
                                                          {"text": "morning.", "startTime": 0.4}]}]}]}     autoEdit

    {"words": [{"id": 0, "text": "Good", "start": 0.1, "end": 0.4}, {"id": 1, "text": "morning.", "start": 0.4}],
     "paragraphs": [{"id": 0, "speaker": "Anna", "start": 0.1, "end": 0.9}]}                   digital-paper-edit

Speakers are those of paragraphs, and of segments where BBC Kaldi's `segmentation` has some, by the time of the word.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.recogniser import each, flat, json_format, loaded, outline, speaker, spelling, time, token, whole


class _Word(Struct):
    word: Any = None
    punct: Any = None
    text: Any = None
    start: Any = None
    end: Any = None
    startTime: Any = None
    endTime: Any = None
    confidence: Any = None
    speaker: Any = None


class _Stretch(Struct):
    speaker: Any = None
    start: Any = None
    duration: Any = None


class _Line(Struct):
    line: list[_Word | None] | None = None


class _Paragraph(Struct):
    speaker: Any = None
    paragraph: list[_Line | None] | None = None


class _Segmentation(Struct):
    segments: list[_Stretch | None] | None = None


class _Returned(Struct):
    words: list[_Word | None] | None = None
    segmentation: _Segmentation | None = None


class _File(Struct):
    retval: _Returned | None = None
    text: Any = None
    words: list[_Word | None] | None = None
    paragraphs: list[_Stretch | None] | None = None
    segmentation: _Segmentation | None = None
    transcript: Any = None


class _Edited(Struct):
    text: list[_Paragraph | None]


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    if isinstance(file.text, list):
        return [_from_paragraphs(loaded(source, _Edited), source)]
    kept = file.retval or _Returned(file.words, file.segmentation)
    if kept.words is None:
        raise source.error(None, "no words in this JSON", "is it of BBC Kaldi, autoEdit or digital-paper-edit?")
    segments = (kept.segmentation or file.segmentation or _Segmentation()).segments
    turns = _Turns([one for one in file.paragraphs or segments or () if one is not None], source)
    return [whole(source, [flat(each(source, kept.words, lambda row: _token(row, turns, None, source)))])]


def _from_paragraphs(file: _Edited, source: Source) -> Document:
    """autoEdit: its lines are what fits on a screen, so only marks say where sentences end."""
    words: list[Word] = []
    for paragraph in filter(None, file.text):
        who = speaker(paragraph.speaker)
        for line in filter(None, paragraph.paragraph or ()):
            words += flat(each(source, line.line, partial(_token, turns=None, who=who, source=source)))
    return whole(source, [words])


class _Turns:
    """Who speaks when."""

    def __init__(self, stretches: list[_Stretch], source: Source) -> None:
        known = [(time(source, one.start), _name(one.speaker)) for one in stretches]
        self.starts = sorted((start, name or "") for start, name in known if start is not None)

    def at(self, start: Millis | None) -> str | None:
        if start is None or not self.starts:
            return None
        place = bisect_right(self.starts, (start, "\U0010ffff"))
        return self.starts[max(0, place - 1)][1] or None


def _name(value: Any) -> str | None:
    """A speaker; BBC Kaldi gives an object with an id and a gender."""
    return (
        speaker(value.get("name") or value.get("@id") or value.get("id")) if isinstance(value, dict) else speaker(value)
    )


def _token(row: _Word, turns: _Turns | None, who: str | None, source: Source) -> list[Word]:
    start = time(source, row.startTime if row.start is None else row.start)
    end = time(source, row.endTime if row.end is None else row.end)
    text = next((value for value in (row.punct, row.text, row.word) if spelling(value).strip()), None)
    named = speaker(row.speaker) or who or (turns.at(start) if turns else None)
    return token(source, text, start, end, speaker=named, confidence=row.confidence)


def looks_like(head: str) -> bool:
    keys = outline(head)
    kaldi = bool(keys & {"retval.words.word", "words.punct"})
    return kaldi or "text.paragraph.line" in keys or {"words.text", "words.start", "paragraphs.start"} <= keys


FORMAT = json_format(
    name="paperedit",
    title="BBC Kaldi, autoEdit and digital-paper-edit JSON (read only)",
    keeps={"speakers", "confidence"},
    looks_like=looks_like,
    parse=parse,
)
