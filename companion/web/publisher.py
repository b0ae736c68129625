"""From the session's thread to the server's: the newest state of the table lies in a slot, and nobody waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from companion import games
from companion.core.table import NOBODY, Table
from companion.drawing.scene import Scene
from companion.i18n import Translate, translator
from companion.record.journal import JournalError
from companion.record.result_sheet import ResultSheet, result_sheet
from companion.record.summary import summary_of
from companion.views.board_scene import board_scene
from companion.views.presenter import PanelParts, TableView, table_view
from companion.web.home import Home, home
from companion.web.tap_gate import TapGate

if TYPE_CHECKING:
    from companion.app.bot_seats import BotSeats
    from companion.app.club import Club
    from companion.app.controller import TableController
    from companion.core.game import Game

_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment: all that the server's thread needs to make pages of it.

    `at` numbers the snapshots of a run. `tables` are the views by language; `scene` is what the board is painted from,
    `sheet` how the game ended; `home` is there if no game is open; a `practice` game is forgotten when it is left.
    `organiser` says how the call for the club's organiser stands, None if the table is in no club.
    """

    at: int = 0
    session: str = ""
    seq: int = 0
    game: Game | None = None
    table: Table = NOBODY
    tables: dict[str, TableView] = field(default_factory=dict)
    scene: Scene | None = None
    sheet: ResultSheet | None = None
    home: Home | None = None
    practice: bool = False
    organiser: str | None = None


class Slot(Generic[T]):
    """Holds the newest snapshot. `put` is called by the thread that makes them and never waits."""

    def __init__(self, first: T) -> None:
        self.latest = first
        self._closed = False
        self._lock = Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def put(self, snapshot: T) -> None:
        """Leave a newer snapshot and wake those who wait."""
        self.latest = snapshot
        self._wake()

    def close(self) -> None:
        """Let nobody wait any longer."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            waiting = list(self._waiting)
        for loop, event in waiting:
            try:
                loop.call_soon_threadsafe(event.set)
            except RuntimeError:  # the server has stopped
                with self._lock:
                    self._waiting.discard((loop, event))

    async def newest(self) -> AsyncIterator[T]:
        """Give the newest snapshot, then each time a newer one; those between are passed over."""
        event = asyncio.Event()
        waiter = asyncio.get_running_loop(), event
        with self._lock:
            self._waiting.add(waiter)
        try:
            while not self._closed:
                event.clear()
                yield self.latest
                await event.wait()
        finally:
            with self._lock:
                self._waiting.discard(waiter)


class Publisher:
    """Leaves a snapshot after every change. All of it runs on the session's thread."""

    def __init__(
        self,
        controller: TableController,
        bots: BotSeats,
        slot: Slot[Snapshot],
        archived: Callable[[], list[str]],
        club: Club | None = None,
    ) -> None:
        self.controller, self.bots, self.slot, self.gate = controller, bots, slot, TapGate()
        self._archived, self.club = archived, club
        self._at = 0
        self._languages: dict[str, Translate] = {}
        self._ended: tuple[tuple[str, int], ResultSheet | None] = ("", 0), None  # read once for each end
        self._home: Home | None = None  # read once for each time that nothing is open

    def follow(self) -> None:
        """Follow the table from now on."""
        for each in (self.controller, self.bots):
            each.followers.append(self.publish)
        self.publish()

    def leave(self) -> None:
        """Follow it no longer."""
        for each in (self.controller, self.bots):
            with suppress(ValueError):
                each.followers.remove(self.publish)

    def knows(self, language: str) -> bool:
        """Whether views are made in this language. Any thread may ask."""
        return language in self._languages

    def use(self, language: str) -> None:
        """Make views in this language, too, from now on."""
        self._languages = {**self._languages, language: words_in(language)}

    def publish(self) -> None:
        """Leave the table as it is now."""
        session, self._at = self.controller.session, self._at + 1
        self.gate.follow(session, () if session is None else self.bots.of(session.id))
        try:
            made = self._at_home() if session is None else self._at_table()
        except Exception:  # noqa: BLE001  logged: browsers must not stop the table
            _log.exception("browsers are not shown the newest view")
            return
        made = replace(made, organiser=None if self.club is None else self.club.status.call)
        if replace(made, at=0, scene=None) != replace(self.slot.latest, at=0, scene=None):
            self.slot.put(made)

    def publish_home(self) -> None:
        """Read the games that were played again, and leave the table as it is now."""
        self._home = None
        self.publish()

    def _at_home(self) -> Snapshot:
        if self._home is None:
            self._home = home(self.controller, self._archived())
        return Snapshot(self._at, home=self._home)

    def _at_table(self) -> Snapshot:
        session = self.controller.session
        assert session is not None, "a table has a session"
        self._home = None
        bots = PanelParts(bots=self.bots.of(session.id))
        views = {language: table_view(self.controller, bots, words) for language, words in self._languages.items()}
        view = next(iter(views.values()), None)
        return Snapshot(
            self._at,
            session.id,
            session.seq,
            session.game,
            session.table,
            views,
            None if view is None else board_scene(session, view.seats, (0,) * len(view.seats)),
            self._sheet(),
            practice=self.controller.practice is not None,
        )

    def _sheet(self) -> ResultSheet | None:
        session = self.controller.session
        if session is None or session.outcome() is None:
            return None
        if self._ended[0] != (session.id, session.seq):
            try:
                self._ended = (session.id, session.seq), result_sheet(session, summary_of(session))
            except JournalError:  # its beginning cannot be read just now: the result stands without it
                return None
        return self._ended[1]


@cache
def words_in(language: str) -> Translate:
    """Return what translates into a language, with the catalogues of the games."""
    return translator(language, [folder for path in games.__path__ for folder in sorted(Path(path).glob("*/locale"))])
