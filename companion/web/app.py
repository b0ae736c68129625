"""The routes: pages, the stream of views, taps, and what a card reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

import msgspec
import segno
import simplejpeg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from companion.app.addresses import names_here
from companion.core.game import BadOption
from companion.core.text import Text
from companion.drawing.fonts import DEJAVU, ROBOTO, ROBOTO_BOLD, path_of
from companion.drawing.theme import THEMES
from companion.i18n import LANGUAGES
from companion.record.codec import Malformed
from companion.record.journal import JournalError
from companion.web import reading
from companion.web.guard import Guard
from companion.web.looks import stylesheet
from companion.web.page_words import page_words
from companion.web.pages import SHAPES, Pages, Style
from companion.web.pairing import CAMERA, PLAYER, TABLE, WATCH, Pairing, seat_of
from companion.web.publisher import Publisher, Slot, words_in
from companion.web.reading import NewTable
from companion.web.taps import Answer, NotAllowed, Tap, Taps

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from companion.devices.tray import Preview

STATIC = files("companion.web") / "static"
COOKIE = "catseye"
COOKIE_S = 30 * 24 * 3600
"""A phone stays paired for a month of game nights, seconds."""
TABLE_S = 5.0
"""How long the table may take to answer, seconds: it judges in milliseconds."""
PING_S = 15
"""Between two signs of life on a stream without news, seconds: proxies and phones drop silent connections after 30."""
SEND_S = 30.0
"""A reader that takes nothing for so long is gone, seconds."""
MOST_STREAMS = 128
"""Streams of views at once."""


@dataclass
class Parts:
    """What the routes use: the slot with the newest table, who asked what, and who may."""

    publisher: Publisher
    taps: Taps
    pairing: Pairing
    slot: Slot
    pages: Pages = field(default_factory=Pages)
    streams: int = 0
    invite: Callable[[], None] = lambda: None
    """Called on the server's thread after the code of the table was used."""

    def role(self, request: HTTPConnection) -> str:
        """Return the role of a browser, "" if it has none."""
        return self.pairing.role_of(request.cookies.get(COOKIE, ""))


class Refusal(Exception):  # noqa: N818  it is an answer
    """A request that is not done, with its status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def make_app(parts: Parts, extra: Sequence[BaseRoute] = (), names: Sequence[str] = ()) -> Starlette:
    """Return the app; `extra` are routes of others behind the same guard, `names` more host names of this machine."""
    web = Web(parts)
    pages = {"/": "start", "/table": "table", "/seat": "seat"}
    shell = Template((STATIC / "page.html").read_text(encoding="utf-8"))
    return Starlette(
        routes=[
            *(Route(path, partial(page, shell.substitute(page=name))) for path, name in pages.items()),
            Route("/theme.css", theme),
            Route("/words", web.words),
            Route("/me", web.me),
            Route("/pair", web.pair, methods=["POST"]),
            Route("/unpair", web.unpair, methods=["POST"]),
            Route("/view", web.view),
            Route("/tap", web.tap, methods=["POST"]),
            Route("/history", web.history),
            Route("/entry", web.entry),
            Route("/rules", web.rules),
            Route("/setup", web.setup),
            Route("/check", web.check, methods=["POST"]),
            Route("/facts", web.facts, methods=["POST"]),
            Route("/picture", web.picture),
            Route("/preview", web.preview),
            Route("/people", web.people),
            Route("/invite", web.invite, methods=["POST"]),
            Route("/give", web.give, methods=["POST"]),
            Route("/font/{name}", font),
            Mount("/static", StaticFiles(directory=str(STATIC))),
            *extra,
        ],
        middleware=[Middleware(Guard, names={*names_here(), *names})],
        exception_handlers={Refusal: refused, NotAllowed: not_allowed, Malformed: malformed},
    )


async def page(html: str, request: Request) -> Response:
    """A page, the same for everybody."""
    del request
    return HTMLResponse(html, headers={"cache-control": "no-cache"})


async def theme(request: Request) -> Response:
    """The colours of the app's themes."""
    del request
    return Response(stylesheet(), media_type="text/css", headers={"cache-control": "no-cache"})


async def font(request: Request) -> Response:
    """One of the fonts that boards are measured with."""
    name = request.path_params["name"]
    if name not in {ROBOTO, ROBOTO_BOLD, DEJAVU}:
        raise Refusal(404, "no such font")
    try:
        return FileResponse(path_of(name), media_type="font/ttf", headers={"cache-control": "max-age=86400"})
    except FileNotFoundError:
        raise Refusal(404, "no such font") from None


async def refused(request: Request, wrong: Exception) -> Response:
    """Say why a request is not done."""
    del request
    assert isinstance(wrong, Refusal), "handled by its type"
    return PlainTextResponse(wrong.why, wrong.status)


async def not_allowed(request: Request, wrong: Exception) -> Response:
    """Say that the role does not allow this."""
    del request, wrong
    return PlainTextResponse("not with this role", 403)


async def malformed(request: Request, wrong: Exception) -> Response:
    """Say what is wrong with what was sent."""
    del request
    return PlainTextResponse(str(wrong)[:300], 400)


class _Code(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    role: str = ""


class _Invite(msgspec.Struct, forbid_unknown_fields=True):
    role: str


class _Give(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    role: str


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    """Facts of a table that is set up, or without one of the open game."""

    facts: dict[str, Any]
    new: NewTable | None = None


class Web:
    """The routes that know the table."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    # --- who is this

    async def words(self, request: Request) -> Response:
        """The words of the pages."""
        return _json(page_words(_language(request)))

    async def me(self, request: Request) -> Response:
        """The role of this browser, or what its code can become."""
        parts = self._parts
        role = parts.role(request)
        found: dict[str, Any] = {"role": role}
        if not role and (code := request.query_params.get("code", "")):
            meant = parts.pairing.meant_by(code[:12])
            if meant == PLAYER:
                taken = {role for _, role in parts.pairing.people()}
                players = enumerate(parts.slot.latest.players)
                found["choices"] = [
                    *(
                        {"role": f"seat:{seat}", "name": name, "free": f"seat:{seat}" not in taken}
                        for seat, name in players
                    ),
                    {"role": WATCH, "name": "", "free": True},
                ]
            elif meant:
                found["choices"] = [{"role": meant, "name": "", "free": True}]
        return _json(found)

    async def pair(self, request: Request) -> Response:
        """Use a code up."""
        given = await _given(request, _Code)
        paired = self._parts.pairing.pair(given.code[:12], given.role)
        if paired is None:
            raise Refusal(403, "that code cannot be used")
        cookie, role = paired
        response = _json({"role": role})
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="strict", secure=secure)
        if role == TABLE:
            self._parts.invite()
        return response

    async def unpair(self, request: Request) -> Response:
        """Forget this browser."""
        self._parts.pairing.forget(request.cookies.get(COOKIE, ""))
        response = _json({"role": ""})
        response.delete_cookie(COOKIE)
        return response

    async def people(self, request: Request) -> Response:
        """Who is paired, for the table."""
        self._only_table(request)
        return _json([{"name": name, "role": role} for name, role in self._parts.pairing.people()])

    async def invite(self, request: Request) -> Response:
        """A new code, as letters and as a picture, for the table."""
        self._only_table(request)
        given = await _given(request, _Invite)
        if given.role not in {TABLE, PLAYER, CAMERA, WATCH}:
            raise Refusal(400, "no such role")
        code = self._parts.pairing.make_code(given.role)
        link = f"{request.url.scheme}://{request.headers['host']}/?code={code}"
        return _json({"code": code, "link": link, "picture": qr(link)})

    async def give(self, request: Request) -> Response:
        """Another role, or none, for a paired browser."""
        self._only_table(request)
        given = await _given(request, _Give)
        if given.role not in {"", TABLE, WATCH, CAMERA} and seat_of(given.role) is None:
            raise Refusal(400, "no such role")
        if not self._parts.pairing.give(given.name, given.role):
            raise Refusal(404, "no such browser")
        return _json({})

    # --- the table

    async def view(self, request: Request) -> Response:
        """The newest view, then each newer one."""
        cookie = request.cookies.get(COOKIE, "")
        self._role(request)
        if self._parts.streams >= MOST_STREAMS:
            raise Refusal(503, "too many browsers")
        style = _style(request)
        if not self._parts.publisher.knows(style.language):
            await self._on_table(partial(self._parts.publisher.use, style.language))
        return EventSourceResponse(self._views(style, cookie), ping=PING_S, send_timeout=SEND_S)

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
        role = self._role(request)
        tap = await _given(request, Tap)
        if not 1 <= len(tap.id) <= 64 or not all(
            each.isascii() and (each.isalnum() or each in "-_") for each in tap.id
        ):
            raise Refusal(400, "an id is 1 to 64 letters, digits, - or _")
        style = _style(request)
        snapshot = self._parts.slot.latest
        means = self._parts.pages.page(snapshot, style).targets.get(tap.choice) if snapshot.seq == tap.seq else None
        answer = await self._on_table(partial(self._parts.taps.tap, role, tap, means))
        return _json(said(answer, style.language))

    async def history(self, request: Request) -> Response:
        """Every event of the game."""
        self._role(request)
        words, controller = words_in(_language(request)), self._parts.publisher.controller
        return _json(await self._on_table(lambda: reading.history(controller, words)))

    async def entry(self, request: Request) -> Response:
        """What could have happened instead of an entry."""
        self._only_table(request)
        words, seq = words_in(_language(request)), _number(request, "seq")
        controller = self._parts.publisher.controller
        session = controller.session
        found = await self._on_table(lambda: None if session is None else reading.entry(session, seq, words))
        if found is None:
            raise Refusal(404, "no such entry")
        return _json(found)

    async def rules(self, request: Request) -> Response:
        """The rules of a game."""
        self._role(request)
        game = self._parts.publisher.controller.games.get(request.query_params.get("game", ""))
        if game is None:
            raise Refusal(404, "no such game")
        return _json(reading.rules(game, _language(request)))

    async def setup(self, request: Request) -> Response:
        """The form of a new table."""
        self._only_table(request)
        controller = self._parts.publisher.controller
        game = controller.games.get(request.query_params.get("game", ""))
        if game is None:
            raise Refusal(404, "no such game")
        words = words_in(_language(request))
        return _json(await self._on_table(lambda: reading.setup(controller, game, words)))

    async def check(self, request: Request) -> Response:
        """What the rules say of a new table."""
        self._only_table(request)
        new, words = await _given(request, NewTable), words_in(_language(request))
        controller = self._parts.publisher.controller
        return _json(await self._on_table(lambda: reading.check(controller, new, words)))

    async def facts(self, request: Request) -> Response:
        """The facts of a running table, with what the rules say of those entered."""
        self._only_table(request)
        given, words = await _given(request, _Facts), words_in(_language(request))
        controller = self._parts.publisher.controller

        def read() -> Any:
            if given.new is not None:
                return reading.take_over(controller, msgspec.structs.replace(given.new, facts=given.facts), words)
            if controller.session is None:
                raise Malformed("no game is open")
            return reading.different(controller.session, given.facts, words)

        try:
            return _json(await self._on_table(read))
        except (BadOption, ValueError) as wrong:
            text = getattr(wrong, "text", None)
            raise Refusal(400, words(text) if isinstance(text, Text) else str(wrong)) from None

    async def picture(self, request: Request) -> Response:
        """The picture of an entry, or with `seq=review` that of the reading people are asked about."""
        self._role(request)
        controller = self._parts.publisher.controller
        if request.query_params.get("seq") == "review":
            pending = controller.pending_review
            found = None if pending is None else pending.seen.picture
        else:
            seq, session = _number(request, "seq"), request.query_params.get("session", "")[:64]
            found = await self._on_table(lambda: controller.picture(seq, session))
        if found is None:
            raise Refusal(404, "no picture")
        return Response(found, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})

    async def preview(self, request: Request) -> Response:
        """The tray as the camera sees it now."""
        self._role(request)
        found = await asyncio.to_thread(preview_jpeg, self._parts.publisher.controller.devices.preview())
        if found is None:
            raise Refusal(404, "no picture")
        return Response(found, media_type="image/jpeg", headers={"cache-control": "no-store"})

    # --- help

    def _role(self, request: Request) -> str:
        role = self._parts.role(request)
        if not role:
            raise Refusal(401, "this browser is not paired")
        return role

    def _only_table(self, request: Request) -> None:
        if self._role(request) != TABLE:
            raise NotAllowed

    async def _on_table(self, run: Callable[[], Any]) -> Any:
        """Do something on the session's thread and return what it gives."""
        future = asyncio.wrap_future(self._parts.taps.ask(run))
        try:
            return await asyncio.wait_for(future, TABLE_S)
        except TimeoutError:
            raise Refusal(503, "the table does not answer") from None
        except JournalError as wrong:
            raise Refusal(503, str(wrong)) from None


def said(answer: Answer, language: str) -> Any:
    """Return an answer with its sentences in a language."""
    words = words_in(language)

    def told(part: Any) -> Any:
        if isinstance(part, Text):
            return words(part)
        if isinstance(part, dict):
            return {key: told(value) for key, value in part.items()}
        return [told(value) for value in part] if isinstance(part, list) else part

    return {"ok": answer.ok, "why": words(answer.why), "rule": answer.rule, "more": told(answer.more)}


def qr(link: str) -> str:
    """Return a link as a QR code in SVG."""
    return str(segno.make(link, error="m").svg_inline(scale=6, border=2, dark="#000", light="#fff"))


def preview_jpeg(preview: Preview | None) -> bytes | None:
    """Return a picture of the camera as JPEG, None for none."""
    if preview is None:
        return None
    return bytes(simplejpeg.encode_jpeg(preview.image.copy(), quality=70, colorspace="BGR"))


async def _given(request: Request, kind: Any) -> Any:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal(400, str(wrong)[:300]) from None


def _language(request: Request) -> str:
    found = request.query_params.get("language", "")
    return found if found in LANGUAGES else ""


def _style(request: Request) -> Style:
    theme, shape = request.query_params.get("theme", ""), request.query_params.get("shape", "")
    return Style(_language(request), theme if theme in THEMES else "dark", shape if shape in SHAPES else "none")


def _number(request: Request, name: str) -> int:
    found = request.query_params.get(name, "")
    if not (found.isascii() and found.isdecimal() and len(found) < 10):
        raise Refusal(400, f"{name} is a number")
    return int(found)


def _json(value: Any) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json", headers={"cache-control": "no-store"})
