"""Any Starlette app on a port of its own, with or without a certificate."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager

import uvicorn

from tests.support.waiting import until


@contextmanager
def serving(app, certificate=None):
    """Serve the app on loopback and yield its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        log_level="critical",
        lifespan="off",
        timeout_graceful_shutdown=1,
        ssl_certfile=certificate,
        ssl_keyfile=certificate,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        until(lambda: server.started)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
