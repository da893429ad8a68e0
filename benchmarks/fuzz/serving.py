"""The HTTP interface and its WebSocket, called in this process: a request is its head in one line, then the body.

segment application/json
{"text": "so we left"}
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from unittest import mock

from benchmarks.fuzz.live import MESSAGES, messages
from benchmarks.fuzz.mutations import EVIL_VALUES, evil_text, json_mutated, mutated
from benchmarks.fuzz.talks import Talk, talk, text_of
from benchmarks.fuzz.targets import Made, Target
from benchmarks.fuzz.writers import WRITERS, written
from pausa.core.errors import InputError
from pausa.formats import FORMATS
from pausa.web import serve
from pausa.web.api_models import SegmentIn
from pausa.web.api_pool import Pool, PoolLimits
from pausa.web.api_tasks import Allowed
from pausa.web.api_worker import answered
from pausa.web.leaving import Caller

_LIMITS = PoolLimits(per_minute=1_000_000_000, workers=1, body_bytes=1 << 20, words=5000)
_MODELS = ["pause", "pause", "punctuation", "bayes"]


class _Here(Pool):
    """Workers that are this process."""

    def run(
        self, task: str, asked: Mapping[str, Any], *, is_small: bool = False, caller: Caller | None = None
    ) -> dict[str, Any]:
        return answered(task, asked, Allowed(words=self.limits.words))


class _App:
    """The app in a loop of its own."""

    def __init__(self) -> None:
        with mock.patch.object(serve, "Pool", _Here):
            self.app = serve.playground_app(_LIMITS)
        self.loop = asyncio.new_event_loop()

    def ask(self, scope: dict[str, Any], received: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """What the app sends to somebody who sends these messages."""
        coming, sent = list(received), []

        async def receive() -> dict[str, Any]:
            return coming.pop(0) if coming else {"type": f"{scope['type']}.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            sent.append(dict(message))

        self.loop.run_until_complete(asyncio.wait_for(self.app(scope, receive, send), 60))
        return sent


def _scope(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    named = [
        (name.encode(), value.encode("latin-1", "replace")) for name, value in {"host": "localhost", **headers}.items()
    ]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": named,
        "client": ("127.0.0.1", 5),
        "server": ("localhost", 80),
    }


class RequestTarget(Target):
    """One address of the HTTP interface."""

    weight = 0.4

    def __init__(self, task: str) -> None:
        self.name, self._task = f"http-{task}", task
        self._app: _App | None = None

    def make(self, random: Random) -> Made:
        said = talk(random)
        asked: dict[str, Any] = (
            _to_score(said, random) if self._task == "score" else _to_write(self._task, said, random)
        )
        data = json.dumps(asked).encode()
        kind = random.random()
        if kind < 0.15 and self._task != "score":
            return Made(*_form(asked, said, random))
        if kind < 0.7:
            data = json_mutated(data, random) if random.random() < 0.7 else mutated(data, random)
        return Made(b"application/json\n" + data)

    def run(self, data: bytes) -> None:
        if self._app is None:
            self._app = _App()
        kind, _, body = data.partition(b"\n")
        headers = {"content-type": kind.decode("latin-1"), "content-length": str(len(body))}
        asked = _scope("http", f"/api/{self._task}", headers)
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            sent = self._app.ask(asked, [{"type": "http.request", "body": body, "more_body": False}])
        status = sent[0]["status"]
        answer = b"".join(message.get("body", b"") for message in sent[1:])
        if status == 500:
            raise RuntimeError(f"500: {told.getvalue()[-600:]}")
        if status >= 400:
            if json.loads(answer).keys() != {"problem", "hint"}:
                raise RuntimeError(f"an answer of another shape: {status} {answer[:200]!r}")
            raise InputError("request", None, "refused")


def _to_write(task: str, said: Talk, random: Random) -> dict[str, Any]:
    format = random.choice([name for name in WRITERS if name in FORMATS and not FORMATS[name].binary])
    content = written(format, said, random).decode()
    asked: dict[str, Any] = random.choice(
        [
            {"text": " ".join(map(text_of, said.turns))},
            {"transcript": content, "format": format},
            {"transcript": content},
        ]
    )
    if task == "convert":
        return {**asked, "to": random.choice(list(FORMATS))}
    asked |= {"model": random.choice(_MODELS)}
    for name in random.sample(list(SegmentIn.model_fields), random.choice([0, 1, 2])):
        if name not in asked and name not in ("text", "words", "transcript", "model"):
            asked[name] = random.choice([*EVIL_VALUES, evil_text(random), 0.5, 5, 20, *list(FORMATS)[:5]])
    return asked


def _to_score(said: Talk, random: Random) -> dict[str, Any]:
    def side(name: str) -> dict[str, Any]:
        format = random.choice(["lines", "seg", "json", "slashes", "text", "srt"])
        return {"content": written(format, said, random).decode(), "name": name, "format": format}

    return {"references": [side("anna.txt"), side("ben.txt")], "hypotheses": [side("system.txt")]}


def _form(asked: dict[str, Any], said: Talk, random: Random) -> tuple[bytes, None]:
    format = random.choice([name for name in WRITERS if name in FORMATS])
    content = mutated(written(format, said, random), random)
    fields = {name: value for name, value in asked.items() if name not in ("text", "transcript", "words", "format")}
    parts = [
        f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode("utf-8", "replace")
        for name, value in fields.items()
    ]
    parts.append(b'Content-Disposition: form-data; name="file"; filename="talk"\r\n\r\n' + content)
    body = b"".join(b"--edge\r\n" + part + b"\r\n" for part in parts) + b"--edge--\r\n"
    if random.random() < 0.3:
        body = mutated(body, random)
    return b"multipart/form-data; boundary=edge\n" + body, None


class SocketTarget(Target):
    """The WebSocket: a message on each line."""

    name = "http-stream"
    weight = 0.2

    def __init__(self) -> None:
        self._app: _App | None = None

    def make(self, random: Random) -> Made:
        lines = messages(random.choice(list(MESSAGES)), talk(random))
        options = {
            "model": "pause",
            **random.choice([{}, {"delay": 2}, {"max_words": 3}, {"max_chars": 12, "provisional": True}]),
        }
        lines = [json.dumps({"options": options}).encode(), *lines, b'{"close": true}']
        if random.random() < 0.8:
            place = random.randrange(len(lines))
            lines[place] = mutated(lines[place], random)
        return Made(b"\n".join(lines))

    def run(self, data: bytes) -> None:
        if self._app is None:
            self._app = _App()
        lines = data.decode("utf-8", "replace").split("\n")[:40]
        coming = [{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": line} for line in lines)]
        sent = self._app.ask(_scope("websocket", "/api/stream", {}), coming)
        told = [json.loads(message["text"]) for message in sent if "text" in message]
        if any("problem" in message for message in told):
            raise InputError("stream", None, "refused")
