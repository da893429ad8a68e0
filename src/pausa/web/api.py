"""The HTTP API: segment, score and convert, and what there is to choose from.

    router = api(pool, limits)      addresses under /api, and /healthz

Nothing is computed here: requests are checked (`api_models`), worked on in other processes (`api_pool`,
`api_tasks`) and answered. What a caller can mend is a 4xx with `{"problem": ..., "hint": ...}`; too busy or
too slow is a 503.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import pausa
from pausa.formats import FORMATS
from pausa.metrics import KEYS
from pausa.models import DEFAULT, MODELS, TITLES
from pausa.web.api_bodies import described, reader
from pausa.web.api_models import (
    CardOut,
    ConvertIn,
    FormatOut,
    HealthOut,
    MetricOut,
    ModelOut,
    Problem,
    ScoreIn,
    SegmentIn,
    SegmentOut,
)
from pausa.web.api_pool import SMALL_BYTES, Pool, PoolLimits, worked
from pausa.web.api_tasks import media_of
from pausa.web.leaving import Caller
from pausa.web.safety import RateLimiter, announces_more, caller

#: How often one looks whether the caller is still there.
_LOOK_SECONDS = 0.2

#: What every request that computes may be answered with instead.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "Not a request"},
    403: {"model": Problem, "description": "Sent by a page of another site"},
    413: {"model": Problem, "description": "Too large"},
    415: {"model": Problem, "description": "Neither JSON nor a form"},
    422: {"model": Problem, "description": "Something in it cannot be used"},
    429: {"model": Problem, "description": "Too many requests"},
    501: {"model": Problem, "description": "Needs a package that is not installed here"},
    503: {"model": Problem, "description": "Too busy, or it took too long"},
}
_FILES: dict[str, Any] = {media: {} for media in sorted({media_of(FORMATS[name]) for name in FORMATS})}
_UNKNOWN: dict[str, Any] = {"model": Problem, "description": "No model has this name"}


def api(pool: Pool, limits: PoolLimits) -> APIRouter:
    """All addresses, worked for by the pool."""
    router = APIRouter()
    limiter = RateLimiter(limits.per_minute, 60)

    def not_too_often(request: Request) -> None:
        limiter.check(caller(request))

    def body(model: Any, *, forms: bool = False) -> Any:
        return Depends(reader(model, most_bytes=limits.body_bytes, forms=forms))

    computed = partial(_computed, pool)
    to_segment, to_convert, to_score = body(SegmentIn, forms=True), body(ConvertIn, forms=True), body(ScoreIn)
    computing: dict[str, Any] = {"dependencies": [Depends(not_too_often)], "tags": ["work"]}

    @router.post(
        "/api/segment",
        response_model=SegmentOut,
        responses={**PROBLEMS, 200: {"description": "Sentences, or a file where `to` is given", "content": _FILES}},
        openapi_extra=described(SegmentIn, forms=True),
        **computing,
    )
    async def segment(request: Request, asked: SegmentIn = to_segment) -> Response:
        """Cut a transcript into sentences."""
        return await computed(request, "segment", asked.model_dump())

    @router.post(
        "/api/convert",
        response_class=Response,
        responses={**PROBLEMS, 200: {"description": "A file", "content": _FILES}},
        openapi_extra=described(ConvertIn, forms=True),
        **computing,
    )
    async def convert(request: Request, asked: ConvertIn = to_convert) -> Response:
        """Write a transcript in another format; the header Pausa-Lost says what that cannot keep."""
        return await computed(request, "convert", asked.model_dump())

    @router.post(
        "/api/score",
        response_model=dict[str, Any],
        responses=PROBLEMS,
        openapi_extra=described(ScoreIn),
        **computing,
    )
    async def score(request: Request, asked: ScoreIn = to_score) -> Response:
        """Score segmentations against one or many references, as pausa score --format json."""
        return await computed(request, "score", asked.model_dump())

    @router.get("/api/models/{name}", response_model=CardOut, responses={**PROBLEMS, 404: _UNKNOWN}, **computing)
    async def model(request: Request, name: Annotated[str, Path(max_length=64)]) -> Response:
        """What a person should know about a model before using it."""
        if name != "default" and name not in MODELS:
            raise HTTPException(404, f"No model is called {name!r}; /api/models lists them.")
        return await computed(request, "models", {"name": name})

    _lists(router)
    return router


def _lists(router: APIRouter) -> None:
    """Addresses that only tell what there is."""

    @router.get("/api/models", tags=["lists"])
    async def models() -> list[ModelOut]:
        """The detectors."""
        return [ModelOut(name=name, title=TITLES[name], default=name == DEFAULT) for name in MODELS]

    @router.get("/api/formats", tags=["lists"])
    async def formats() -> list[FormatOut]:
        """The formats, and what each keeps."""
        return [format_out(name) for name in sorted(FORMATS)]

    @router.get("/api/metrics", tags=["lists"])
    async def metrics() -> list[MetricOut]:
        """The scores."""
        return [
            MetricOut(
                name=name,
                short=key.name,
                about=key.about,
                higher_is_better=key.higher_is_better,
                family=key.family,
            )
            for name, key in KEYS.items()
        ]

    @router.get("/healthz", tags=["lists"])
    async def health() -> HealthOut:
        """Whether the server is up."""
        return HealthOut(status="ok", version=pausa.__version__)


def format_out(name: str) -> FormatOut:
    form = FORMATS[name]
    return FormatOut(
        name=name,
        title=form.title,
        suffixes=list(form.suffixes),
        reads=form.parse is not None,
        writes=form.render is not None,
        keeps=sorted(form.keeps),
    )


def _is_small(request: Request) -> bool:
    """Whether a request is done quickly, by what it says of its length; one that does not say so may be large."""
    chunked = "transfer-encoding" in request.headers
    return not chunked and not announces_more(request.headers.get("content-length", "0"), SMALL_BYTES)


async def _computed(pool: Pool, request: Request, task: str, asked: Mapping[str, Any]) -> Response:
    """A worker's answer, which is waited for as long as the caller is there."""
    waiting = Caller()
    work = asyncio.ensure_future(
        run_in_threadpool(_answer, pool, task, asked, is_small=_is_small(request), caller=waiting)
    )
    try:
        while not work.done():
            await asyncio.wait({work}, timeout=_LOOK_SECONDS)
            if not work.done() and await request.is_disconnected():
                waiting.leave()
                break
        return await work
    finally:
        waiting.leave()


def _answer(pool: Pool, task: str, asked: Mapping[str, Any], *, is_small: bool, caller: Caller) -> Response:
    """A worker's answer as a response."""
    told = worked(pool, task, asked, is_small=is_small, caller=caller)
    headers = dict(told["headers"])
    filename = headers.pop("filename", None)
    if filename is not None:
        # Always a file to save, never a page to show: what is in it was written by others.
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(filename, safe='')}"
    return Response(told["body"], told["status"], headers, told["media"])
