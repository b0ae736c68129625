"""What all routes of a club share: the visitor's look and rights, the database, the tables and past games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from companion.club.board import Progress
from companion.club.central import CentralJournal
from companion.club.html import Look
from companion.club.owner import Connection, Pool
from companion.club.tournament import store
from companion.drawing.theme import THEMES
from companion.i18n import LANGUAGES
from companion.people.people import People, Results
from companion.web.publisher import Slot, words_in

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from companion.club.board import TableShown
    from companion.club.reader import BoardShown
    from companion.core.game import Game
    from companion.web.pairing import Pairing

ORGANISER, COOKIE = "organiser", "catseye-club"
READ_S = 2.0
"""How long a page may take to read games that are new, seconds; the next page reads on."""


@dataclass
class Desk:
    """What the routes share. `pool` has the organiser's connections, `slot` the newest board. The file `results` keeps
    what each game adds to the results (None: only this run remembers).
    """

    pool: Pool
    games: Mapping[str, Game]
    slot: Slot[BoardShown]
    pairing: Pairing
    results: Path | None = None
    _reading: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._central = CentralJournal(self.pool.connection, running=self._running)
        self._people = People(self._central.as_journal, self.games, results=self.results)

    def look(self, request: Request) -> Look:
        """Return how this browser wants its pages."""
        asked = request.query_params.get("language") or request.cookies.get("language") or _preferred(request)
        language = asked if asked in LANGUAGES else ""
        theme = request.query_params.get("theme") or request.cookies.get("theme", "")
        return Look(language, theme if theme in THEMES else "dark", words_in(language), self._is_organiser(request))

    def _is_organiser(self, request: Request) -> bool:
        return self.pairing.role_of(request.cookies.get(COOKIE, "")) == ORGANISER

    def need_organiser(self, request: Request) -> None:
        """Refuse whoever is not the organiser. Raises HTTPException."""
        if not self._is_organiser(request):
            raise HTTPException(403, "only the organiser may do this")

    def table(self, table: int) -> TableShown:
        """Return a table as the board shows it. Raises HTTPException."""
        found = self.slot.latest.tables.get(table)
        if found is None:
            raise HTTPException(404, "no such table")
        return found[1]

    async def on_database(self, run: Callable[[Connection], Any]) -> Any:
        """Return what `run` returns with a connection, on another thread."""

        def done() -> Any:
            with self.pool.connection() as db:
                return run(db)

        return await asyncio.to_thread(done)

    def journal_of(self, shown: TableShown) -> Any:
        """Return a table's journal as it is in the club."""
        return CentralJournal(self.pool.connection, shown.id, shown.journal).as_journal()

    async def on_event(self, event: int, run: Callable[[Connection, store.Event], Any]) -> Any:
        """Return what `run` returns with a connection and an event with the results of its games, on another thread."""

        def done() -> Any:
            matches = self.read(None).matches
            with self.pool.connection() as db:
                return run(db, store.read(db, event, matches))

        return await asyncio.to_thread(done)

    def read(self, seconds: float | None = READ_S) -> Results:
        """Return the games that were played: as many as can be read within `seconds` (None: all of them)."""
        until = None if seconds is None else monotonic() + seconds
        with self._reading:
            return self._people.read(lambda: until is not None and monotonic() > until)

    def where(self, session: str) -> str:
        """Return the name of the table of a session, or an empty text."""
        found = self.slot.latest.tables.get(self._central.table_of(session) or 0)
        return found[1].name if found else ""

    def _running(self) -> list[str]:
        """Return the sessions that have no result yet: to play each of them again at every look would take seconds."""
        tables = (shown for _, shown in self.slot.latest.tables.values())
        return [shown.session for shown in tables if shown.progress is Progress.PLAYING]


def number_in(written: str) -> int:
    """Return the number that a browser sent. Raises HTTPException."""
    if not (written.isascii() and written.isdecimal() and len(written) < 10):
        raise HTTPException(400, "a number is needed")
    return int(written)


def as_page(written: str) -> Response:
    """Return the answer that is a page."""
    return HTMLResponse(written, headers={"cache-control": "no-store"})


def _preferred(request: Request) -> str:
    """Return the first of the app's languages that the browser asks for."""
    wanted = (part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(","))
    return next((each for each in wanted if each in {*LANGUAGES, "en"} and each), "")
