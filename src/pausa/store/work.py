"""What there is to do for whom, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, select, update

from pausa.store import marks, schema, stretches
from pausa.store.clock import now_ms
from pausa.store.errors import Closed, NotThere
from pausa.store.stretches import Stretches

STATES = ("new", "open", "done", "returned", "accepted", "excluded")
#: States in which the annotator can still change something.
CHANGEABLE = ("new", "open", "done", "returned")
#: States whose marks count in figures and exports.
FINISHED = ("done", "accepted")

_table = schema.assignments


@dataclass(frozen=True)
class Assignment:
    """One transcript for one person to annotate, without its marks."""

    id: int
    transcript_id: int
    transcript: str
    n_words: int
    audio: str | None
    audio_seconds: float | None
    person_id: int
    person: str
    state: str
    note: str
    version: int
    reached: int
    seen: Stretches
    presegmented: dict[int, str]
    presegmented_by: str
    imported: bool
    marked: int
    seconds: float

    @property
    def n_seen(self) -> int:
        """How many words were looked at, heard or marked."""
        return stretches.count(self.seen)

    @property
    def untouched(self) -> tuple[int, ...]:
        """Words whose mark was only proposed: never looked at, heard or changed by this person."""
        return stretches.missing(self.presegmented, self.seen) if self.presegmented else ()


def listing(db: Connection, *, person_id: int | None = None, transcript_id: int | None = None) -> list[Assignment]:
    """The assignments of a person, of a transcript, or all."""
    query = _query()
    if person_id is not None:
        query = query.where(_table.c.person_id == person_id)
    if transcript_id is not None:
        query = query.where(_table.c.transcript_id == transcript_id)
    return [_assignment(row) for row in db.execute(query.order_by(_table.c.transcript_id, _table.c.id))]


def get(db: Connection, assignment_id: int, *, person_id: int | None = None) -> Assignment:
    """One assignment; somebody else's is as if it were not there."""
    query = _query().where(_table.c.id == assignment_id)
    if person_id is not None:
        query = query.where(_table.c.person_id == person_id)
    row = db.execute(query).first()
    if row is None:
        raise NotThere("assignment")
    return _assignment(row)


def _query() -> Any:
    marked = select(func.count()).where(schema.marks.c.assignment_id == _table.c.id).scalar_subquery()
    seconds = (
        select(func.coalesce(func.sum(schema.clients.c.seconds), 0.0))
        .where(schema.clients.c.assignment_id == _table.c.id)
        .scalar_subquery()
    )
    return (
        select(
            _table,
            schema.transcripts.c.name.label("transcript"),
            schema.transcripts.c.n_words,
            schema.transcripts.c.audio,
            schema.transcripts.c.audio_seconds,
            schema.people.c.name.label("person"),
            marked.label("marked"),
            seconds.label("seconds"),
        )
        .join(schema.transcripts, schema.transcripts.c.id == _table.c.transcript_id)
        .join(schema.people, schema.people.c.id == _table.c.person_id)
    )


def _assignment(row: Row[Any]) -> Assignment:
    fields = row._mapping
    plain = {name: fields[name] for name in Assignment.__dataclass_fields__ if name not in ("presegmented", "seen")}
    return Assignment(**plain, presegmented=_loaded(row.presegmented), seen=stretches.load(row.seen))


def _loaded(stored: str) -> dict[int, str]:
    return msgspec.json.decode(stored, type=dict[int, str]) if stored else {}


def begin(db: Connection, assignment_id: int, *, proposed: Mapping[int, str], by: str) -> None:
    """Open a new assignment, with a detector's marks where the project wants them; else nothing happens."""
    opened = db.execute(
        update(_table)
        .where(_table.c.id == assignment_id, _table.c.state == "new")
        .values(
            state="open",
            presegmented=msgspec.json.encode(dict(proposed)).decode() if proposed else "",
            presegmented_by=by if proposed else "",
            changed_at=now_ms(),
        )
    )
    if opened.rowcount and proposed:
        marks.put(db, assignment_id, proposed)


def replace_marks(db: Connection, assignment_id: int, made: Mapping[int, str], *, state: str) -> None:
    """Marks that were made elsewhere, in place of all there are; whoever made them has seen all words."""
    marks.clear(db, assignment_id)
    marks.put(db, assignment_id, made)
    values = {
        "state": state,
        "imported": True,
        "changed_at": now_ms(),
        "reached": max(made, default=-1) + 1,
        "seen": stretches.dump(((0, get(db, assignment_id).n_words),)),
        "presegmented": "",
        "presegmented_by": "",
    }
    db.execute(update(_table).where(_table.c.id == assignment_id).values(**values))


def set_own_state(db: Connection, assignment_id: int, *, person_id: int, state: str) -> None:
    """The annotator says that the work is done, or takes it up again, unless the owner has decided."""
    current = get(db, assignment_id, person_id=person_id).state
    if not _set_state(db, assignment_id, {"state": state}, among=CHANGEABLE):
        raise Closed(current)


def set_state(db: Connection, assignment_id: int, *, state: str, note: str | None = None) -> None:
    """The owner's verdict: accepted, returned with a note, excluded, or open again."""
    values = {"state": state} | ({} if note is None else {"note": note})
    if not _set_state(db, assignment_id, values, among=STATES):
        raise NotThere("assignment")


def _set_state(db: Connection, assignment_id: int, values: dict[str, str], *, among: tuple[str, ...]) -> bool:
    here = (_table.c.id == assignment_id, _table.c.state.in_(among))
    return bool(db.execute(update(_table).where(*here).values(**values, changed_at=now_ms())).rowcount)
