"""Pictures for the command line: from files, folders and cameras. What cannot be had ends the program and says why."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import typer
from numpy.typing import NDArray

from calibration.files import PICTURES


def names_in(folder: Path) -> list[Path]:
    """The files of a folder that are called as pictures are, by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as wrong:
        fail(f"{folder}: {wrong.strerror or wrong}")


def frames_of(source: str, count: int) -> tuple[list[NDArray[Any]], float]:
    """Consecutive frames of a camera and their rate."""
    frames: list[NDArray[Any]] = []
    began = time.monotonic()
    for picture in camera_frames(source):
        frames.append(picture)
        if len(frames) >= count:
            break
    took = time.monotonic() - began
    return frames, len(frames) / took if took > 0 else 0.0


def camera_frames(source: str) -> Iterator[NDArray[Any]]:
    """The frames of a camera; ends with it. The eye's door is opened late: nothing else here needs the eye."""
    sources = import_module("vision.sources")
    try:
        camera = sources.open_source(source)
    except (ValueError, OSError) as wrong:
        fail(str(wrong))
    try:
        while not camera.ended:
            frame = camera.read(1.0)
            if frame is not None:
                yield frame.image
    except OSError as lost:
        fail(str(lost))
    finally:
        camera.close()


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with code 2."""
    typer.echo(message, err=True)
    raise typer.Exit(2)
