"""Running an app: one process, no log of addresses (they hold personal links), a clean end on Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from pausa.core.errors import OptionError
from pausa.web.connections import ImpatientProtocol


def listening(host: str, port: int) -> socket.socket:
    """A socket that takes callers already, opened before anything is promised."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(2048)  # whoever comes from now on waits for the first answer instead of being refused
    except OSError as problem:
        made.close()
        told = problem.strerror or problem
        raise OptionError(f"Cannot listen on {host}, port {port}: {told}; choose another port.") from None
    return made


def address(host: str, made: socket.socket) -> str:
    """Where a browser finds the server; one that listens everywhere is named by this machine."""
    port = made.getsockname()[1]
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def run(app: FastAPI, made: socket.socket, *, trusted_proxies: Sequence[str] = (), message_bytes: int = 0) -> None:
    """Serve until Ctrl-C; answers under way are finished first.

    Where a request comes from is where its connection does, unless that is a trusted proxy, which then says it.
    WebSockets are taken where their messages have a limit.
    """
    settings = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio" if message_bytes else "none",
        ws_max_size=message_bytes,
        ws_ping_interval=None,  # the answer of who is kept waiting would wait behind their words; silence has a limit
        ws_per_message_deflate=False,  # a small message may mean a large one
        timeout_graceful_shutdown=10,
        http=ImpatientProtocol,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
    )
    with suppress(KeyboardInterrupt):  # the server has ended in good order when this arrives
        uvicorn.Server(settings).run(sockets=[made])
