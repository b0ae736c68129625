"""`http://...`: a network camera that sends successive JPEG pictures (multipart/x-mixed-replace), such as a phone."""

from __future__ import annotations

import http.client
import time
from contextlib import suppress
from email.message import Message
from typing import TYPE_CHECKING, Any

from catseye.image_files import NotAPicture, decode
from catseye.text import say
from vision.frames import SourceLost
from vision.sources.camera_url import address_of, shown, words_of
from vision.sources.http_stream import CLOSED, TimeLimit, failure, open_stream
from vision.sources.latest_frame import FIRST_WITHIN, STALLED_AFTER, LatestFrames
from vision.sources.multipart import Multipart

if TYPE_CHECKING:
    from vision.frames import Picture

PORTION = 1 << 16
"""Most bytes of one read: about a picture of 1280 x 720."""


def open_mjpeg(url: str, *, fps: float = 30.0, timeout: float = 5.0) -> LatestFrames:
    """Connect to the MJPEG stream at `url`. Raises SourceLost if there is none, ValueError for an invalid address.

    `timeout` seconds limit each wait for bytes; the headers and each picture have FIRST_WITHIN seconds in all. User and
    password may precede the host, as in http://user:password@host/; no message contains the password.
    """
    address, name = address_of(url), shown(url)
    limit = TimeLimit(FIRST_WITHIN)
    try:
        answer: Any = open_stream(address, timeout, limit)
    except SourceLost as lost:
        raise SourceLost(say("{name}: {why}", name=name, why=lost.why)) from lost
    content_type = answer.headers.get("Content-Type", "")
    boundary = _boundary(content_type)
    if boundary is None:
        answer.close()
        kind = words_of(content_type) or say("nothing known")
        raise SourceLost(say("{name}: {why}", name=name, why=say("sends {kind}, not an MJPEG stream", kind=kind)))
    parts = Multipart(boundary)

    def grab() -> Picture:
        until = time.monotonic() + FIRST_WITHIN
        limit.renew(FIRST_WITHIN)
        while time.monotonic() < until:
            try:
                portion = answer.read1(PORTION)
            except (OSError, http.client.HTTPException) as error:
                if time.monotonic() >= until:
                    break
                raise SourceLost(say("the connection broke ({why})", why=failure(error))) from error
            if not portion:
                raise SourceLost(CLOSED)
            for body in reversed(parts.feed(portion)):  # only the newest whole picture is worth decoding
                with suppress(NotAPicture):
                    return decode(body)
                until = min(until, time.monotonic() + STALLED_AFTER)
        raise SourceLost(say("sends no pictures that can be decoded"))

    return LatestFrames(name, grab, answer.close, fps=fps)


def _boundary(content_type: str) -> bytes | None:
    """Return the delimiter of a multipart stream, None if the header has none."""
    message = Message()
    message["Content-Type"] = content_type
    try:
        if message.get_content_maintype() != "multipart":
            return None
        boundary = message.get_param("boundary")
    except (LookupError, TypeError, ValueError):  # malformed parameters, like boundary*=
        return None
    bare = boundary.strip('"').removeprefix("--") if isinstance(boundary, str) else ""
    return b"--" + bare.encode() if bare else None
