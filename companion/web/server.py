"""uvicorn on a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from threading import Thread
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.app.addresses import Address

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp

MOST_CONNECTIONS = 256
"""Connections at once: fifty phones with three each, and some to spare."""
MOST_OF_A_PEER = 32
"""Connections of one address: a browser opens six, a house behind one address has some phones."""
REQUEST_S = 10.0
"""How long the head of a request may take to arrive, seconds: a slow phone needs a tenth of this."""
MOST_OF_A_MESSAGE = 4 * 1024 * 1024
"""Limit of a message by WebSocket, bytes: four times a phone's largest picture, to refuse that in words."""
STOP_S = 2.0


class Impatient(H11Protocol):
    """Closes connections whose request does not arrive, and those beyond a peer's share: uvicorn waits for ever, and
    counts only all connections together.
    """

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        peer = self.client and self.client[0]
        same = [
            each for each in self.connections if isinstance(each, Impatient) and each.client and each.client[0] == peer
        ]
        if len(same) > MOST_OF_A_PEER:
            transport.close()
            return
        self._waiting = self.loop.call_later(REQUEST_S, transport.close)

    def data_received(self, data: bytes) -> None:
        """Wait on for a request that has begun, no longer for one that is complete."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for a request that began before the last one was answered."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _watch(self) -> None:
        incomplete = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if incomplete and self._waiting is None:
            self._waiting = self.loop.call_later(REQUEST_S, self.transport.close)
        elif not incomplete:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class WebServer:
    """Serves an app at an address until it is stopped. `certificate` is a file with a certificate and its key (PEM).

    Raises OSError if the address cannot be used.
    """

    def __init__(self, app: ASGIApp, address: Address, certificate: Path | None = None) -> None:
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        self._socket = socket.create_server((address.host, address.port), family=family, backlog=128)
        # Connections inherit it: asyncio leaves sockets of others alone, and answers would wait 40 ms for an ACK.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            http=Impatient,
            ws="websockets-sansio",
            ws_max_size=MOST_OF_A_MESSAGE,
            log_level="error",  # what strangers send wrongly must not fill the log
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
            proxy_headers=False,
            lifespan="on",
            ssl_certfile=certificate,
            ssl_keyfile=certificate,
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Serve no longer."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._socket.close()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._server.run(sockets=[self._socket])
