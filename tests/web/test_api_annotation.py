"""Whatever is sent to the annotation app, by its owner, an annotator or nobody: it is never a fault of ours."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("schemathesis")

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from starlette.responses import JSONResponse

from pausa.store.store import open_store
from pausa.web.gate import AppLimits
from tests.web.visitors import BASE, SCRIPT, opened

#: Nobody is turned away for haste here: what is looked for comes after that.
PATIENT = AppLimits(uploads_per_minute=1_000_000, saves_per_second=1_000_000, wrong_links_per_minute=1_000_000)


class Role:
    """A project of its own, and somebody who has entered it; so one's changes are not in another's way."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="pausa-project-")
        self._store = open_store(Path(self._folder.name))
        self._site = opened(self._store, limits=PATIENT)
        site = self._site.__enter__()
        self.app = site.app
        self.cookies = dict(site.person(name).http.cookies) if name else {site.cookie(): "nobody"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The app with its description, which it does not serve itself, and without beginning and end."""
        if scope["type"] == "lifespan":
            for _ in range(2):
                step = await receive()
                await send({"type": f"{step['type']}.complete"})
        elif scope["path"] == "/openapi.json":
            await JSONResponse(self.app.openapi())(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def close(self) -> None:
        self._site.__exit__(None, None, None)
        self._store.close()
        self._folder.cleanup()


ROLES = {name: Role(name) for name in ("owner", "anna", "")}
described = {name: schemathesis.openapi.from_asgi("/openapi.json", role) for name, role in ROLES.items()}


@pytest.fixture(scope="module", autouse=True)
def ending() -> Iterator[None]:
    yield
    for role in ROLES.values():
        role.close()


def nearby(context: Any, parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Numbers of things that are there, or nearly."""
    if not parameters:
        return parameters
    return {name: value % 5 if isinstance(value, int) else value for name, value in parameters.items()}


for schema in described.values():
    schema.hook("map_path_parameters")(nearby)


def send(name: str, case: Any) -> None:
    case.call_and_validate(headers=SCRIPT, cookies=ROLES[name].cookies, base_url=BASE, checks=[not_a_server_error])


quick = settings(max_examples=5, suppress_health_check=list(HealthCheck))


@described["owner"].exclude(path_regex="^/(api/)?work").parametrize()
@quick
def test_the_owner_never_meets_a_fault(case: Any) -> None:
    send("owner", case)


@described["anna"].include(path_regex="^/(api/)?work").parametrize()
@quick
def test_an_annotator_never_meets_a_fault(case: Any) -> None:
    send("anna", case)


@described[""].include(path_regex="^/(enter|leave|api/work/)").parametrize()
@quick
def test_nobody_never_meets_a_fault(case: Any) -> None:
    send("", case)
