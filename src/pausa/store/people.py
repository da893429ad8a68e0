"""People, their personal links and their sessions.

A link holds a token of 192 random bits, a session cookie one of its own. The database knows only their SHA-256, so
that a copy of it lets nobody in. A person has one link: a new one ends the old one and all sessions.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from pausa.core.errors import OptionError
from pausa.store import schema
from pausa.store.clock import now_ms
from pausa.store.errors import NotThere

_TOKEN_BYTES = 24
SESSION_MS = 30 * 24 * 3600 * 1000
_LONGEST_NAME = 100


@dataclass(frozen=True)
class Person:
    id: int
    name: str
    is_owner: bool
    revoked: bool
    has_link: bool


def hashed(secret: str) -> str:
    """What the database keeps of a token or session; a plain hash will do for 192 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def add(db: Connection, name: str, *, is_owner: bool = False) -> Person:
    """A new person, without a link yet."""
    clean = " ".join("".join(sign for sign in name if sign.isprintable()).split())
    if not clean or len(clean) > _LONGEST_NAME:
        raise OptionError(f"A name has between 1 and {_LONGEST_NAME} characters.")
    if db.scalar(select(schema.people.c.id).where(func.lower(schema.people.c.name) == clean.lower())) is not None:
        raise OptionError(f"There is already somebody called {clean!r}.")
    values = {"name": clean, "is_owner": is_owner, "revoked": False, "created_at": now_ms()}
    return get(db, db.execute(insert(schema.people).values(values).returning(schema.people.c.id)).scalar_one())


def get(db: Connection, person_id: int) -> Person:
    row = db.execute(select(schema.people).where(schema.people.c.id == person_id)).first()
    if row is None:
        raise NotThere("person")
    return _person(row)


def everyone(db: Connection) -> list[Person]:
    """All annotators, in the order in which they came."""
    rows = db.execute(select(schema.people).where(~schema.people.c.is_owner).order_by(schema.people.c.id))
    return [_person(row) for row in rows]


def owner(db: Connection) -> Person | None:
    row = db.execute(select(schema.people).where(schema.people.c.is_owner).order_by(schema.people.c.id)).first()
    return None if row is None else _person(row)


def named(db: Connection, name: str) -> Person | None:
    """The annotator of that name."""
    row = db.execute(select(schema.people).where(schema.people.c.name == name, ~schema.people.c.is_owner)).first()
    return None if row is None else _person(row)


def _person(row: Row[tuple[object, ...]]) -> Person:
    return Person(row.id, row.name, row.is_owner, row.revoked, row.token_hash is not None)


def new_link(db: Connection, person_id: int) -> str:
    """A fresh token; the old one and all sessions of the person end, a revoked person is let in again."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    changed = db.execute(
        update(schema.people).where(schema.people.c.id == person_id).values(token_hash=hashed(token), revoked=False)
    )
    if not changed.rowcount:
        raise NotThere("person")
    _end_sessions(db, person_id)
    return token


def revoke(db: Connection, person_id: int) -> None:
    """Let a person in no longer; what they did stays. The owner cannot be shut out."""
    if get(db, person_id).is_owner:
        raise OptionError("The owner's access cannot be revoked; make a new link (pausa annotate --new-owner-link).")
    db.execute(update(schema.people).where(schema.people.c.id == person_id).values(token_hash=None, revoked=True))
    _end_sessions(db, person_id)


def _end_sessions(db: Connection, person_id: int) -> None:
    db.execute(delete(schema.sessions).where(schema.sessions.c.person_id == person_id))


def by_token(db: Connection, token: str) -> Person | None:
    """Whose link this is."""
    row = db.execute(
        select(schema.people).where(schema.people.c.token_hash == hashed(token), ~schema.people.c.revoked)
    ).first()
    return None if row is None else _person(row)


def begin_session(db: Connection, person_id: int, *, ending: str | None = None) -> str:
    """A new session of a person; the one that the browser had before, if any, ends."""
    if ending:
        end_session(db, ending)
    now = now_ms()
    db.execute(delete(schema.sessions).where(schema.sessions.c.expires_at < now))
    session = secrets.token_urlsafe(_TOKEN_BYTES)
    db.execute(
        insert(schema.sessions).values(
            id_hash=hashed(session), person_id=person_id, created_at=now, expires_at=now + SESSION_MS
        )
    )
    return session


def end_session(db: Connection, session: str) -> None:
    db.execute(delete(schema.sessions).where(schema.sessions.c.id_hash == hashed(session)))


#: Asked with every request, so put together once.
_BY_SESSION = (
    select(schema.people)
    .join(schema.sessions, schema.sessions.c.person_id == schema.people.c.id)
    .where(
        schema.sessions.c.id_hash == bindparam("id_hash"),
        schema.sessions.c.expires_at > bindparam("now"),
        ~schema.people.c.revoked,
    )
)


def by_session(db: Connection, session: str) -> Person | None:
    """Whose session this is, while it lasts."""
    row = db.execute(_BY_SESSION, {"id_hash": hashed(session), "now": now_ms()}).first()
    return None if row is None else _person(row)
