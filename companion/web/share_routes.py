"""The routes by which games leave the table and come to it: files, the link for BG Stats, import."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.app import sharing
from companion.drawing.theme import THEMES, Look
from companion.protocol.importing import take_in
from companion.protocol.replay import ReplayStopped
from companion.record.bgstats import play_link
from companion.record.export import result_name
from companion.web.publisher import words_in
from companion.web.requests import Parts, as_answer, given, style_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.record.session import Session

TYPES = {
    "png": "image/png", "pdf": "application/pdf", "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson", "bgstats": "application/octet-stream",
}  # fmt: skip


class _Import(msgspec.Struct, forbid_unknown_fields=True):
    """An exported game, as it stands in its file."""

    text: str


class ShareRoutes:
    """What any paired browser may take with it once a game is over, and what the table may bring."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def routes(self) -> list[BaseRoute]:
        """Return these routes."""
        return [
            Route("/share", self.share),
            Route("/share/link", self.link),
            Route("/import", self.bring, methods=["POST"]),
        ]

    async def share(self, request: Request) -> Response:
        """Send the game that is over as a file."""
        self._parts.need_role(request)
        form, style = request.query_params.get("form", ""), style_of(request)
        if form not in TYPES:
            raise HTTPException(404, f"the forms are {', '.join(TYPES)}")
        look = Look(THEMES[style.theme], 1.0, words_in(style.language))
        name, write = await self._parts.on_table(lambda: self._writing(form, look))
        content = await asyncio.to_thread(write)
        name = f"{name}{sharing.ENDINGS[form]}"
        disposition = f'attachment; filename="{name}"'
        headers = {"content-disposition": disposition, "cache-control": "no-store"}
        return Response(content, media_type=TYPES[form], headers=headers)

    def _writing(self, form: str, look: Look) -> tuple[str, Any]:
        """Return the name of a file, and what makes it without the session: a picture takes a while."""
        session = self._over()
        return result_name(session), sharing.writer(session, form, look)

    def _over(self) -> Session:
        session = self._parts.publisher.controller.session
        if session is None or session.outcome() is None:
            raise HTTPException(404, "no game that is over is open")
        return session

    async def link(self, request: Request) -> Response:
        """Send the link that opens BG Stats, and the same as a QR code ("" if it is too long for one)."""
        self._parts.need_role(request)
        link = await self._parts.on_table(lambda: play_link(self._over()))
        try:
            code = segno.make_qr(link, error="l").svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
        except ValueError:
            code = ""
        return as_answer({"link": link, "picture": str(code)})

    async def bring(self, request: Request) -> Response:
        """Add a game of another tablet to the journal."""
        self._parts.need_table(request)
        sent, words = await given(request, _Import), words_in(style_of(request).language)
        publisher = self._parts.publisher
        controller = publisher.controller

        def add() -> str:
            if controller.practice is not None:
                raise HTTPException(409, "a practice game is open")
            session = take_in(sent.text.encode().splitlines(keepends=True), controller.games, controller.journal)
            publisher.publish_home()
            return session.id

        try:
            return as_answer({"ok": True, "session": await self._parts.on_table(add)})
        except ReplayStopped as stopped:
            return as_answer({"ok": False, "why": words(stopped.text)})
