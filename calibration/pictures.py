"""Pictures for the command line, and the chart in them: from files, folders and cameras.

What cannot be had ends the program and says why.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import cv2
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from calibration.chart import Chart
from calibration.collect import WANTED, Collector
from calibration.files import PICTURES, load
from calibration.sight import Sighting, Unusable, look


def hush() -> None:
    """Let OpenCV print its errors alone, unless OPENCV_LOG_LEVEL is set: what it warns of is said in plain words."""
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


def picture_in(path: Path) -> NDArray[Any]:
    """The picture in a file."""
    picture = load(path)
    if picture is None:
        fail(f"{path}: not a picture that can be opened")
    return picture


def names_in(folder: Path) -> list[Path]:
    """The files of a folder that are called as pictures are, by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as wrong:
        fail(f"{folder}: {wrong.strerror or wrong}")


def frames_of(source: str, count: int) -> tuple[list[NDArray[Any]], float]:
    """Consecutive frames of a camera and their rate."""
    frames: list[NDArray[Any]] = []
    began = last = 0.0
    for picture in camera_frames(source):
        last = time.monotonic()
        began = began or last  # a camera may take seconds to open
        frames.append(picture)
        if len(frames) >= count:
            break
    return frames, (len(frames) - 1) / (last - began) if last > began else 0.0


def camera_frames(source: str) -> Generator[NDArray[Any], None, None]:
    """The frames of a camera, which is opened at once; ends with it. The eye's door is opened late: nothing else here
    needs the eye.
    """
    sources = import_module("vision.sources")
    try:
        camera = sources.open_source(source)
    except ValueError as wrong:
        fail(f"{wrong}; nor is there a folder of that name")
    except OSError as wrong:
        fail(str(wrong))
    return _frames(camera)


def _frames(camera: Any) -> Generator[NDArray[Any], None, None]:
    try:
        while not camera.ended:
            frame = camera.read(1.0)
            if frame is not None:
                yield frame.image
    except OSError as lost:
        fail(str(lost))
    finally:
        camera.close()


def look_at_files(folder: Path, board: Chart, console: Console) -> list[Sighting | Unusable]:
    """The chart in each picture of a folder."""
    paths = names_in(folder)
    if not paths:
        fail(f"{folder}: there are no pictures here ({', '.join(sorted(PICTURES))})")
    with (
        Progress(TextColumn("looking for the chart"), BarColumn(), MofNCompleteColumn(), console=console) as bar,
        ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as crew,
    ):
        task = bar.add_task("", total=len(paths))
        found = []
        for one in crew.map(lambda path: _look_at_file(path, board), paths):
            found.append(one)
            bar.advance(task)
    return found


def _look_at_file(path: Path, board: Chart) -> Sighting | Unusable:
    picture = load(path)
    return Unusable(path.name, "this file is no picture") if picture is None else look(picture, board, path.name)


def look_through(
    source: str, board: Chart, console: Console, check: Callable[[NDArray[Any]], object]
) -> list[Sighting | Unusable]:
    """The chart before a camera: each new, sharp position is kept until there are enough, or Ctrl-C. The camera is
    there and its first picture has stood its `check` before anybody is asked to hold anything.
    """
    with closing(camera_frames(source)) as pictures:
        first = next(pictures, None)
        if first is not None:
            check(first)
        console.print("Hold the chart before the camera, tilted, and move it all over the picture. Ctrl-C ends it.")
        return list(_positions(pictures, board, console))


def _positions(pictures: Iterable[NDArray[Any]], board: Chart, console: Console) -> tuple[Sighting, ...]:
    collector = Collector(board)
    with Progress(TextColumn("positions"), BarColumn(), MofNCompleteColumn(), console=console) as bar:
        task = bar.add_task("", total=WANTED)
        try:
            for picture in pictures:
                if collector.feed(picture):
                    bar.advance(task)
                if collector.complete:
                    break
        except KeyboardInterrupt:
            console.print("ended")
    return tuple(collector.kept)


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with code 2."""
    typer.echo(message, err=True)
    raise typer.Exit(2)
