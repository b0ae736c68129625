"""A network camera that answers with whatever bytes a test gives it."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager

STREAM = "Content-Type: multipart/x-mixed-replace; boundary=cut\r\n"


@contextmanager
def answering(*portions, pause_s=0.0, more=b"", asked=None):
    """A server that answers every request with these bytes, then with `more` for ever, one portion each `pause_s`."""
    server = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def talk(peer):
        with peer:
            try:
                request = peer.recv(1 << 16)
                if asked is not None:
                    asked.append(request.decode())
                for portion in portions:
                    peer.sendall(portion)
                    stop.wait(pause_s)
                while more and not stop.is_set():
                    peer.sendall(more)
                    stop.wait(pause_s)
            except OSError:
                pass

    def serve():
        while not stop.is_set():
            try:
                peer, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(peer,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/video"
    finally:
        stop.set()
        server.close()


def refused(status, *headers):
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "Content-Length: 0", "", ""]).encode()
