"""What routes share: who asks, what a request says, and answers as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.drawing.theme import THEMES
from companion.i18n import LANGUAGES
from companion.people.people import People
from companion.record.journal import JournalError
from companion.web.pages import SHAPES, Pages, Style
from companion.web.pairing import TABLE, Pairing, seat_of
from companion.web.publisher import Publisher, Slot, Snapshot
from companion.web.taps import NotAllowed, Taps

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from companion.app.folders import DataFolder

T = TypeVar("T")
COOKIE = "catseye"
MOST_LETTERS = 20
"""Of what is switched on on a board."""
TABLE_S = 5.0
"""How long the table may take to answer, seconds: it judges in milliseconds."""


@dataclass
class Parts:
    """What the routes use: the slot with the newest table, who asked what, who may, and who has played."""

    publisher: Publisher
    taps: Taps
    pairing: Pairing
    slot: Slot[Snapshot]
    people: People
    pages: Pages = field(default_factory=Pages)
    streams: int = 0
    folder: DataFolder | None = None
    """Where films of throws and boards that people have made lie."""
    invite: Callable[[], None] = lambda: None
    """Called on the server's thread after the code of the table was used."""

    def role(self, request: HTTPConnection) -> str:
        """Return the role of a browser, "" if it has none."""
        return self.pairing.role_of(request.cookies.get(COOKIE, ""))

    def need_role(self, request: Request) -> str:
        """Return the role of a browser, and refuse one without."""
        role = self.role(request)
        if not role:
            raise HTTPException(401, "this browser is not paired")
        return role

    def need_player(self, request: Request) -> None:
        """Refuse browsers that only look."""
        role = self.need_role(request)
        if role != TABLE and seat_of(role) is None:
            raise NotAllowed

    def need_table(self, request: Request) -> None:
        """Refuse every browser that is not the table's."""
        if self.need_role(request) != TABLE:
            raise NotAllowed

    async def on_table(self, run: Callable[[], Any]) -> Any:
        """Do something on the session's thread and return what it gives."""
        future = asyncio.wrap_future(self.taps.ask(run))
        try:
            return await asyncio.wait_for(future, TABLE_S)
        except TimeoutError:
            raise HTTPException(503, "the table does not answer") from None
        except JournalError as wrong:
            raise HTTPException(503, str(wrong)) from None


async def given(request: Request, kind: type[T]) -> T:
    """Return what was sent, checked by its type."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise HTTPException(400, str(wrong)[:300]) from None


def language_of(request: Request) -> str:
    """Return the language that was asked for, "" for English."""
    found = request.query_params.get("language", "")
    return found if found in LANGUAGES else ""


def style_of(request: Request) -> Style:
    """Return how a view is to be painted."""
    theme, shape = request.query_params.get("theme", ""), request.query_params.get("shape", "")
    return Style(
        language_of(request),
        theme if theme in THEMES else "dark",
        shape if shape in SHAPES else "none",
        request.query_params.get("switched", "")[:MOST_LETTERS],
    )


def number_of(request: Request, name: str) -> int:
    """Return a number of the query."""
    found = request.query_params.get(name, "")
    if not (found.isascii() and found.isdecimal() and len(found) < 10):
        raise HTTPException(400, f"{name} is a number")
    return int(found)


def as_answer(value: Any) -> Response:
    """Return a value as JSON that no browser keeps."""
    return Response(msgspec.json.encode(value), media_type="application/json", headers={"cache-control": "no-store"})
