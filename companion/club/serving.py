"""Runs the club's pages until it is ended."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event

import psycopg

from companion.app.addresses import Address, reachable
from companion.club.desk import ORGANISER, Desk
from companion.club.metrics import Metrics
from companion.club.owner import connect, pool_of
from companion.club.reader import BoardShown, Reader
from companion.club.server import Pages
from companion.games import shelf
from companion.web.pairing import Pairing
from companion.web.publisher import Slot
from companion.web.server import WebServer

_log = logging.getLogger(__name__)
NEW_CODE_S = 540.0
"""Interval between codes, and between prunings, seconds: a code can be used for ten minutes."""


class ClubServer:
    """Serves the pages of a club. It takes its port at once and answers from `start` on. Raises ClubError, OSError.

    `metrics` switches `/metrics` on; `tell` is given what the organiser needs to read. The file `results` keeps what
    each game adds to the results.
    """

    def __init__(
        self, url: str, address: Address, *, metrics: bool, tell: Callable[[str], object], results: Path | None = None
    ) -> None:
        connect(url).close()  # it is prepared, and of this version
        self._pool = pool_of(url)
        self.pairing, self.slot = Pairing(), Slot(BoardShown())
        figures = Metrics(lambda: self.slot.latest) if metrics else None
        if figures is None:
            self._reader = Reader(url, shelf(), self.slot)
        else:
            self._reader = Reader(url, shelf(), self.slot, figures.read)
        self._server = WebServer(
            Pages(Desk(self._pool, shelf(), self.slot, self.pairing, results), figures).app((address.host,)), address
        )
        self.address, self._tell = Address(address.host, self._server.port), tell

    def start(self) -> None:
        """Follow the tables and listen."""
        self._pool.open()
        self._reader.start()
        self._server.start()
        self._tell(f"The club's board: http://{reachable(self.address)}:{self.address.port}/")
        self.pairing.changed = self.invite
        self.invite()

    def invite(self) -> None:
        """Print a code that makes a browser the organiser's, once."""
        self._tell(f"The organiser's code, for one browser: {self.pairing.make_code(ORGANISER)}")

    def prune(self) -> None:
        """Remove copies that tables replaced and old signals; another time if the database is away."""
        try:
            with self._pool.connection() as db:
                db.execute("SELECT club.prune()")
        except psycopg.Error as wrong:
            _log.warning("nothing was pruned: %s", wrong)

    def stop(self) -> None:
        """Listen no longer."""
        self.pairing.changed = lambda: None
        self.slot.close()
        self._server.stop()
        self._reader.stop()
        self._pool.close()


def serve(
    url: str, address: Address, ended: Event, *, metrics: bool, tell: Callable[[str], object], results: Path
) -> None:
    """Serve until `ended`. Raises ClubError, OSError."""
    server = ClubServer(url, address, metrics=metrics, tell=tell, results=results)
    server.start()
    try:
        server.prune()
        while not ended.wait(NEW_CODE_S):
            server.invite()
            server.prune()
    finally:
        server.stop()
