"""A table in a club: what it plays is sent, with the state of its camera and its box, and it can call the organiser."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.club import ClubStatus
from companion.club.health import Health
from companion.club.membership import joined
from companion.club.owner import ClubError
from companion.club.shipping import Shipper
from companion.referee.signals import Request

if TYPE_CHECKING:
    from companion.app.controller import TableController


class TableInClub:
    """Follows a controller. `folder` has the membership. Raises ClubError if that cannot be read.

    The journal is the one the controller has now: practice, which has another one in memory, is never sent.
    """

    def __init__(self, controller: TableController, folder: Path) -> None:
        member = joined(folder)
        if member is None:
            raise ClubError("this table is in no club")
        self._controller, self._table = controller, member.table
        self.health = Health(controller)
        self._call = ""
        self._shipper = Shipper(member, folder, Path(controller.journal.path), self.health.now, self._changed)
        controller.followers.append(self._shipper.wake)
        self._shipper.start()

    @property
    def status(self) -> ClubStatus:
        """How it stands now."""
        contact = self._shipper.contact
        silent = None if contact.last is None else time.monotonic() - contact.last
        return ClubStatus(self._table, contact.connected, contact.waiting, silent, contact.called, contact.coming)

    def call(self, *, wanted: bool) -> None:
        """Call the organiser to the table, or take that back."""
        self._shipper.call(wanted=wanted)

    def close(self) -> None:
        """Follow and send no longer."""
        with suppress(ValueError):
            self._controller.followers.remove(self._shipper.wake)
        self.health.close()
        self._shipper.stop()

    def _changed(self) -> None:
        """Let all screens show how the call stands, if that is different. Called on any thread."""
        if (call := self.status.call) != self._call:
            self._call = call
            self._controller.inbox.put(Request(self._show))

    def _show(self) -> None:
        for follower in self._controller.followers:
            follower()
