"""`http://...`: a network camera that sends JPEG pictures one after the other (multipart/x-mixed-replace), e.g. a
phone.
"""

from __future__ import annotations

import http.client
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import IO, TYPE_CHECKING
from urllib.parse import urljoin

from vision.frames import SourceLost
from vision.imaging.decode import NotAPicture, decode
from vision.sources.camera_url import address_of, shown
from vision.sources.latest_frame import FIRST_WITHIN, STALLED_AFTER, LatestFrames

if TYPE_CHECKING:
    from vision.frames import Picture
    from vision.sources.camera_url import Address

LONGEST_PART = 32 << 20
"""Bytes after which a part without an end is taken for nonsense."""


@dataclass
class Multipart:
    """Cuts a multipart byte stream into its parts' bodies, from portions of any size. Headers are honoured for
    Content-Length only. A delimiter may bear two dashes more than `boundary`.
    """

    boundary: bytes
    _held: bytearray = field(default_factory=bytearray)

    def feed(self, portion: bytes) -> list[bytes]:
        """Return the bodies that `portion` completed, oldest first. Raises SourceLost on a part that never ends."""
        self._held += portion
        bodies = []
        while (body := self._next()) is not None:
            bodies.append(body)
        if len(self._held) > LONGEST_PART:
            raise SourceLost("the stream is not a multipart stream of pictures (a part without an end)")
        return bodies

    def _next(self) -> bytes | None:
        start = self._held.find(self.boundary)
        if start < 0:
            return None
        head_end = self._held.find(b"\r\n\r\n", start)
        if head_end < 0:
            return None
        head = bytes(self._held[start + len(self.boundary) : head_end]).lower()
        body_at = head_end + 4
        length = _content_length(head)
        if length is not None and length > LONGEST_PART:
            raise SourceLost("the stream is not a multipart stream of pictures (a part too long for one)")
        end = body_at + length if length is not None else self._delimiter(body_at)
        if end < 0 or end > len(self._held):
            return None
        body = bytes(self._held[body_at:end])
        del self._held[:end]
        return body

    def _delimiter(self, start: int) -> int:
        """Where the next delimiter begins, with the dashes it should have or those that were told; -1 if not yet."""
        places = (self._held.find(lead + self.boundary, start) for lead in (b"\r\n", b"\r\n--"))
        return min((place for place in places if place >= 0), default=-1)


def _content_length(head: bytes) -> int | None:
    for line in head.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.strip() == b"content-length" and (digits := value.strip()).isdigit():
            return int(digits[:20])  # as good as all of them: no part is so long
    return None


def open_mjpeg(url: str, *, fps: float = 30.0, timeout: float = 5.0) -> LatestFrames:
    """Connect to the MJPEG stream at `url`; raises SourceLost when there is none, ValueError for what cannot be an
    address. `timeout` seconds bound every wait for bytes. A user and a password may stand before the host, as in
    http://user:password@host/; no message names the password.
    """
    address, name = address_of(url), shown(url)
    try:
        answer = _opener(address).open(address.url, timeout=timeout)
    except (OSError, http.client.HTTPException, ValueError) as error:  # a ValueError: sent on to what is no address
        raise SourceLost(f"{name}: no stream there ({error})") from error
    boundary = _boundary(answer.headers.get("Content-Type", ""))
    if boundary is None:
        answer.close()
        raise SourceLost(f"{name}: sends {answer.headers.get('Content-Type', 'nothing known')}, not an MJPEG stream")
    parts = Multipart(boundary)

    def grab() -> Picture:
        until = time.monotonic() + FIRST_WITHIN
        while time.monotonic() < until:
            try:
                portion = answer.read1(1 << 16)
            except (OSError, http.client.HTTPException) as error:
                raise SourceLost(f"the connection broke ({error})") from error
            if not portion:
                raise SourceLost("the camera closed the connection")
            for body in reversed(parts.feed(portion)):  # only the newest whole picture is worth decoding
                with suppress(NotAPicture):
                    return decode(body)
                until = min(until, time.monotonic() + STALLED_AFTER)
        raise SourceLost("sends no pictures that can be decoded")

    return LatestFrames(name, grab, answer.close, fps=fps)


def _opener(address: Address) -> urllib.request.OpenerDirector:
    """What asks that address, and says who asks where the camera wants to know."""
    if not (address.user or address.password):
        return urllib.request.build_opener()
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(None, urljoin(address.url, "/"), address.user, address.password)
    return urllib.request.build_opener(
        _Refused, urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)
    )


class _Refused(urllib.request.BaseHandler):
    """Lets go of the answer that wants to know who asks, before it is asked again: the other two never do."""

    handler_order = 480  # theirs are 490

    def http_error_401(self, _asked: object, answer: IO[bytes], *_said: object) -> None:
        answer.close()


def _boundary(content_type: str) -> bytes | None:
    message = Message()
    message["Content-Type"] = content_type
    if message.get_content_maintype() != "multipart":
        return None
    told = message.get_param("boundary")
    return None if not isinstance(told, str) else b"--" + told.strip('"').removeprefix("--").encode()
