"""`/events`: what happens at the table, for other programs, as server-sent events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from secrets import compare_digest

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from companion.hooks.stream import Stream
from companion.record import codec

MOST_READERS = 16
"""Programs that read at once (our choice)."""
PING_S, SEND_S = 15, 30.0
"""Between two signs of life, and after how long a reader that takes nothing is gone, seconds, as for views."""


def events_routes(stream: Stream | None) -> list[BaseRoute]:
    """Return the route, none without a stream. Only who knows its token may read; browsers cannot send it."""
    if stream is None:
        return []

    async def events(request: Request) -> Response:
        given = request.headers.get("authorization", "").encode()
        if not compare_digest(given, f"Bearer {stream.token}".encode()):
            return PlainTextResponse("the token is missing or wrong", 401, {"www-authenticate": "Bearer"})
        if stream.readers >= MOST_READERS:
            return PlainTextResponse("too many programs read", 503)
        return EventSourceResponse(_sent(stream), ping=PING_S, send_timeout=SEND_S)

    return [Route("/events", events)]


async def _sent(stream: Stream) -> AsyncIterator[ServerSentEvent]:
    async for message in stream.messages():
        yield ServerSentEvent(data=codec.to_json(message).decode(), id=str(message["seq"]), event=message["kind"])
