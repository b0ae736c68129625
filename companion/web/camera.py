"""The page `/camera`, which makes a phone the tray's camera, and the socket by which its pictures come."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.text import Text, say
from companion.web.certificate import EXPLAINED
from companion.web.requests import as_answer, language_of
from vision.sources.phone import FEED, FPS, BadPicture, PhoneFeed

STATIC = files("companion.web") / "static"
MAY = frozenset({"camera", "table"})
"""Roles whose browser may be the camera."""
UNUSED_S = 1.0
"""A picture that no camera takes for so long is acknowledged nevertheless, seconds: the phone sends one a second then.
"""
SILENT_S = 5.0
"""A phone that sends nothing for so long is gone, seconds: one that sleeps does not say so."""
NOT_PAIRED, REPLACED, REFUSED, SILENT = 4401, 4409, 4415, 4408
"""Codes with which the socket is closed, after the statuses of HTTP; those from 4000 on are free (RFC 6455, 7.4.2)."""

CAMERA_WORDS: Mapping[str, Text] = {
    "title": say("A phone as camera"),
    "start": say("Start the camera"),
    "stop": say("Stop"),
    "turn": say("Turn the picture"),
    "torch": say("Torch"),
    "zoom": say("Zoom"),
    "ready": say("Put the phone on a stand above the tray, plug it in, and start the camera."),
    "asking": say("The browser asks whether this page may use the camera: allow it."),
    "connecting": say("Connecting to the table…"),
    "used": say("The table sees this picture."),
    "figures": say("{rate} pictures a second, {delay} ms each", rate="{rate}", delay="{delay}"),
    "unused": say("The table does not use this picture. Choose “A phone” as the camera at the table."),
    "lost": say("The table does not answer. This page tries again by itself."),
    "replaced": say("Another phone is the camera now."),
    "not_paired": say("This phone may not be the camera. Scan the code for a camera at the table."),
    "refused": say("The table does not take these pictures."),
    "hidden": say("The camera rests while this page is in the background."),
    "denied": say("The browser may not use the camera. Allow it in the settings of this page, then load it again."),
    "no_camera": say("This device has no camera that the browser can use, or another program uses it."),
    "stays_awake": say("The screen stays on."),
    "may_sleep": say("Set the screen so that it does not go dark: the camera stops then."),
    "not_secure": EXPLAINED,
    "encrypted": say("Open the encrypted page"),
    "otherwise": say("If the browser does not allow it, use an app instead:"),
    "app_1": say("Install an app that makes the phone's camera a web camera, such as IP Webcam on Android."),
    "app_2": say("Start the server in that app."),
    "app_3": say("At the table, choose the camera and enter the address that the app shows."),
}


def camera_routes(
    role: Callable[[HTTPConnection], str],
    words: Callable[[str], Callable[[Text], str]],
    encrypted_port: Callable[[], int | None] = lambda: None,
    feed: PhoneFeed = FEED,
) -> list[BaseRoute]:
    """Return the routes of a phone's camera. `role` is what a browser may do, `words` what translates into a language,
    `encrypted_port` returns where the same pages are served with a certificate.
    """

    async def page(_request: Request) -> Response:
        return FileResponse(str(STATIC / "camera.html"), media_type="text/html", headers={"cache-control": "no-cache"})

    async def said(request: Request) -> Response:
        language = language_of(request)
        sentences = {name: words(language)(text) for name, text in CAMERA_WORDS.items()}
        return as_answer({"words": sentences, "language": language, "encrypted_port": encrypted_port(), "fps": FPS})

    async def socket(websocket: WebSocket) -> None:
        await camera_socket(websocket, role, feed)

    return [Route("/camera", page), Route("/camera/words", said), WebSocketRoute("/camera/socket", socket)]


async def camera_socket(websocket: WebSocket, role: Callable[[HTTPConnection], str], feed: PhoneFeed = FEED) -> None:
    """Take a phone's pictures, one binary message each. Each is answered by `{"used": ...}` once a camera took it, and
    not sooner than FPS allows; only then is the next one read.
    """
    await websocket.accept()
    if role(websocket) not in MAY:
        await websocket.close(NOT_PAIRED)
        return
    loop, taken = asyncio.get_running_loop(), asyncio.Event()

    def set_taken() -> None:
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(taken.set)

    line = feed.connect(set_taken)
    due = 0.0
    try:
        while True:
            picture = await asyncio.wait_for(websocket.receive_bytes(), SILENT_S)
            if (why := _why_not(websocket, role, feed, line)) is not None:
                await websocket.close(why)
                return
            taken.clear()
            feed.push(line, picture)
            with suppress(TimeoutError):
                await asyncio.wait_for(taken.wait(), UNUSED_S)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = time.monotonic() + 1 / FPS
            await websocket.send_json({"used": taken.is_set()})
    except (BadPicture, KeyError) as wrong:  # KeyError: a text instead of a picture
        await _close(websocket, REFUSED, str(wrong))
    except TimeoutError:
        await _close(websocket, SILENT)
    except WebSocketDisconnect:
        pass
    finally:
        feed.disconnect(line)


def _why_not(websocket: WebSocket, role: Callable[[HTTPConnection], str], feed: PhoneFeed, line: Any) -> int | None:
    """Return the code that says why this phone is no longer the camera, or None."""
    if role(websocket) not in MAY:
        return NOT_PAIRED
    return None if feed.is_camera(line) else REPLACED


async def _close(websocket: WebSocket, code: int, reason: str = "") -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
        await websocket.close(code, reason[:100])
