"""The annotation app: pages and their data behind one gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import Response

from pausa.store.store import Store
from pausa.web.answers import answer, explain_errors, told
from pausa.web.api_pool import Pool, PoolLimits
from pausa.web.gate import AppSettings, Gate
from pausa.web.presegment import Proposer
from pausa.web.routes_owner import owner_routes
from pausa.web.routes_pages import pages
from pausa.web.routes_work import work_routes
from pausa.web.safety import BodyLimits, protected
from pausa.web.shared import mount_static

#: So many uploads may wait for the one that is being read.
_WAITING = 8


def annotation_app(store: Store, settings: AppSettings) -> FastAPI:
    """The app for a project whose store is open; the store is closed when the app ends."""

    limits = settings.limits
    readers = Pool(
        PoolLimits(words=limits.transcript_words, seconds=limits.transcript_seconds, workers=1, waiting=_WAITING)
    )

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        yield
        readers.close()
        store.close()

    # No page about the interface: such pages load scripts from elsewhere, and it is only for our own pages.
    app = FastAPI(title="Pausa annotation", docs_url=None, redoc_url=None, openapi_url=None, lifespan=living)
    gate, proposer = Gate(store, settings), Proposer(store)
    app.include_router(work_routes(gate, proposer))  # first, as saves are most of what comes
    app.include_router(pages(gate))
    app.include_router(owner_routes(gate, proposer, readers))
    app.state.readers = readers

    @app.get("/health", include_in_schema=False)
    def health() -> Response:
        """Whether the server is up; for whoever watches it."""
        return answer({"status": "up"})

    mount_static(app)
    explain_errors(app)
    uploads = {"/api/owner/transcripts": limits.transcript + limits.audio, "/api/owner/import": limits.transcript}
    # A multipart body is a little longer than what it carries.
    return protected(
        app,
        limits=BodyLimits(limits.body, {path: size + (1 << 16) for path, size in uploads.items()}),
        hosts=settings.hosts,
        refuse=told,
    )
