"""Saving what an annotator does, action by action.

The version of an annotation is the number of actions applied to it. A page says which version it started from;
where another page has saved since, nothing is applied and the page gets the current marks to merge with. An action
has a number of its page's own, so sending it twice is harmless.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, text

from pausa.core.errors import OptionError
from pausa.store import marks, schema, stretches
from pausa.store.clock import now_ms
from pausa.store.errors import Closed, Conflict, NotThere
from pausa.store.marks import MARKS
from pausa.store.work import CHANGEABLE

_table = schema.assignments


@dataclass(frozen=True)
class Action:
    """A mark set after a word; the empty mark takes it away."""

    n: int
    at: int
    word: int
    mark: str
    kind: str = "set"


def save(
    db: Connection,
    assignment_id: int,
    *,
    person_id: int,
    client: str,
    base: int,
    actions: Sequence[Action],
    reached: int | None = None,
    seconds: float | None = None,
    seen: Sequence[Sequence[int]] = (),
) -> int:
    """Apply a page's actions, and add the stretches of words that were seen there; the version they lead to."""
    here = {"assignment_id": assignment_id, "client": client}
    row = db.execute(_CURRENT, here | {"person_id": person_id}).first()
    if row is None:
        raise NotThere("assignment")
    if row.state not in CHANGEABLE:
        raise Closed(row.state)
    _check(actions, row.n_words)
    if base != row.version and _others_wrote(db, assignment_id, client, base, row.version):
        raise Conflict(row.version, marks.of(db, assignment_id))
    fresh = _fresh(db, here, actions, row.last_n)
    now = now_ms()
    if fresh:
        rows = [
            here | asdict(action) | {"version": version, "saved_at": now}
            for version, action in enumerate(fresh, start=row.version + 1)
        ]
        db.execute(_NEW_ACTION, rows)
        marks.put(db, assignment_id, {action.word: action.mark for action in fresh})
    version: int = row.version + len(fresh)
    furthest = row.reached if reached is None else min(max(reached, 0), row.n_words)
    moved = {
        "id": assignment_id,
        "version": version,
        "reached": furthest,
        "seen": _seen(row.seen, actions, seen, row.n_words),
        "state": "open" if row.state == "new" else row.state,
        "changed_at": now,
    }
    db.execute(_MOVED, moved)
    if seconds is not None:
        db.execute(_SECONDS, here | {"seconds": float(seconds)})
    return version


# The statements of a save are put together once: that takes longer than running them.
_CURRENT = (
    select(
        _table.c.version,
        _table.c.state,
        _table.c.reached,
        _table.c.seen,
        schema.transcripts.c.n_words,
        select(func.max(schema.actions.c.n))
        .where(
            schema.actions.c.assignment_id == bindparam("assignment_id"), schema.actions.c.client == bindparam("client")
        )
        .scalar_subquery()
        .label("last_n"),
    )
    .join(schema.transcripts, schema.transcripts.c.id == _table.c.transcript_id)
    .where(_table.c.id == bindparam("assignment_id"), _table.c.person_id == bindparam("person_id"))
    .with_for_update(of=_table)
)
_NEW_ACTION = insert(schema.actions)
_MOVED = text(
    "UPDATE assignments SET version = :version, reached = :reached, seen = :seen, state = :state, "
    "changed_at = :changed_at WHERE id = :id"
)
#: A page counts its seconds up, so a repeated or late report changes nothing.
_SECONDS = text(
    "INSERT INTO clients (assignment_id, client, seconds) VALUES (:assignment_id, :client, :seconds) "
    "ON CONFLICT (assignment_id, client) DO UPDATE SET seconds = excluded.seconds "
    "WHERE excluded.seconds > clients.seconds"
)


def _seen(known: str | None, actions: Sequence[Action], seen: Sequence[Sequence[int]], n_words: int) -> str | None:
    """What is known to be seen, with more; whoever marks a word has looked at it."""
    marked = [(action.word, action.word + 1) for action in actions]
    if not marked and not seen:
        return known
    return stretches.dump(stretches.add(stretches.load(known), [*seen, *marked], n_words=n_words))


def _check(actions: Sequence[Action], n_words: int) -> None:
    for action in actions:
        if not 0 <= action.word < n_words:
            raise OptionError(f"There is no word {action.word}; the transcript has {n_words}.")
        if action.mark not in ("", *MARKS):
            raise OptionError(f"{action.mark!r} is no mark; there are {' '.join(MARKS)}.")


def _others_wrote(db: Connection, assignment_id: int, client: str, base: int, version: int) -> bool:
    """Whether another page saved after `base` (a base from the future is nobody's)."""
    table = schema.actions
    query = select(table.c.version).where(
        table.c.assignment_id == assignment_id, table.c.version > base, table.c.client != client
    )
    return base > version or db.execute(query.limit(1)).first() is not None


def _fresh(db: Connection, here: dict[str, Any], actions: Sequence[Action], last_n: int | None) -> list[Action]:
    """Those that were not saved before, each number once."""
    if not actions:
        return []
    numbers = [action.n for action in actions]
    known: set[int] = set()
    if last_n is not None and min(numbers) <= last_n:
        table = schema.actions
        query = select(table.c.n).where(
            table.c.assignment_id == here["assignment_id"],
            table.c.client == here["client"],
            table.c.n.between(min(numbers), max(numbers)),
        )
        known = set(db.scalars(query))
    fresh: list[Action] = []
    for action in actions:
        if action.n not in known:
            known.add(action.n)
            fresh.append(action)
    return fresh
