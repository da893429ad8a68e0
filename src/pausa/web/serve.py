"""The playground and the HTTP API as one app, which keeps nothing of what it is sent.

app = playground_app(PoolLimits(words=20_000))
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from difflib import get_close_matches
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

import pausa
from pausa.formats import FORMATS
from pausa.models import DEFAULT, MODELS, TITLES
from pausa.web.api import api, format_out
from pausa.web.api_bodies import describe_bodies
from pausa.web.api_models import Asked, ConvertIn, ScoreIn, SegmentIn
from pausa.web.api_pool import Pool, PoolLimits
from pausa.web.live import Hall, live
from pausa.web.safety import HEADERS, BodyLimits, protected
from pausa.web.shared import mount_static, page
from pausa.workflow.live.segmenter import DELAY

BODIES: list[type[Asked]] = [SegmentIn, ConvertIn, ScoreIn]


def playground_app(limits: PoolLimits | None = None, *, hosts: Iterable[str] | None = None) -> FastAPI:
    """The app; it answers to these host names only, to any where none are given."""
    limits = limits or PoolLimits()
    pool = Pool(limits)
    hall = Hall(limits)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        # The first worker loads what it needs while the person still reads the page.
        threading.Thread(target=pool.warm, daemon=True).start()
        yield
        pool.close()
        hall.close()

    app = FastAPI(
        title="Pausa",
        version=pausa.__version__,
        description="Finds where sentences end in speech transcripts, and tells how good that answer is.",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        lifespan=living,
    )
    app.include_router(api(pool, limits))
    app.include_router(live(hall))
    _pages(app, limits)
    mount_static(app)
    describe_bodies(app, BODIES)
    # The readers of bodies say "too large" in our own words; the guard behind them stands a little further out.
    protected(
        app,
        limits=BodyLimits(limits.body_bytes + (1 << 16)),
        hosts=hosts,
        refuse=lambda request, status, sentence: _problem(status, sentence),
    )
    _problems(app)
    return app


def _pages(app: FastAPI, limits: PoolLimits) -> None:
    @app.get("/", include_in_schema=False)
    def playground() -> HTMLResponse:
        forms = [format_out(name) for name in sorted(FORMATS)]
        typed = [form for form in forms if form.reads and not FORMATS[form.name].binary]
        return page("playground.html", models=_models(), formats=typed, suffixes=_suffixes(), most_words=limits.words)

    @app.get("/live", include_in_schema=False)
    def live_page() -> HTMLResponse:
        return page("live.html", models=_models(), suffixes=_suffixes(), delay=DELAY)

    @app.get("/api", include_in_schema=False)
    def interface(request: Request) -> HTMLResponse:
        here = str(request.base_url).rstrip("/")
        return page("api.html", limits=limits, operations=_operations(app), here=here)


def _models() -> list[dict[str, Any]]:
    return [{"name": name, "title": TITLES[name], "default": name == DEFAULT} for name in MODELS]


def _suffixes() -> list[str]:
    """How the names of files end that can be read."""
    return sorted({suffix for name in FORMATS for suffix in FORMATS[name].suffixes if FORMATS[name].parse})


def _operations(app: FastAPI) -> list[dict[str, str]]:
    """Every address of the interface with what it does, the work before the lists."""
    told = [
        {"path": path, "method": method.upper(), "about": operation["description"], "tag": operation["tags"][0]}
        for path, methods in app.openapi()["paths"].items()
        for method, operation in methods.items()
    ]
    return sorted(told, key=lambda each: each["tag"], reverse=True)


def _problems(app: FastAPI) -> None:
    """Answers for what goes wrong, all of one shape."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return _problem(422, *_told(error.errors()))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        return _problem(error.status_code, str(error.detail), headers=dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> JSONResponse:
        # Made outside of all middleware, so the headers are put on here.
        hint = "Please report what you sent."
        return _problem(500, "Something went wrong in Pausa itself.", hint, headers=HEADERS)


def _problem(status: int, problem: str, hint: str = "", *, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"problem": problem, "hint": hint}, status, headers)


def _told(errors: Sequence[Any]) -> tuple[str, str]:
    """The first of the things that are wrong with a request, in words, and what to do."""
    error = errors[0]
    place = ".".join(str(part) for part in error["loc"] if part != "body")
    said = error["msg"].removeprefix("Value error, ")
    if error["type"] == "json_invalid":
        return f"The body is not JSON ({error['ctx']['error']}).", ""
    if error["type"] == "extra_forbidden":
        known = {name for model in BODIES for name in model.model_fields}
        close = get_close_matches(place, known, n=1)
        return f"There is no field {place[:80]!r}.", f"Did you mean {close[0]!r}?" if close else "See /openapi.json."
    more = f"{len(errors) - 1} more like this." if len(errors) > 1 else ""
    return (f"{place}: {said}" if place else said), more
