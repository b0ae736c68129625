"""The network between a phone and the table, or a table and its club, which can be cut and frozen."""

from __future__ import annotations

import contextlib
import socket
from threading import Event, Thread


class Relay:
    """Passes connections at a port of its own on to the table's, until it is cut: then there is nothing there."""

    def __init__(self, port: int) -> None:
        self._table, self.port = port, 0
        self._sockets: list[socket.socket] = []
        self._flows = Event()
        self._flows.set()
        self._forgotten: list[Event] = []
        self.restore()

    def freeze(self) -> None:
        """Let nothing through and close nothing, until `thaw`."""
        self._flows.clear()

    def thaw(self) -> None:
        """Let through what was held up, and all that comes."""
        self._flows.set()

    def forget(self) -> None:
        """Let nothing more through the connections there are, as where a phone has slept; new ones are served."""
        self._flows.clear()
        self._forgotten.append(self._flows)
        self._flows = Event()
        self._flows.set()

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
        for flows in self._forgotten:
            flows.set()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = listening.accept()
                try:
                    table = socket.create_connection(("127.0.0.1", self._table))
                except OSError:  # it is away: the next one may find it
                    phone.close()
                    continue
                self._sockets += [phone, table]
                for one, other in ((phone, table), (table, phone)):
                    Thread(target=self._pass_on, args=(one, other, self._flows), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket, flows: Event) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                flows.wait()
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)
