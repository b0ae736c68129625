"""Processes that read cameras and videos: what may hang or take too much memory there can be ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from vision.frames import Picture
from vision.usb_process import FRAME

if TYPE_CHECKING:
    from vision.frames import Image

_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def started(module: str, request: object) -> subprocess.Popen[bytes]:
    """Start a module of this program in a process of its own; `request` is the first line of its input, as JSON: other
    users of the computer see a command line, and an address may have a password.
    """
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = subprocess.Popen(  # noqa: S603  this Python, with a module of this program
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "MALLOC_ARENA_MAX": "2"},
        creationflags=_NO_WINDOW,
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # it has ended: there is no answer then
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
    return process


def answer_of(process: subprocess.Popen[bytes], within_s: float | None = None) -> dict[str, Any] | None:
    """Return the line of JSON with which a process begins; None if it ended before, or was killed after `within_s`."""
    assert process.stdout is not None
    limit = Timer(within_s, process.kill) if within_s is not None else None
    if limit is not None:
        limit.start()
    answer = process.stdout.readline()
    if limit is not None:
        limit.cancel()
    return dict(json.loads(answer)) if answer.endswith(b"\n") else None


def ended(process: subprocess.Popen[bytes], within_s: float) -> bool:
    """Kill a process; return whether it ended, which a driver can prevent."""
    process.kill()
    try:
        process.wait(within_s)
    except subprocess.TimeoutExpired:
        return False
    finally:
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):  # what was not sent yet
                    pipe.close()
    return True


def picture_from(process: subprocess.Popen[bytes]) -> Picture | None:
    """Return the next picture of a camera; None if the process has ended."""
    assert process.stdout is not None
    head = process.stdout.read(FRAME.size)
    if len(head) < FRAME.size:
        return None
    height, width, damaged = FRAME.unpack(head)
    image = image_from(process.stdout, height, width)
    return None if image is None else Picture(image, damaged)


def image_from(pipe: IO[bytes], height: int, width: int) -> Image | None:
    """Return the picture that comes next; None if the process has ended."""
    image = np.empty((height, width, 3), np.uint8)
    rest = image.reshape(-1).data
    while rest:
        count = pipe.readinto(rest)  # type: ignore[attr-defined]
        if not count:
            return None
        rest = rest[count:]
    return image
