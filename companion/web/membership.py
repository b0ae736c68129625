"""The routes by which browsers are paired, and those by which the table says what each may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route

from companion.web.pairing import CAMERA, PLAYER, TABLE, WATCH, seat_of
from companion.web.requests import COOKIE, Parts, as_answer, given

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

COOKIE_S = 30 * 24 * 3600
"""A phone stays paired for a month of game nights, seconds."""


class _Code(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    role: str = ""


class _Invite(msgspec.Struct, forbid_unknown_fields=True):
    role: str


class _Give(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    role: str


class Membership:
    """Who may do what."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def routes(self) -> list[BaseRoute]:
        """Return these routes."""
        return [
            Route("/me", self.me),
            Route("/pair", self.pair, methods=["POST"]),
            Route("/unpair", self.unpair, methods=["POST"]),
            Route("/people", self.people),
            Route("/invite", self.invite, methods=["POST"]),
            Route("/give", self.give, methods=["POST"]),
        ]

    async def me(self, request: Request) -> Response:
        """Say which role this browser has, or what its code can become."""
        parts = self._parts
        role = parts.role(request)
        found: dict[str, Any] = {"role": role}
        players, seat = parts.slot.latest.table.players, seat_of(role)
        if seat is not None and seat < len(players):
            found["language"] = parts.people.roster.profile(players[seat]).language
        if not role and (code := request.query_params.get("code", "")):
            meant = parts.pairing.meant_by(code[:12])
            if meant == PLAYER:
                taken = {role for _, role in parts.pairing.people()}
                found["choices"] = [
                    *(
                        {"role": f"seat:{seat}", "name": name, "free": f"seat:{seat}" not in taken}
                        for seat, name in enumerate(players)
                    ),
                    {"role": WATCH, "name": "", "free": True},
                ]
            elif meant:
                found["choices"] = [{"role": meant, "name": "", "free": True}]
        return as_answer(found)

    async def pair(self, request: Request) -> Response:
        """Use a code up."""
        sent = await given(request, _Code)
        paired = self._parts.pairing.pair(sent.code[:12], sent.role)
        if paired is None:
            raise HTTPException(403, "that code cannot be used")
        cookie, role = paired
        response = as_answer({"role": role})
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="strict", secure=secure)
        if role == TABLE:
            self._parts.invite()
        return response

    async def unpair(self, request: Request) -> Response:
        """Forget this browser."""
        self._parts.pairing.forget(request.cookies.get(COOKIE, ""))
        response = as_answer({"role": ""})
        response.delete_cookie(COOKIE)
        return response

    async def people(self, request: Request) -> Response:
        """Tell the table who is paired."""
        self._parts.need_table(request)
        return as_answer([{"name": name, "role": role} for name, role in self._parts.pairing.people()])

    async def invite(self, request: Request) -> Response:
        """Make a new code for the table, as letters and as a picture."""
        self._parts.need_table(request)
        sent = await given(request, _Invite)
        if sent.role not in {TABLE, PLAYER, CAMERA, WATCH}:
            raise HTTPException(400, "no such role")
        code = self._parts.pairing.make_code(sent.role)
        link = f"{request.url.scheme}://{request.headers['host']}/?code={code}"
        return as_answer({"code": code, "link": link, "picture": qr(link)})

    async def give(self, request: Request) -> Response:
        """Give a paired browser another role, or none."""
        self._parts.need_table(request)
        sent = await given(request, _Give)
        if sent.role not in {"", TABLE, WATCH, CAMERA} and seat_of(sent.role) is None:
            raise HTTPException(400, "no such role")
        if not self._parts.pairing.give(sent.name, sent.role):
            raise HTTPException(404, "no such browser")
        return as_answer({})


def qr(link: str) -> str:
    """Return a link as a QR code in SVG."""
    return str(segno.make_qr(link, error="m").svg_inline(border=2, dark="#000", light="#fff", omitsize=True))
