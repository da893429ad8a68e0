"""Connections that nothing comes through are closed: a server has only so many.

A request's head must be there within a time, counted from the connection or from the head's first byte; while its body
comes, no pause may be longer than that. How long an answer takes is no matter of the connection.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for a head, and for a pause in a body.
PATIENCE = 20.0


class ImpatientProtocol(H11Protocol):
    """HTTP/1.1 that does not wait for ever."""

    patience = PATIENCE
    _watch: asyncio.TimerHandle | None = None
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_upgraded:  # a WebSocket has limits of its own
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
            if self.cycle.more_body:
                self._wait()
        elif self._watch is None:  # the head of another request has begun
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_upgraded = True
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._watch = asyncio.get_running_loop().call_later(self.patience, self._give_up)

    def _stop_waiting(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _give_up(self) -> None:
        self._watch = None
        if not self.transport.is_closing():
            self.transport.close()
