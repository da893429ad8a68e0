"""The project itself: its title, guidelines and rules."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from math import isfinite

from sqlalchemy import Connection, insert, select, update

from pausa.core.errors import OptionError
from pausa.store import schema
from pausa.store.clock import now_ms
from pausa.store.guidelines import DEFAULT

#: An annotation is flagged where its F1 is lower than this against everybody else of its transcript. Careful people
#: reach about 0.75 against each other on spontaneous speech, careless ones little (`python -m benchmarks flags`).
FLAG_BELOW = 0.4


@dataclass(frozen=True)
class Settings:
    """What the owner can change."""

    title: str
    guidelines: str = DEFAULT
    per_transcript: int = 3
    flag_below: float = FLAG_BELOW
    presegment: str = ""

    def __post_init__(self) -> None:
        if not self.title.strip() or len(self.title) > 200:
            raise OptionError("A project has a title of at most 200 characters.")
        if len(self.guidelines) > 100_000:
            raise OptionError("Guidelines are at most 100,000 characters long.")
        if not 1 <= self.per_transcript <= 1000:
            raise OptionError(f"Between 1 and 1000 people per transcript, not {self.per_transcript}.")
        if not (isfinite(self.flag_below) and 0 <= self.flag_below <= 1):
            raise OptionError(f"The F1 to flag below is between 0 and 1, not {self.flag_below}.")


def settings(db: Connection) -> Settings | None:
    """The project's settings, None before it is made."""
    row = db.execute(select(schema.project)).first()
    if row is None:
        return None
    return Settings(row.title, row.guidelines, row.per_transcript, row.flag_below, row.presegment)


def current(db: Connection) -> Settings:
    """The settings of a project that has been made."""
    found = settings(db)
    if found is None:
        raise OptionError("The project has not been made yet.")
    return found


def create(db: Connection, made: Settings) -> None:
    """Make the project."""
    db.execute(insert(schema.project).values(id=1, created_at=now_ms(), key=secrets.token_hex(8), **asdict(made)))


def key(db: Connection) -> str:
    """A random name that tells this project from others in the same browser; it is no secret."""
    return db.scalar(select(schema.project.c.key)) or ""


def change(db: Connection, made: Settings) -> None:
    """Put other settings in place of those there are."""
    db.execute(update(schema.project).values(**asdict(made)))


def lock(db: Connection) -> None:
    """Let no other transaction hand out work until this one ends (SQLite has one writer anyway)."""
    db.execute(select(schema.project.c.id).with_for_update())
