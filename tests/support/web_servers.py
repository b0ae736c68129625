"""Any Starlette app on a port of its own, served as the program serves its own, with or without a certificate."""

from __future__ import annotations

from contextlib import contextmanager

from companion.app.addresses import Address
from companion.web.server import WebServer


@contextmanager
def serving(app, certificate=None):
    """Serve the app on loopback and yield its port."""
    server = WebServer(app, Address("127.0.0.1", 0), certificate)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()
