"""Browsers without a browser: each visitor has cookies of its own and asks the app itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from pausa.store import members, project
from pausa.store.store import Store
from pausa.web.app import annotation_app
from pausa.web.gate import AppLimits, AppSettings
from tests.store.projects import document, fill

BASE = "http://127.0.0.1:8765"
SCRIPT = {"X-Pausa": "1"}


class Visitor:
    """Somebody with a browser."""

    def __init__(self, app: FastAPI) -> None:
        self.http = TestClient(app, base_url=BASE, follow_redirects=False, raise_server_exceptions=False)

    def get(self, path: str, **more: Any) -> Any:
        return self.http.get(path, **more)

    def json(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        """What a script of our pages sends."""
        return self.http.post(path, json={} if body is None else body, headers=SCRIPT, **more)

    def put(self, path: str, body: Any) -> Any:
        return self.http.put(path, json=body, headers=SCRIPT)

    def upload(self, path: str, files: dict[str, Any], fields: dict[str, str] | None = None) -> Any:
        return self.http.post(path, files=files, data=fields or {}, headers=SCRIPT)

    def enter(self, token: str) -> Any:
        """Open a personal link and press its button."""
        shown = self.http.get(f"/enter/{token}")
        csrf = re.search(r'name="csrf" value="([^"]+)"', shown.text)
        return self.http.post(f"/enter/{token}", data={"csrf": csrf[1] if csrf else ""})


class Site:
    """The app and who may enter it."""

    def __init__(self, store: Store, app: FastAPI, tokens: dict[str, str]) -> None:
        self.store, self.app, self.tokens = store, app, tokens

    def visitor(self) -> Visitor:
        return Visitor(self.app)

    def person(self, name: str) -> Visitor:
        """Somebody who has entered by their link."""
        made = self.visitor()
        assert made.enter(self.tokens[name]).status_code == 303
        return made

    def cookie(self, kind: str = "session") -> str:
        """The name of a cookie of this project."""
        return f"pausa_{kind}_{self.store.read(project.key)}"

    @property
    def owner(self) -> Visitor:
        return self.person("owner")

    def own(self, name: str) -> int:
        """The number of the first assignment of a person."""
        found: int = self.person(name).json("/api/work")["assignments"][0]["id"]
        return found


@contextmanager
def opened(store: Store, *, limits: AppLimits | None = None, hosts: frozenset[str] | None = None) -> Iterator[Site]:
    """The app of a small project."""
    tokens = fill(store, names=["anna", "ben", "carl"], documents=[document()])
    tokens["owner"] = store.write(members.owner_link, anew=True) or ""
    app = annotation_app(store, AppSettings(BASE, hosts, limits or AppLimits()))
    yield Site(store, app, tokens)
    app.state.readers.close()


def action(n: int, word: int, mark: str, kind: str = "set") -> dict[str, Any]:
    return {"n": n, "at": 1731715200000 + n, "word": word, "mark": mark, "kind": kind}


def saving(*actions: dict[str, Any], client: str = "page", base: int = 0, seconds: float = 5) -> dict[str, Any]:
    return {"client": client, "base": base, "actions": list(actions), "reached": 4, "seconds": seconds}
