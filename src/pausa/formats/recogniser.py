"""What the JSON files of speech recognisers have in common: rows of tokens with times, speakers, confidences.

Producers differ in names and units, and real files hold nulls, NaN, numbers spelled as strings and rows
out of shape. So the shapes leave such fields open (`Any`); the functions here make of them what a word can
have. Nonsense becomes unknown and is noted with the row it stands in. Nothing is made up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace as source_with
from functools import lru_cache
from itertools import accumulate, chain, islice
from typing import Any, TypeVar

from msgspec.structs import replace

from pausa.core.document import Document, Sentence
from pausa.core.errors import InputError
from pausa.core.joining import join
from pausa.core.numbers import exact, shown
from pausa.core.segmentation import Segmentation
from pausa.core.times import LATEST, Millis, millis
from pausa.core.words import Word, joined
from pausa.formats.base import Format, Parse, Render, Source, by_marks_or_segments, document, main_segmentation
from pausa.formats.jsons import decoded, forgiving
from pausa.text.marks import is_end
from pausa.text.tokens import settled, token_words

T = TypeVar("T")

#: Stands under `written_by` in the files that Pausa writes: their segments are sentences.
PAUSA = "Pausa"

#: A silence this long parts two stretches of one channel; words inside a stretch are never torn apart.
STRETCH_PAUSE: Millis = 300

#: What the JSON of every recogniser keeps.
_ALL_KEEP = frozenset({"words", "times", "marks", "ends", "events"})

_NO_NUMBER = re.compile(r"[\[:,\s](?:NaN|-?Infinity)\s*[,\]}]")
#: Strings, with the colon that makes one a key, and brackets. A string cut off at the end is taken whole, so that
#: no text is looked through twice.
_OUTLINE = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)(?:"\s*+(:?)|\\?\Z)|[{}\[\]]', re.DOTALL)
_OUTLINE_SIGNS, _OUTLINE_DEPTH = 20_000, 8


def json_format(
    *,
    name: str,
    title: str,
    keeps: Set[str],
    looks_like: Callable[[str], bool],
    parse: Parse,
    render: Render | None = None,
) -> Format:
    """The record of a recogniser's JSON; `keeps` is what it keeps beside what they all do."""
    return Format(
        name=name,
        title=title,
        suffixes=(".json",),
        keeps=_ALL_KEEP | keeps,
        looks_like=looks_like,
        parse=parse,
        render=render,
        opens="{[",
        media="application/json",
        by_recogniser=True,
    )


def loaded(source: Source, shape: Any) -> Any:
    """The file's JSON in that shape; NaN and Infinity, which many writers let slip in, are read as null."""
    try:
        return decoded(source, shape)
    except InputError:
        if not _NO_NUMBER.search(source.text):
            raise
        try:
            value = forgiving().decode(source.text)
        except (ValueError, RecursionError):
            value = None
        if value is None:
            raise
        return decoded(source_with(source, text=json.dumps(value)), shape)


def in_shape(source: Source, shape: Any) -> list[Any]:
    """One value of that shape, a list of them, or several one after the other, as sessions are saved."""
    try:
        stored = loaded(source, list[shape] | shape)
    except InputError:
        rows = in_a_row(source)
        if len(rows) < 2:
            raise
        stored = loaded(source_with(source, text=json.dumps(rows)), list[shape])
    return stored if isinstance(stored, list) else [stored]


def in_a_row(source: Source) -> list[Any]:
    """The JSON values that stand one after the other in a file; none where not even the first can be read."""
    decoder, text, place = forgiving(), source.text, 0
    values: list[Any] = []
    try:
        while place < len(text):
            if text[place].isspace():
                place += 1
                continue
            value, place = decoder.raw_decode(text, place)
            values.append(value)
    except RecursionError:
        return []
    except json.JSONDecodeError as problem:
        if not values:
            return []
        raise source.error(problem.lineno, f"broken JSON: {problem.msg}", "is the file whole?") from problem
    except ValueError as problem:
        raise source.error(None, str(problem), "correct it or take it out") from None
    return values


@lru_cache(maxsize=4)
def outline(head: str) -> frozenset[str]:
    """The keys that JSON text names, as paths; lists are passed through, the text may break off.

    >>> sorted(outline('{"results": [{"words": [{"word": "results"'))
    ['results', 'results.words', 'results.words.word']
    """
    if head.lstrip()[:1] not in ("{", "["):
        return frozenset()
    paths: set[str] = set()
    above: list[str] = []
    here = ""
    for found in islice(_OUTLINE.finditer(head), _OUTLINE_SIGNS):
        sign = found[0]
        if sign in "{[":
            above.append(here)
        elif sign in "}]":
            del above[-1:]
            here = above[-1] if above else ""
        elif found[2] and len(above) <= _OUTLINE_DEPTH:
            prefix = above[-1] if above else ""
            here = f"{prefix}.{found[1]}" if prefix else found[1]
            paths.add(here)
    return frozenset(paths)


def each(
    source: Source, rows: Iterable[T | None] | None, read: Callable[[T], list[Word]], what: str = "word"
) -> list[list[Word]]:
    """What `read` makes of every row; a problem noted meanwhile gets the row's number."""
    parts: list[list[Word]] = []
    for number, row in enumerate(rows or (), start=1):
        noted = len(source.bad_rows)
        if row is None:
            source.bad_row(None, "null")
            parts.append([])
        else:
            parts.append(read(row))
        for place in range(noted, len(source.bad_rows)):
            line, problem = source.bad_rows[place]
            comma = ", " if re.match(r"(?:word|item) \d", problem) else ": "
            source.bad_rows[place] = (line, f"{what} {number}{comma}{problem}")
    return parts


def flat(parts: Iterable[Iterable[Word]]) -> list[Word]:
    return list(chain.from_iterable(parts))


def time(source: Source, value: Any, *, per_second: int = 1) -> Millis | None:
    """A time counted in seconds, or in any other part of a second, as milliseconds; nonsense is noted."""
    if value is None or value == "":
        return None
    try:
        if per_second == 1 and type(value) is float:  # the common case, kept fast
            return millis(value)
        seconds = exact(value) / per_second
        if 0 <= seconds <= LATEST:
            return millis(seconds)
    except ValueError:
        pass
    source.bad_row(None, f"{shown(value)} is not a time")
    return None


def spelling(value: Any) -> str:
    """A text field as text: numbers are spelled out, anything else is no text."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def speaker(value: Any) -> str | None:
    """A speaker's name or number as a name; None where there is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return spelling(value) or None


def token(
    source: Source,
    text: Any,
    start: Millis | None = None,
    end: Millis | None = None,
    *,
    speaker: str | None = None,
    confidence: Any = None,
    is_text: bool = False,
) -> list[Word]:
    """The words of one token, or (`is_text`) of a whole stretch of text whose times are known only at its edges."""
    start, end = source.span(start, end, None)
    sure = source.confidence(confidence, None)
    words = token_words(spelling(text), start=start, end=end, speaker=speaker, confidence=sure, is_text=is_text)
    if not words:
        source.bad_row(None, "no word here")
    if len(words) < 2:
        return words
    # Times go to the first and last real word, not to a dash that stands by itself.
    spoken = [place for place, word in enumerate(words) if word.text]
    words = [replace(word, start=None, end=None) for word in words]
    if spoken:
        words[spoken[0]] = replace(words[spoken[0]], start=start)
        words[spoken[-1]] = replace(words[spoken[-1]], end=end)
    return words


def verbatim(words: Iterable[Word]) -> list[Word]:
    """Words from a producer that gives punctuation rows of its own: a sign at the end is part of the word."""
    return [
        replace(word, text=word.text + word.mark, mark="") if word.text and word.mark and not word.is_event else word
        for word in words
    ]


def attach(words: list[Word], marks: list[str]) -> None:
    """Put the marks from rows of their own on the last word so far; then none are waiting any more."""
    if marks and words:
        words[-1] = replace(words[-1], mark=joined(words[-1].mark, *marks))
    elif marks:
        words.append(Word("", mark=joined(*marks)))
    marks.clear()


def cut_at_marks(words: Iterable[Word]) -> list[list[Word]]:
    """Words in sentences, from marks that are known to be no part of a word."""
    parts: list[list[Word]] = [[]]
    for word in words:
        parts[-1].append(word)
        if is_end(word.mark):
            parts.append([])
    return parts


def merged(channels: Sequence[Sequence[Word]]) -> list[Word]:
    """One list from the words of several channels, stretch by stretch in the order they begin.

    A stretch goes on until a sentence ends or its channel is silent for a while, so people who talk at
    the same time do not tear each other's sentences apart.
    """
    if len(channels) < 2:
        return flat(channels)
    stretches: list[tuple[Millis, int, list[Word]]] = []
    for number, words in enumerate(channels):
        latest: Millis = 0
        previous: Word | None = None
        for word in words:
            if previous is None or _parted(previous, word):
                latest = max(latest, word.start or 0)
                stretches.append((latest, number, []))
            stretches[-1][2].append(word)
            previous = word
    stretches.sort(key=lambda stretch: stretch[:2])
    return flat(words for _, _, words in stretches)


def _parted(before: Word, after: Word) -> bool:
    if not after.text:  # a loose mark stays with its word
        return False
    silent = before.end is not None and after.start is not None and after.start - before.end >= STRETCH_PAUSE
    return silent or is_end(before.mark)


def whole(
    source: Source, parts: Sequence[Sequence[Word]], *, name: str = "", lang: Any = None, are_sentences: bool = False
) -> Document:
    """A document from the words of its segments.

    Where a segment is known to be a sentence, the segments say where sentences end; else the marks do, and
    the segments only where there is no mark at all.
    """
    words = settled(chain.from_iterable(parts), lang=source.language)
    counts = [*accumulate(sum(1 for word in part if word.text and not word.is_event) for part in parts)]
    ends = sorted({count - 1 for count in counts if count})
    sure = (Segmentation.of(counts[-1], ends),) if are_sentences and ends else ()
    return document(words, name=name, segmentations=sure or by_marks_or_segments(words, ends), lang=spelling(lang))


def sentences(doc: Document) -> list[Sentence]:
    """The sentences to write, events included even where there is no word at all."""
    found = list(doc.sentences(main_segmentation(doc)))
    alone = tuple(doc.transcript.tokens())
    return found or ([Sentence(alone)] if alone else [])


def text_of(words: Iterable[Word]) -> str:
    return join(words)


def known(**fields: Any) -> dict[str, Any]:
    """The fields that have a value, for an object that leaves out what is unknown."""
    return {name: value for name, value in fields.items() if value is not None}


def in_seconds(time: Millis | None) -> float | None:
    return None if time is None else time / 1000


def share(confidence: float | None) -> float | None:
    """A confidence as it is written."""
    return None if confidence is None else round(confidence, 4)


def one_speaker(words: Iterable[Word]) -> str | None:
    """The speaker of all these words; None where they differ or one is unknown."""
    names = {word.speaker for word in words}
    return names.pop() if len(names) == 1 else None


def numbered(speaker: str | None) -> int | str | None:
    """A speaker as the number most producers give; a name that is no number stays a name."""
    return int(speaker) if speaker is not None and re.fullmatch(r"0|[1-9][0-9]{0,8}", speaker) else speaker
