"""Switches the web server on and off for a table."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from companion.app.addresses import Address, reachable
from companion.web.acts import ACTS
from companion.web.app import Parts, make_app
from companion.web.pairing import TABLE, Pairing
from companion.web.publisher import Publisher, Slot
from companion.web.server import WebServer
from companion.web.taps import Taps

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from companion.app.bot_seats import BotSeats
    from companion.app.controller import TableController


class WebTable:
    """A table that browsers can show. `start` opens its port; nothing listens before.

    `bots` are the seats that bots play, `file` keeps who is paired, `archived` gives the sessions that home hides,
    `extra` makes the routes of others. Raises OSError if the address cannot be used.
    """

    def __init__(
        self,
        controller: TableController,
        bots: BotSeats,
        address: Address,
        file: Path | None = None,
        archived: Callable[[], list[str]] = list,
        extra: Callable[[Parts], Sequence[BaseRoute]] = lambda _parts: (),
    ) -> None:
        self.bots, slot = bots, Slot()
        publisher = Publisher(controller, bots, slot, archived)
        self.parts = Parts(publisher, Taps(publisher, ACTS), Pairing(file), slot)
        app = make_app(self.parts, extra(self.parts), [address.host])
        self._server = WebServer(app, address)
        self.address = Address(address.host, self._server.port)

    @property
    def link(self) -> str:
        """The address that a phone in the room opens."""
        return f"http://{reachable(self.address)}:{self.address.port}/"

    def invitation(self, role: str = TABLE) -> str:
        """Return the address with a new code."""
        return f"{self.link}?code={self.parts.pairing.make_code(role)}"

    def start(self) -> None:
        """Follow the table and listen."""
        self.parts.publisher.follow()
        self._server.start()

    def stop(self) -> None:
        """Listen no longer."""
        self._server.stop()
        followers = self.parts.publisher.controller.followers
        with contextlib.suppress(ValueError):
            followers.remove(self.parts.publisher.publish)


def printed(link: str) -> str:
    """Return an address for a terminal, with a QR code above it."""
    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True, border=2)
    return f"{drawn.getvalue()}\n{link}"
