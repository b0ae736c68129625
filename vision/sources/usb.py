"""`usb:N`: a camera of this computer, through OpenCV's capture."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

import cv2

from catseye.text import say
from vision.frames import Picture, SourceLost
from vision.sources.latest_frame import LatestFrames

if TYPE_CHECKING:
    from collections.abc import Callable

    from catseye.text import Text
    from vision.frames import Image

FAILED_READS = 5
"""Consecutive failed reads after which the camera counts as unplugged; single failures happen on busy USB buses."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802, D102 - OpenCV's names
    def read(self) -> tuple[bool, Image | None]: ...  # noqa: D102
    def set(self, prop: int, value: float) -> bool: ...  # noqa: D102
    def get(self, prop: int) -> float: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


def system_capture(index: int) -> Capture:
    """Open camera `index` with the system's driver (V4L2 on Linux, else OpenCV's choice)."""
    backend = cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY
    return cast("Capture", cv2.VideoCapture(index, backend))


def why_closed(index: int, devices: Path = Path("/dev")) -> Text:
    """Return why camera `index` cannot be opened, and what to do; OpenCV gives no reason. Linux lists it in
    `devices`.
    """
    if not sys.platform.startswith("linux"):
        return say("no such camera here, or another program has it")
    device = devices / f"video{index}"
    if not device.exists():
        return say("no such camera here: is it plugged in?")
    if not os.access(device, os.R_OK | os.W_OK):
        return say(
            "you may not use {device}: join the group video (sudo usermod -aG video $USER, then log in anew)",
            device=device,
        )
    return say("{device} gives no pictures: another program has it, or it is no camera", device=device)


def open_camera(
    index: int,
    *,
    size: tuple[int, int] = (1280, 720),
    fps: float = 30.0,
    exposure: float | None = None,
    autofocus: bool | None = None,
    capture: Callable[[int], Capture] = system_capture,
) -> LatestFrames:
    """Open USB camera `index` at (width, height) `size`; raises SourceLost when it cannot be opened.

    `exposure` is in the driver's own units and switches automatic exposure off; None leaves the camera's setting alone,
    as does `autofocus`. A camera that does not know a setting keeps its own.
    """
    name = f"usb:{index}"
    device = capture(index)
    if not device.isOpened():
        device.release()
        raise SourceLost(say("{name}: {why}", name=name, why=why_closed(index)))
    device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))  # raw YUYV at 720p is 10 fps on USB 2
    device.set(cv2.CAP_PROP_FRAME_WIDTH, float(size[0]))
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, float(size[1]))
    device.set(cv2.CAP_PROP_FPS, fps)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
    if autofocus is not None:
        device.set(cv2.CAP_PROP_AUTOFOCUS, float(autofocus))
    if exposure is not None:
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1.0)  # V4L2: 1 = manual
        device.set(cv2.CAP_PROP_EXPOSURE, exposure)
    reported_fps = device.get(cv2.CAP_PROP_FPS)

    def grab() -> Picture:
        for _ in range(FAILED_READS):
            good, image = device.read()
            if good and image is not None:
                return Picture(image)
        raise SourceLost(say("the camera stopped giving pictures (unplugged?)"))

    return LatestFrames(name, grab, device.release, fps=reported_fps if reported_fps > 0 else fps)
