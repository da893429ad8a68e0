"""Answers in JSON, and errors as one sentence: in JSON for scripts, as a page for people."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pausa.core.errors import MissingExtra, PausaError, TooLarge
from pausa.store.errors import Closed, Conflict, Locked, Lost, NotThere
from pausa.store.quality import known
from pausa.web.shared import page

_encoder = msgspec.json.Encoder()


def answer(value: Any, status: int = 200) -> Response:
    """The value as JSON; undefined numbers are null."""
    return Response(_encoder.encode(known(value)), status, media_type="application/json")


def explain_errors(app: FastAPI) -> None:
    """Let every error be answered with a status and a sentence."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(PausaError, _refused)


def _http(request: Request, problem: Exception) -> Response:
    status = getattr(problem, "status_code", 500)
    sentence = str(getattr(problem, "detail", "")) or "This did not work."
    made = told(request, status, sentence)
    for name, value in (getattr(problem, "headers", None) or {}).items():
        made.headers[name] = value
    return made


def _invalid(request: Request, problem: Exception) -> Response:
    """What does not fit the description; the value itself is not repeated."""
    errors = problem.errors() if isinstance(problem, RequestValidationError) else []
    first = errors[0] if errors else {"loc": (), "msg": "it cannot be read"}
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return told(request, 422, f"{where}: {first['msg']}" if where else str(first["msg"]))


def _refused(request: Request, problem: Exception) -> Response:
    if isinstance(problem, Conflict):
        return answer({"version": problem.version, "marks": _by_word(problem.marks)}, 409)
    statuses = {NotThere: 404, Closed: 423, Locked: 503, Lost: 503, MissingExtra: 501, TooLarge: 413}
    status = statuses.get(type(problem), 422)
    return told(request, status, str(problem))


def told(request: Request, status: int, sentence: str) -> Response:
    """A problem in one sentence, as whoever asked can read it."""
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return answer({"detail": sentence}, status)
    return page(
        "error.html", status=status, title=_titles(status), message=sentence, person=None, project=None, csrf=""
    )


def _titles(status: int) -> str:
    return {401: "Please use your link", 404: "Nothing here", 429: "A moment, please"}.get(status, "This did not work")


def _by_word(marks: dict[int, str]) -> dict[str, str]:
    return {str(word): mark for word, mark in marks.items()}
