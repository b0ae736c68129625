"""What a camera sees, written to a video file that lasts as long as it did and plays again as `clip:FILE`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from calibration.io.image_files import has_plain_name
from vision.frames import SourceLost
from vision.sources.video_file import MOST_FPS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.frames import Frame, FrameSource, Image

CODES = {".avi": "MJPG", ".mp4": "mp4v"}
"""How pictures are coded in files of these names."""
HELD = 20
HELD_S = 2.0
"""So many pictures, or those of so long, are held back to tell the rate from: it stands at the beginning of a file."""
SETTLING = 5
"""So many of them do not count where there are twice as many: a camera that was just opened is not in step yet."""
SLOWEST = 0.01
"""The least rate of a film."""
AGREES = 0.05
"""A camera that is no further than this from the rate it claims has that rate."""


@dataclass(frozen=True)
class Recorded:
    """What became of a recording: how many frames can be played from the file, what is to be said of it, and whether
    it is as it should be.
    """

    frames: int
    remarks: tuple[str, ...] = ()
    whole: bool = True


def unfit(file: Path) -> str | None:
    """Return why a film cannot be called that, None if it can."""
    if file.suffix.lower() not in CODES:
        return "the name must end in .avi or .mp4"
    return None if has_plain_name(file) else "the name is not UTF-8, and no video can be written to it"


def film(camera: FrameSource, file: Path, seconds: float = 0.0) -> Recorded:
    """Write the pictures of a camera to a file for so long, 0 until it ends or Ctrl-C, and close the camera. Raises
    OSError where the file cannot be written at all.
    """
    reel = Reel(file, camera.fps)
    ended = ""
    try:
        while not camera.ended:
            frame = camera.read(1.0)
            if frame is None:
                continue
            if not reel.takes(frame):
                ended = f"the pictures are {_size(frame.image)} now: the film ends before them"
                break
            if reel.add(frame) >= seconds > 0:
                break
    except SourceLost as lost:
        ended = f"camera lost: {lost}"
    except KeyboardInterrupt:
        pass
    finally:
        camera.close()
    reel.close()
    return _looked_at(file, reel, ended)


def _looked_at(file: Path, reel: Reel, ended: str) -> Recorded:
    """What a film came to: that a picture was written is no more than a hope, a full disk is told nowhere."""
    frames = playable(file) if reel.written else 0
    lacks = reel.written - frames
    remarks = [ended] if ended else []
    if lacks > 0:
        remarks.append(f"{file}: {lacks} of {reel.written} frames could not be kept: is there room on the disk?")
    if reel.cropped:
        remarks.append(reel.cropped)
    return Recorded(frames, tuple(remarks), whole=not ended and lacks <= 0)


def playable(file: Path) -> int:
    """How many frames a video file holds. They are not decoded."""
    capture = cv2.VideoCapture(str(file), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
    frames = 0
    while capture.grab():
        frames += 1
    capture.release()
    return frames


def rate_of(frames: Sequence[Frame], claimed: float) -> float:
    """Return how many pictures a second a camera gives that claims so many, from its first frames."""
    settled = frames[SETTLING:] if len(frames) > 2 * SETTLING else frames
    lasted_s = settled[-1].at - settled[0].at
    rate = (settled[-1].number - settled[0].number) / lasted_s if lasted_s > 0 else claimed
    if abs(rate / claimed - 1) < AGREES:
        rate = claimed
    return round(min(max(rate, SLOWEST), MOST_FPS), 2 if rate > 60 else 3)  # mp4: at most 65535 ticks a second


class Reel:
    """A video file that is being written, at the rate at which the first pictures came.

    Where the camera gets slower later, pictures are written again; where it gets faster, some are left out: no picture
    stands more than one place from where its time would put it.
    """

    def __init__(self, file: Path, claimed_fps: float) -> None:
        self.written = 0
        self.cropped = ""
        self._file, self._fps = file, claimed_fps
        self._held: list[Frame] = []
        self._first: Frame | None = None
        self._last: Frame | None = None
        self._writer: cv2.VideoWriter | None = None

    def takes(self, frame: Frame) -> bool:
        """Whether a frame is as large as the first."""
        return self._first is None or frame.image.shape == self._first.image.shape

    def add(self, frame: Frame) -> float:
        """Write a frame, or hold it back for now; return how long the film is with it, in seconds. Raises OSError."""
        self._first = self._first or frame
        lasts_s = frame.at - self._first.at
        if self._writer is None:
            self._held.append(frame)
            if len(self._held) >= HELD or (len(self._held) > 1 and lasts_s >= HELD_S):
                self._begin()
        else:
            self._place(frame)
        return lasts_s

    def close(self) -> None:
        """Finish the file. Raises OSError."""
        if self._held:
            self._begin()
        if self._writer is not None:
            self._writer.release()

    def _begin(self) -> None:
        high, wide = self._held[0].image.shape[:2]
        if min(high, wide) < 2:
            raise OSError(f"no video can be made of pictures of {wide}x{high}")
        self._fps = rate_of(self._held, self._fps)
        self._writer = cv2.VideoWriter(
            str(self._file), cv2.VideoWriter.fourcc(*CODES[self._file.suffix.lower()]), self._fps, (wide, high)
        )
        if not self._writer.isOpened():
            raise OSError("cannot be written")
        if wide % 2 or high % 2:
            self.cropped = f"the sides of a video are even: {wide // 2 * 2}x{high // 2 * 2} of {wide}x{high} were kept"
        for frame in self._held:
            self._place(frame)
        self._held.clear()

    def _place(self, frame: Frame) -> None:
        """Write a frame where its time says: not, once, or after the one before it was written again."""
        first, last = self._first or frame, self._last or frame
        place = (frame.at - first.at) * self._fps
        while place >= self.written + 1:
            self._write(last)
        if place > self.written - 1:
            self._write(frame)
        self._last = frame

    def _write(self, frame: Frame) -> None:
        if self._writer is not None:
            self._writer.write(frame.image)
            self.written += 1


def _size(image: Image) -> str:
    return f"{image.shape[1]}x{image.shape[0]}"
