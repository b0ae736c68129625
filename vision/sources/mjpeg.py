"""`http://...`: a network camera that sends successive JPEG pictures in one stream, or one picture for each request."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from email.message import Message
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from catseye.image_files import NotAPicture, decode
from catseye.text import say
from vision.frames import SourceLost
from vision.sources.camera_url import Address, address_of, shown, words_of
from vision.sources.http_stream import CLOSED, Answer, open_answer
from vision.sources.latest_frame import FIRST_WITHIN, LatestFrames
from vision.sources.multipart import LONGEST_PART, Multipart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vision.frames import Picture

USUAL_PATHS = ("/video", "/mjpeg", "/stream")
"""Where the programs that make a phone a camera have their pictures; people type the address of the start page."""
EXAMPLE = "http://192.168.0.20:8080/video"
SNAPSHOT_S = 0.1
"""A camera that sends single pictures is asked for the next this long after the last."""
_NO_PICTURES = say("sends no pictures that can be decoded")
UNREADABLE_AFTER = 1.0
"""Seconds after which a stream is given up whose parts are no pictures."""


def open_mjpeg(url: str, *, fps: float = 30.0, timeout: float = 5.0) -> LatestFrames:
    """Connect to the pictures at `url`. Raises SourceLost if there are none, ValueError for an invalid address.

    `timeout` seconds limit each wait for bytes; the headers and each picture have FIRST_WITHIN seconds in all. User and
    password may precede the host, as in http://user:password@host/; no message contains the password.
    """
    address, name = address_of(url), shown(url)
    try:
        place, answer = _found(address, timeout)
    except SourceLost as lost:
        raise SourceLost(say("{name}: {why}", name=name, why=lost.why), lost.fingerprint) from lost
    if _kind(answer) == "image":
        return LatestFrames(
            name,
            _snapshots(place, answer, timeout),
            answer.close,
            fps=1 / SNAPSHOT_S,
            end=answer.end,
            first_within=FIRST_WITHIN,
        )
    return LatestFrames(name, _parts(answer), answer.close, fps=fps, end=answer.end, first_within=FIRST_WITHIN)


def _found(address: Address, timeout: float) -> tuple[Address, Answer]:
    """Return the address that has pictures, and its answer: `address`, or a usual one on its host if that is the start
    page. Raises SourceLost.
    """
    try:
        return address, _with_pictures(address, timeout)
    except SourceLost as lost:
        if lost.fingerprint or not (isinstance(lost, _APage) or urlsplit(address.url).path in {"", "/"}):
            raise
        refused = lost
    for path in USUAL_PATHS:
        place = replace(address, url=urljoin(address.url, path))
        with suppress(SourceLost):
            return place, _with_pictures(place, timeout)
    if not isinstance(refused, _APage):
        raise refused
    raise SourceLost(
        say(
            "{why}: type the address of the video that the app shows, as in {example}", why=refused.why, example=EXAMPLE
        )
    )


class _APage(SourceLost):
    """A response that is neither a picture nor a stream."""


def _with_pictures(address: Address, timeout: float) -> Answer:
    answer = open_answer(address, timeout, FIRST_WITHIN)
    if not _kind(answer):
        answer.close()
        kind = words_of(answer.content_type) or say("nothing known")
        raise _APage(say("sends {kind}, not an MJPEG stream", kind=kind))
    return answer


def _kind(answer: Answer) -> str:
    """Return "multipart", "image", or "" for what has no pictures: by its type, or by how it begins."""
    kind = _message(answer).get_content_maintype() if answer.content_type else ""
    if kind in {"multipart", "image", "text"}:
        return "" if kind == "text" else kind
    with suppress(SourceLost):
        begins = answer.peek().lstrip()
        return "multipart" if begins.startswith(b"--") else "image" if begins.startswith(b"\xff\xd8") else ""
    return ""


def _message(answer: Answer) -> Message:
    message = Message()
    message["Content-Type"] = answer.content_type
    return message


def _parts(answer: Answer) -> Callable[[], Picture]:
    """Return a function that waits for the next picture of a stream."""
    parts = Multipart(_boundary(answer))

    def bodies(_until: float) -> Iterable[bytes]:
        portion = answer.read()
        if not portion:
            raise SourceLost(CLOSED)
        return reversed(parts.feed(portion))  # only the newest whole picture is worth decoding

    return decodable(bodies)


def decodable(bodies: Callable[[float], Iterable[bytes]]) -> Callable[[], Picture]:
    """Return a function that waits for the next picture that can be decoded. `bodies` returns what came, newest first,
    waiting until a time (monotonic seconds) at most.
    """

    def grab() -> Picture:
        until = time.monotonic() + FIRST_WITHIN
        while time.monotonic() < until:
            for body in bodies(until):
                with suppress(NotAPicture):
                    return decode(body)
                until = min(until, time.monotonic() + UNREADABLE_AFTER)
        raise SourceLost(_NO_PICTURES)

    return grab


def _snapshots(address: Address, first: Answer, timeout: float) -> Callable[[], Picture]:
    """Return a function that requests the next single picture."""
    answers = [first]

    def grab() -> Picture:
        if not answers:
            time.sleep(SNAPSHOT_S)
            answers.append(open_answer(address, timeout, FIRST_WITHIN))
        answer, data = answers.pop(), bytearray()
        try:
            while (portion := answer.read()) and len(data) < LONGEST_PART:
                data += portion
        finally:
            answer.close()
        try:
            return decode(bytes(data))
        except NotAPicture:
            raise SourceLost(_NO_PICTURES) from None

    return grab


def _boundary(answer: Answer) -> bytes:
    """Return the delimiter that the header of a stream gives, b"" if it gives none."""
    try:
        boundary = _message(answer).get_param("boundary")
    except (LookupError, TypeError, ValueError):  # malformed parameters, like boundary*=
        return b""
    bare = boundary.strip('"').removeprefix("--") if isinstance(boundary, str) else ""
    return b"--" + bare.encode() if bare else b""
