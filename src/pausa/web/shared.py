"""Templates and static files, the same for the annotation app and the playground."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.staticfiles import StaticFiles

HERE = Path(__file__).parent
PAGES = HERE / "pages"
STATIC = HERE / "static"


@cache
def templates() -> Environment:
    """The jinja2 environment: everything is escaped, and a name that is not given is an error."""
    return Environment(
        loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def page(name: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from its template; what must never be in a link preview or a cache is in no header here."""
    return HTMLResponse(templates().get_template(name).render(values), status_code=status)


def mount_static(app: FastAPI) -> None:
    """Serve the style sheets, scripts and pictures under /static."""
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
