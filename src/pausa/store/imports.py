"""Annotations that were made elsewhere, put on a transcript of the project."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from pausa.alignment.base import Alignment
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.formats.base import end_marks
from pausa.store import people, schema, transcripts, work
from pausa.store.assigning import blank
from pausa.text.marks import CLAUSE_DELIMITERS, boundaries
from pausa.workflow.wording import STRANGERS, same_words

#: Marks of the page for the marks that other tools know.
_AS_MARK = {"": ".", ".": ".", "!": ".", ";": ".", "?": "?", ",": ","}


def add(db: Connection, document: Document, *, transcript_id: int, person: str) -> list[str]:
    """Take over the annotations in a document; the names of those who made them.

    A document with one segmentation is by `person`; with several, each is by the name it has. Where some words differ
    they are aligned first; other texts are refused. Work that somebody has begun on the page is not written over.
    """
    target = transcripts.document(db, transcript_id)
    alignment = _alignment(document, target)
    found = _segmentations(document, person)
    for segmentation in found:
        made = people.named(db, segmentation.by) or people.add(db, segmentation.by)
        table = schema.assignments
        row = db.execute(
            select(table.c.id, table.c.state, table.c.version).where(
                table.c.transcript_id == transcript_id, table.c.person_id == made.id
            )
        ).first()
        if row is not None and row.version:
            raise OptionError(f"{made.name} has already annotated {target.name} on the page; that is not written over.")
        if row is None:
            new = insert(table).values(**blank(transcript_id, made.id)).returning(table.c.id)
            assignment = db.execute(new).scalar_one()
        else:
            assignment = row.id
        work.replace_marks(db, assignment, _marks(document, segmentation, alignment), state="done")
    return [one.by for one in found]


def _segmentations(document: Document, person: str) -> Sequence[Segmentation]:
    if len(document.segmentations) > 1:
        nameless = [one for one in document.segmentations if not one.by]
        if nameless:
            raise OptionError("The file holds several annotations that say not whose they are; give a file for each.")
        return document.segmentations
    made = (
        document.segmentations[0]
        if document.segmentations
        else boundaries(document.transcript.words, delimiters=CLAUSE_DELIMITERS)
    )
    name = person.strip() or made.by
    if not name:
        raise OptionError("Whose annotation is this? Give a name.")
    return (made.named(name),)


def _alignment(document: Document, target: Document) -> Alignment | None:
    """How an annotation's words go with the transcript's, None where they are the same; an error if they do not."""
    if same_words(document.transcript, target.transcript):
        return None
    if document.transcript.is_blank:
        raise OptionError(f"The annotation is of {document.n_words} words, but {target.name} has {target.n_words}.")
    found = align_words(document.transcript, target.transcript)
    longer = max(document.n_words, target.n_words)
    if found.edits.hits < (1 - STRANGERS) * longer:
        raise OptionError(
            f"These are not the words of {target.name}: the annotation begins {_beginning(document)}, the transcript "
            f"{_beginning(target)}, and of {longer} words {found.edits.hits} are the same. "
            "Choose the transcript that it is of."
        )
    return found


def _beginning(document: Document) -> str:
    texts = document.transcript.texts
    return f"“{' '.join(texts[:5])}{'…' if len(texts) > 5 else ''}”"


def _marks(document: Document, segmentation: Segmentation, alignment: Alignment | None) -> dict[int, str]:
    """The marks on the words of the project's transcript."""
    marks = end_marks(document, segmentation)
    named = Segmentation(segmentation.n_words, segmentation.ends, tuple(marks), segmentation.by)
    if alignment is not None:
        named = project(named, alignment).segmentation
    return {end: _AS_MARK.get(named.mark(place), ".") for place, end in enumerate(named.ends)}
