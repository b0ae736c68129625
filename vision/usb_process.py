"""Reads a camera in a separate process: `vision.sources.usb` starts it, reads its frames and may kill it.

A driver may never return from a call. Here that holds up nothing but this process. The first line of its input is a
JSON object with the camera and its settings. It answers with one line of JSON, `{"fps": 30.0}`, or `{}` if the camera
cannot be opened, then with frames, each FRAME and its bytes. It ends when the camera fails, or with its input.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, Protocol

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802, D102 - OpenCV's names
    def read(self) -> tuple[bool, NDArray[Any] | None]: ...  # noqa: D102
    def set(self, prop: int, value: float) -> bool: ...  # noqa: D102
    def get(self, prop: int) -> float: ...  # noqa: D102


FRAME = struct.Struct("<II?")
"""What comes before a frame: height and width, px; whether it is damaged."""
FAILED_READS = 5
"""Consecutive failed reads after which the camera counts as unplugged; single failures happen on busy USB buses."""


def system_capture(place: int | str) -> Capture:
    """Open a camera with the system's driver (V4L2 on Linux, else OpenCV's choice)."""
    return cv2.VideoCapture(place, cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY)


def set_up(device: Capture, request: dict[str, Any]) -> None:
    """Give the driver its settings; a camera that does not know one keeps its own."""
    wide, high = request["size"]
    device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))  # raw YUYV at 720p is 10 fps on USB 2
    device.set(cv2.CAP_PROP_FRAME_WIDTH, float(wide))
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, float(high))
    device.set(cv2.CAP_PROP_FPS, request["fps"])
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
    if request["autofocus"] is not None:
        device.set(cv2.CAP_PROP_AUTOFOCUS, float(request["autofocus"]))
    if request["exposure"] is not None:
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1.0)  # V4L2: 1 = manual
        device.set(cv2.CAP_PROP_EXPOSURE, request["exposure"])


def send_frames(device: Capture, request: dict[str, Any], out: IO[bytes]) -> None:
    """Write the camera's frames until it fails."""
    if not device.isOpened():
        out.write(b"{}\n")
        return
    set_up(device, request)
    out.write(json.dumps({"fps": device.get(cv2.CAP_PROP_FPS)}).encode() + b"\n")
    out.flush()
    failed = 0
    while failed < FAILED_READS:
        good, image = device.read()
        if not good or image is None:
            failed += 1
            continue
        failed = 0
        send_frame(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), out)


def send_frame(image: NDArray[Any], out: IO[bytes], *, damaged: bool = False) -> None:
    """Write one frame."""
    out.write(FRAME.pack(*image.shape[:2], damaged) + np.asarray(image, np.uint8).tobytes())
    out.flush()


def serve(send: Callable[[dict[str, Any], IO[bytes]], None]) -> None:
    """Let `send` write the frames of the camera that is asked for. They have the standard output to themselves."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        send(request, out)
    except OSError:
        pass  # nobody reads it any more
    finally:
        out.close()
        os._exit(0)  # a driver may hang when it is let go, too


def _send_asked(request: dict[str, Any], out: IO[bytes]) -> None:
    module, _, function = request["driver"].partition(":")
    send_frames(getattr(import_module(module), function)(request["place"]), request, out)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    serve(_send_asked)
