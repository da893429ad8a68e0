"""What the owner's pages ask for: settings, people, transcripts, verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec
from fastapi import APIRouter, File, Form, HTTPException, Request, UploadFile
from fastapi.responses import Response
from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.unpacking import ReadLimits
from pausa.formats.files import parse
from pausa.store import assigning, audio, exports, imports, members, project, transcripts, work
from pausa.store.transcripts import Listed
from pausa.web.answers import answer
from pausa.web.api_pool import Pool, worked
from pausa.web.bodies import Id, PersonIn, ProjectIn, StateIn, Text
from pausa.web.gate import Gate
from pausa.web.overview import overview, side_by_side
from pausa.web.presegment import Proposer
from pausa.web.routes_work import audio_file, audio_peaks


def owner_routes(gate: Gate, proposer: Proposer, readers: Pool) -> APIRouter:
    """Routes under /api/owner; uploads are read by `readers`."""
    router = APIRouter(prefix="/api/owner")
    _add_views(router, gate)
    _add_transcripts(router, gate, readers)
    _add_people(router, gate)
    _add_project(router, gate, proposer)
    _add_files(router, gate, readers)
    return router


def _add_views(router: APIRouter, gate: Gate) -> None:
    """What there is to look at and to hear."""
    store = gate.store

    @router.get("/overview")
    def everything(request: Request, untouched: bool = False) -> Response:
        """Who did what, and how far they agree; with annotations that have untouched proposals if asked for."""
        gate.owner(request)
        return answer(store.read(overview, untouched=untouched))

    @router.get("/transcripts/{transcript}")
    def compared(transcript: Id, request: Request) -> Response:
        """Everybody's marks on one transcript, side by side."""
        gate.owner(request)
        return answer(store.read(side_by_side, transcript))

    @router.get("/transcripts/{transcript}/audio")
    def recording(transcript: Id, request: Request) -> Response:
        gate.owner(request)
        return audio_file(gate, store.read(transcripts.get, transcript).audio)

    @router.get("/transcripts/{transcript}/peaks")
    def peaks(transcript: Id, request: Request) -> Response:
        gate.owner(request)
        return audio_peaks(gate, store.read(transcripts.get, transcript).audio)


def _add_transcripts(router: APIRouter, gate: Gate, readers: Pool) -> None:
    """New transcripts, and what becomes of annotations."""

    @router.post("/transcripts")
    def add_transcript(
        request: Request,
        transcript: Annotated[UploadFile, File()],
        audio: Annotated[UploadFile | None, File()] = None,
    ) -> Response:
        """A transcript in any format, with its recording if there is one; it is handed out at once."""
        gate.count_upload(gate.owner(request, changing=True))
        documents = _parsed(readers, transcript, gate.settings.limits.transcript)
        if audio is not None and audio.filename and len(documents) != 1:
            raise HTTPException(422, f"The file holds {len(documents)} transcripts; give recordings one by one.")
        return answer(
            {"transcripts": [one.__dict__ | {"audio": bool(one.audio)} for one in _added(gate, documents, audio)]}
        )

    @router.post("/assignments/{assignment}/state")
    def verdict(assignment: Id, body: StateIn, request: Request) -> Response:
        """Accept, send back, exclude or open an annotation."""
        gate.owner(request, changing=True)
        gate.store.write(_judged, assignment, body)
        return answer({"state": body.state, "note": body.note})


def _add_people(router: APIRouter, gate: Gate) -> None:
    """Who annotates."""
    store = gate.store

    def link(token: str) -> str:
        return f"{gate.settings.public_url}/enter/{token}"

    @router.post("/people")
    def add_person(body: PersonIn, request: Request) -> Response:
        """A new annotator; the link is told this once."""
        gate.owner(request, changing=True)
        [(person, token)] = store.write(members.invite, [body.name])
        return answer({"id": person.id, "name": person.name, "link": link(token)})

    @router.post("/people/{person}/link")
    def new_link(person: Id, request: Request) -> Response:
        """Another link for an annotator; the old one and its sessions end."""
        gate.owner(request, changing=True)
        token = store.write(members.relink, person)
        return answer({"id": person, "link": link(token)})

    @router.post("/people/{person}/revoke")
    def revoke(person: Id, request: Request) -> Response:
        """Let an annotator in no longer; untouched transcripts go to others."""
        gate.owner(request, changing=True)
        store.write(members.dismiss, person)
        return answer({"id": person, "revoked": True})


def _add_project(router: APIRouter, gate: Gate, proposer: Proposer) -> None:
    """Who gets what, and all other settings."""
    store = gate.store

    @router.post("/assign")
    def assign(request: Request) -> Response:
        """Share out what lacks people, and even out what nobody has begun."""
        gate.owner(request, changing=True)
        return answer({"added": store.write(assigning.assign)})

    @router.put("/project")
    def change(body: ProjectIn, request: Request) -> Response:
        """Other settings; what is not given stays."""
        gate.owner(request, changing=True)
        given = {name: value for name, value in body.model_dump().items() if value is not None}
        if given.get("presegment"):
            proposer.check(given["presegment"])
        changed = replace(store.read(project.current), **given)
        store.write(project.change, changed)
        if "per_transcript" in given:
            store.write(assigning.assign)
        return answer(changed.__dict__)


def _add_files(router: APIRouter, gate: Gate, readers: Pool) -> None:
    """Annotations as files, out and in."""
    store = gate.store

    @router.get("/export/{kind}")
    def export(kind: str, request: Request, unfinished: bool = False, untouched: bool = False) -> Response:
        """The annotations as a file."""
        gate.owner(request)
        if kind not in exports.KINDS:
            raise HTTPException(404, f"There is no such export; there are {', '.join(exports.KINDS)}.")
        made = exports.export(store.read(exports.gathered, unfinished=unfinished, untouched=untouched), kind)
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
        return Response(made.content, media_type=made.media_type, headers=headers)

    @router.post("/import")
    def bring_in(
        request: Request,
        file: Annotated[UploadFile, File()],
        transcript: Annotated[Text, Form(max_length=200)],
        person: Annotated[Text, Form(max_length=200)] = "",
    ) -> Response:
        """Annotations made elsewhere, of a transcript named by its number or name."""
        gate.count_upload(gate.owner(request, changing=True))
        documents = _parsed(readers, file, gate.settings.limits.transcript)
        target = _wanted(store.read(transcripts.listing), transcript)
        document = next((one for one in documents if one.name == target.name), documents[0])
        if len(documents) > 1 and document.name != target.name:
            raise HTTPException(422, f"None of the {len(documents)} recordings in the file is called {target.name}.")
        added = store.write(imports.add, document, transcript_id=target.id, person=person)
        return answer({"people": added})


def _judged(db: Connection, assignment: int, body: StateIn) -> None:
    work.set_state(db, assignment, state=body.state, note=body.note)
    if body.state == "excluded":
        assigning.assign(db)  # somebody else is asked instead


def _parsed(readers: Pool, upload: UploadFile, most_bytes: int) -> list[Document]:
    """The recordings in a file, which a process of its own reads: what somebody made may take for ever."""
    data = upload.file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise HTTPException(413, f"Too large: a transcript has at most {most_bytes:,} bytes.")
    name = (upload.filename or "transcript").replace("\\", "/").rpartition("/")[2] or "transcript"
    told = worked(readers, "read", {"data": data, "name": name})
    if told["status"] != 200:
        said = msgspec.json.decode(told["body"])
        raise HTTPException(told["status"], "; ".join(filter(None, (said["problem"].rstrip("."), said["hint"]))))
    return parse(
        told["body"], name=name, format="json", warn=lambda _: None, limits=ReadLimits(words=len(told["body"]))
    )


def _added(gate: Gate, documents: list[Document], recording: UploadFile | None) -> list[Listed]:
    """The transcripts in the project and their recording in its folder, or nothing of both."""
    kept: tuple[str, float] | tuple[None, None] = (None, None)
    if recording is not None and recording.filename:
        kept = audio.keep(recording.file, recording.filename, gate.store.audio, most_bytes=gate.settings.limits.audio)

    def add(db: Connection) -> list[Listed]:
        made = [transcripts.add(db, one, audio=kept[0], audio_seconds=kept[1]) for one in documents]
        assigning.assign(db)
        return made

    try:
        return gate.store.write(add)
    except BaseException:
        if kept[0]:
            (gate.store.audio / kept[0]).unlink(missing_ok=True)
        raise


def _wanted(listed: list[Listed], asked: str) -> Listed:
    for one in listed:
        if asked == one.name or asked == str(one.id):
            return one
    raise HTTPException(404, "There is no such transcript.")
