"""`catseye club serve`: the club's pages. Everybody in the network may look; who has the organiser's code may act."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
import psycopg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.app.addresses import names_here
from companion.club import board_pages, results_pages
from companion.club.board import ANSWERED, HELPED
from companion.club.desk import COOKIE, ORGANISER, Desk, as_page, number_in
from companion.club.event_routes import EventRoutes
from companion.club.export_routes import ExportRoutes
from companion.club.members import change, members
from companion.club.metrics import Metrics
from companion.club.owner import ClubError
from companion.people.overview import ALL, DICE, RATINGS, RESULTS, VIEWS, overview
from companion.record.history import history
from companion.record.journal import JournalError
from companion.record.session import Session
from companion.web.app import STATIC, font, theme
from companion.web.guard import Guard
from companion.web.membership import COOKIE_S
from companion.web.requests import as_answer, given

if TYPE_CHECKING:
    from starlette.requests import Request

OWN = files("companion.club") / "static"
MOST_STREAMS = 200
"""Browsers that follow the board at once (our choice)."""
PING_S, SEND_S = 15, 30.0
"""Between two signs of life, and after how long a browser that takes nothing is gone, seconds, as for views."""
MOST_LINES = 60
"""Entries of a table's history that its page shows."""


class _Answer(msgspec.Struct):
    table: str


class _Members(msgspec.Struct):
    members: str


class _Code(msgspec.Struct):
    code: str


@dataclass
class Pages:
    """The pages of a club: the board, its tables, results and players; what is served besides."""

    desk: Desk
    metrics: Metrics | None = None
    streams: int = 0

    def app(self, names: tuple[str, ...] = ()) -> Starlette:
        """Return the app; `names` are more host names of this machine."""
        gets: dict[str, Callable[[Request], Any]] = {
            "/": self.board, "/live": self.live, "/table/{table:int}": self.table, "/results": self.results,
            "/player": self.player, "/look": self.look, "/theme.css": theme, "/font/{name}": font,
            "/metrics": self.figures,
        }  # fmt: skip
        posts: dict[str, Callable[[Request], Any]] = {
            "/members": self.members,
            "/pair": self.pair, "/unpair": self.unpair, "/answer": partial(self.answer, ANSWERED),
            "/helped": partial(self.answer, HELPED),
        }  # fmt: skip
        return Starlette(
            routes=[
                *(Route(path, run) for path, run in gets.items()),
                *(Route(path, run, methods=["POST"]) for path, run in posts.items()),
                *EventRoutes(self.desk).routes,
                *ExportRoutes(self.desk).routes,
                Mount("/static", StaticFiles(directory=str(STATIC))),
                Mount("/club", StaticFiles(directory=str(OWN))),
            ],
            middleware=[Middleware(Guard, names={*names_here(), *names})],
            exception_handlers={ClubError: _refused, psycopg.Error: _away},
        )

    async def board(self, request: Request) -> Response:
        """Send the board of all tables."""
        board = self.desk.slot.latest
        shown = (each for _, each in board.tables.values())
        return as_page(board_pages.board_page(shown, board.connected, self.desk.look(request)))

    async def live(self, request: Request) -> Response:
        """Send the cards that change, as they change."""
        if self.streams >= MOST_STREAMS:
            return PlainTextResponse("too many browsers look", 503)
        return EventSourceResponse(self._changes(self.desk.look(request).language), ping=PING_S, send_timeout=SEND_S)

    async def _changes(self, language: str) -> AsyncIterator[ServerSentEvent]:
        self.streams += 1
        known: dict[int, int] = {}
        connected: bool | None = None
        try:
            async for board in self.desk.slot.newest():
                new = [shown for table, (at, shown) in board.tables.items() if known.get(table) != at]
                gone = [table for table in known if table not in board.tables]
                if not (new or gone or connected != board.connected):
                    continue
                known, connected = {table: at for table, (at, _) in board.tables.items()}, board.connected
                said = {
                    "tables": [board_pages.card_written(each, language) for each in new], "gone": gone,
                    "connected": board.connected,
                }  # fmt: skip
                yield ServerSentEvent(data=msgspec.json.encode(said).decode(), event="tables", id=str(board.at))
        finally:
            self.streams -= 1

    async def table(self, request: Request) -> Response:
        """Send the page of a table."""
        shown = self.desk.table(request.path_params["table"])
        look = self.desk.look(request)

        def made() -> str:
            try:
                session = Session.resume(self.desk.journal_of(shown), self.desk.games, shown.session)
                lines = history(session)[:MOST_LINES]
            except (JournalError, KeyError):
                lines = ()
            return board_pages.table_page(shown, lines, look)

        return as_page(await asyncio.to_thread(made))

    async def results(self, request: Request) -> Response:
        """Send results and rankings."""
        view, game = request.query_params.get("view", RESULTS), request.query_params.get("game", ALL)
        if view not in VIEWS or view == DICE or game not in {ALL, *self.desk.games}:
            raise HTTPException(404, "no such view")
        look, listed = self.desk.look(request), await self.desk.on_database(members)

        def made() -> str:
            read = self.desk.read()
            return results_pages.results_page(
                overview(read, view, game, {}), read, self.desk.games, self.desk.where, listed, look
            )

        return as_page(await asyncio.to_thread(made))

    async def members(self, request: Request) -> Response:
        """Keep another list of members."""
        self.desk.need_organiser(request)
        sent = await given(request, _Members)
        await self.desk.on_database(lambda db: change(db, sent.members.splitlines()))
        return as_answer({"go": "/results"})

    async def player(self, request: Request) -> Response:
        """Send the page of a player."""
        who, look = request.query_params.get("who", ""), self.desk.look(request)

        def made() -> str:
            read = self.desk.read()
            if who not in read.people:
                raise HTTPException(404, "no such player")
            shown = overview(read, RATINGS, ALL, {})
            every = overview(read, RESULTS, ALL, {})
            mine = shown if any(who in each.people for each in shown.matches) else every
            return results_pages.player_page(
                who, every, mine.rating_of(who), mine.game, read, self.desk.games, self.desk.where, look
            )

        return as_page(await asyncio.to_thread(made))

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
        paired = self.desk.pairing.pair(sent.code.strip()[:12], ORGANISER)
        if paired is None:
            raise HTTPException(403, "that code cannot be used")
        response = as_answer({})
        response.set_cookie(COOKIE, paired[0], max_age=COOKIE_S, httponly=True, samesite="strict",
                            secure=request.url.scheme == "https")  # fmt: skip
        return response

    async def unpair(self, request: Request) -> Response:
        """Forget this browser."""
        self.desk.pairing.forget(request.cookies.get(COOKIE, ""))
        return as_answer({})

    async def answer(self, kind: str, request: Request) -> Response:
        """Note that somebody is on the way to a table, or that it has been helped."""
        self.desk.need_organiser(request)
        shown = self.desk.table(number_in((await given(request, _Answer)).table))
        query = "INSERT INTO club.signals (table_id, kind, body) VALUES (%s, %s, '{}')"
        await self.desk.on_database(lambda db: db.execute(query, (shown.id, kind)))
        return as_answer({})


async def _refused(_request: Request, wrong: Exception) -> Response:
    return PlainTextResponse(str(wrong), 400)


async def _away(_request: Request, _wrong: Exception) -> Response:
    return PlainTextResponse("the database is away: please try again", 503)
