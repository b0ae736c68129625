"""Switches the web server on and off for a table."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from companion.app.addresses import Address, reachable
from companion.people.people import People
from companion.web.acts import ACTS
from companion.web.announcement import NAME, Announcement
from companion.web.app import make_app
from companion.web.camera import camera_routes
from companion.web.certificate import certificate_file, hosts_here, network_addresses
from companion.web.pairing import Pairing
from companion.web.publisher import Publisher, Slot, Snapshot, words_in
from companion.web.requests import Parts
from companion.web.server import WebServer
from companion.web.taps import Reseated, Taps

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.routing import BaseRoute

    from companion.app.bot_seats import BotSeats
    from companion.app.club import Club
    from companion.app.controller import TableController
    from companion.app.folders import DataFolder

_log = logging.getLogger(__name__)


class WebTable:
    """A table that browsers can show. It takes its port at once and answers from `start` on.

    `bots` are the seats that bots play, `file` keeps who is paired, `archived` gives the sessions that home hides,
    `extra` makes the routes of others. `certificate` is the file of the program's own one (None: no encrypted pages),
    `people` who has played (None: what the journal says of them), `folder` has films
    and boards, `club` is the one the table is in, `reseated` hears of tables that changed. Raises OSError if the
    address cannot be used.
    """

    def __init__(
        self,
        controller: TableController,
        bots: BotSeats,
        address: Address,
        file: Path | None = None,
        archived: Callable[[], list[str]] = list,
        extra: Callable[[Parts], Sequence[BaseRoute]] = lambda _parts: (),
        certificate: Path | None = None,
        people: People | None = None,
        folder: DataFolder | None = None,
        club: Club | None = None,
        reseated: Reseated = lambda _players, _seats: None,
    ) -> None:
        self.bots, slot = bots, Slot(Snapshot())
        people = people or People(lambda: controller.journal, controller.games)
        publisher = Publisher(controller, bots, slot, archived, club)
        self.parts = Parts(publisher, Taps(publisher, ACTS, reseated), Pairing(file), slot, people, folder=folder)
        routes = [*camera_routes(self.parts.role, words_in, lambda: self.encrypted_port), *extra(self.parts)]
        app = make_app(self.parts, routes, [address.host])
        self._server = WebServer(app, address)
        self.address = Address(address.host, self._server.port)
        beside = Address(address.host, self.address.port + 1 if address.port else 0)
        self._announcement: Announcement | None = None
        self._encrypted = None if certificate is None else _encrypted(app, beside, certificate)

    @property
    def encrypted_port(self) -> int | None:
        """Where the same pages are served with a certificate, for phones that lend their camera."""
        return None if self._encrypted is None else self._encrypted.port

    @property
    def link(self) -> str:
        """The address that a phone in the room opens."""
        return f"http://{reachable(self.address)}:{self.address.port}/"

    @property
    def named(self) -> str:
        """The same with a name instead of a number, "" where phones do not find one."""
        announced = self._announcement
        return f"http://{NAME}:{self.address.port}/" if announced is not None and announced.answers else ""

    @property
    def pairing(self) -> Pairing:
        """Who may come in, and who has."""
        return self.parts.pairing

    def start(self) -> None:
        """Follow the table and listen."""
        self.parts.publisher.follow()
        self._server.start()
        if addresses := network_addresses(self.address):
            self._announcement = Announcement(addresses, self.address.port)
        if self._encrypted is not None:
            self._encrypted.start()

    def stop(self) -> None:
        """Listen no longer."""
        if self._announcement is not None:
            self._announcement.stop()
        self.parts.slot.close()
        self._server.stop()
        if self._encrypted is not None:
            self._encrypted.stop()
        self.parts.publisher.leave()


def _encrypted(app: Starlette, address: Address, certificate: Path) -> WebServer | None:
    """Return a server with the certificate, or None with a line in the log: all but a phone's camera works then."""
    try:
        return WebServer(app, address, certificate_file(certificate, hosts_here()))
    except (OSError, OverflowError) as wrong:  # OverflowError: there is no port after the last one
        _log.warning("phones cannot lend their camera: %s", wrong)
        return None


def printed(link: str) -> str:
    """Return an address for a terminal, with a QR code above it."""
    drawn = io.StringIO()
    segno.make_qr(link, error="l").terminal(drawn, compact=True, border=2)
    return f"{drawn.getvalue()}\n{link}"
