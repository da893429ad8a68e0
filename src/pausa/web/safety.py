"""What every answer and every request goes through, in both apps.

    app = protected(FastAPI(...), limits=BodyLimits(1 << 20), hosts=local_hosts())

- every answer carries a strict content-security policy and its companions, also answers to errors;
- a request body over its limit is refused with 413, before it fills memory or disk;
- a request whose Host header is not ours is refused with 400 (a foreign name that leads to this machine);
- `RateLimiter` tells how long a caller has to wait.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urlsplit

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pausa.core.numbers import whole

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


#: An answer to a request that is refused: its status, and why in one sentence.
Refuse: TypeAlias = Callable[[Request, int, str], Response]


@dataclass(frozen=True)
class BodyLimits:
    """The largest body in bytes: `usual`, or that of the longest path prefix in `by_prefix` that fits."""

    usual: int = 1 << 20
    by_prefix: Mapping[str, int] = field(default_factory=dict)

    def at(self, path: str) -> int:
        """The limit for a path.

        >>> BodyLimits(10, {"/up": 99}).at("/upload"), BodyLimits(10, {"/up": 99}).at("/work")
        (99, 10)
        """
        fitting = [prefix for prefix in self.by_prefix if path.startswith(prefix)]
        return self.by_prefix[max(fitting, key=len)] if fitting else self.usual


def local_hosts() -> frozenset[str]:
    """The names under which a server on the loopback address is reached."""
    return frozenset({"127.0.0.1", "localhost", "[::1]"})


def is_local(host: str) -> bool:
    """Whether an address to listen on is reached from this machine only."""
    return host in {"127.0.0.1", "localhost", "::1"}


def tell(request: Request, status: int, sentence: str) -> Response:
    """A problem as an answer, in the plainest shape."""
    return JSONResponse({"detail": sentence}, status)


def protected(
    app: FastAPI, *, limits: BodyLimits, hosts: Iterable[str] | None = None, refuse: Refuse = tell
) -> FastAPI:
    """The app behind the guards of this module; without `hosts` every Host header is taken.

    What the guards refuse is answered by `refuse`, so that it looks like the app's other errors.
    """
    app.add_middleware(_BodyGuard, limits=limits, refuse=refuse)
    if hosts is not None:
        app.add_middleware(_HostGuard, hosts=frozenset(hosts), refuse=refuse)
    app.add_middleware(_HeaderGuard)
    # Answers to a fault of our own are made outside of all middleware, so they get the headers here.
    app.add_exception_handler(Exception, _fault)
    return app


def _fault(request: Request, problem: Exception) -> JSONResponse:
    return JSONResponse({"detail": "Something went wrong in Pausa itself."}, status_code=500, headers=HEADERS)


class _HeaderGuard:
    """Puts the security headers on every answer; what is not a static file is never stored by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


class _HostGuard:
    """Refuses requests for a host that is not ours."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], refuse: Refuse) -> None:
        self.app, self.hosts, self.refuse = app, hosts, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_called = scope["type"] in ("http", "websocket")
        if not is_called or host_name(Headers(scope=scope).get("host", "")) in self.hosts:
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        refused = self.refuse(Request(scope), 400, "This server does not answer to that name.")
        await refused(scope, receive, send)


def is_own_page(headers: Headers) -> bool:
    """Whether a request comes from a page of ours, or from no page at all: programs send none of these headers."""
    site = headers.get("sec-fetch-site")
    if site is not None:  # the browser knows, whatever a server between it and us has made of the host
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


def host_name(header: str) -> str:
    """The name in a Host header, without its port.

    >>> host_name("localhost:8765"), host_name("[::1]:80"), host_name("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    name, colon, port = header.rpartition(":")
    return (name if colon and port.isdigit() else header).lower()


def announces_more(length: str, most: int) -> bool:
    """Whether a Content-Length is over the limit; what is no number is left to the count of what comes in."""
    try:
        return whole(length) > most
    except ValueError:
        return False


class _BodyGuard:
    """Refuses a body over its limit, by its announced length or else as it comes in."""

    def __init__(self, app: ASGIApp, limits: BodyLimits, refuse: Refuse) -> None:
        self.app, self.limits, self.refuse = app, limits, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.limits.at(scope["path"])
        announced = Headers(scope=scope).get("content-length", "0")
        if announces_more(announced, most):
            await self.refuse(Request(scope), 413, _too_large(most))(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, _too_large(most))
            return message

        await self.app(scope, counted, send)


def _too_large(most: int) -> str:
    return f"Too large: at most {most:,} bytes are taken here."


class RateLimiter:
    """At most `count` calls in `seconds` by each key, as a bucket that fills up steadily.

    >>> now = [0.0]
    >>> limiter = RateLimiter(2, 60, clock=lambda: now[0])
    >>> limiter.wait("me"), limiter.wait("me"), limiter.wait("me"), limiter.wait("you")
    (0.0, 0.0, 30.0, 0.0)
    """

    def __init__(
        self, count: int, seconds: float, *, clock: Callable[[], float] = time.monotonic, most_keys: int = 10_000
    ) -> None:
        self.count, self.seconds, self.most_keys = count, seconds, most_keys
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, *, cost: float = 1.0) -> float:
        """Take one call: 0 if it is allowed, else the seconds until it would be."""
        with self._lock:
            level = self._level(key)
            if level >= cost:
                self._put(key, level - cost)
                return 0.0
            return (cost - level) * self.seconds / self.count

    def check(self, key: str) -> None:
        """Take one call, or raise 429 with the time to wait."""
        seconds = self.wait(key)
        if seconds:
            raise too_many(seconds)

    def _level(self, key: str) -> float:
        level, at = self._buckets.get(key, (float(self.count), self._clock()))
        return min(float(self.count), level + (self._clock() - at) * self.count / self.seconds)

    def _put(self, key: str, level: float) -> None:
        self._buckets[key] = (level, self._clock())
        self._buckets.move_to_end(key)
        while len(self._buckets) > self.most_keys:  # the longest unused first: memory stays bounded
            self._buckets.popitem(last=False)


def too_many(seconds: float) -> HTTPException:
    """The error for a caller who has to wait."""
    whole = max(1, round(seconds + 0.5))
    return HTTPException(429, f"Too many requests; wait {whole} s.", {"Retry-After": str(whole)})


def caller(request: HTTPConnection) -> str:
    """Where a request comes from, as a key for rate limits."""
    return request.client.host if request.client else "unknown"
