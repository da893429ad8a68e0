"""JSON lines: a JSON object on each line.

    {"word": "Good", "start": 3.2, "end": 3.4, "speaker": "Anna", "confidence": 0.98}
    {"word": "morning", "start": 3.4, "end": 3.71, "speaker": "Anna", "mark": ","}

A row may be a word (or a text), as in other `tables`; a whole transcript of turns,
`{"id": "talk", "turns": [{"speaker": "Anna", "text": "Good morning."}]}`; one with its words,
`{"id": "talk", "words": [{"word": "Good"}]}`; a text with an id of its own; or a document in Pausa's own JSON.
Rows of any other shape are read as `unknown_json` does. With `"annotator": "anna"`, a whole transcript is what that
person made of the recording, and others may follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

import msgspec

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.formats import native
from pausa.formats.base import Cut, Format, Layout, Source, document
from pausa.formats.cutting import Runs
from pausa.formats.jsons import forgiving
from pausa.formats.keys import keys_of, text_key
from pausa.formats.tables import KEEPS, Row, column_of, documents_of, recording_of, table_of
from pausa.formats.unknown_json import documents_in
from pausa.formats.utterances import Utterance, document_of
from pausa.text.marks import boundaries

#: Fields that hold a whole transcript.
_WHOLE = ("words", "turns", "text")
_TIMES = ("start", "end", "duration", "start_ms", "end_ms")
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
#: What a field is called that holds one word.
_ONE_WORD = ("word", "words", "token", "ortho")


def parse(source: Source) -> list[Document]:
    values = list(_values(source))
    if source.inside or any(map(_is_of_another_shape, (value for _, value in values))):
        return documents_in([value for _, value in values], source, lines=True)
    whole: list[Document] = []
    rows: list[Row] = []
    for line, value in values:
        if _is_whole(value):
            whole += _whole(value, line, source)
        else:
            rows += _word_rows(value, line, source)
    columns = dict.fromkeys(column for _, cells in rows for column in cells)
    return whole + documents_of(rows, columns, source) if rows or not whole else whole


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for each line that is a document, or for the rows of each recording where these stand together."""
    found, passed_over = Runs(), Source("")
    columns: dict[str, None] = {}
    kinds: set[bool] = set()
    decode = msgspec.json.Decoder().decode
    for number, text in enumerate(lines):
        try:
            value = decode(text) if not text.isspace() else {}
        except (msgspec.DecodeError, RecursionError):
            return None
        if not isinstance(value, dict) or _is_of_another_shape(value):
            return None
        if not value:
            continue
        kinds.add(is_whole := _is_whole(value))
        if len(kinds) > 1 or "annotator" in value:
            return None
        if is_whole:
            found.add(str(number), number)
        for _, cells in [] if is_whole else _word_rows(value, number, passed_over):
            if not found.add(recording_of(cells), number):
                return None
            columns.update(dict.fromkeys(cells))
    return found.cut(parse if True in kinds else partial(_parse_rows, columns=tuple(columns)))


@dataclass
class Reader:
    """Takes lines as they come and gives documents as soon as these are whole: a file of any size flows through.

    A line that is a transcript, or a text of which nothing is told but its name, is a document. Rows of one recording
    become one where they stand together, `most` of them at a time. What has no name gets `name`, a line its number too.
    """

    source: Source
    name: str
    most: int
    _columns: dict[str, None] = field(default_factory=dict)
    _rows: list[Row] = field(default_factory=list)
    _others: list[dict[str, Any]] = field(default_factory=list)

    def take(self, line: int, text: str) -> Iterator[Document]:
        """The documents that are whole now that this line has come."""
        value = _value(text, line, self.source)
        if not value:
            return
        is_other = _is_of_another_shape(value)
        if is_other and not _has_rows(value, but="words"):
            if self._rows or len(self._others) >= self.most:
                yield from self.rest()
            self._others.append(value)
            return
        if is_other or _is_whole(value) or _is_text(value):
            yield from self.rest()
            yield from self._named(self._alone(value, line), f"{self.name}-{line}")
            return
        rows = _word_rows(value, line, self.source)
        if rows and (self._others or not self._goes_on(rows[0])):
            yield from self.rest()
        self._rows += rows
        self._columns.update(dict.fromkeys(column for _, cells in rows for column in cells))

    def rest(self) -> Iterator[Document]:
        """The documents in the rows that still wait for others."""
        rows, others, self._rows, self._others = self._rows, self._others, [], []
        if rows:
            yield from self._named(documents_of(rows, tuple(self._columns), self.source), self.name)
        if others:
            yield from self._named(self._by_shape(others), self.name)

    def _alone(self, value: dict[str, Any], line: int) -> list[Document]:
        """The documents in a line that is not one of several rows."""
        if _is_of_another_shape(value):
            return self._by_shape([value])
        if _is_whole(value):
            return _whole(value, line, self.source)
        rows = _word_rows(value, line, self.source)
        return documents_of(rows, tuple({column for _, cells in rows for column in cells}), self.source) if rows else []

    def _by_shape(self, values: list[dict[str, Any]]) -> list[Document]:
        told = self.source.notes[:]
        found = documents_in(values, self.source, lines=True)
        self.source.notes = told or self.source.notes  # what was taken for what is said once, not for every line
        return found

    def _named(self, documents: Iterable[Document], name: str) -> Iterator[Document]:
        return (replace(each, name=each.name or name) for each in documents)

    def _goes_on(self, row: Row) -> bool:
        """Whether a row belongs to the recording of those before it."""
        if not self._rows or len(self._rows) >= self.most:
            return False
        return recording_of(row[1]) == recording_of(self._rows[-1][1])


def _is_text(value: dict[str, Any]) -> bool:
    """Whether a row is a text by itself: nothing is told of it but its name, and it is not called a word."""
    return _cells(value).keys() <= {"word", "recording"} and value.keys().isdisjoint(_ONE_WORD)


def _parse_rows(source: Source, *, columns: Sequence[str]) -> list[Document]:
    """The recordings in some rows of a table that has those columns."""
    rows = [row for line, value in _values(source) for row in _word_rows(value, line, source)]
    return documents_of(rows, columns, source)


def _is_whole(value: dict[str, Any]) -> bool:
    """Whether a line is a document by itself, not a row of one."""
    return "pausa" in value or _is_annotated(value) or isinstance(value.get("turns"), list)


def _is_annotated(value: dict[str, Any]) -> bool:
    return value.get("annotator") not in (None, "") and not value.keys().isdisjoint(_WHOLE)


def _whole(value: dict[str, Any], line: int, source: Source) -> list[Document]:
    if "pausa" in value:
        return _native(value, line, source)
    return _annotated(value, line, source) if _is_annotated(value) else [_from_turns(value, line, source)]


def _values(source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every line; what can hold no word is noted and passed over."""
    for line, text in enumerate(source.text.split("\n"), start=1):
        value = _value(text, line, source)
        if value is not None:
            yield line, value


def _value(text: str, line: int, source: Source) -> dict[str, Any] | None:
    """The object in a line; None, which is noted, where it can hold no word."""
    if not text.strip():
        return None
    try:
        value = _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        value = _with_nan(text)
        if value is None:
            advice = "every line must be one whole JSON object"
            raise source.error(line, f"broken JSON: {str(problem)[:200]}", advice) from None
    if isinstance(value, dict):
        return value
    if isinstance(value, str | list) and value:
        raise source.error(line, f"a {type(value).__name__} where a JSON object should be")
    source.bad_row(line, "no JSON object, so no word")
    return None


def _has_rows(value: dict[str, Any], *, but: str = "turns") -> bool:
    """Whether the object holds a list of objects, under another name than that one."""
    return any(
        key != but and isinstance(row, list) and any(isinstance(one, dict) for one in row[:1])
        for key, row in value.items()
    )


def _is_of_another_shape(value: dict[str, Any]) -> bool:
    """Whether the words are deeper in this object, or have times that a table does not know."""
    if "pausa" in value or "annotator" in value or isinstance(value.get("turns"), list):
        return False
    return _has_rows(value, but="words") or (_is_timed_otherwise(tuple(value)) and bool(text_key(value)))


@lru_cache(maxsize=64)
def _is_timed_otherwise(names: tuple[str, ...]) -> bool:
    """Whether fields of these names hold times, but not as a table has them."""
    known = any(column_of(name) in (*_TIMES, "duration_ms") for name in names)
    return not known and bool(keys_of(dict.fromkeys(names, 1), {}).start)


def _with_nan(text: str) -> Any:
    """A line in which Python has written NaN or Infinity, those read as null; None where that is not what is wrong."""
    if "NaN" not in text and "Infinity" not in text:
        return None
    try:
        return forgiving().decode(text)
    except (ValueError, RecursionError):
        return None


def silent(line: str) -> Document | None:
    """The document of a line that is a transcript in which nothing is said; None of one that may mean more."""
    try:
        value = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    turns = value.get("turns")
    told = [_cells(turn) for turn in turns if isinstance(turn, dict)] if isinstance(turns, list) else [_cells(value)]
    is_silent = all("word" in cells and _is_blank(cells["word"]) for cells in told) and not _has_rows(value)
    return document([], name=_name(value)) if is_silent else None


def _is_blank(said: Any) -> bool:
    return not (said.strip() if isinstance(said, str) else said)


def _native(value: dict[str, Any], line: int, source: Source) -> list[Document]:
    try:
        text = msgspec.json.encode(value).decode()
    except OverflowError:
        raise source.error(line, "no number can be that large", "correct it or take it out") from None
    one = replace(source, text=text, name=f"{source.name}, line {line}", bad_rows=[])
    documents = native.parse_own(one)
    source.n_rows, source.n_blank = one.n_rows, one.n_blank
    source.bad_rows += [(line, problem) for _, problem in one.bad_rows]
    return documents


def _annotated(value: dict[str, Any], line: int, source: Source) -> list[Document]:
    """What one person made of a recording: its sentence ends bear that person's name."""
    alone = {name: content for name, content in value.items() if name != "annotator"}
    one = Source(msgspec.json.encode(alone).decode(), f"{source.name}, line {line}", language=source.language)
    documents = parse(one)
    source.bad_rows += [(line, problem) for _, problem in one.bad_rows]
    by = str(value["annotator"])
    return [
        replace(each, segmentations=tuple(one.named(by) for one in each.segmentations) or (_ends(each, by),))
        for each in documents
    ]


def _ends(document: Document, by: str) -> Segmentation:
    return boundaries(document.transcript.words, by=by)


def _from_turns(value: dict[str, Any], line: int, source: Source) -> Document:
    utterances = []
    for turn in value["turns"]:
        cells = _cells(turn) if isinstance(turn, dict) else {"word": turn}
        if not isinstance(cells.get("word"), str):
            source.bad_row(line, "a turn without text")
            continue
        start, end = source.time(_number(cells.get("start")), line), source.time(_number(cells.get("end")), line)
        start, end = source.span(start, end, line)
        speaker = cells.get("speaker")
        utterances.append(Utterance(cells["word"], start, end, str(speaker) if speaker not in (None, "") else None))
    return document_of(utterances, source, name=_name(value))


def _word_rows(value: dict[str, Any], line: int, source: Source) -> list[Row]:
    """The rows of a table that an object stands for."""
    words = value.get("words")
    if isinstance(words, list) and all(isinstance(word, dict) for word in words):
        name = _name(value)
        named = {"recording": name} if name else {}
        speaker = {"speaker": value["speaker"]} if value.get("speaker") is not None else {}
        return [(line, {**named, **speaker, **_cells(word)}) for word in words]
    cells = _cells(value)
    if not value:
        return []
    if cells.keys() == {"recording"}:
        return [(line, cells)]  # a recording without words
    if "word" not in cells:
        source.bad_row(line, "no word in this row")
        return []
    if "recording" not in cells and "text" in value and not any(column in cells for column in _TIMES):
        name = _name(value)
        cells |= {"recording": name} if name else {}
    return [(line, cells)]


def _cells(value: dict[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for name, content in value.items():
        column = column_of(name)
        if column:
            cells.setdefault(column, content)
    return cells


def _name(value: dict[str, Any]) -> str:
    name = next((value[key] for key in ("id", "name") if value.get(key) not in (None, "")), None)
    if name is None:
        name = _cells(value).get("recording")
    return "" if name is None else str(name)


def _number(value: Any) -> float | str | None:
    return value if isinstance(value, int | float | str) else None


def render(documents: Sequence[Document], layout: Layout) -> str:
    columns, rows = table_of(documents, layout)
    for row in rows[:1]:
        row.setdefault("mark", "")  # says that punctuation is never part of the word
        ends = [column for column in columns if column.startswith("ends")]
        row |= {column: row.pop(column, False) for column in ends}  # in the order of the annotators
    return "".join(f"{msgspec.json.encode(_in_seconds(row)).decode()}\n" for row in rows) or "{}\n"


def _in_seconds(row: dict[str, Any]) -> dict[str, Any]:
    return {column: value / 1000 if column in ("start", "end") else value for column, value in row.items()}


def looks_like(head: str) -> bool:
    """The first line is an object that holds a word, a text or turns; a second, if there is one, is an object too."""
    lines = head.lstrip().split("\n", 2)
    if not lines[0].startswith("{") or (len(lines) > 1 and lines[1].strip() and not lines[1].startswith("{")):
        return False
    try:
        value = msgspec.json.decode(lines[0])
    except (msgspec.DecodeError, RecursionError):
        return False
    if not isinstance(value, dict) or "segments" in value:
        return False
    if not "".join(lines[1:]).strip() and "pausa" not in value and "id" not in value and _has_rows(value):
        return False  # one object that holds a list of rows is no lines of them
    return "pausa" in value or isinstance(value.get("turns"), list) or "word" in _cells(value)


FORMAT = Format(
    name="jsonl",
    title="JSON lines of words, texts, turns or documents",
    suffixes=(".jsonl", ".ndjson"),
    keeps=KEEPS,
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
    opens="{",
    media="application/jsonl",
    takes_path=True,
)
