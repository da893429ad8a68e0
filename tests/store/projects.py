"""Small projects, and people who annotate them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pausa.core.document import Document
from pausa.core.words import Transcript
from pausa.store import people, project, saving, transcripts, work
from pausa.store.assigning import assign
from pausa.store.members import invite
from pausa.store.project import Settings
from pausa.store.saving import Action
from pausa.store.store import Store
from tests.builders import spoken

TALK = "so we left early / was it raining / no but it was cold / and dark / we went home / and slept"


def document(name: str = "talk", text: str = TALK) -> Document:
    return Document(spoken(text), name=name)


def long_document(name: str, n_words: int) -> Document:
    return Document(Transcript(spoken(" ".join(["word"] * n_words)).words), name=name)


def fill(
    store: Store, *, names: Sequence[str], documents: Sequence[Document], per_transcript: int = 3
) -> dict[str, str]:
    """A project with these people and transcripts; each person's token."""
    store.write(project.create, Settings("Test", per_transcript=per_transcript))
    for one in documents:
        store.write(transcripts.add, one)
    return {person.name: token for person, token in store.write(invite, names)}


def assignment_of(store: Store, name: str, transcript: str = "talk") -> work.Assignment:
    for one in store.read(work.listing):
        if (one.person, one.transcript) == (name, transcript):
            return one
    raise LookupError(name)


def annotate(
    store: Store,
    name: str,
    marks: Mapping[int, str],
    *,
    transcript: str = "talk",
    done: bool = True,
    seen: Sequence[tuple[int, int]] = (),
) -> None:
    """Let a person set these marks, look at these stretches of words, and finish."""
    one = assignment_of(store, name, transcript)
    actions = [Action(number, 0, word, mark) for number, (word, mark) in enumerate(marks.items(), start=1)]
    store.write(
        saving.save,
        one.id,
        person_id=one.person_id,
        client=f"page-{name}",
        base=one.version,
        actions=actions,
        seconds=60,
        seen=seen,
    )
    if done:
        store.write(work.set_own_state, one.id, person_id=one.person_id, state="done")


__all__ = ["TALK", "annotate", "assign", "assignment_of", "document", "fill", "long_document", "people"]
