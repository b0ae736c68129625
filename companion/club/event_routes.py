"""The routes of a club's events: their pages, and what the organiser does with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from starlette.exceptions import HTTPException
from starlette.routing import Route

from companion.club import event_pages
from companion.club.desk import as_page, number_in
from companion.club.owner import ClubError, Connection
from companion.club.tournament import store
from companion.web.requests import as_answer, given

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from companion.club.desk import Desk
    from companion.club.tournament.store import Event


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
class EventRoutes:
    """Pairings, rounds and results of events."""

    desk: Desk

    @property
    def routes(self) -> list[Route]:
        """The routes."""
        return [
            Route("/pairings", self.events), Route("/pairings/{event:int}", self.event),
            *(Route(path, run, methods=["POST"]) for path, run in (
                ("/events", self.new_event), ("/round", self.new_round), ("/result", self.result),
                ("/leave", self.leave),
            )),
        ]  # fmt: skip

    async def events(self, request: Request) -> Response:
        """Send the page of all events."""
        found = await self.desk.on_database(store.listed)
        return as_page(event_pages.events_page(found, self.desk.games, self.desk.look(request)))

    async def event(self, request: Request) -> Response:
        """Send the page of an event."""
        found = await self.desk.on_event(request.path_params["event"], lambda _db, event: event)
        return as_page(event_pages.event_page(found, self.desk.games, self.desk.look(request)))

    async def new_event(self, request: Request) -> Response:
        """Make an event."""
        self.desk.need_organiser(request)
        sent = await given(request, _NewEvent)
        if (game := self.desk.games.get(sent.game)) is None:
            raise HTTPException(400, "there is no such game")
        made = await self.desk.on_database(
            lambda db: store.make(db, sent.name, game, sent.format, number_in(sent.most), sent.players.splitlines())
        )
        return as_answer({"go": f"/pairings/{made}"})

    async def new_round(self, request: Request) -> Response:
        """Pair the next round of an event."""
        self.desk.need_organiser(request)
        number = number_in((await given(request, _EventNumber)).event)

        def paired(db: Connection, event: Event) -> None:
            if (game := self.desk.games.get(event.game)) is None:
                raise ClubError("the event's game is not installed here")
            store.next_round(db, event, game)

        await self.desk.on_event(number, paired)
        return as_answer({"go": f"/pairings/{number}"})

    async def leave(self, request: Request) -> Response:
        """Let a player of an event go."""
        self.desk.need_organiser(request)
        sent = await given(request, _Leaving)
        await self.desk.on_database(lambda db: store.leave(db, number_in(sent.event), number_in(sent.player)))
        return as_answer({"go": f"/pairings/{number_in(sent.event)}"})

    async def result(self, request: Request) -> Response:
        """Enter a result by hand."""
        self.desk.need_organiser(request)
        sent = await given(request, dict[str, str])
        places = {
            number_in(name.removeprefix("place-")): number_in(at) for name, at in sent.items() if "place-" in name
        }
        event, number, table = (number_in(sent.get(name, "")) for name in ("event", "round", "table"))
        await self.desk.on_event(event, lambda db, found: store.enter(db, found, number, table, places))
        return as_answer({"go": f"/pairings/{event}"})
