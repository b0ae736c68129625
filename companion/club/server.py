"""`catseye club serve`: the club's pages. Everybody in the network may look; who has the organiser's code may act."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
import psycopg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.app.addresses import names_here
from companion.club import board_pages, event_pages, results_pages
from companion.club.board import ANSWERED, TableShown
from companion.club.central import CentralJournal
from companion.club.html import Look
from companion.club.metrics import Metrics
from companion.club.owner import ClubError, Connection, connect
from companion.club.reader import BoardShown
from companion.club.tournament import store
from companion.drawing.theme import THEMES
from companion.i18n import LANGUAGES
from companion.people.overview import ALL, DICE, RATINGS, RESULTS, VIEWS, overview
from companion.people.people import People, Results
from companion.record.history import history
from companion.record.journal import JournalError
from companion.record.session import Session
from companion.web.app import STATIC, font, theme
from companion.web.guard import Guard
from companion.web.membership import COOKIE_S
from companion.web.pairing import Pairing
from companion.web.publisher import Slot, words_in
from companion.web.requests import as_answer, given

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.core.game import Game

ORGANISER, COOKIE = "organiser", "catseye-club"
OWN = files("companion.club") / "static"
MOST_STREAMS = 200
"""Browsers that follow the board at once (our choice)."""
PING_S, SEND_S = 15, 30.0
"""Between two signs of life, and after how long a browser that takes nothing is gone, seconds, as for views."""
READ_S = 2.0
"""How long a page may take to read games that are new, seconds; the next page reads on."""
MOST_LINES = 60
"""Entries of a table's history that its page shows."""


class _Answer(msgspec.Struct):
    table: str


class _Code(msgspec.Struct):
    code: str


class _NewEvent(msgspec.Struct):
    name: str
    game: str
    format: str
    most: str
    players: str


class _EventNumber(msgspec.Struct):
    event: str


class _Leaving(msgspec.Struct):
    event: str
    player: str


@dataclass
class Pages:
    """The routes. `url` is the organiser's address of the database, `slot` has the newest board."""

    url: str
    games: Mapping[str, Game]
    slot: Slot[BoardShown]
    pairing: Pairing
    metrics: Metrics | None = None
    streams: int = 0
    _reading: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._central = CentralJournal(self._connected)
        self._people = People(self._central.as_journal, self.games)

    def app(self, names: tuple[str, ...] = ()) -> Starlette:
        """Return the app; `names` are more host names of this machine."""
        gets: dict[str, Callable[[Request], Any]] = {
            "/": self.board, "/live": self.live, "/table/{table:int}": self.table, "/results": self.results,
            "/player": self.player, "/pairings": self.events, "/pairings/{event:int}": self.event,
            "/export/tables.json": self.tables_json, "/export/games.csv": self.games_csv,
            "/export/games.json": self.games_json, "/export/event/{event:int}.csv": self.event_csv,
            "/look": self.look, "/theme.css": theme, "/font/{name}": font, "/metrics": self.figures,
        }  # fmt: skip
        posts: dict[str, Callable[[Request], Any]] = {
            "/pair": self.pair, "/unpair": self.unpair, "/answer": self.answer, "/events": self.new_event,
            "/round": self.new_round, "/result": self.result, "/leave": self.leave,
        }  # fmt: skip
        return Starlette(
            routes=[
                *(Route(path, run) for path, run in gets.items()),
                *(Route(path, run, methods=["POST"]) for path, run in posts.items()),
                Mount("/static", StaticFiles(directory=str(STATIC))),
                Mount("/club", StaticFiles(directory=str(OWN))),
            ],
            middleware=[Middleware(Guard, names={*names_here(), *names})],
            exception_handlers={ClubError: _refused, psycopg.Error: _away},
        )

    async def board(self, request: Request) -> Response:
        """Send the board of all tables."""
        board = self.slot.latest
        shown = (each for _, each in board.tables.values())
        return _html(board_pages.board_page(shown, board.connected, self._look(request)))

    async def live(self, request: Request) -> Response:
        """Send the cards that change, as they change."""
        if self.streams >= MOST_STREAMS:
            return PlainTextResponse("too many browsers look", 503)
        return EventSourceResponse(self._changes(self._look(request).language), ping=PING_S, send_timeout=SEND_S)

    async def _changes(self, language: str) -> AsyncIterator[ServerSentEvent]:
        self.streams += 1
        known: dict[int, int] = {}
        connected: bool | None = None
        try:
            async for board in self.slot.newest():
                new = [shown for table, (at, shown) in board.tables.items() if known.get(table) != at]
                gone = [table for table in known if table not in board.tables]
                if not (new or gone or connected != board.connected):
                    continue
                known, connected = {table: at for table, (at, _) in board.tables.items()}, board.connected
                said = {
                    "tables": [board_pages.card_written(each, language) for each in new], "gone": gone,
                    "density": board_pages.density(len(board.tables)), "connected": board.connected,
                }  # fmt: skip
                yield ServerSentEvent(data=msgspec.json.encode(said).decode(), event="tables", id=str(board.at))
        finally:
            self.streams -= 1

    async def table(self, request: Request) -> Response:
        """Send the page of a table."""
        shown = self._table(request.path_params["table"])
        look = self._look(request)

        def made() -> str:
            try:
                session = Session.resume(self._journal_of(shown), self.games, shown.session)
                lines = history(session)[:MOST_LINES]
            except (JournalError, KeyError):
                lines = ()
            return board_pages.table_page(shown, lines, look)

        return _html(await asyncio.to_thread(made))

    async def results(self, request: Request) -> Response:
        """Send results and rankings."""
        view, game = request.query_params.get("view", RESULTS), request.query_params.get("game", ALL)
        if view not in VIEWS or view == DICE or game not in {ALL, *self.games}:
            raise HTTPException(404, "no such view")
        look = self._look(request)

        def made() -> str:
            read = self._read()
            return results_pages.results_page(overview(read, view, game, {}), read, self.games, self._where, look)

        return _html(await asyncio.to_thread(made))

    async def player(self, request: Request) -> Response:
        """Send the page of a player."""
        who, look = request.query_params.get("who", ""), self._look(request)

        def made() -> str:
            read = self._read()
            if who not in read.people:
                raise HTTPException(404, "no such player")
            shown = overview(read, RATINGS, ALL, {})
            every = overview(read, RESULTS, ALL, {})
            mine = shown if any(who in each.people for each in shown.matches) else every
            return results_pages.player_page(
                who, every, mine.rating_of(who), mine.game, read, self.games, self._where, look
            )

        return _html(await asyncio.to_thread(made))

    async def events(self, request: Request) -> Response:
        """Send the page of all events."""
        found = await self._on_database(store.listed)
        return _html(event_pages.events_page(found, self.games, self._look(request)))

    async def event(self, request: Request) -> Response:
        """Send the page of an event."""
        found = await self._on_database(lambda db: self._event(db, request.path_params["event"]))
        return _html(event_pages.event_page(found, self.games, self._look(request)))

    async def tables_json(self, request: Request) -> Response:
        """Send the board as JSON."""
        words = self._look(request).words
        return as_answer([_plain(shown, words) for _, shown in self.slot.latest.tables.values()])

    async def games_json(self, request: Request) -> Response:
        """Send all games that count as JSON."""
        return as_answer(await asyncio.to_thread(self._games, self._look(request)))

    async def games_csv(self, request: Request) -> Response:
        """Send all games that count, a row for each player."""
        found = await asyncio.to_thread(self._games, self._look(request))
        head = ["session", "table", "game", "began", "player", "place", "score"]
        rows = [[*(each[name] for name in head[:4]), *(one[name] for name in head[4:])] for each in found
                for one in each["players"]]  # fmt: skip
        return _csv("games", [head, *rows])

    async def event_csv(self, request: Request) -> Response:
        """Send the standings of an event."""
        event = await self._on_database(lambda db: self._event(db, request.path_params["event"]))
        rows = [[place, event.players[each.player], float(each.points), float(each.others), each.won, each.played]
                for place, each in enumerate(event.standings, 1)]  # fmt: skip
        return _csv("standings", [["place", "player", "points", "points of those they met", "won", "played"], *rows])

    async def figures(self, _request: Request) -> Response:
        """Send the figures for Prometheus, if they are switched on."""
        if self.metrics is None:
            raise HTTPException(404, "start with --metrics")
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def look(self, request: Request) -> Response:
        """Keep the language and the theme of this browser, and go back to the board."""
        response = RedirectResponse("/", 303)
        for name in ("language", "theme"):
            response.set_cookie(name, request.query_params.get(name, "")[:10], max_age=COOKIE_S, samesite="strict")
        return response

    async def pair(self, request: Request) -> Response:
        """Make a browser the organiser's, by the code from the terminal; print the next code there."""
        sent = await given(request, _Code)
        paired = self.pairing.pair(sent.code.strip()[:12], ORGANISER)
        if paired is None:
            raise HTTPException(403, "that code cannot be used")
        response = as_answer({})
        response.set_cookie(COOKIE, paired[0], max_age=COOKIE_S, httponly=True, samesite="strict",
                            secure=request.url.scheme == "https")  # fmt: skip
        return response

    async def unpair(self, request: Request) -> Response:
        """Forget this browser."""
        self.pairing.forget(request.cookies.get(COOKIE, ""))
        return as_answer({})

    async def answer(self, request: Request) -> Response:
        """Note that somebody is on the way to a table."""
        self._need_organiser(request)
        shown = self._table(_number((await given(request, _Answer)).table))
        query = "INSERT INTO club.signals (table_id, kind, body) VALUES (%s, %s, '{}')"
        await self._on_database(lambda db: db.execute(query, (shown.id, ANSWERED)))
        return as_answer({})

    async def new_event(self, request: Request) -> Response:
        """Make an event."""
        self._need_organiser(request)
        sent = await given(request, _NewEvent)
        if (game := self.games.get(sent.game)) is None:
            raise HTTPException(400, "there is no such game")
        made = await self._on_database(
            lambda db: store.make(db, sent.name, game, sent.format, _number(sent.most), sent.players.splitlines())
        )
        return as_answer({"go": f"/pairings/{made}"})

    async def new_round(self, request: Request) -> Response:
        """Pair the next round of an event."""
        self._need_organiser(request)
        number = _number((await given(request, _EventNumber)).event)

        def paired(db: Connection) -> None:
            event = self._event(db, number)
            if (game := self.games.get(event.game)) is None:
                raise ClubError("the event's game is not installed here")
            store.next_round(db, event, game)

        await self._on_database(paired)
        return as_answer({"go": f"/pairings/{number}"})

    async def leave(self, request: Request) -> Response:
        """Let a player of an event go."""
        self._need_organiser(request)
        sent = await given(request, _Leaving)
        await self._on_database(lambda db: store.leave(db, _number(sent.event), _number(sent.player)))
        return as_answer({"go": f"/pairings/{_number(sent.event)}"})

    async def result(self, request: Request) -> Response:
        """Enter a result by hand."""
        self._need_organiser(request)
        sent = await given(request, dict[str, str])
        places = {_number(name.removeprefix("place-")): _number(at) for name, at in sent.items() if "place-" in name}
        event, number, table = (_number(sent.get(name, "")) for name in ("event", "round", "table"))
        await self._on_database(lambda db: store.enter(db, self._event(db, event), number, table, places))
        return as_answer({"go": f"/pairings/{event}"})

    def _look(self, request: Request) -> Look:
        asked = request.query_params.get("language") or request.cookies.get("language") or _preferred(request)
        language = asked if asked in LANGUAGES else ""
        theme = request.query_params.get("theme") or request.cookies.get("theme", "")
        return Look(language, theme if theme in THEMES else "dark", words_in(language), self._is_organiser(request))

    def _is_organiser(self, request: Request) -> bool:
        return self.pairing.role_of(request.cookies.get(COOKIE, "")) == ORGANISER

    def _need_organiser(self, request: Request) -> None:
        if not self._is_organiser(request):
            raise HTTPException(403, "only the organiser may do this")

    def _table(self, table: int) -> TableShown:
        found = self.slot.latest.tables.get(table)
        if found is None:
            raise HTTPException(404, "no such table")
        return found[1]

    @contextmanager
    def _connected(self) -> Any:
        with closing(connect(self.url)) as db:
            yield db

    async def _on_database(self, run: Callable[[Connection], Any]) -> Any:
        def done() -> Any:
            with self._connected() as db:
                return run(db)

        return await asyncio.to_thread(done)

    def _journal_of(self, shown: TableShown) -> Any:
        return CentralJournal(self._connected, shown.id, shown.journal).as_journal()

    def _event(self, db: Connection, event: int) -> store.Event:
        return store.read(db, event, self._read(None).matches)

    def _read(self, seconds: float | None = READ_S) -> Results:
        """Return what was played; within so many seconds as much as can be read (None: all of it)."""
        from time import monotonic  # noqa: PLC0415  the pages need no other clock

        until = None if seconds is None else monotonic() + seconds
        with self._reading:
            return self._people.read(lambda: until is not None and monotonic() > until)

    def _where(self, session: str) -> str:
        found = self.slot.latest.tables.get(self._central.table_of(session) or 0)
        return found[1].name if found else ""

    def _games(self, look: Look) -> list[dict[str, Any]]:
        read, words = self._read(None), look.words
        return [
            {
                "session": each.session, "table": self._where(each.session), "game": each.game, "began": each.began,
                "players": [
                    {"player": words(read.people[who].name), "place": each.place(who), "score": each.scores.get(who)}
                    for who in each.people
                ],
            }
            for each in read.matches
        ]  # fmt: skip


async def _refused(_request: Request, wrong: Exception) -> Response:
    return PlainTextResponse(str(wrong), 400)


async def _away(_request: Request, _wrong: Exception) -> Response:
    return PlainTextResponse("the database is away: please try again", 503)


def _html(page: str) -> Response:
    return HTMLResponse(page, headers={"cache-control": "no-store"})


def _csv(name: str, rows: list[list[Any]]) -> Response:
    written = io.StringIO()
    csv.writer(written).writerows([[_harmless(cell) for cell in row] for row in rows])
    headers = {"content-disposition": f'attachment; filename="{quote(name)}.csv"', "cache-control": "no-store"}
    return Response(written.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: names come from strangers."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell


def _number(written: str) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) < 10):
        raise HTTPException(400, "a number is needed")
    return int(written)


def _plain(shown: TableShown, words: Callable[[Any], str]) -> dict[str, Any]:
    found = asdict(shown)
    seats = [{**asdict(seat), "score": words(seat.score)} for seat in shown.seats]
    return {**found, "seats": seats, "asked": words(shown.asked), "trouble": words(shown.trouble)}


def _preferred(request: Request) -> str:
    """Return the first of the app's languages that the browser asks for."""
    wanted = (part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(","))
    return next((each for each in wanted if each in {*LANGUAGES, "en"} and each), "")
