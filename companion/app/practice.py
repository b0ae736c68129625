"""A game to try against a bot. It is forgotten when it is left: its journal is in memory, its dice are rendered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catseye.text import error_text
from companion.app.bot_seats import BotSeats
from companion.app.controller import TableController
from companion.core.game import Game
from companion.core.table import Table
from companion.devices.factory import make_tray
from companion.record.journal import Journal

if TYPE_CHECKING:
    from companion.devices.inbox import Inbox
    from companion.devices.tray import TrayDevice

RENDERED = "sim:"
"""The name of a tray whose dice are rendered."""
PLAYERS, COLOURS = ("Ann", "Bo"), ("blue", "red")


class Practice:
    """Begins and ends practice games. `bots` are the seats that bots play, `tray` is the name of the camera that was
    chosen, even if it cannot be used, `make` makes a camera.
    """

    def __init__(
        self,
        controller: TableController,
        bots: Callable[[], BotSeats],
        tray: Callable[[], str],
        make: Callable[[str, Inbox], TrayDevice | None] = make_tray,
    ) -> None:
        self._controller, self._bots, self._tray, self._make = controller, bots, tray, make
        self._journal: Journal | None = None
        self._other_tray: str | None = None

    def begin(self, game: Game) -> None:
        """Begin a game's practice game: its dice roll in a rendered tray."""
        lesson, controller = game.practice, self._controller
        assert lesson is not None, "only a game with a practice game is tried"
        self.end()
        controller.leave()
        self._journal, controller.journal = controller.journal, Journal(":memory:")
        controller.practice = lesson
        controller.begin(game.id, Table(PLAYERS, COLOURS), lesson.options, lesson.facts)
        assert controller.session is not None
        self._bots().choose(controller.session.id, (1,))
        devices = controller.devices
        used = devices.tray_device
        self._other_tray = None
        if not devices.can_throw:
            chosen = self._tray() if devices.tray.name else ""
            self._other_tray = chosen if used is None else used.name
            devices.use_tray(self._make(RENDERED, controller.inbox))

    def end(self) -> None:
        """End it, if there is one: nothing of it is left, and the camera is the one in use before."""
        if not self.give_back() or self._other_tray is None:
            return
        devices, name = self._controller.devices, self._other_tray
        try:
            devices.use_tray(self._make(name, self._controller.inbox))
        except ValueError as wrong:
            devices.use_tray(None)
            devices.lack("tray", name, error_text(wrong))

    def give_back(self) -> bool:
        """Forget the game and put the journal back; return whether there was a practice game."""
        if self._journal is None:
            return False
        controller = self._controller
        for session in controller.sessions():
            self._bots().choose(session.id, ())
        controller.leave()
        controller.journal.close()
        controller.journal, self._journal, controller.practice = self._journal, None, None
        return True
