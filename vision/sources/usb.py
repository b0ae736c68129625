"""`usb:...`: a camera of this computer, through OpenCV's capture, in a process that can be ended."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from catseye.text import say
from vision.frames import Picture, SourceLost
from vision.sources.camera_places import place_of
from vision.sources.child import answer_of, ended, picture_from, started
from vision.sources.latest_frame import FIRST_WITHIN, LatestFrames

if TYPE_CHECKING:
    import subprocess

    from catseye.text import Text

DRIVER = "vision.usb_process:system_capture"
"""The function that opens a camera in the process."""
_ENDS_WITHIN_S = 1.0
"""A killed process ends at once unless its driver holds it."""
_unended: dict[str, subprocess.Popen[bytes]] = {}
"""Killed processes that their driver holds, by the camera: it cannot be opened before they end."""


def why_closed(place: int | str, devices: Path = Path("/dev")) -> Text:
    """Return why a camera cannot be opened, and what to do; OpenCV gives no reason. Linux lists it in `devices`."""
    if not sys.platform.startswith("linux"):
        return say("no such camera here, or another program has it")
    device = devices / f"video{place}" if isinstance(place, int) else Path(place)
    if not device.exists():
        return say("no such camera here: is it plugged in?")
    if not os.access(device, os.R_OK | os.W_OK):
        return say(
            "you may not use {device}: join the group video (sudo usermod -aG video $USER, then log in anew)",
            device=device,
        )
    return say("{device} gives no pictures: another program has it, or it is no camera", device=device)


def open_camera(
    camera: str,
    *,
    size: tuple[int, int] = (1280, 720),
    fps: float = 30.0,
    exposure: float | None = None,
    autofocus: bool | None = None,
    driver: str = DRIVER,
) -> LatestFrames:
    """Open a USB camera at (width, height) `size`; `camera` is what follows "usb:". Raises SourceLost if it cannot be
    opened, ValueError if that names none.

    `exposure` is in the driver's own units and switches automatic exposure off; None leaves the camera's setting alone,
    as does `autofocus`. A camera that does not know a setting keeps its own.
    """
    name, place = f"usb:{camera}", place_of(camera)
    if place is None:
        raise SourceLost(say("{name}: {why}", name=name, why=say("it is not plugged in")))
    if name in _unended and _unended[name].poll() is None:
        raise SourceLost(
            say("{name}: {why}", name=name, why=say("its driver hangs: unplug the camera and plug it in again"))
        )
    request: dict[str, object] = {
        "place": place,
        "size": size,
        "fps": fps,
        "exposure": exposure,
        "autofocus": autofocus,
        "driver": driver,
    }
    process = started("vision.usb_process", request)
    opened = answer_of(process, FIRST_WITHIN)
    if not opened:
        _end(name, process)
        why = why_closed(place) if opened is not None else say("its driver does not answer")
        raise SourceLost(say("{name}: {why}", name=name, why=why))

    def grab() -> Picture:
        picture = picture_from(process)
        if picture is None:
            raise SourceLost(say("it stopped: was it unplugged?"))
        return picture

    return LatestFrames(
        name,
        grab,
        lambda: _end(name, process),
        fps=opened["fps"] if opened["fps"] > 0 else fps,
        first_within=FIRST_WITHIN,
        end=process.kill,
    )


def _end(name: str, process: subprocess.Popen[bytes]) -> None:
    """End the process of a camera; one that its driver holds is kept in `_unended`."""
    if not ended(process, _ENDS_WITHIN_S):
        _unended[name] = process
