"""uvicorn on a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from threading import Thread
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.app.addresses import Address

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp

MOST_CONNECTIONS = 256
"""Connections at once: fifty phones with three each, and some to spare."""
FIRST_S = 10.0
"""How long a connection may be silent before its first request is complete, seconds."""
STOP_S = 2.0


class Impatient(H11Protocol):
    """Closes connections whose first request does not come: uvicorn waits for ever."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(FIRST_S, self._look)

    @property
    def _has_asked(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None

    def _look(self) -> None:
        transport: Any = self.transport
        if not self._has_asked and not transport.is_closing() and transport.get_protocol() is self:
            transport.close()


class WebServer:
    """Serves an app at an address until it is stopped. `certificate` is a file with a certificate and its key (PEM).

    Raises OSError if the address cannot be used.
    """

    def __init__(self, app: ASGIApp, address: Address, certificate: Path | None = None) -> None:
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        self._socket = socket.create_server((address.host, address.port), family=family, backlog=128)
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            http=Impatient,
            ws="websockets-sansio",
            ws_max_size=1024 * 1024,
            log_level="warning",
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
