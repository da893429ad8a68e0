"""The marks of annotations as they stand: one for each word that has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, delete, select, text

from pausa.store import schema

#: What the page knows: a period, a question mark, and a comma where a clause ends.
MARKS = (".", "?", ",")

_SET_MARK = text(
    "INSERT INTO marks (assignment_id, word, mark) VALUES (:assignment_id, :word, :mark) "
    "ON CONFLICT (assignment_id, word) DO UPDATE SET mark = excluded.mark"
)
_NO_MARK = text("DELETE FROM marks WHERE assignment_id = :assignment_id AND word = :word")


def of(db: Connection, assignment_id: int) -> dict[int, str]:
    """The marks of one annotation, by word."""
    return of_all(db, [assignment_id]).get(assignment_id, {})


def of_all(db: Connection, assignment_ids: Iterable[int]) -> dict[int, dict[int, str]]:
    """The marks of several annotations."""
    table = schema.marks
    ids = list(assignment_ids)
    found: dict[int, dict[int, str]] = {one: {} for one in ids}
    for start in range(0, len(ids), 500):  # databases limit how many values one question may hold
        query = select(table).where(table.c.assignment_id.in_(ids[start : start + 500])).order_by(table.c.word)
        for row in db.execute(query):
            found[row.assignment_id][row.word] = row.mark
    return found


def put(db: Connection, assignment_id: int, changed: Mapping[int, str]) -> None:
    """Set these marks; an empty one takes a mark away."""
    rows = [{"assignment_id": assignment_id, "word": word, "mark": mark} for word, mark in sorted(changed.items())]
    set_, cleared = [row for row in rows if row["mark"]], [row for row in rows if not row["mark"]]
    if set_:
        db.execute(_SET_MARK, set_)
    if cleared:
        db.execute(_NO_MARK, cleared)


def clear(db: Connection, assignment_id: int) -> None:
    """Take all marks away."""
    db.execute(delete(schema.marks).where(schema.marks.c.assignment_id == assignment_id))
