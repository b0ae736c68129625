"""The routes that show the table and play on it: the stream of views, taps, and what a card reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import simplejpeg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from companion.app.films import film_of
from companion.core.game import BadOption
from companion.core.text import Text, capital
from companion.drawing.theme import THEMES, Look
from companion.record.codec import Malformed
from companion.web import reading
from companion.web.pages import Style
from companion.web.publisher import words_in
from companion.web.reading import NewTable, Paints
from companion.web.requests import COOKIE, Parts, as_answer, given, language_of, number_of, style_of
from companion.web.taps import Answer, Tap

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.devices.tray import Preview

PING_S = 15
"""Between two signs of life on a stream without news, seconds: proxies and phones drop silent connections after 30."""
SEND_S = 30.0
"""A reader that takes nothing for so long is gone, seconds."""
MOST_STREAMS = 128
"""Streams of views at once."""


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    """Facts of a table that is set up, or without one of the open game."""

    facts: dict[str, Any]
    new: NewTable | None = None


class _Call(msgspec.Struct, forbid_unknown_fields=True):
    wanted: bool


class TableRoutes:
    """The table, for browsers that are paired."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def routes(self) -> list[BaseRoute]:
        """Return these routes."""
        return [
            Route("/view", self.view),
            Route("/tap", self.tap, methods=["POST"]),
            Route("/organiser", self.organiser, methods=["POST"]),
            Route("/history", self.history),
            Route("/entry", self.entry),
            Route("/rules", self.rules),
            Route("/sheet", self.sheet),
            Route("/setup", self.setup),
            Route("/check", self.check, methods=["POST"]),
            Route("/facts", self.facts, methods=["POST"]),
            Route("/picture", self.picture),
            Route("/film", self.film),
            Route("/preview", self.preview),
        ]

    async def view(self, request: Request) -> Response:
        """Send the newest view, then each newer one."""
        cookie = request.cookies.get(COOKIE, "")
        self._parts.need_role(request)
        if self._parts.streams >= MOST_STREAMS:
            raise HTTPException(503, "too many browsers")
        style = style_of(request)
        if not self._parts.publisher.knows(style.language):
            await self._parts.on_table(partial(self._parts.publisher.use, style.language))
        return EventSourceResponse(
            self._views(style, cookie),
            ping=PING_S,
            ping_message_factory=lambda: ServerSentEvent(event="alive", data=""),
            send_timeout=SEND_S,
        )

    async def _views(self, style: Style, cookie: str) -> AsyncIterator[ServerSentEvent]:
        parts = self._parts
        parts.streams += 1
        last = -1
        try:
            async for snapshot in parts.slot.newest():
                role = parts.pairing.role_of(cookie)
                if not role:
                    yield ServerSentEvent(event="gone", data="{}")
                    return
                if snapshot.at == last or (snapshot.session and style.language not in snapshot.tables):
                    continue
                last = snapshot.at
                made = parts.pages.page(snapshot, style).json.decode()
                yield ServerSentEvent(data=made, id=str(snapshot.seq), event="view")
        finally:
            parts.streams -= 1

    async def tap(self, request: Request) -> Response:
        """Judge a tap."""
        role = self._parts.need_role(request)
        tap = await given(request, Tap)
        if not 1 <= len(tap.id) <= 64 or not all(
            each.isascii() and (each.isalnum() or each in "-_") for each in tap.id
        ):
            raise HTTPException(400, "an id is 1 to 64 letters, digits, - or _")
        style = style_of(request)
        snapshot = self._parts.slot.latest
        means = self._parts.pages.page(snapshot, style).targets.get(tap.choice) if snapshot.seq == tap.seq else None
        answer = await self._parts.on_table(partial(self._parts.taps.tap, role, tap, means))
        return as_answer(said(answer, style.language))

    async def organiser(self, request: Request) -> Response:
        """Call the organiser of the club to the table, or take that back."""
        self._parts.need_player(request)
        wanted, club = (await given(request, _Call)).wanted, self._parts.publisher.club
        if club is None:
            raise HTTPException(404, "this table is in no club")
        await self._parts.on_table(lambda: club.call(wanted=wanted))
        return as_answer({"ok": True})

    async def sheet(self, request: Request) -> Response:
        """Send a sheet that a target of the board shows."""
        self._parts.need_role(request)
        name = request.query_params.get("name", "")
        found = self._parts.pages.sheet(self._parts.slot.latest, style_of(request), name)
        if found is None:
            raise HTTPException(404, "no such sheet")
        return as_answer(found)

    async def history(self, request: Request) -> Response:
        """List every event of the game."""
        self._parts.need_role(request)
        words, controller = words_in(language_of(request)), self._parts.publisher.controller
        return as_answer(await self._parts.on_table(lambda: reading.history(controller, words)))

    async def entry(self, request: Request) -> Response:
        """Say what could have happened instead of an entry."""
        self._parts.need_table(request)
        words, seq = words_in(language_of(request)), number_of(request, "seq")
        controller = self._parts.publisher.controller
        session = controller.session
        found = await self._parts.on_table(lambda: None if session is None else reading.entry(session, seq, words))
        if found is None:
            raise HTTPException(404, "no such entry")
        return as_answer(found)

    async def rules(self, request: Request) -> Response:
        """Send the rules of a game."""
        self._parts.need_role(request)
        controller, language = self._parts.publisher.controller, language_of(request)
        game = controller.games.get(request.query_params.get("game", ""))
        if game is None:
            raise HTTPException(404, "no such game")
        return as_answer(reading.rules(game, controller.session, language, words_in(language)))

    async def setup(self, request: Request) -> Response:
        """Send the form of a new table."""
        self._parts.need_table(request)
        controller = self._parts.publisher.controller
        game = controller.games.get(request.query_params.get("game", ""))
        if game is None:
            raise HTTPException(404, "no such game")
        style, parts = style_of(request), self._parts
        words = words_in(style.language)
        boards = None if parts.folder is None else parts.folder.boards
        paints = Paints(words, Look(THEMES[style.theme], 1.0, words), boards)
        goes_on = request.query_params.get("goes_on") == "1"

        def read() -> Any:
            before = parts.publisher.controller.session if goes_on else None
            if before is not None and before.game is not game:
                raise Malformed("this game is not open")
            bots = () if before is None else parts.publisher.bots.of(before.id)
            return reading.setup(parts.people, game, paints, before, bots)

        return as_answer(await parts.on_table(read))

    async def check(self, request: Request) -> Response:
        """Check a new table by the rules."""
        self._parts.need_table(request)
        new, words = await given(request, NewTable), words_in(language_of(request))
        controller = self._parts.publisher.controller
        return as_answer(await self._parts.on_table(lambda: reading.check(controller, new, words)))

    async def facts(self, request: Request) -> Response:
        """Send the facts of a running table, with what the rules say of those entered."""
        self._parts.need_table(request)
        sent, words = await given(request, _Facts), words_in(language_of(request))
        controller = self._parts.publisher.controller

        def read() -> Any:
            if sent.new is not None:
                return reading.take_over(controller, msgspec.structs.replace(sent.new, facts=sent.facts), words)
            if controller.session is None:
                raise Malformed("no game is open")
            return reading.different(controller.session, sent.facts, words)

        try:
            return as_answer(await self._parts.on_table(read))
        except (BadOption, ValueError) as wrong:
            text = getattr(wrong, "text", None)
            raise HTTPException(400, words(text) if isinstance(text, Text) else str(wrong)) from None

    async def picture(self, request: Request) -> Response:
        """Send the picture of an entry, or with `seq=review` that of the reading people are asked about."""
        self._parts.need_role(request)
        controller = self._parts.publisher.controller
        if request.query_params.get("seq") == "review":
            pending = controller.pending_review
            found = None if pending is None else pending.seen.picture
        else:
            seq, session = number_of(request, "seq"), request.query_params.get("session", "")[:64]
            found = await self._parts.on_table(lambda: controller.picture(seq, session))
        if found is None:
            raise HTTPException(404, "no picture")
        return Response(found, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})

    async def film(self, request: Request) -> Response:
        """Send the film of a throw, 204 if none was kept."""
        self._parts.need_role(request)
        controller, folder = self._parts.publisher.controller, self._parts.folder
        seq, session = number_of(request, "seq"), request.query_params.get("session", "")[:64]

        def find() -> Path | None:
            played = session or (controller.session.id if controller.session is not None else "")
            return None if folder is None else film_of(folder.films, played, controller.picture(seq, session))

        found = await self._parts.on_table(find)
        if found is None:
            return Response(status_code=204)
        return FileResponse(found, media_type="image/webp", headers={"cache-control": "private, max-age=3600"})

    async def preview(self, request: Request) -> Response:
        """Send the tray as the camera sees it now."""
        self._parts.need_role(request)
        found = await asyncio.to_thread(preview_jpeg, self._parts.publisher.controller.devices.preview())
        if found is None:
            raise HTTPException(404, "no picture")
        return Response(found, media_type="image/jpeg", headers={"cache-control": "no-store"})


def said(answer: Answer, language: str) -> Any:
    """Return an answer with its sentences in a language."""
    words = words_in(language)

    def told(part: Any) -> Any:
        if isinstance(part, Text):
            return words(part)
        if isinstance(part, dict):
            return {key: told(value) for key, value in part.items()}
        return [told(value) for value in part] if isinstance(part, list) else part

    return {"ok": answer.ok, "why": capital(words(answer.why)), "rule": answer.rule, "more": told(answer.more)}


def preview_jpeg(preview: Preview | None) -> bytes | None:
    """Return a picture of the camera as JPEG, None for none."""
    if preview is None:
        return None
    return bytes(simplejpeg.encode_jpeg(preview.image.copy(), quality=70, colorspace="BGR"))
