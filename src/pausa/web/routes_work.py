"""What an annotator's pages ask for: their own assignments, and nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, Response

from pausa.core.document import Document
from pausa.store import audio, marks, project, saving, transcripts, work
from pausa.store.saving import Action
from pausa.store.work import Assignment
from pausa.web.answers import answer
from pausa.web.bodies import ActionsIn, Id, OwnStateIn
from pausa.web.gate import Gate
from pausa.web.markdown import to_html
from pausa.web.presegment import Proposer


def work_routes(gate: Gate, proposer: Proposer) -> APIRouter:
    """Routes under /api/work."""
    router = APIRouter(prefix="/api/work")
    _add_tasks(router, gate, proposer)
    _add_saving(router, gate)
    _add_recordings(router, gate)
    return router


def _add_tasks(router: APIRouter, gate: Gate, proposer: Proposer) -> None:
    """What there is to do."""
    store = gate.store

    @router.get("")
    def tasks(request: Request) -> Response:
        """Everything this person has to do."""
        person = gate.annotator(request)
        listed = store.read(work.listing, person_id=person.id)
        return answer(
            {
                "person": {"name": person.name},
                "project": {"title": store.read(project.current).title},
                "assignments": [_listed(one) for one in listed],
            }
        )

    @router.get("/{assignment}")
    def task(assignment: Id, request: Request) -> Response:
        """One transcript with this person's marks; from now on it stays with them."""
        one = _own(gate, assignment, request)
        if one.state == "new":
            proposed, by = proposer.marks(one.transcript_id)
            store.write(work.begin, assignment, proposed=proposed, by=by)
        one, found, settings, key = store.read(
            lambda db: (
                work.get(db, assignment, person_id=one.person_id),
                marks.of(db, assignment),
                project.current(db),
                project.key(db),
            )
        )
        opened = _opened(one, found, store.document(one.transcript_id), settings.guidelines)
        return answer(opened | {"project": key})


def _add_saving(router: APIRouter, gate: Gate) -> None:
    """What was done."""
    store = gate.store

    @router.post("/{assignment}/actions")
    def save(assignment: Id, body: ActionsIn, request: Request) -> Response:
        """Save actions; the answer means that they are on disk."""
        person = gate.annotator(request, changing=True)
        gate.count_save(person)
        version = store.write(
            saving.save,
            assignment,
            person_id=person.id,
            client=body.client,
            base=body.base,
            actions=[Action(one.n, one.at, one.word, one.mark, one.kind) for one in body.actions],
            reached=body.reached,
            seconds=body.seconds,
            seen=body.seen,
        )
        return answer({"version": version, "saved": [one.n for one in body.actions]})

    @router.post("/{assignment}/state")
    def state(assignment: Id, body: OwnStateIn, request: Request) -> Response:
        """Done, or not yet after all."""
        person = gate.annotator(request, changing=True)
        store.write(work.set_own_state, assignment, person_id=person.id, state=body.state)
        return answer({"state": body.state})


def _add_recordings(router: APIRouter, gate: Gate) -> None:
    """What there is to hear."""

    @router.get("/{assignment}/audio")
    def recording(assignment: Id, request: Request) -> Response:
        """The recording, also in parts (range requests)."""
        return audio_file(gate, _own(gate, assignment, request).audio)

    @router.get("/{assignment}/peaks")
    def peaks(assignment: Id, request: Request) -> Response:
        """How loud the recording is over time."""
        return audio_peaks(gate, _own(gate, assignment, request).audio)


def _own(gate: Gate, assignment: int, request: Request) -> Assignment:
    return gate.store.read(work.get, assignment, person_id=gate.annotator(request).id)


def audio_file(gate: Gate, name: str | None) -> Response:
    """A recording of the project, 404 where there is none."""
    path = _located(gate, name)
    return FileResponse(path, media_type=audio.MEDIA_TYPES[path.suffix.lower()], headers={"Cache-Control": "private"})


def audio_peaks(gate: Gate, name: str | None) -> Response:
    """The peaks of a recording."""
    peaks = audio.stored_peaks(_located(gate, name), gate.store.folder / "peaks")
    return Response(peaks, media_type="application/json")


def _located(gate: Gate, name: str | None) -> Path:
    path = audio.located(gate.store.audio, name or "")
    if path is None:
        raise HTTPException(404, "There is no recording.")
    return path


def words_of(document: Document) -> list[dict[str, Any]]:
    """The words as pages take them, times in milliseconds."""
    return [
        {"text": word.text, "start": word.start, "end": word.end, "speaker": word.speaker}
        for word in document.transcript.words
    ]


def by_word(marks: dict[int, str]) -> dict[str, str]:
    return {str(word): mark for word, mark in marks.items()}


def _listed(one: Assignment) -> dict[str, Any]:
    return {
        "id": one.id,
        "transcript": one.transcript,
        "n_words": one.n_words,
        "state": one.state,
        "marked": one.marked,
        "reached": one.reached,
        "seen": one.n_seen,
        "seconds": one.seconds,
        "has_audio": one.audio is not None,
        "note": one.note,
    }


def _opened(one: Assignment, marks: dict[int, str], document: Document, guidelines: str) -> dict[str, Any]:
    sound = {"url": f"/api/work/{one.id}/audio", "peaks": f"/api/work/{one.id}/peaks", "seconds": one.audio_seconds}
    return {
        "id": one.id,
        "transcript": {
            "name": one.transcript,
            "language_direction": transcripts.direction(document.transcript),
            "words": words_of(document),
        },
        "audio": sound if one.audio else None,
        "marks": by_word(marks),
        "presegmented": by_word(one.presegmented),
        "version": one.version,
        "reached": one.reached,
        "seen": one.seen,
        "state": one.state,
        "note": one.note,
        "guidelines_html": to_html(guidelines),
    }
