"""An annotator's work: what there is to do, the marks, and the saving of every action.

The version of an annotation is the number of actions applied to it. A page says which version it started from;
where another page has saved since, nothing is applied and the page gets the current marks to merge with. An action
has a number of its page's own, so sending it twice is harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, text, update

from pausa.core.errors import OptionError
from pausa.store import schema
from pausa.store.clock import now_ms
from pausa.store.errors import Closed, Conflict, NotThere

MARKS = (".", "?", ",")
STATES = ("new", "open", "done", "returned", "accepted", "excluded")
#: States in which the annotator can still change something.
_CHANGEABLE = ("new", "open", "done", "returned")
#: States whose marks count in figures and exports.
FINISHED = ("done", "accepted")

_table = schema.assignments


@dataclass(frozen=True)
class Action:
    """A mark set after a word; the empty mark takes it away."""

    n: int
    at: int
    word: int
    mark: str
    kind: str = "set"


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
    presegmented: dict[int, str]
    presegmented_by: str
    imported: bool
    marked: int
    seconds: float


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
    plain = {name: fields[name] for name in Assignment.__dataclass_fields__ if name != "presegmented"}
    return Assignment(**plain, presegmented=_loaded(row.presegmented))


def _loaded(stored: str) -> dict[int, str]:
    return msgspec.json.decode(stored, type=dict[int, str]) if stored else {}


def marks(db: Connection, assignment_id: int) -> dict[int, str]:
    """The marks of one annotation, by word."""
    return all_marks(db, [assignment_id]).get(assignment_id, {})


def all_marks(db: Connection, assignment_ids: Iterable[int]) -> dict[int, dict[int, str]]:
    """The marks of several annotations."""
    table = schema.marks
    ids = list(assignment_ids)
    found: dict[int, dict[int, str]] = {one: {} for one in ids}
    for start in range(0, len(ids), 500):  # databases limit how many values one question may hold
        query = select(table).where(table.c.assignment_id.in_(ids[start : start + 500])).order_by(table.c.word)
        for row in db.execute(query):
            found[row.assignment_id][row.word] = row.mark
    return found


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
        _set_marks(db, assignment_id, proposed)


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
) -> int:
    """Apply a page's actions; the version they lead to."""
    here = {"assignment_id": assignment_id, "client": client}
    row = db.execute(_CURRENT, here | {"person_id": person_id}).first()
    if row is None:
        raise NotThere("assignment")
    if row.state not in _CHANGEABLE:
        raise Closed(row.state)
    _check(actions, row.n_words)
    if base != row.version and _others_wrote(db, assignment_id, client, base, row.version):
        raise Conflict(row.version, marks(db, assignment_id))
    fresh = _fresh(db, here, actions, row.last_n)
    now = now_ms()
    if fresh:
        rows = [
            here | asdict(action) | {"version": version, "saved_at": now}
            for version, action in enumerate(fresh, start=row.version + 1)
        ]
        db.execute(_NEW_ACTION, rows)
        _set_marks(db, assignment_id, {action.word: action.mark for action in fresh})
    version: int = row.version + len(fresh)
    furthest = row.reached if reached is None else min(max(reached, 0), row.n_words)
    state = "open" if row.state == "new" else row.state
    db.execute(
        _MOVED, {"id": assignment_id, "version": version, "reached": furthest, "state": state, "changed_at": now}
    )
    if seconds is not None:
        db.execute(_SECONDS, here | {"seconds": float(seconds)})
    return version


# The statements of a save are put together once: that takes longer than running them.
_CURRENT = (
    select(
        _table.c.version,
        _table.c.state,
        _table.c.reached,
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
    "UPDATE assignments SET version = :version, reached = :reached, state = :state, changed_at = :changed_at "
    "WHERE id = :id"
)
_SET_MARK = text(
    "INSERT INTO marks (assignment_id, word, mark) VALUES (:assignment_id, :word, :mark) "
    "ON CONFLICT (assignment_id, word) DO UPDATE SET mark = excluded.mark"
)
_NO_MARK = text("DELETE FROM marks WHERE assignment_id = :assignment_id AND word = :word")
#: A page counts its seconds up, so a repeated or late report changes nothing.
_SECONDS = text(
    "INSERT INTO clients (assignment_id, client, seconds) VALUES (:assignment_id, :client, :seconds) "
    "ON CONFLICT (assignment_id, client) DO UPDATE SET seconds = excluded.seconds "
    "WHERE excluded.seconds > clients.seconds"
)


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


def _set_marks(db: Connection, assignment_id: int, changed: Mapping[int, str]) -> None:
    rows = [{"assignment_id": assignment_id, "word": word, "mark": mark} for word, mark in sorted(changed.items())]
    set_, cleared = [row for row in rows if row["mark"]], [row for row in rows if not row["mark"]]
    if set_:
        db.execute(_SET_MARK, set_)
    if cleared:
        db.execute(_NO_MARK, cleared)


def replace_marks(db: Connection, assignment_id: int, made: Mapping[int, str], *, state: str) -> None:
    """Marks that were made elsewhere, in place of all there are."""
    db.execute(delete(schema.marks).where(schema.marks.c.assignment_id == assignment_id))
    _set_marks(db, assignment_id, made)
    values = {"state": state, "imported": True, "changed_at": now_ms(), "reached": max(made, default=-1) + 1}
    db.execute(update(_table).where(_table.c.id == assignment_id).values(**values))


def set_own_state(db: Connection, assignment_id: int, *, person_id: int, state: str) -> None:
    """The annotator says that the work is done, or takes it up again."""
    current = get(db, assignment_id, person_id=person_id).state
    if current not in _CHANGEABLE:
        raise Closed(current)
    _set_state(db, assignment_id, {"state": state})


def set_state(db: Connection, assignment_id: int, *, state: str, note: str | None = None) -> None:
    """The owner's verdict: accepted, returned with a note, excluded, or open again."""
    get(db, assignment_id)
    _set_state(db, assignment_id, {"state": state} | ({} if note is None else {"note": note}))


def _set_state(db: Connection, assignment_id: int, values: dict[str, str]) -> None:
    db.execute(update(_table).where(_table.c.id == assignment_id).values(**values, changed_at=now_ms()))
