"""The work itself: one function from an Arrow batch to an Arrow batch, the same whoever calls it.

    files    source, row (null), recording, n_words, sentences, problem
    lines    source, row, content, recording, n_words, sentences, problem
    texts    the columns of the table, n_words, sentences, problem
    words    the columns of the table, sentence, ends (pausa), end_probability (pausa), problem

A transcript that fails keeps its row, with a reason in `problem` and no sentences; nothing else is touched by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import PurePath
from typing import Any, NamedTuple

from pausa.batches.arrow import arrow
from pausa.batches.job import Job
from pausa.batches.pieces import Kind, recording_column
from pausa.core.document import Document
from pausa.core.errors import NoWords, PausaError
from pausa.core.messages import say_nothing
from pausa.core.unpacking import unpacked
from pausa.core.words import Transcript, Word
from pausa.formats.base import Source
from pausa.formats.files import holds_something, in_order, parse
from pausa.formats.jsonl import silent
from pausa.formats.tables import column_of, document_of
from pausa.models.base import Detector
from pausa.text.languages import Language
from pausa.text.tokens import Splitter
from pausa.workflow.intake import in_own_language
from pausa.workflow.segment import marks_for, segment
from pausa.workflow.segments import Segments

#: The column of reasons, which does not go into the target.
PROBLEM = "problem"
#: Bytes of a reason.
_REASON = 500


class Failure(NamedTuple):
    """A transcript that could not be cut, and why; `row` counts lines or rows from 1, None for whole files."""

    source: str
    row: int | None
    recording: str | None
    problem: str


def add_sentences(batch: Any, kind: Kind, job: Job, detector: Detector, *, first: int = 1, problem: str = "") -> Any:
    """The batch with sentences added; `first` numbers its first row, `problem` says what is wrong with all of it."""
    cut = _Cutter(job, detector)
    if kind == "words":
        return _words(batch, cut, first)
    if kind == "texts":
        return _texts(batch, cut)
    return _documents(batch, cut, problem)


def try_options(job: Job, detector: Detector) -> None:
    """Raise what is wrong with the options, whatever the transcript."""
    timed = Word("so", 0, 200, mark="."), Word("yes", 300, 500, mark=".")
    _Cutter(job, detector)(Document(Transcript(timed)))


@dataclass(frozen=True)
class _Cutter:
    """Cuts one transcript after the other, as the job says."""

    job: Job
    detector: Detector

    def __call__(self, document: Document) -> Segments:
        options = asdict(self.job.cutting)
        options["marks"] = options["marks"] or marks_for(self.job.model)
        return segment(document, self.detector, **options)


@dataclass
class _Column:
    """Sentences row by row, as Arrow wants them: all in a line, and where each row ends."""

    stops: list[int] = field(default_factory=lambda: [0])
    missing: list[bool] = field(default_factory=list)
    n_words: list[int | None] = field(default_factory=list)
    problems: list[str | None] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int | None] = field(default_factory=list)
    ends: list[int | None] = field(default_factory=list)
    speakers: list[str | None] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    chances: list[float | None] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)

    def add(self, found: Segments) -> None:
        has_times = found.source.transcript.has_times
        for sentence in found.sentences:
            self.texts.append(sentence.text)
            self.starts.append(sentence.start if has_times else None)
            self.ends.append(sentence.end if has_times else None)
            self.speakers.append(sentence.speaker)
            self.marks.append(sentence.mark)
            self.chances.append(sentence.probability)
        self.lengths += found.written_lengths
        self._close(found.n_words)

    def add_nothing(self) -> None:
        """A row without words."""
        self._close(0)

    def fail(self, problem: BaseException | str) -> None:
        self._close(None, reason(problem))

    def _close(self, n_words: int | None, problem: str | None = None) -> None:
        self.stops.append(len(self.texts))
        self.missing.append(problem is not None)
        self.n_words.append(n_words)
        self.problems.append(problem)

    def arrays(self) -> dict[str, Any]:
        pa = arrow()
        inside = {
            "text": pa.array(self.texts, pa.string()),
            "start_ms": pa.array(self.starts, pa.int64()),
            "end_ms": pa.array(self.ends, pa.int64()),
            "speaker": pa.array(self.speakers, pa.string()),
            "mark": pa.array(self.marks, pa.string()),
            "probability": pa.array(self.chances, pa.float64()),
            "n_words": pa.array(self.lengths, pa.int32()),
        }
        sentences = pa.StructArray.from_arrays(list(inside.values()), names=list(inside))
        missing = pa.array(self.missing, pa.bool_())
        return {
            "n_words": pa.array(self.n_words, pa.int64()),
            "sentences": pa.ListArray.from_arrays(pa.array(self.stops, pa.int32()), sentences, mask=missing),
            PROBLEM: pa.array(self.problems, pa.string()),
        }


def reason(problem: BaseException | str) -> str:
    """Why something failed, in a line; what Pausa did not foresee is named with its kind."""
    told = str(problem) if isinstance(problem, str | PausaError) else f"{type(problem).__name__}: {problem}"
    return (told.split("\n", 1)[0] or "failed without a reason")[:_REASON]


def _texts(batch: Any, cut: _Cutter) -> Any:
    """Rows of a table, each with a transcript in one column."""
    column = _Column()
    place = batch.schema.names.index(_text_column(batch, cut.job))
    asked = cut.job.reading.language
    splitter = Splitter()  # words that several transcripts have are worked out once
    for text in batch.column(place).to_pylist():
        try:
            made = in_own_language(partial(_of_text, text or "", splitter), asked, say_nothing)
        except Exception as problem:  # one transcript must not stop a million others
            column.fail(problem)
        else:
            _add(column, made, cut)
    return _with(batch, column.arrays())


def _of_text(text: str, splitter: Splitter, lang: Language) -> Document:
    return Document(Transcript.of(splitter.settled(splitter.raw(text), lang=lang)))


def _text_column(batch: Any, job: Job) -> str:
    return job.reading.text_column or next(name for name in batch.schema.names if column_of(name) == "word")


def _documents(batch: Any, cut: _Cutter, problem: str) -> Any:
    """Files or lines, which may hold several recordings each."""
    pa = arrow()
    column = _Column()
    origins: list[int] = []
    names: list[str | None] = []
    rows = batch.column("row").to_pylist() if "row" in batch.schema.names else [None] * len(batch)
    contents = zip(batch.column("source").to_pylist(), rows, batch.column("content").to_pylist(), strict=True)
    for place, (source, row, content) in enumerate(contents):
        for document in read_content(content, source, row, cut.job, problem):
            origins.append(place)
            names.append(document.name if isinstance(document, Document) else None)
            if isinstance(document, Document):
                _add(column, document, cut)
            else:
                column.fail(document)
    taken = batch.take(pa.array(origins, pa.int64()))
    kept = {name: taken.column(name) for name in taken.schema.names if name != "content" or "row" in batch.schema.names}
    kept.setdefault("row", pa.nulls(len(origins), pa.int64()))
    return pa.record_batch({**kept, "recording": pa.array(names, pa.string()), **column.arrays()})


def _add(column: _Column, document: Document, cut: _Cutter) -> None:
    try:
        if holds_something(document):
            column.add(cut(document))
        else:
            column.add_nothing()
    except Exception as problem:  # as above
        column.fail(problem)


def read_content(
    content: str | bytes | None, source: str, row: int | None, job: Job, problem: str
) -> Iterator[Document | BaseException | str]:
    """The documents in a file or line, or why there is none."""
    if content is None:
        why = "cannot be read; is it still there?" if row is None else f"line {row} is not UTF-8; name its encoding"
        yield problem or f"{source}: {why}"
        return
    name = source if row is None else f"{source}, line {row}"
    reading = job.reading
    try:
        data = content.encode() if isinstance(content, str) else unpacked(content, name=name, limits=reading.limits)
        found = parse(
            data,
            name=name,
            format=reading.format or (None if row is None else "jsonl"),
            language=reading.language,
            warn=say_nothing,
            limits=reading.limits,
            encoding=None if isinstance(content, str) else reading.encoding,
            stored=len(content) if len(data) != len(content) and isinstance(content, bytes) else None,
        )
    except Exception as wrong:  # a reader may stumble over what nobody has seen yet
        nothing = silent(content) if isinstance(wrong, NoWords) and isinstance(content, str) else None
        yield nothing or wrong
        return
    own = [document if row is None else replace(document, name=_own_name(document, name)) for document in found]
    yield from own


def _own_name(document: Document, name: str) -> str:
    """What a line calls its recording; empty where it has been called after the file."""
    return "" if document.name == PurePath(name).name.rsplit(".", 1)[0] else document.name


def _words(batch: Any, cut: _Cutter, first: int) -> Any:
    """Rows of a table, each with a word; a recording's rows stand together."""
    pa = arrow()
    made = _Words()
    names = {name: column_of(name) for name in batch.schema.names}
    wanted = dict(reversed([(column, name) for name, column in names.items() if column and not _judges(column)]))
    cells = {column: batch.column(batch.schema.names.index(name)).to_pylist() for column, name in wanted.items()}
    rows = [dict(zip(cells, values, strict=True)) for values in zip(*cells.values(), strict=True)]
    for _, group in groupby(enumerate(rows, start=first), key=lambda numbered: numbered[1].get("recording")):
        made.add(list(group), tuple(cells), cut)
    return _with(batch, {**made.arrays(pa)})


def _judges(column: str) -> bool:
    return column.startswith(("ends", "end_probability"))


@dataclass
class _Words:
    """For each row, the number of its sentence, whether that ends here, and how likely one does."""

    numbers: list[int | None] = field(default_factory=list)
    ends: list[str | None] = field(default_factory=list)
    chances: list[float | None] = field(default_factory=list)
    problems: list[str | None] = field(default_factory=list)

    def add(self, rows: Sequence[tuple[int, dict[str, Any]]], columns: Sequence[str], cut: _Cutter) -> None:
        try:
            made: list[tuple[Source, Sequence[int]]] = []

            def read(lang: Language) -> Document:
                source = Source("", "table", language=lang)
                found, until = document_of(rows, columns, source)
                made.append((source, until))
                return found

            document = in_own_language(read, cut.job.reading.language, say_nothing)
            source, until = made[-1]
            found = cut(in_order(document, source)) if document.n_words else None
        except Exception as problem:  # as above
            self._fail(len(rows), reason(problem))
            return
        ends = {} if found is None else {end: found.mark(place) or "1" for place, end in enumerate(found.ends)}
        number = before = 0
        for stop in until:
            closed = [ends[word] for word in range(before, stop) if word in ends]
            self.numbers.append(number)
            self.ends.append(closed[-1] if closed else None)
            known = found is not None and found.probabilities and stop > before
            self.chances.append(found.probabilities[stop - 1] if found is not None and known else None)
            number, before = number + len(closed), stop
        self.problems += [None] * len(rows)

    def _fail(self, n_rows: int, problem: str) -> None:
        for column in (self.numbers, self.ends, self.chances):
            column += [None] * n_rows
        self.problems += [problem, *[None] * (n_rows - 1)]

    def arrays(self, pa: Any) -> dict[str, Any]:
        return {
            "sentence": pa.array(self.numbers, pa.int32()),
            "ends (pausa)": pa.array(self.ends, pa.string()),
            "end_probability (pausa)": pa.array(self.chances, pa.float64()),
            PROBLEM: pa.array(self.problems, pa.string()),
        }


def _with(batch: Any, added: dict[str, Any]) -> Any:
    """The batch and further columns; one that is there already gives way."""
    kept = {name: batch.column(place) for place, name in enumerate(batch.schema.names) if name not in added}
    return arrow().record_batch({**kept, **added})


def failures_in(made: Any, kind: Kind, source: str, first: int) -> Iterator[Failure]:
    """Every failure in a finished batch; rows of a table are those of the file `source`, from `first` on."""
    name = recording_column(made.schema.names)
    for place, problem in enumerate(made.column(PROBLEM).to_pylist()):
        if problem is not None:
            recording = None if name is None else made.column(name)[place].as_py()
            told = None if recording is None else str(recording)
            if kind in ("files", "lines"):
                yield Failure(made.column("source")[place].as_py(), made.column("row")[place].as_py(), told, problem)
            else:
                yield Failure(source, first + place, told, problem)
