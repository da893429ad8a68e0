"""IBM Watson Speech to Text: words as triples, confidences and speakers in lists of their own. Read only.

    {"result_index": 0,
     "results": [{"final": true,
                  "alternatives": [{"transcript": "good morning ", "confidence": 0.94,
                                    "timestamps": [["good", 0.1, 0.4], ["morning", 0.4, 0.9]],
                                    "word_confidence": [["good", 0.99], ["morning", 0.9]]}]}],
     "speaker_labels": [{"from": 0.1, "to": 0.4, "speaker": 0, "confidence": 0.6, "final": true}]}

Sessions give one such object after the other; people save them in a row or in a list. What is not final is told again.
`%HESITATION` is an event.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.display import punctuated, with_unlisted
from pausa.formats.recogniser import each, flat, in_shape, json_format, outline, speaker, spelling, time, token, whole
from pausa.text.tokens import settled

_HESITATION = "%HESITATION"


class _Alternative(Struct):
    transcript: Any = None
    timestamps: list[list[Any] | None] | None = None
    word_confidence: list[list[Any]] | None = None


class _Result(Struct):
    final: Any = None
    alternatives: list[_Alternative] | None = None


class _Label(Struct, rename={"start": "from"}):
    start: Any = None
    speaker: Any = None


class _File(Struct):
    results: list[_Result | None] | None = None
    speaker_labels: list[_Label | None] | None = None


def parse(source: Source) -> list[Document]:
    files = in_shape(source, _File)
    if all(file.results is None for file in files):
        raise source.error(None, "no results in this JSON", "is it Watson's?")
    labels = [label for file in files for label in file.speaker_labels or () if label]
    speakers = {time(source, label.start): speaker(label.speaker) for label in labels}
    results = [result for file in files for result in file.results or () if result and result.final is not False]
    return [whole(source, each(source, results, lambda result: _words(result, speakers, source), "result"))]


def _words(result: _Result, speakers: dict[int | None, str | None], source: Source) -> list[Word]:
    best = result.alternatives[0] if result.alternatives else _Alternative()
    text = spelling(best.transcript).replace(_HESITATION, "<hesitation>")
    if not best.timestamps:
        return token(source, text, is_text=True) if text.strip() else []
    sure = [row[1] if len(row) > 1 else None for row in best.word_confidence or ()]
    sure += [None] * (len(best.timestamps) - len(sure))
    rows = list(zip(best.timestamps, sure, strict=False))
    words = flat(each(source, rows, lambda row: _token(row, speakers, source)))
    return punctuated(with_unlisted(settled(words, lang=source.language), text, source), text, source)


def _token(row: tuple[list[Any] | None, Any], speakers: dict[int | None, str | None], source: Source) -> list[Word]:
    text, start, end = [*(row[0] or []), None, None, None][:3]
    begin = time(source, start)
    said = "<hesitation>" if text == _HESITATION else text
    return token(source, said, begin, time(source, end), speaker=speakers.get(begin), confidence=row[1])


def looks_like(head: str) -> bool:
    keys = outline(head)
    own = {"results.alternatives.timestamps", "results.alternatives.word_confidence", "result_index", "results.final"}
    return "results.alternatives" in keys and bool(keys & own)


FORMAT = json_format(
    name="watson",
    title="IBM Watson Speech to Text JSON (read only)",
    keeps={"speakers", "confidence"},
    looks_like=looks_like,
    parse=parse,
)
