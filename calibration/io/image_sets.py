"""Sets of pictures for the command line, and the chart in them: from files, folders and cameras. An error ends the
program with its reason.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, Protocol

import cv2
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from calibration.chart.detection import Sighting, Unusable, find_chart
from calibration.chart.page import Chart
from calibration.light.flicker import Strip, strip_of
from calibration.profile.camera_name import public_name
from calibration.solve.chart_capture import WANTED, Collector
from catseye.image_files import PICTURES, NotAPicture, decode_file
from catseye.names import printable
from catseye.text import joined

Frames = Generator[NDArray[Any], None, None]
"""Pictures, one at a time. At its end, one from a camera closes the camera."""


class Taken(Protocol):
    """One frame of a camera."""

    @property
    def image(self) -> NDArray[Any]:
        """The picture."""


class Camera(Protocol):
    """A camera that is open. It raises OSError if it is lost."""

    @property
    def ended(self) -> bool:
        """True once no more frames will come."""

    def read(self, timeout: float, /) -> Taken | None:
        """Return the next frame, None if there was none within `timeout` seconds."""

    def close(self) -> None:
        """Close the camera."""


def hush() -> None:
    """Let OpenCV print errors only, unless OPENCV_LOG_LEVEL is set."""
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


def picture_in(path: Path) -> NDArray[Any]:
    """Return the picture in a file."""
    try:
        return decode_file(path).image
    except NotAPicture as wrong:
        fail(f"{path}: {wrong}")


def is_folder(source: str) -> bool:
    """Return whether there is a folder of this name. A name that is too long for one may be a camera's."""
    try:
        return Path(source).is_dir()
    except OSError as wrong:
        if wrong.errno == errno.ENAMETOOLONG:
            return False
        fail(f"{public_name(source)}: {wrong.strerror or wrong}")


def names_in(folder: Path) -> list[Path]:
    """Return the picture files of a folder, sorted by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as wrong:
        fail(f"{folder}: {wrong.strerror or wrong}")


@dataclass(frozen=True)
class Shown:
    """The light in consecutive pictures: the last picture, the strips for flicker of those with its size, and their
    frame rate, 0 if unknown.
    """

    last: NDArray[Any]
    strips: tuple[Strip, ...]
    fps: float = 0.0


def shown_in(folder: Path) -> Shown | None:
    """Return the light in the pictures of a folder; None without any."""
    return _shown(_pictures(names_in(folder)))


def _pictures(paths: Iterable[Path]) -> Frames:
    for path in paths:
        with suppress(NotAPicture):
            yield decode_file(path).image


def shown_by(frames: Frames, count: int) -> Shown | None:
    """Return the light in `count` consecutive frames of a camera, and close it; None without any."""
    times: list[float] = []

    def timed() -> Frames:
        for picture in frames:
            times.append(time.monotonic())  # the first frame may take seconds
            yield picture
            if len(times) >= count:
                break

    with closing(frames):
        shown = _shown(timed())
    lasted = times[-1] - times[0] if times else 0.0
    return shown if shown is None or not lasted else replace(shown, fps=(len(times) - 1) / lasted)


def _shown(pictures: Iterable[NDArray[Any]]) -> Shown | None:
    """Process one picture at a time: a folder may be larger than the memory."""
    last: NDArray[Any] | None = None
    strips: list[Strip] = []
    for picture in pictures:
        if last is not None and picture.shape != last.shape:
            strips.clear()
        last = picture
        strips.append(strip_of(picture))
    return None if last is None else Shown(last, tuple(strips))


def camera_frames(source: str, open_camera: Callable[[str], Camera]) -> Frames:
    """Open a camera and return its frames."""
    try:
        camera = open_camera(source)
    except ValueError as wrong:
        fail(f"{wrong}; nor is there a folder of that name")
    except OSError as wrong:
        fail(f"{public_name(source)}: {wrong.strerror}" if wrong.strerror else str(wrong))
    return _frames(camera)


def _frames(camera: Camera) -> Frames:
    try:
        while not camera.ended:
            frame = camera.read(1.0)
            if frame is not None:
                yield frame.image
    except OSError as lost:
        fail(str(lost))
    finally:
        camera.close()


def charts_in_folder(folder: Path, board: Chart, console: Console) -> list[Sighting | Unusable]:
    """Return the chart in each picture of a folder."""
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
    name = printable(path.name)
    try:
        return find_chart(decode_file(path).image, board, name)
    except NotAPicture as wrong:
        return Unusable(name, wrong.why)


def charts_from_camera(
    frames: Frames, board: Chart, console: Console, check: Callable[[NDArray[Any]], object]
) -> list[Sighting | Unusable]:
    """Return positions of the chart before a camera, until there are enough, or Ctrl-C, and close the camera. The first
    picture is given to `check` before the person is asked to hold the chart.
    """
    with closing(frames):
        first = next(frames, None)
        if first is not None:
            check(first)
        console.print("Hold the chart tilted in front of the camera and move it over the whole picture. Ctrl-C ends.")
        return list(_positions(frames, board, console))


def _positions(pictures: Iterable[NDArray[Any]], board: Chart, console: Console) -> tuple[Sighting, ...]:
    """Return the kept positions. Shows progress, the sentence about the last picture, and at the end what is
    missing.
    """
    collector = Collector(board)
    columns = TextColumn("positions"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("", total=WANTED)
        try:
            for picture in pictures:
                collector.feed(picture)
                bar.update(task, completed=len(collector.kept), description=str(collector.said))
                if collector.complete:
                    break
        except KeyboardInterrupt:
            console.print("ended")
    if not collector.complete:
        wanted = joined(collector.needs)
        console.print(f"the last picture: {collector.said}", highlight=False, markup=False)
        console.print(f"still needed: {wanted}", highlight=False, markup=False)
    return tuple(collector.kept)


def fail(message: str) -> NoReturn:
    """Print an error and end with code 2."""
    typer.echo(printable(message), err=True)
    raise typer.Exit(2)
