"""The transcripts of a project: words as they were read, never changed afterwards."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from msgspec.structs import replace as word_with
from sqlalchemy import Connection, insert, select, update

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from pausa.store import schema
from pausa.store.clock import now_ms
from pausa.store.errors import NotThere

#: More words than this is no page for a person to work on.
MOST_WORDS = 200_000
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Listed:
    """A transcript without its words."""

    id: int
    name: str
    n_words: int
    audio: str | None
    audio_seconds: float | None


def add(db: Connection, document: Document, *, audio: str | None = None, audio_seconds: float | None = None) -> Listed:
    """A new transcript from a document; segmentations that came with it are not kept here."""
    checked = checked_document(document)
    if db.scalar(select(schema.transcripts.c.id).where(schema.transcripts.c.name == checked.name)) is not None:
        raise OptionError(f"There is already a transcript called {checked.name!r}; rename the file to add it.")
    content = render([checked], FORMATS["json"], layout=Layout())
    values = {
        "name": checked.name,
        "content": content,
        "n_words": checked.n_words,
        "audio": audio,
        "audio_seconds": audio_seconds,
        "added_at": now_ms(),
    }
    table = schema.transcripts
    return get(db, db.execute(insert(table).values(values).returning(table.c.id)).scalar_one())


def checked_document(document: Document) -> Document:
    """The document as the project keeps it, or an error where people cannot work on it."""
    name = "".join(sign for sign in document.name if sign.isprintable()).strip()[:_LONGEST_NAME] or "transcript"
    if document.transcript.is_blank or not document.n_words:
        raise InputError(name, None, "there are no words here to annotate", "give a format that holds words")
    if document.n_words > MOST_WORDS:
        raise InputError(name, None, f"{document.n_words} words are too many for one page", "cut it into parts")
    if any("\x00" in word.text for word in document.transcript.words):
        raise InputError(name, None, "a word holds a zero byte", "is it a text file?")
    return Document(bare(document.transcript), (), name, document.language)


def bare(transcript: Transcript) -> Transcript:
    """The words without the punctuation of the source, which would tell annotators what to mark."""
    return replace(transcript, words=tuple(word_with(word, mark="", before="") for word in transcript.words))


def get(db: Connection, transcript_id: int) -> Listed:
    for found in _listed(db, transcript_id):
        return found
    raise NotThere("transcript")


def listing(db: Connection) -> list[Listed]:
    """All transcripts, in the order in which they came."""
    return _listed(db, None)


def _listed(db: Connection, only: int | None) -> list[Listed]:
    table = schema.transcripts
    query = select(table.c.id, table.c.name, table.c.n_words, table.c.audio, table.c.audio_seconds).order_by(table.c.id)
    if only is not None:
        query = query.where(table.c.id == only)
    return [Listed(*row) for row in db.execute(query)]


def named(db: Connection, name: str) -> Listed | None:
    """The transcript of that name."""
    found = db.scalar(select(schema.transcripts.c.id).where(schema.transcripts.c.name == name))
    return None if found is None else get(db, found)


def document(db: Connection, transcript_id: int) -> Document:
    """The words of a transcript."""
    content = db.scalar(select(schema.transcripts.c.content).where(schema.transcripts.c.id == transcript_id))
    if content is None:
        raise NotThere("transcript")
    return parse(content.encode(), name="stored", format="json", warn=lambda _: None)[0]


def set_audio(db: Connection, transcript_id: int, audio: str, seconds: float | None) -> None:
    """Give a transcript its recording, a file name in the project's audio folder."""
    table = schema.transcripts
    db.execute(update(table).where(table.c.id == transcript_id).values(audio=audio, audio_seconds=seconds))


def direction(transcript: Transcript) -> str:
    """`rtl` or `ltr` as most of the words with a direction are, `auto` where none has one."""
    tally = {"ltr": 0, "rtl": 0}
    for word in transcript.words[:500]:
        for sign in word.text:
            kind = unicodedata.bidirectional(sign)
            if kind in ("L", "R", "AL"):
                tally["ltr" if kind == "L" else "rtl"] += 1
                break
    if not any(tally.values()):
        return "auto"
    return max(tally, key=lambda way: tally[way])
