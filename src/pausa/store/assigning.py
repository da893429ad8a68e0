"""Handing out transcripts, as `balance` works it out."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, insert, select

from pausa.store import project, schema
from pausa.store.balance import Held, balanced
from pausa.store.clock import now_ms

#: States in which an annotation counts as done or on its way, whoever made it.
_FINISHED = ("done", "accepted")


def assign(db: Connection) -> int:
    """Fill the places and even out the loads; how many assignments are new."""
    project.lock(db)
    wanted = project.current(db).per_transcript
    words = {row.id: row.n_words for row in db.execute(select(schema.transcripts.c.id, schema.transcripts.c.n_words))}
    active = select(schema.people.c.id).where(
        ~schema.people.c.is_owner, ~schema.people.c.revoked, schema.people.c.token_hash.is_not(None)
    )
    people = list(db.scalars(active.order_by(schema.people.c.id)))
    changes = balanced(words, people, _held(db, set(people)), per_transcript=wanted)
    for transcript, person in changes.remove:
        db.execute(
            delete(schema.assignments).where(
                and_(
                    schema.assignments.c.transcript_id == transcript,
                    schema.assignments.c.person_id == person,
                    schema.assignments.c.state == "new",
                )
            )
        )
    if changes.add:
        db.execute(insert(schema.assignments), [blank(transcript, person) for transcript, person in changes.add])
    return len(changes.add)


def _held(db: Connection, active: set[int]) -> list[Held]:
    table = schema.assignments
    rows = db.execute(select(table.c.transcript_id, table.c.person_id, table.c.state))
    return [
        Held(
            row.transcript_id,
            row.person_id,
            begun=row.state != "new",
            counts=row.state in ("new", *_FINISHED) or (row.state != "excluded" and row.person_id in active),
        )
        for row in rows
    ]


def blank(transcript_id: int, person_id: int) -> dict[str, object]:
    """A new assignment as the table takes it."""
    return {
        "transcript_id": transcript_id,
        "person_id": person_id,
        "state": "new",
        "note": "",
        "version": 0,
        "reached": 0,
        "seen": None,
        "presegmented": "",
        "presegmented_by": "",
        "imported": False,
        "changed_at": now_ms(),
    }
