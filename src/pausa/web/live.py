"""The WebSocket: words in, sentences out, for many people at once.

    /api/stream
    → {"options": {"model": "cnn", "delay": 8}}          first, if at all
    ← {"ready": {"model": "cnn", "delay": 8, …}}
    → {"word": "so", "start": 0.1, "end": 0.3}           whatever `pausa stream` takes, one message each
    ← {"number": 0, "text": "so we left.", …}            whatever `pausa stream --to jsonl` gives
    → {"close": true}
    ← {"closed": {"words": 3, "sentences": 1}}

Each caller has a task of its own, which reads the next message when the one before is answered. So who sends faster
than can be worked on, or does not read, is kept waiting and keeps nobody else waiting. Words are worked on a few at a
time by a few threads, in turn.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, WebSocket
from pydantic import Field, ValidationError
from starlette.websockets import WebSocketDisconnect

from pausa.core.errors import PausaError
from pausa.core.updates import Update
from pausa.formats.live import READERS
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.languages import AUTO
from pausa.web.api_models import Asked, Count, Level, ModelName, Short
from pausa.web.api_pool import PoolLimits
from pausa.web.api_tasks import named_model
from pausa.web.safety import RateLimiter, caller, is_own_page
from pausa.workflow.live.segmenter import DELAY, MAX_WAIT
from pausa.workflow.live.sentences import LiveEvent, LiveSentence
from pausa.workflow.segment import marks_for
from pausa.workflow.stream import SentenceStream, stream

T = TypeVar("T")

#: So many words are worked on before somebody else's turn.
_TURN = 16
#: Why the server ends a connection: nothing wrong, something that cannot be used, too many at once.
DONE, REFUSED, BUSY = 1000, 1008, 1013


class StreamIn(Asked):
    """How a stream is cut; see `pausa stream`."""

    model: ModelName = "default"
    delay: int = Field(DELAY, ge=0, le=200)
    max_wait: float = Field(MAX_WAIT, gt=0, le=3600)
    threshold: float | None = Field(None, ge=0, le=1)
    rate: float | None = Field(None, gt=0, le=100)
    mean_length: float | None = Field(None, ge=1, le=1_000_000)
    min_words: Count | None = None
    max_words: Count | None = None
    max_chars: Count | None = None
    max_seconds: float | None = Field(None, gt=0, le=1_000_000)
    turns: Literal["respect", "ignore"] = "respect"
    marks: Literal["auto", "keep", "ignore"] | None = None
    level: Level = "sentence"
    provisional: bool = False
    format: Short = Field("auto", json_schema_extra={"enum": ["auto", *READERS]})
    language: Short = AUTO


class Trouble(Exception):
    """What the caller is told before the connection ends."""

    def __init__(self, problem: str, hint: str = "", code: int = REFUSED) -> None:
        super().__init__(problem)
        self.problem, self.hint, self.code = problem, hint, code


class Hall:
    """What all streams share: threads that work, models that are loaded once, and how many there are."""

    def __init__(self, limits: PoolLimits) -> None:
        self.limits = limits
        self.count = 0
        self._threads = ThreadPoolExecutor(limits.workers, thread_name_prefix="live")
        self._detectors: dict[str, Detector] = {}
        self._loading = threading.Lock()

    async def work(self, task: Callable[..., T], *given: Any) -> T:
        """What a thread makes of it, when it is our turn."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, task, *given)

    def opened(self, asked: StreamIn) -> SentenceStream:
        """A stream with a model that others may use as well."""
        name = named_model(asked.model)
        with self._loading:
            detector = self._detectors.get(name) or self._detectors.setdefault(name, load(name))
        options = asked.model_dump(exclude={"model", "marks"})
        return stream(detector, marks=asked.marks or marks_for(asked.model), **options)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def live(hall: Hall) -> APIRouter:
    """The address of the WebSocket."""
    router = APIRouter()
    limiter = RateLimiter(hall.limits.per_minute, 60)

    @router.websocket("/api/stream")
    async def follow(socket: WebSocket) -> None:
        if not is_own_page(socket.headers):
            await socket.close()  # a page of another site
            return
        await socket.accept()
        one = _Call(socket, hall)
        try:
            if limiter.wait(caller(socket)):
                raise Trouble("Too many streams were opened from here.", "Wait a minute.", BUSY)
            if hall.count >= hall.limits.streams:
                raise Trouble(f"All {hall.limits.streams} streams are in use.", "Try again later.", BUSY)
            hall.count += 1
            try:
                await one.serve()
            finally:
                hall.count -= 1
        except Trouble as trouble:
            await one.end(trouble.code, {"problem": trouble.problem, "hint": trouble.hint})
        except (WebSocketDisconnect, TimeoutError):
            return  # who is gone, or takes nothing any more, is told nothing

    return router


class _Call:
    """One caller's stream, from first to last."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self._socket, self._hall, self._limits = socket, hall, hall.limits
        self._live: SentenceStream | None = None
        self._n_words = self._n_sentences = self._n_notes = 0

    async def serve(self) -> None:
        """Answer every message in turn; between them, what time brings."""
        coming: asyncio.Task[Any] | None = None
        loop = asyncio.get_running_loop()
        quiet_since = loop.time()
        try:
            while True:
                coming = coming or asyncio.ensure_future(self._socket.receive())
                left = self._limits.idle_seconds - (loop.time() - quiet_since)
                wait = None if self._live is None else self._live.wait
                done, _ = await asyncio.wait({coming}, timeout=max(0.0, left if wait is None else min(left, wait)))
                if done:
                    message, coming = coming.result(), None
                    if message["type"] == "websocket.disconnect":
                        return
                    if await self._answer(self._decoded(message)):
                        return
                    quiet_since = loop.time()
                elif wait is not None and wait < left:
                    await self._tell(await self._work(self._opened.tick))
                else:
                    raise Trouble(f"Nothing came for {self._limits.idle_seconds:g} seconds.", 'Send {"heard": …}.')
        finally:
            if coming is not None:
                coming.cancel()

    async def end(self, code: int, message: dict[str, Any]) -> None:
        """Say a last word and hang up."""
        try:
            await self._send(message)
            await asyncio.wait_for(self._socket.close(code), self._limits.send_seconds)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            return

    @property
    def _opened(self) -> SentenceStream:
        if self._live is None:
            raise Trouble("This stream is not open.")
        return self._live

    def _decoded(self, message: dict[str, Any]) -> dict[str, Any]:
        text = message.get("text")
        if text is None:
            raise Trouble("Messages are JSON, not bytes.")
        if len(text.encode("utf-8", "replace")) > self._limits.message_bytes:
            raise Trouble(f"A message has at most {self._limits.message_bytes:,} bytes.", "Send fewer words at a time.")
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise Trouble("A message is not JSON.") from None
        if not isinstance(value, dict):
            raise Trouble("A message is a JSON object.")
        return value

    async def _answer(self, message: dict[str, Any]) -> bool:
        """Do what a message asks for; true where it was the last."""
        if self._live is None or "options" in message:
            await self._open(message.get("options", {}))
            if "options" in message:
                return False
        if message.get("close") is True:
            await self._tell(await self._work(self._opened.close))
            await self._note()
            await self.end(DONE, {"closed": {"words": self._n_words, "sentences": self._n_sentences}})
            return True
        for part in _in_turns(await self._work(self._opened.updates, message)):
            self._n_words += sum(1 for word in part.final if word.text and not word.is_event)
            await self._tell(await self._work(self._opened.push, part))
            await self._note()
        return False

    async def _open(self, options: Any) -> None:
        if self._live is not None:
            raise Trouble("Options come first, and once.")
        try:
            asked = StreamIn.model_validate(options)
        except ValidationError as problem:
            first = problem.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise Trouble(f"{where}: {first['msg']}" if where else str(first["msg"])) from None
        self._live = await self._work(self._hall.opened, asked)
        await self._send({"ready": asked.model_dump(exclude_none=True)})
        await self._note()

    async def _work(self, task: Callable[..., T], *given: Any) -> T:
        try:
            return await self._hall.work(task, *given)
        except PausaError as problem:
            raise Trouble(str(problem)[:1000]) from None

    async def _tell(self, events: Iterable[LiveEvent]) -> None:
        for event in events:
            self._n_sentences += isinstance(event, LiveSentence)
            await self._send(event.as_dict())

    async def _note(self) -> None:
        """What has come to be known of the language, once."""
        found = self._opened.warnings
        for note in found[self._n_notes :]:
            await self._send({"note": note})
        self._n_notes = len(found)

    async def _send(self, message: dict[str, Any]) -> None:
        """Send, and wait until it goes out; who takes nothing for too long is given up."""
        await asyncio.wait_for(self._socket.send_text(msgspec.json.encode(message).decode()), self._limits.send_seconds)


def _in_turns(updates: Sequence[Update]) -> Iterable[Update]:
    """Updates in parts of a few words, which together say the same."""
    for update in updates:
        for place in range(0, len(update.final), _TURN):
            yield Update(update.final[place : place + _TURN], None, update.channel)
        yield Update((), update.partial, update.channel, update.heard)
