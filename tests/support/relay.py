"""The network between a phone and the table, which can be cut."""

from __future__ import annotations

import contextlib
import socket
from threading import Thread


class Relay:
    """Passes connections at a port of its own on to the table's, until it is cut: then there is nothing there."""

    def __init__(self, port: int) -> None:
        self._table, self.port = port, 0
        self._sockets: list[socket.socket] = []
        self.restore()

    @property
    def origin(self) -> str:
        """Where the phone finds the table."""
        return f"http://127.0.0.1:{self.port}"

    def restore(self) -> None:
        """Be there, at the same port as before."""
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        self._sockets = [listening]
        Thread(target=self._accept, args=(listening,), daemon=True).start()

    def cut(self) -> None:
        """End every connection, and let none begin."""
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = listening.accept()
                table = socket.create_connection(("127.0.0.1", self._table))
                self._sockets += [phone, table]
                for one, other in ((phone, table), (table, phone)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)
