"""What the club's results are for other programs: JSON, and CSV for spreadsheets."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from companion.web.requests import as_answer

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.club.board import TableShown
    from companion.club.desk import Desk
    from companion.club.html import Look


@dataclass
class ExportRoutes:
    """The board, the games that count, and the standings of events."""

    desk: Desk

    @property
    def routes(self) -> list[Route]:
        """The routes."""
        return [
            Route("/export/tables.json", self.tables_json), Route("/export/games.csv", self.games_csv),
            Route("/export/games.json", self.games_json), Route("/export/event/{event:int}.csv", self.event_csv),
        ]  # fmt: skip

    async def tables_json(self, request: Request) -> Response:
        """Send the board as JSON."""
        words = self.desk.look(request).words
        return as_answer([_plain(shown, words) for _, shown in self.desk.slot.latest.tables.values()])

    async def games_json(self, request: Request) -> Response:
        """Send all games that count as JSON."""
        return as_answer(await asyncio.to_thread(self._games, self.desk.look(request)))

    async def games_csv(self, request: Request) -> Response:
        """Send all games that count, a row for each player."""
        found = await asyncio.to_thread(self._games, self.desk.look(request))
        head = ["session", "table", "game", "began", "player", "place", "score"]
        rows = [[*(each[name] for name in head[:4]), *(one[name] for name in head[4:])] for each in found
                for one in each["players"]]  # fmt: skip
        return _csv("games", [head, *rows])

    async def event_csv(self, request: Request) -> Response:
        """Send the standings of an event."""
        event = await self.desk.on_event(request.path_params["event"], lambda _db, event: event)
        rows = [[place, event.players[each.player], float(each.points), float(each.others), each.won, each.played]
                for place, each in enumerate(event.standings, 1)]  # fmt: skip
        return _csv("standings", [["place", "player", "points", "points of those they met", "won", "played"], *rows])

    def _games(self, look: Look) -> list[dict[str, Any]]:
        read, words = self.desk.read(None), look.words
        return [
            {
                "session": each.session, "table": self.desk.where(each.session), "game": each.game, "began": each.began,
                "players": [
                    {"player": words(read.people[who].name), "place": each.place(who), "score": each.scores.get(who)}
                    for who in each.people
                ],
            }
            for each in read.matches
        ]  # fmt: skip


def _csv(name: str, rows: list[list[Any]]) -> Response:
    written = io.StringIO()
    csv.writer(written).writerows([[_harmless(cell) for cell in row] for row in rows])
    headers = {"content-disposition": f'attachment; filename="{quote(name)}.csv"', "cache-control": "no-store"}
    return Response(written.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: names come from strangers."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell


def _plain(shown: TableShown, words: Callable[[Any], str]) -> dict[str, Any]:
    found = asdict(shown)
    seats = [{**asdict(seat), "score": words(seat.score)} for seat in shown.seats]
    return {**found, "seats": seats, "asked": words(shown.asked), "trouble": words(shown.trouble)}
