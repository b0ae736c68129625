"""Runs the club's pages until it is ended."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from companion.app.addresses import Address, reachable
from companion.club.metrics import Metrics
from companion.club.owner import connect
from companion.club.reader import BoardShown, Reader
from companion.club.server import ORGANISER, Pages
from companion.games import shelf
from companion.web.pairing import Pairing
from companion.web.publisher import Slot
from companion.web.server import WebServer


class ClubServer:
    """Serves the pages of a club. It takes its port at once and answers from `start` on. Raises ClubError, OSError.

    `metrics` switches `/metrics` on; `tell` is given what the organiser needs to read.
    """

    def __init__(self, url: str, address: Address, *, metrics: bool, tell: Callable[[str], object]) -> None:
        connect(url).close()
        self.pairing, self.slot = Pairing(), Slot(BoardShown())
        figures = Metrics(lambda: self.slot.latest) if metrics else None
        if figures is None:
            self._reader = Reader(url, shelf(), self.slot)
        else:
            self._reader = Reader(url, shelf(), self.slot, figures.read)
        self._server = WebServer(Pages(url, shelf(), self.slot, self.pairing, figures).app((address.host,)), address)
        self.address, self._tell = Address(address.host, self._server.port), tell

    def start(self) -> None:
        """Follow the tables and listen."""
        self._reader.start()
        self._server.start()
        self._tell(f"The club's board: http://{reachable(self.address)}:{self.address.port}/")
        self.pairing.changed = self.invite
        self.invite()

    def invite(self) -> None:
        """Print a code that makes a browser the organiser's, once."""
        self._tell(f"The organiser's code, for one browser: {self.pairing.make_code(ORGANISER)}")

    def stop(self) -> None:
        """Listen no longer."""
        self.pairing.changed = lambda: None
        self.slot.close()
        self._server.stop()
        self._reader.stop()


def serve(url: str, address: Address, ended: Event, *, metrics: bool, tell: Callable[[str], object]) -> None:
    """Serve until `ended`. Raises ClubError, OSError."""
    server = ClubServer(url, address, metrics=metrics, tell=tell)
    server.start()
    try:
        while not ended.wait(NEW_CODE_S):
            server.invite()
    finally:
        server.stop()


NEW_CODE_S = 540.0
"""Interval between codes, seconds: each can be used for ten minutes."""
