"""People who join and leave a project, with the work shared out anew each time."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from pausa.core.errors import OptionError
from pausa.store import assigning, people
from pausa.store.people import Person


def invite(db: Connection, names: Sequence[str]) -> list[tuple[Person, str]]:
    """New annotators with a link each, told this once, and a share of the work."""
    made = []
    for name in names:
        person = people.add(db, name)
        made.append((person, people.new_link(db, person.id)))
    assigning.assign(db)
    return made


def relink(db: Connection, person_id: int) -> str:
    """Another link for an annotator, who takes part again if they were shut out; the old link ends."""
    if people.get(db, person_id).is_owner:
        raise OptionError("The owner's link is made with pausa annotate --new-owner-link.")
    token = people.new_link(db, person_id)
    assigning.assign(db)
    return token


def dismiss(db: Connection, person_id: int) -> None:
    """Shut an annotator out; what they have not begun goes to others, what they did stays."""
    people.revoke(db, person_id)
    assigning.assign(db)


def owner_link(db: Connection, *, anew: bool) -> str | None:
    """The owner's link where there was no owner yet, or where another is asked for."""
    known = people.owner(db)
    if known is not None and not anew:
        return None
    return people.new_link(db, (known or people.add(db, "Owner", is_owner=True)).id)
