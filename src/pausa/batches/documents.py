"""The documents of an Arrow batch, each with where it stands and how it is called: what is scored and converted.

files        a document for each recording in a file, called after the file
lines        those of each line, called as the line calls itself
texts        a document for each row
sentences    the same from a column of sentences, as `pausa batch` writes them
words        a document for each recording in a table of words, with everyone's ends
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

from pausa.batches.job import Job
from pausa.batches.pieces import Piece, name_column
from pausa.batches.reading import batches_of
from pausa.batches.sentences import read_content, reason
from pausa.core.document import Document
from pausa.core.messages import say_nothing
from pausa.core.words import Transcript
from pausa.formats.base import Source
from pausa.formats.detection import PACKED_SUFFIXES
from pausa.formats.files import in_order
from pausa.formats.tables import column_of, documents_of
from pausa.formats.utterances import Utterance
from pausa.formats.utterances import document_of as document_of_utterances
from pausa.text.languages import Language
from pausa.text.tokens import Splitter
from pausa.workflow.intake import in_own_language


class Held(NamedTuple):
    """A recording of a lake: where it stands, how it is called, and the document or why there is none.

    `inside` is the recording's own name where a file or a line holds several.
    """

    source: str
    row: int | None
    name: str
    document: Document | None
    problem: str = ""
    inside: str = ""


def held_in(piece: Piece, job: Job) -> Iterator[Held]:
    """Every recording of a piece."""
    for first, batch in batches_of(piece, job):
        if piece.kind in ("files", "lines"):
            yield from _contents(batch, piece, job)
        elif piece.kind == "words":
            yield from _words(batch, piece, job)
        else:
            yield from _rows(batch, piece, job, first)


def file_stem(name: str) -> str:
    """A file's name within its source, without what tells its format.

    >>> file_stem("north/call.ctm"), file_stem("call.pausa.json"), file_stem("call.jsonl.gz")
    ('north/call', 'call', 'call')
    """
    folder, slash, last = name.rpartition("/")
    for suffix in PACKED_SUFFIXES:
        last = last.removesuffix(suffix)
    return folder + slash + (last.removesuffix(".pausa.json").rsplit(".", 1)[0] if "." in last.lstrip(".") else last)


def line_name(content: bytes | str, row: int) -> str:
    """How a line of JSON calls its recording; its number where it does not."""
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        value = None
    if not isinstance(value, dict):
        return numbered(row)
    wanted = [value.get("id"), value.get("name"), *(value[key] for key in value if column_of(key) == "recording")]
    return next((str(name) for name in wanted if name not in (None, "")), numbered(row))


def numbered(row: int) -> str:
    """What a recording is called that has no name."""
    return f"#{row}"


def _contents(batch: Any, piece: Piece, job: Job) -> Iterator[Held]:
    rows = batch.column("row").to_pylist() if "row" in batch.schema.names else [None] * len(batch)
    contents = zip(batch.column("source").to_pylist(), rows, batch.column("content").to_pylist(), strict=True)
    for source, row, content in contents:
        name = file_stem(source) if row is None else line_name(content or "", row)
        found = list(read_content(content, source, row, job, piece.problem))
        for each in found:
            if not isinstance(each, Document):
                yield Held(source, row, name, None, reason(each))
            elif len(found) == 1:
                yield Held(source, row, name, replace(each, name=PurePath(name).name if row is None else name))
            else:
                yield Held(source, row, name, each, inside=each.name)


def _rows(batch: Any, piece: Piece, job: Job, first: int) -> Iterator[Held]:
    """A row is a text or a list of sentences."""
    names = _names(batch, job, first)
    splitter = Splitter()
    file = piece.files[0].name
    cells = batch.column(batch.schema.names.index(piece.column)).to_pylist()
    for place, (name, cell) in enumerate(zip(names, cells, strict=True)):
        try:
            make = (
                partial(_of_sentences, cell, file) if piece.kind == "sentences" else partial(_of_text, cell, splitter)
            )
            made = in_own_language(make, job.reading.language, say_nothing)
            yield Held(file, first + place, name, replace(made, name=name))
        except Exception as problem:  # one transcript must not stop a million others
            yield Held(file, first + place, name, None, reason(problem))


def _of_text(cell: str | None, splitter: Splitter, lang: Language) -> Document:
    return Document(Transcript.of(splitter.settled(splitter.raw(cell or ""), lang=lang)))


def _names(batch: Any, job: Job, first: int) -> list[str]:
    column = name_column(batch.schema.names, job)
    if column is None:
        return [numbered(first + place) for place in range(len(batch))]
    return called(batch.column(batch.schema.names.index(column)).to_pylist(), first)


def called(names: Sequence[Any], first: int) -> list[str]:
    """The names in a column, from row `first` on; a row without one is called by its number."""
    return [numbered(first + place) if name in (None, "") else str(name) for place, name in enumerate(names)]


def _of_sentences(cell: Sequence[dict[str, Any]] | None, file: str, lang: Language) -> Document:
    if cell is None:
        raise ValueError("it has no sentences: cutting it has failed")
    by = "pausa"
    made = document_of_utterances(
        [Utterance(one["text"], one.get("start_ms"), one.get("end_ms"), one.get("speaker"), ends=True) for one in cell],
        Source("", file, language=lang),
    )
    return replace(made, segmentations=tuple(each.named(by) for each in made.segmentations))


def _words(batch: Any, piece: Piece, job: Job) -> Iterator[Held]:
    """The rows of a recording stand together."""
    (file,) = piece.files
    cells: dict[str, list[Any]] = {}
    for place, column in enumerate(map(column_of, batch.schema.names)):
        if column and column not in cells:  # the first wins where two mean the same
            cells[column] = batch.column(place).to_pylist()
    rows = (dict(zip(cells, values, strict=True)) for values in zip(*cells.values(), strict=True))
    by_recording = groupby(enumerate(rows, start=piece.first), key=lambda numbered: numbered[1].get("recording"))
    for value, group in by_recording:
        held = list(group)
        name = file_stem(file.name) if value in (None, "") else str(value)
        try:
            make = partial(_of_words, held, tuple(cells), Source("", file.name, limits=job.reading.limits))
            found = in_own_language(make, job.reading.language, say_nothing)
            yield Held(file.name, held[0][0], name, replace(found, name=name))
        except Exception as problem:  # as above
            yield Held(file.name, held[0][0], name, None, reason(problem))


def _of_words(
    rows: Sequence[tuple[int, dict[str, Any]]], columns: tuple[str, ...], source: Source, lang: Language
) -> Document:
    spoken = replace(source, language=lang)
    (found,) = documents_of(rows, columns, spoken)
    return in_order(found, spoken)
