"""What a worker does to convert: the recordings of a piece in another format.

A format that holds several recordings gets one part a piece, `part-000000.csv`. Of any other, each recording is a file
of its own: a file's beside where it was (`north/call.srt`), a row's in a folder of its part, by its number and name
(`part-000000/000012-call.srt`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pausa.batches.documents import Held, file_stem, held_in
from pausa.batches.job import Job
from pausa.batches.parts import Receipt
from pausa.batches.pieces import Piece
from pausa.batches.sentences import Failure, reason
from pausa.batches.targets import put_in
from pausa.core.document import Document
from pausa.formats import FORMATS
from pausa.formats.base import Format, Layout
from pausa.formats.files import losses, render

#: Signs that some file system does not have in a name.
_NEVER = '/\\:*?"<>|\0'
#: Signs of a recording's name in that of its file.
_NAME = 80


@dataclass(frozen=True, kw_only=True)
class ConvertJob(Job):
    """Into which format, and how subtitles are laid out; `whole_names` of files keep what told their format.

    Those are files that would else take the same place.
    """

    reads_sentences: ClassVar[bool] = True

    line_width: int = Layout.line_width
    line_count: int = Layout.line_count
    whole_names: tuple[str, ...] = ()

    @property
    def form(self) -> Format:
        return FORMATS[self.to]

    @property
    def suffix(self) -> str:
        """How files end: plain text as everybody knows it, the rest as the format has it."""
        return ".txt" if ".txt" in self.form.suffixes else self.form.suffixes[0]


def convert_piece(piece: Piece, job: Job) -> Receipt:
    """Make the files of a piece."""
    assert isinstance(job, ConvertJob)
    begun = time.process_time()
    names: list[str] = []
    lost: set[str] = set()
    n_bytes = n_rows = n_words = 0
    held = list(held_in(piece, job))
    failures = [
        Failure(one.source, one.row, one.inside or one.name, one.problem) for one in held if one.document is None
    ]
    for name, group in _outputs(piece, [one for one in held if one.document is not None], job):
        documents = [one.document for one in group if one.document is not None]
        try:
            size = _write(name, documents, job)
        except Exception as problem:  # one transcript must not stop a million others
            failures += [Failure(one.source, one.row, one.inside or one.name, reason(problem)) for one in group]
            continue
        lost.update(losses(documents, job.form) if job.form.holds_many else losses(documents[:1], job.form))
        names += size
        n_bytes += sum(size.values())
        n_rows += len(documents)
        n_words += sum(document.n_words for document in documents)
    return Receipt(
        n_rows=n_rows,
        n_made=n_rows,
        n_words=n_words,
        n_bytes=n_bytes,
        failures=tuple(failures),
        files=tuple(names),
        lost=tuple(sorted(lost)),
        seconds=time.process_time() - begun,
    )


def _outputs(piece: Piece, held: Sequence[Held], job: ConvertJob) -> Iterator[tuple[str, list[Held]]]:
    """Which recordings go into which file."""
    part = f"part-{piece.number:06d}"
    if job.form.holds_many:
        if held:
            yield part + job.suffix, list(held)
        return
    taken: set[str] = set()
    for one in held:
        if piece.kind == "files":
            name = one.source if one.source in job.whole_names else file_stem(one.source)
            name = f"{name}/{_spelled(one.inside)}" if one.inside else name
        else:
            name = f"{part}/{one.row or 0:06d}-{_spelled(one.inside or one.name)}"
        while name in taken:
            name += "_"
        taken.add(name)
        yield name + job.suffix, [one]


def _spelled(name: str) -> str:
    """A recording's name as part of a file's: no folders, nothing hidden, not too long."""
    return "".join("_" if sign in _NEVER else sign for sign in name).lstrip(".")[:_NAME] or "recording"


def _write(name: str, documents: Sequence[Document], job: ConvertJob) -> dict[str, int]:
    """Write a file and what the format keeps beside it; the size of each."""
    made: dict[str, str | bytes] = {name: render(documents, job.form, layout=Layout(job.line_width, job.line_count))}
    if job.form.beside is not None:
        made |= {f"{name}{suffix}": content for suffix, content in job.form.beside(documents).items()}
    sizes = {}
    for each, content in made.items():
        data = content.encode() if isinstance(content, str) else content
        put_in(job.target, each, data)
        sizes[each] = len(data)
    return sizes
