"""Tables of words: what CSV, TSV, JSON lines and Parquet share.

    recording | word    | start | end   | speaker | confidence | mark | ends | ends (anna)
    call      | Good    | 3.200 | 3.400 | Anna    | 0.98       |      |      |
    call      | morning | 3.400 | 3.710 | Anna    | 0.91       | ,    | 1    | .

Only `word` must be there; columns may be called otherwise (see `SYNONYMS`). Times are seconds, or milliseconds
in columns that say so (`start_ms`). Where there is a column of marks, words are taken as they are; else
punctuation on the words counts. `ends` says after which words a sentence ends, one column for each annotator;
a mark in it is the mark of that end. Rows that hold whole stretches of text are read as such.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from math import isnan
from typing import Any

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.numbers import exact, shown
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis, checked, from_clock
from pausa.core.words import Word
from pausa.formats.base import Layout, Source, by_marks_or_segments, document
from pausa.formats.utterances import spanned
from pausa.text.marks import chief, kinds
from pausa.text.tokens import settled, token_words

#: A row of a table: the number of its line, where there are lines, and its cells by column.
Row = tuple[int | None, Mapping[str, Any]]

SYNONYMS = {
    "word": "word words text token ortho transcript utterance sentence",
    "start": "start starttime starts startsec startseconds startsecs begin begintime ts tbeg xmin from onset",
    "end": "end endtime endsec endseconds endsecs stop stoptime endts tend xmax to offset",
    "duration": "duration dur tdur durations durationsec",
    "start_ms": "startms starttimems beginms onsetms startmillis",
    "end_ms": "endms endtimems stopms offsetms endmillis",
    "duration_ms": "durationms durms",
    "speaker": "speaker speakerid speakername spk spkr who",
    "confidence": "confidence conf score probability prob",
    "mark": "mark punctuation punct punc",
    "before": "before prepunctuation",
    "recording": "recording recordingid file filename session sessionid document documentid doc call",
}
#: What every such table keeps.
KEEPS = frozenset("words times speakers confidence marks ends annotators probabilities events documents".split())
_COLUMN_OF = {synonym: column for column, synonyms in SYNONYMS.items() for synonym in synonyms.split()}
_ENDS = re.compile(r"(?:ends|sentence_ends?|is_end|boundary)(?:\s*\((?P<by>.*)\)|:(?P<who>.+))?", re.IGNORECASE)
_CHANCE = re.compile(r"end_probability(?:\s*\((?P<by>.*)\))?", re.IGNORECASE)
_JUDGED = ("ends", "end_probability")
_TIMES = frozenset({"start", "end", "duration", "start_ms", "end_ms", "duration_ms"})
_PLAIN = re.compile(r"[^a-z]+")
_NOTHING = frozenset({"", "na", "n/a", "nan", "none", "null", "-"})
_NO = frozenset({"", "0", "no", "n", "false", "f", "nan", "none", "null", "0.0", "-"})


@lru_cache(maxsize=4096)
def column_of(name: str) -> str:
    """The column that a header cell means; empty for one that is passed over.

    >>> column_of("Start (ms)"), column_of("token"), column_of("ends (anna)"), column_of("colour")
    ('start_ms', 'word', 'ends (anna)', '')
    """
    name = name.strip()
    for pattern, column in ((_ENDS, "ends"), (_CHANCE, "end_probability")):
        found = pattern.fullmatch(name)
        if found:
            by = (found.groupdict().get("by") or found.groupdict().get("who") or "").strip()
            return _for(column, by)
    return _COLUMN_OF.get(_PLAIN.sub("", name.lower()), "")


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row names columns: words, and something about them."""
    columns = {column_of(cell) for cell in cells} - {""}
    return "word" in columns and len(columns) > 1


def columns_of(header: Sequence[str], source: Source) -> dict[str, int]:
    """Where each known column is; the first wins where two mean the same."""
    places: dict[str, int] = {}
    for place, name in enumerate(header):
        places.setdefault(column_of(name), place)
    places.pop("", None)
    if "word" not in places:
        shown = ", ".join(header)[:80]
        raise source.error(1, f"no column of words among: {shown}", "name it 'word', 'text' or 'token'")
    return places


def columns_in_order(places: Mapping[str, int], width: int) -> list[str]:
    """The column at each place, empty for those that are passed over; of a row, only the cells it has cost time."""
    columns = {place: column for column, place in places.items()}
    return [columns.get(place, "") for place in range(width)]


@dataclass
class _Recording:
    """What was read of one recording so far."""

    words: list[Word] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)  # where each row ends among the words
    n_words: int = 0
    n_stretches: int = 0  # rows that hold more than one word
    ends: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    chances: dict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))


def documents_of(rows: Iterable[Row], columns: Iterable[str], source: Source) -> list[Document]:
    """The recordings in a table whose cells go by column name."""
    known = list(columns)
    judged = {column: _by(column) for column in known if column.startswith(("ends", "end_probability"))}
    bare = "mark" in known
    recordings: dict[str, _Recording] = {}
    for line, cells in rows:
        name = recording_of(cells)
        recording = recordings.get(name)
        if recording is None:
            recording = recordings[name] = _Recording()
        _take(recording, cells, line, source, bare=bare)
        for column in filter(judged.__contains__, cells):
            _judge(recording, column, judged[column], cells[column], line, source)
    annotators = {by: place for place, by in enumerate(dict.fromkeys(judged.values()))}
    found = [_document(each, name, annotators, source, bare=bare) for name, each in recordings.items()]
    return found or [document([])]


def recording_of(cells: Mapping[str, Any]) -> str:
    """Which recording a row belongs to; all that name none belong together."""
    return _text(cells.get("recording"))


def document_of(rows: Iterable[Row], columns: Iterable[str], source: Source) -> tuple[Document, list[int]]:
    """The one recording in these rows, and how many of its words there are up to the end of each row."""
    bare = "mark" in list(columns)
    recording = _Recording()
    until: list[int] = []
    for line, cells in rows:
        _take(recording, cells, line, source, bare=bare)
        until.append(recording.n_words)
    return _document(recording, "", {}, source, bare=bare), until


def _take(recording: _Recording, cells: Mapping[str, Any], line: int | None, source: Source, *, bare: bool) -> None:
    """Add the words of one row."""
    text, mark = _spelling(cells.get("word"), line, source), _text(cells.get("mark"), strip=False)
    if not text.strip():
        if mark.strip():
            recording.words.append(Word("", mark=mark.strip()))
        elif any(_text(value) for column, value in cells.items() if column != "recording"):
            source.bad_row(line, "no word in this row")
        return
    start, end = _times(cells, line, source)
    speaker = _text(cells.get("speaker")) or None
    sure = source.confidence(_or_nothing(cells.get("confidence")), line)
    if bare and len(text.split()) == 1:
        words = [Word(text.strip(), start, end, speaker, sure, mark, str(cells.get("before") or ""))]
    else:
        words = spanned(token_words(text, speaker=speaker, confidence=sure), start, end)
        if bare and words and mark:
            words[-1] = word_with(words[-1], mark=words[-1].mark + mark)
    recording.words += words
    recording.stops.append(len(recording.words))
    spoken = sum(1 for word in words if word.text and not word.is_event)
    recording.n_words += spoken
    recording.n_stretches += spoken > 1


def _judge(recording: _Recording, column: str, by: str, value: Any, line: int | None, source: Source) -> None:
    """Note what a cell says about an end after the last word so far."""
    last = recording.n_words - 1
    if last < 0:
        return
    if column.startswith("end_probability"):
        chance = source.confidence(_or_nothing(value), line)
        if chance is not None:
            recording.chances[by][last] = chance
        return
    said = _text(value).lower()
    if value is True or said not in _NO:
        recording.ends[by][last] = chief(said) if kinds(said) else ""


def _document(
    recording: _Recording, name: str, annotators: Mapping[str, int], source: Source, *, bare: bool
) -> Document:
    of_turns = recording.n_stretches > 0 and 4 * recording.n_stretches >= len(recording.stops)  # not just "New York"
    if of_turns and not recording.ends and not bare:
        return _from_turns(recording, name, source)
    loose = any(not word.text for word in recording.words)
    words = recording.words if bare and not loose else settled(recording.words, lang=source.language)
    segmentations = []
    for by in sorted(recording.ends, key=annotators.__getitem__):
        found = recording.ends[by]
        ends = sorted(found)
        made = Segmentation.of(recording.n_words, ends, marks=[found[end] for end in ends], by=by)
        chances = recording.chances.get(by, {})
        if len(chances) == recording.n_words:
            made = replace(made, probabilities=tuple(chances[word] for word in range(recording.n_words)))
        segmentations.append(made)
    return document(words, name=name, segmentations=segmentations)


def _from_turns(recording: _Recording, name: str, source: Source) -> Document:
    """Rows that hold whole stretches of text: their marks say where sentences end, or else the rows do."""
    words: list[Word] = []
    ends: set[int] = set()
    n_words = 0
    stops: list[int] = [0]
    for stop in recording.stops:
        if len(stops) > 1 and not any(word.text for word in recording.words[stops[-1] : stop]):
            stops.pop()  # punctuation by itself goes with the row before
        stops.append(stop)
    for start, stop in pairwise(stops):
        turn = settled(recording.words[start:stop], lang=source.language)
        n_words += sum(1 for word in turn if not word.is_event)
        words += turn
        ends.add(n_words - 1)
    return document(words, name=name, segmentations=by_marks_or_segments(words, sorted(ends - {-1})))


def _times(cells: Mapping[str, Any], line: int | None, source: Source) -> tuple[Millis | None, Millis | None]:
    def time(column: str) -> Millis | None:
        value = _or_nothing(cells.get(column))
        return _seconds(value, line, source) if value is not None else _millis(cells.get(f"{column}_ms"), line, source)

    if _TIMES.isdisjoint(cells):
        return source.span(None, None, line)
    start, end = time("start"), time("end")
    if end is None and start is not None:
        duration = time("duration")
        end = None if duration is None else start + duration
    return source.span(start, end, line)


def _seconds(value: Any, line: int | None, source: Source) -> Millis | None:
    if isinstance(value, str) and (":" in value or "," in value):
        try:
            return from_clock(value)  # 00:01:02.5, or 62,5 as spreadsheets have it in half of the world
        except ValueError:
            pass
    return source.time(value if isinstance(value, str | float) else str(value), line)


def _millis(value: Any, line: int | None, source: Source) -> Millis | None:
    value = _or_nothing(value)
    if value is None:
        return None
    try:
        return checked(round(exact(value)))
    except ValueError:
        source.bad_row(line, f"{shown(value)} is not a time in milliseconds")
        return None


def _or_nothing(value: Any) -> Any:
    """A cell, or None where it says that nothing is known."""
    if isinstance(value, str):
        return None if value.strip().lower() in _NOTHING else value
    return None if isinstance(value, float) and isnan(value) else value


def _text(value: Any, *, strip: bool = True) -> str:
    """A cell as text; whole numbers without a decimal point, as speakers often are."""
    if isinstance(value, str):
        return value.strip() if strip else value.rstrip()
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() if strip else str(value).rstrip()


def _spelling(value: Any, line: int | None, source: Source) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _text(value)
    raise source.error(line, f"the word is {str(value)[:40]!r}, not text", "a row holds one word, or one text")


def _for(column: str, by: str) -> str:
    return f"{column} ({by})" if by else column


def _by(column: str) -> str:
    return column.partition(" (")[2][:-1]


def table_of(documents: Sequence[Document], layout: Layout) -> tuple[list[str], list[dict[str, Any]]]:
    """Column names, and a row of values for every word and event; what is unknown is left out."""
    several = len(documents) > 1
    rows = [row for doc in documents for row in _rows(doc, layout, named=several)]
    filled = {column for row in rows for column in row}
    fixed = ["recording"] if several else []
    fixed += ["word", "start", "end", "speaker", "confidence", "mark"]
    fixed += ["before"] if "before" in filled else []
    judged = dict.fromkeys(column for row in rows for column in row if column not in fixed)
    by_annotator = dict.fromkeys(_for(name, s.by) for doc in documents for s in doc.segmentations for name in _JUDGED)
    return [*fixed, *(column for column in by_annotator if column in judged)], rows


def _rows(doc: Document, layout: Layout, *, named: bool) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    of_words: list[dict[str, Any]] = []
    for word in doc.transcript.tokens():
        row: dict[str, Any] = {"recording": doc.name} if named else {}
        row |= {"word": word.text, "start": word.start, "end": word.end, "speaker": word.speaker}
        row |= {"confidence": word.confidence, "mark": word.mark or None, "before": word.before or None}
        rows.append({column: value for column, value in row.items() if value is not None})
        if not word.is_event:
            of_words.append(rows[-1])
    for segmentation in doc.segmentations:
        for place, end in enumerate(segmentation.ends):
            of_words[end][_for("ends", segmentation.by)] = segmentation.mark(place) or True
        for row, chance in zip(of_words, segmentation.probabilities if layout.probabilities else (), strict=False):
            row[_for("end_probability", segmentation.by)] = chance
    return rows or ([{"recording": doc.name}] if named else [])
