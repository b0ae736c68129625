"""What every request passes before a page sees it: whose server it is meant for, how large, how many, how fast."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024
"""Limit of the body of a POST, bytes: the facts of a whole table are a tenth of this."""
MOST_IMPORTED = 512 * 1024
"""The same of a game that is imported: 300 entries are a tenth of this."""
BODY_S = 5.0
"""How long a body may take to arrive, seconds: a slow phone needs a tenth of this."""
MOST_DRAINED = 1024 * 1024
"""So much of a body that is too large is read and dropped, bytes: else the browser would not see the answer."""
RATE, BURST = 20.0, 60
"""Requests of one browser a second, and how many at once: a page opens with about ten."""
GUESSES, GUESSES_S = 20, 60.0
"""Codes that one address may try in so many seconds, looked up or used: guessing one of 32**6 takes decades."""
MOST_KNOWN = 1024
"""Addresses whose rates are remembered."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
)


class Rates:
    """A bucket of tokens for each key, such as an address."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Take a token; return whether there was one."""
        now = self._now()
        left, since = self._left.pop(key, (float(self._burst), now))
        left = min(self._burst, left + (now - since) * self._rate)
        self._left[key] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Wraps the whole app. `names` are the host names of this server besides addresses."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app, self._names = app, {name.lower() for name in names}
        self._rates, self._guesses = Rates(RATE, BURST), Rates(GUESSES / GUESSES_S, GUESSES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what must not go on, and let the rest through with the headers of security."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if scope["type"] == "websocket":
            if refused is None and not _same_origin(headers):
                refused = 403, "a foreign origin"
            if refused is not None:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return
        if refused is not None:
            await _answer(refused, scope, receive, send)
            return
        if scope["method"] == "POST":
            body = await _body(receive, MOST_IMPORTED if scope["path"] == "/import" else MOST_BYTES)
            if body is None:
                await _answer((413, "too large or too slow"), scope, receive, send)
                return
            receive = _given(body, receive)
        await self._app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status and the reason if this request goes no further."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self._is_ours(headers.get("host", "")):
            return 403, "not the name of this server"
        if not self._rates.allows(peer):
            return 429, "too many requests"
        tries_code = scope["path"] == "/pair" or (scope["path"] == "/me" and b"code=" in scope["query_string"])
        if tries_code and not self._guesses.allows(peer):
            return 429, "too many codes: wait a minute"
        if scope["type"] == "websocket":
            return None
        if scope["method"] not in {"GET", "HEAD", "POST"}:
            return 405, "no such method"
        if scope["method"] == "POST":
            return _refused_post(headers)
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this server: an address in digits, which no foreign page can have, or a known
        name (DNS rebinding).
        """
        name = _host_name(host)
        if name.lower() in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _refused_post(headers: Headers) -> tuple[int, str] | None:
    if not _same_origin(headers):
        return 403, "a foreign origin"
    if headers.get("x-catseye") != "1":
        return 403, "the header X-Catseye is missing"
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return 400, "only JSON"
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal() and len(length) < 12 and int(length) <= MOST_DRAINED):
        return 413, "too large"
    return None


def _host_name(host: str) -> str:
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _same_origin(headers: Headers) -> bool:
    origin, host = headers.get("origin", ""), headers.get("host", "")
    return bool(host) and origin in {f"http://{host}", f"https://{host}"}


async def _body(receive: Receive, most: int) -> bytes | None:
    """Return the body, or None if it is too large or does not arrive in time."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    parts.clear()
                if not message.get("more_body") or size > MOST_DRAINED:
                    return b"".join(parts) if size <= most else None
    except TimeoutError:
        return None


def _given(body: bytes, receive: Receive) -> Receive:
    """Hand over a body that has been read, then what comes after it."""
    waiting = [body]

    async def receive_again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return receive_again


def _with_headers(send: Send) -> Send:
    async def send_with(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return send_with


async def _answer(refused: tuple[int, str], scope: Scope, receive: Receive, send: Send) -> None:
    status, why = refused
    close = {"connection": "close"} if status in {413, 429} else {}
    await PlainTextResponse(why, status, headers=close)(scope, receive, _with_headers(send))
