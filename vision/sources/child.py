"""Processes that read cameras and videos: what may hang or take too much memory there can be ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from vision.frames import Image

_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def started(module: str, request: object) -> subprocess.Popen[bytes]:
    """Start a module of this program in a process of its own; it gets `request` as JSON."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(  # noqa: S603  this Python, with a module of this program
        [sys.executable, "-m", module, json.dumps(request)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "MALLOC_ARENA_MAX": "2"},
        creationflags=_NO_WINDOW,
    )


def answer_of(process: subprocess.Popen[bytes]) -> dict[str, Any] | None:
    """Return the line of JSON with which a process begins; None if it ended before."""
    assert process.stdout is not None
    answer = process.stdout.readline()
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
