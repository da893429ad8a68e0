"""A project from files: made on the first start, added to on later ones. Repeating a start changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.messages import Say
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats.files import read_all
from pausa.store import assigning, audio, people, project, transcripts
from pausa.store.members import invite
from pausa.store.project import Settings
from pausa.store.store import Store


def prepared(store: Store, wanted: dict[str, Any]) -> None:
    """Make the project, or change what is wanted otherwise; None leaves a setting as it is."""
    given = {name: value for name, value in wanted.items() if value is not None}

    def prepare(db: Connection) -> None:
        found = project.settings(db)
        if found is None:
            project.create(db, replace(Settings(store.folder.resolve().name or "Annotation"), **given))
        elif given:
            project.change(db, replace(found, **given))

    store.write(prepare)


def add_transcripts(
    store: Store, paths: Sequence[str], recordings: Sequence[Path], *, say: Say, limits: ReadLimits = USUAL
) -> int:
    """Read transcripts into the project, each with the recording of the same name; how many are new."""
    added = 0
    for path in paths:
        for document in read_all(path, warn=say, limits=limits):
            added += _add(store, document, recordings, say)
    store.write(assigning.assign)
    return added


def _add(store: Store, document: Document, recordings: Sequence[Path], say: Say) -> bool:
    checked = transcripts.checked_document(document)
    known = store.read(transcripts.named, checked.name)
    found = audio.matching(recordings, checked.name)
    if known is not None and (known.audio or found is None):
        say(f"{checked.name} is in the project already")
        return False
    name, seconds = audio.copied(found, store.audio) if found else (None, None)
    if known is not None:
        store.write(transcripts.set_audio, known.id, str(name), seconds)
        return False
    store.write(transcripts.add, checked, audio=name, audio_seconds=seconds)
    return True


def add_people(store: Store, names: Sequence[str]) -> list[tuple[str, str]]:
    """Invite those who are not in the project yet; each one's name and token."""
    known = {one.name.casefold() for one in store.read(people.everyone)}
    fresh = [name for name in dict.fromkeys(part.strip() for part in names) if name and name.casefold() not in known]
    return [(person.name, token) for person, token in store.write(invite, fresh)] if fresh else []
