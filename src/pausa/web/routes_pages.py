"""The pages: shells that fetch their data, and the door."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from pausa.store import project, transcripts, work
from pausa.store.people import Person
from pausa.web.bodies import Id
from pausa.web.gate import Gate, csrf_of
from pausa.web.shared import page


def pages(gate: Gate) -> APIRouter:
    """Routes of the pages."""
    router = APIRouter(include_in_schema=False)
    _add_door(router, gate)
    _add_shells(router, gate)
    return router


def _add_door(router: APIRouter, gate: Gate) -> None:
    """How people come in and leave."""

    @router.get("/")
    def index() -> Response:
        """What this is; nothing about the project for those who are not in it."""
        return page("index.html")

    @router.get("/enter/{token}")
    def link(token: str, request: Request) -> Response:
        """A page with a button: programs that look at links in messages press none."""
        person = gate.linked(token, request)
        csrf = gate.new_form()
        made = page("enter.html", person=person, project=gate.store.read(project.current), csrf=csrf)
        gate.set_form(made, csrf)
        return made

    @router.post("/enter/{token}")
    def enter(token: str, request: Request, csrf: Annotated[str, Form()] = "") -> Response:
        person = gate.linked(token, request)
        gate.check_intent(request, csrf=csrf, expected=request.cookies.get(gate.cookie("enter"), ""))
        made = RedirectResponse("/owner" if person.is_owner else "/work", 303)
        gate.enter(person, request, made)
        return made

    @router.post("/leave")
    def leave(request: Request, csrf: Annotated[str, Form()] = "") -> Response:
        made = RedirectResponse("/", 303)
        gate.leave(request, made, csrf=csrf)
        return made


def _add_shells(router: APIRouter, gate: Gate) -> None:
    """Pages for those who are in."""
    store = gate.store

    def shown(name: str, request: Request, person: Person) -> Response:
        csrf = csrf_of(gate.session(request, is_owner=person.is_owner))
        return page(name, person=person, project=store.read(project.current), csrf=csrf)

    @router.get("/work")
    def tasks(request: Request) -> Response:
        return shown("work.html", request, gate.annotator(request))

    @router.get("/work/{assignment}")
    def annotate(assignment: Id, request: Request) -> Response:
        person = gate.annotator(request)
        store.read(work.get, assignment, person_id=person.id)
        return shown("annotate.html", request, person)

    @router.get("/owner")
    def overview(request: Request) -> Response:
        return shown("owner.html", request, gate.owner(request))

    @router.get("/owner/transcripts/{transcript}")
    def transcript_page(transcript: Id, request: Request) -> Response:
        owner = gate.owner(request)
        store.read(transcripts.get, transcript)
        return shown("transcript.html", request, owner)

    @router.get("/owner/people")
    def people_page(request: Request) -> Response:
        return shown("people.html", request, gate.owner(request))

    @router.get("/owner/settings")
    def settings_page(request: Request) -> Response:
        return shown("settings.html", request, gate.owner(request))
