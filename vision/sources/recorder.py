"""Records a camera to a video file of the same duration, which plays again as `clip:FILE`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from catseye.image_files import has_plain_name
from vision.frames import SourceLost
from vision.video_process import MOST_FPS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.frames import Frame, FrameSource, Image

CODECS = {".avi": "MJPG", ".mp4": "mp4v"}
"""The codec for each extension."""


@dataclass(frozen=True, slots=True)
class RateParams:
    """Measurement of the frame rate of a recording: the header of a video file holds it."""

    held_frames: int = 20
    held_s: float = 2.0
    """Frames, or seconds, that are buffered before the rate is written."""
    settling_frames: int = 5
    """First frames that are ignored if there are twice as many: a camera that was just opened is irregular."""
    least_fps: float = 0.01
    agrees: float = 0.05
    """Largest relative difference from the nominal rate that counts as that rate."""


RATE = RateParams()


@dataclass(frozen=True)
class Recorded:
    """The result of a recording: the number of frames that can be played, remarks, and whether it is complete."""

    frames: int
    remarks: tuple[str, ...] = ()
    whole: bool = True


def unfit(file: Path) -> str | None:
    """Return why a recording cannot have this file name, None if it can."""
    if file.suffix.lower() not in CODECS:
        return "the name must end in .avi or .mp4"
    return None if has_plain_name(file) else "the name is not UTF-8, and no video can be written to it"


def film(camera: FrameSource, file: Path, seconds: float = 0.0) -> Recorded:
    """Write the pictures of a camera to a file for `seconds`, 0 until it ends or Ctrl-C, and close the camera. Raises
    OSError if the file cannot be written.
    """
    writer = PacedWriter(file, camera.fps)
    ended = ""
    try:
        while not camera.ended:
            frame = camera.read(1.0)
            if frame is None:
                continue
            if not writer.takes(frame):
                ended = f"the pictures are {_size(frame.image)} now: the film ends before them"
                break
            if writer.add(frame) >= seconds > 0:
                break
    except SourceLost as lost:
        ended = f"camera lost: {lost}"
    except KeyboardInterrupt:
        pass
    finally:
        camera.close()
    writer.close()
    return _checked(file, writer, ended)


def _checked(file: Path, writer: PacedWriter, ended: str) -> Recorded:
    """Count the frames that can be played: OpenCV reports no failed write, for example to a full disk."""
    frames = playable(file) if writer.written else 0
    lacks = writer.written - frames
    remarks = [ended] if ended else []
    if lacks > 0:
        remarks.append(f"{file}: {lacks} of {writer.written} frames could not be kept: is there room on the disk?")
    if writer.cropped:
        remarks.append(writer.cropped)
    return Recorded(frames, tuple(remarks), whole=not ended and lacks <= 0)


def playable(file: Path) -> int:
    """Return the number of frames of a video file, without decoding them."""
    capture = cv2.VideoCapture(str(file), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
    frames = 0
    while capture.grab():
        frames += 1
    capture.release()
    return frames


def rate_of(frames: Sequence[Frame], claimed: float) -> float:
    """Return the frame rate of a camera with this nominal rate, measured over its first frames."""
    settled = frames[RATE.settling_frames :] if len(frames) > 2 * RATE.settling_frames else frames
    lasted_s = settled[-1].at - settled[0].at
    rate = (settled[-1].number - settled[0].number) / lasted_s if lasted_s > 0 else claimed
    if abs(rate / claimed - 1) < RATE.agrees:
        rate = claimed
    return round(min(max(rate, RATE.least_fps), MOST_FPS), 2 if rate > 60 else 3)  # mp4: at most 65535 ticks a second


class PacedWriter:
    """Writes a video file at the rate of the first frames.

    If the camera becomes slower, frames are repeated; if faster, some are dropped. No frame is more than one place from
    its time.
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
        """Return whether a frame has the size of the first."""
        return self._first is None or frame.image.shape == self._first.image.shape

    def add(self, frame: Frame) -> float:
        """Write or buffer a frame; return the duration of the recording with it, in seconds. Raises OSError."""
        self._first = self._first or frame
        lasts_s = frame.at - self._first.at
        if self._writer is None:
            self._held.append(frame)
            if len(self._held) >= RATE.held_frames or (len(self._held) > 1 and lasts_s >= RATE.held_s):
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
        held, self._held = self._held, []  # first: Ctrl-C may come while they are written, and they are written once
        high, wide = held[0].image.shape[:2]
        if min(high, wide) < 2:
            raise OSError(f"no video can be made of pictures of {wide}x{high}")
        self._fps = rate_of(held, self._fps)
        self._writer = cv2.VideoWriter(
            str(self._file), cv2.VideoWriter.fourcc(*CODECS[self._file.suffix.lower()]), self._fps, (wide, high)
        )
        if not self._writer.isOpened():
            raise OSError("cannot be written")
        if wide % 2 or high % 2:
            self.cropped = f"the sides of a video are even: {wide // 2 * 2}x{high // 2 * 2} of {wide}x{high} were kept"
        for frame in held:
            self._place(frame)

    def _place(self, frame: Frame) -> None:
        """Write a frame at its time: dropped, once, or after repetitions of the previous one."""
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
