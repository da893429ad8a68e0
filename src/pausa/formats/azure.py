"""Azure speech to text: phrases with their best reading, times in ticks of 100 nanoseconds.

    {"recognizedPhrases": [{"recognitionStatus": "Success", "channel": 0, "speaker": 1, "locale": "en-GB",
                            "offsetInTicks": 1000000, "durationInTicks": 8000000,
                            "nBest": [{"lexical": "good morning", "display": "Good morning.",
                                       "words": [{"word": "good", "offsetInTicks": 1000000,
                                                  "durationInTicks": 3000000, "confidence": 0.9}, …],
                                       "displayWords": [{"displayText": "Good", "offsetInTicks": 1000000,
                                                         "durationInTicks": 3000000}, …]}]}]}

Older files give times as `"PT0.1S"`. The fast API has `phrases` with `text`, `words` and milliseconds.
`displayWords` carry punctuation and are read where there are any. Else the words are the bare ones, and the
marks of `display` are brought onto them (see `pausa.formats.display`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pausa.core.document import Document, Sentence
from pausa.core.joining import join
from pausa.core.numbers import exact, shown
from pausa.core.times import LATEST, Millis
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, spelled
from pausa.formats.display import punctuated
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

_TICKS = 10_000_000
_ISO = re.compile(r"P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?")


class _Timed(Struct):
    offsetInTicks: Any = None
    offsetMilliseconds: Any = None
    offset: Any = None
    durationInTicks: Any = None
    durationMilliseconds: Any = None
    duration: Any = None
    endInTicks: Any = None


class _Word(_Timed):
    word: Any = None
    text: Any = None
    displayText: Any = None
    confidence: Any = None
    speaker: Any = None


class _Best(Struct):
    display: Any = None
    lexical: Any = None
    words: list[_Word | None] | None = None
    displayWords: list[_Word | None] | None = None


class _Phrase(_Timed):
    channel: Any = None
    speaker: Any = None
    locale: Any = None
    nBest: list[_Best] | None = None
    text: Any = None
    words: list[_Word | None] | None = None


class _Combined(Struct):
    text: Any = None
    display: Any = None


class _File(Struct):
    written_by: Any = None
    recognizedPhrases: list[_Phrase | None] | UnsetType | None = UNSET
    phrases: list[_Phrase | None] | UnsetType | None = UNSET
    combinedRecognizedPhrases: list[_Combined] | None = None
    combinedPhrases: list[_Combined] | None = None


def parse(source: Source) -> list[Document]:
    file = loaded(source, _File)
    held = file.phrases if file.recognizedPhrases is UNSET else file.recognizedPhrases
    if held is UNSET:
        raise source.error(None, "neither recognizedPhrases nor phrases in this JSON", "is it Azure's?")
    phrases = held or []
    language = next((phrase.locale for phrase in phrases if phrase and phrase.locale), None)
    several = len({spelling(phrase.channel) for phrase in phrases if phrase}) > 1
    parts = each(source, phrases, lambda phrase: _words(phrase, several, source), "phrase")
    if not any(parts):  # the text of all is there even where no phrase is
        told = [spelling(one.text) or spelling(one.display) for one in _combined(file)]
        parts = [token(source, text, is_text=True) for text in told if text.strip()]
    elif several:
        channels: dict[str, list[list[Word]]] = {}
        for phrase, words in zip(phrases, parts, strict=True):
            if phrase:
                channels.setdefault(spelling(phrase.channel), []).append(words)
        parts = [merged([flat(channels[number]) for number in sorted(channels)])]
    return [whole(source, parts, lang=language, are_sentences=file.written_by == PAUSA)]


def _combined(file: _File) -> list[_Combined]:
    return file.combinedPhrases or file.combinedRecognizedPhrases or []


def _words(phrase: _Phrase, by_channel: bool, source: Source) -> list[Word]:
    best = phrase.nBest[0] if phrase.nBest else _Best(display=phrase.text, words=phrase.words)
    who = speaker(phrase.speaker)
    if by_channel:
        who = ".".join(filter(None, (spelling(phrase.channel), who))) or None
    text = spelling(best.display) or spelling(best.lexical) or spelling(phrase.text)
    if best.displayWords:
        return flat(each(source, _shown(best), lambda row: _token(row, who, source)))
    if best.words:
        words = flat(each(source, best.words, lambda row: _token(row, who, source)))
        return punctuated(words, text, source)
    if not text.strip():
        return []  # a phrase in which nothing was understood
    start, end = _times(phrase, source)
    return token(source, text, start, end, speaker=who, is_text=True)


def _shown(best: _Best) -> list[_Word | None]:
    """The display words, with the confidence of the bare words where there are as many of these."""
    shown, bare = best.displayWords or [], best.words or []
    if len(shown) != len(bare):
        return shown
    return [
        replace(row, confidence=word.confidence) if row and word and row.confidence is None else row
        for row, word in zip(shown, bare, strict=True)
    ]


def _token(row: _Word, who: str | None, source: Source) -> list[Word]:
    text = next((text for text in (row.displayText, row.word, row.text) if text is not None), None)
    start, end = _times(row, source)
    return token(source, text, start, end, speaker=speaker(row.speaker) or who, confidence=row.confidence)


def _times(row: _Timed, source: Source) -> tuple[Millis | None, Millis | None]:
    """When something starts and ends; the end is worked out before anything is rounded."""
    start = _seconds(row.offsetInTicks, row.offsetMilliseconds, row.offset, source)
    length = _seconds(row.durationInTicks, row.durationMilliseconds, row.duration, source)
    if start is None:
        return None, time(source, row.endInTicks, per_second=_TICKS)
    return time(source, start), None if length is None else time(source, start + length)


def _seconds(ticks: Any, milliseconds: Any, other: Any, source: Source) -> Decimal | None:
    """A time given in one of three ways, as exact seconds."""
    value, per_second = next(
        (
            (value, units)
            for value, units in ((ticks, _TICKS), (milliseconds, 1000), (other, 1000))
            if value is not None
        ),
        (None, 1),
    )
    if value is None:
        return None
    iso = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        if iso:
            days, hours, minutes, seconds = (exact(part or 0) for part in iso.groups())
            return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
        found = exact(value) / per_second
        if abs(found) <= LATEST:
            return found
    except ValueError:
        pass
    source.bad_row(None, f"{shown(value)} is not a time")
    return None


def render(documents: Sequence[Document], layout: Layout) -> str:
    doc = spelled(documents[0])
    phrases = [_phrase(sentence, doc.language) for sentence in sentences(doc)]
    silence = [{"recognitionStatus": "NoMatch", "channel": 0, "locale": doc.language}] if doc.language else []
    combined = [{"channel": 0, **_texts(list(doc.transcript.tokens()))}] if phrases else []
    file = {"source": doc.name, "combinedRecognizedPhrases": combined}
    return rendered(file | {"recognizedPhrases": phrases or silence, "written_by": PAUSA})


def _phrase(sentence: Sentence, language: str) -> dict[str, Any]:
    words = sentence.words
    shared = one_speaker(words)
    bare = [known(word=word.text, **_edges(word), confidence=share(word.confidence)) for word in words]
    shown = [
        known(displayText=str(word), **_edges(word), speaker=numbered(word.speaker) if shared is None else None)
        for word in words
    ]
    best = {**_texts(words), "words": bare, "displayWords": shown}
    edges = _span(sentence.start, sentence.end)
    who = known(speaker=numbered(shared), locale=language or None)
    return {"recognitionStatus": "Success", "channel": 0, **who, **edges, "nBest": [best]}


def _texts(words: Sequence[Word]) -> dict[str, str]:
    lexical = join(word.text for word in words)
    return {"lexical": lexical, "itn": lexical, "maskedITN": lexical, "display": text_of(words)}


def _edges(word: Word) -> dict[str, Any]:
    if word.start is None and word.end is not None:
        return {"endInTicks": word.end * (_TICKS // 1000)}  # Azure has no word for it; unknown keys do no harm
    return _span(word.start, word.end)


def _span(start: Millis | None, end: Millis | None) -> dict[str, Any]:
    length = None if start is None or end is None else max(0, end - start)
    times = {"offset": start, "duration": length}
    iso = {name: None if value is None else _iso(value) for name, value in times.items()}
    ticks = {f"{name}InTicks": None if value is None else value * (_TICKS // 1000) for name, value in times.items()}
    return known(**iso, **ticks)


def _iso(time: Millis) -> str:
    """A duration such as `PT1H2M3.4S`."""
    minutes, rest = divmod(time, 60_000)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest / 1000:.3f}".rstrip("0").rstrip(".")
    return "PT" + (f"{hours}H" if hours else "") + (f"{minutes}M" if minutes else "") + f"{seconds}S"


def looks_like(head: str) -> bool:
    keys = outline(head)
    return bool(keys & {"recognizedPhrases", "combinedRecognizedPhrases"}) or {"combinedPhrases", "phrases"} <= keys


FORMAT = json_format(
    name="azure",
    title="Azure speech to text JSON (batch and fast)",
    keeps={"sentence_times", "speakers", "confidence", "language"},
    looks_like=looks_like,
    parse=parse,
    render=render,
)
