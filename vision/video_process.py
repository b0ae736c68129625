"""Decodes a video in a process with a limit of memory and time: `vision.sources.video_file` starts it and asks for
pictures.

FFmpeg takes what a file asks for, and a few bytes can ask for gigabytes at any place of a file. The first line of the
input is a JSON string, the file. The answer is one line of JSON, `{"fps": 30.0}`, or `{"why": "..."}`. Then each number
on the input, as NUMBER, is answered by a picture: PICTURE and its bytes; one without pixels says that the file has
ended.
"""

from __future__ import annotations

import faulthandler
import json
import math
import os
import struct
import sys
from pathlib import Path
from typing import IO, NamedTuple

import cv2
import numpy as np

from catseye.image_files import MOST_PIXELS, Image, NotAPicture, Picture, decode

NUMBER = struct.Struct("<Q")
PICTURE = struct.Struct("<QdBII")
"""Number, time in the file (seconds, NaN if the file has no times), damaged, height and width in px."""
MEMORY = 3 << 29
"""Bytes that decoding may take; a film of 8192 x 4320 with 16 reference pictures takes 1 GiB."""
ANSWER_S = 20.0
"""Seconds one answer may take; a second of film is decoded faster even on a busy tablet."""
THREADS = 2
"""Threads that decode: each holds pictures of its own."""
TOO_LARGE, UNREADABLE = "too large", "unreadable"
MOST_FPS = 240.0
"""Largest plausible frame rate of a file; more are ticks of its clock, such as 1000 by many browsers."""
USUAL_FPS = 30.0
"""Frame rate of a file that has none."""
TIMED = 60
"""Frames whose times give the rate of such a file: two seconds, read on opening."""
MOST_PASSED_OVER = 5
"""Consecutive frames that may fail to decode before a file counts as ended."""
MOTION_JPEG = cv2.VideoWriter.fourcc(*"MJPG")
"""The codec whose frames are decoded here, because FFmpeg does not report damaged ones."""


class VideoPicture(NamedTuple):
    """A picture of a video."""

    image: Image
    number: int
    time_s: float | None
    """Its time in the file; None if the file has none."""
    damaged: bool = False


class Unusable(Exception):  # noqa: N818  it names the file's fault
    """A video cannot be played: TOO_LARGE or UNREADABLE."""


class Video:
    """A video file, opened in this process. Raises Unusable."""

    def __init__(self, path: Path) -> None:
        self._path, self._capture = path, _opened(path)
        self._decoded, self._last_ms = 0, -1.0  # up to the last picture that was decoded
        if not self._capture.isOpened():
            raise Unusable(UNREADABLE)
        pixels = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) * self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if pixels > MOST_PIXELS:
            raise Unusable(TOO_LARGE)
        self._encoded = False
        if int(self._capture.get(cv2.CAP_PROP_FOURCC)) == MOTION_JPEG:
            encoded = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
            if encoded.isOpened():
                self._capture, self._encoded = encoded, True
        self._next = 0
        claimed = self._capture.get(cv2.CAP_PROP_FPS)
        measured = claimed if 0 < claimed <= MOST_FPS else _rate(path)
        self.fps = measured or USUAL_FPS
        self._timed = measured is not None

    def picture(self, number: int) -> VideoPicture | None:
        """Return picture `number`, or the next that can be decoded; None at the end. Raises Unusable if the rest of
        the file has pictures that FFmpeg passed over: those it could not decode within the limit of memory.
        """
        if number < self._next:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(number))
        for self._next in range(number + 1, number + MOST_PASSED_OVER + 2):
            if (found := self._read()) is not None:
                self._decoded, self._last_ms = self._next, self._capture.get(cv2.CAP_PROP_POS_MSEC)
                time_s = self._last_ms / 1000.0 if self._timed else None
                return VideoPicture(found.image, self._next - 1, time_s, found.damaged)
            if self._capture.get(cv2.CAP_PROP_POS_FRAMES) >= self._capture.get(cv2.CAP_PROP_FRAME_COUNT):
                break
        if self._passed_over() > 1:  # one may be cut off
            raise Unusable(TOO_LARGE)
        return None

    def _passed_over(self) -> int:
        """Return how many pictures come after the last one that was decoded."""
        if not self._timed or self._capture.get(cv2.CAP_PROP_FRAME_COUNT) <= self._decoded:
            return 0
        encoded = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
        count = 0
        while encoded.grab():
            count += encoded.get(cv2.CAP_PROP_POS_MSEC) > self._last_ms
        encoded.release()
        return count

    def _read(self) -> Picture | None:
        """Return the next frame; None if there is none, or none that can be decoded."""
        good, read = self._capture.read()
        if not good or (not self._encoded and read.shape[0] * read.shape[1] > MOST_PIXELS):
            return None
        if not self._encoded:
            return Picture(read.astype(np.uint8, copy=False))
        try:
            return decode(read.tobytes())
        except NotAPicture:
            return None


def _opened(path: Path) -> cv2.VideoCapture:
    return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, THREADS])


def _rate(path: Path) -> float | None:
    """Return the frame rate of a video by the times of its first frames; None if they are implausible."""
    capture = _opened(path)
    times_s: list[float] = []
    while len(times_s) <= TIMED and capture.grab():
        times_s.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0)
    capture.release()
    lasted_s = max(times_s) - min(times_s) if times_s else 0.0
    rate = (len(times_s) - 1) / lasted_s if lasted_s > 0 else 0.0
    return rate if 1.0 <= rate <= MOST_FPS else None


def serve_video(path: Path, wanted: IO[bytes], out: IO[bytes]) -> None:
    """Answer what is asked about a video until the input ends; the process ends if one answer takes too long."""
    _limit_time()
    try:
        video = Video(path)
    except Unusable as wrong:
        out.write(json.dumps({"why": str(wrong)}).encode() + b"\n")
        return
    out.write(json.dumps({"fps": video.fps}).encode() + b"\n")
    while len(asked := _waiting(wanted)) == NUMBER.size:
        try:
            found = video.picture(*NUMBER.unpack(asked))
        except Unusable:
            return
        if found is None:
            out.write(PICTURE.pack(0, math.nan, 0, 0, 0))
            continue
        at = math.nan if found.time_s is None else found.time_s
        out.write(PICTURE.pack(found.number, at, found.damaged, *found.image.shape[:2]))
        out.write(np.ascontiguousarray(found.image).data)


def _waiting(wanted: IO[bytes]) -> bytes:
    faulthandler.cancel_dump_traceback_later()
    asked = wanted.read(NUMBER.size)
    _limit_time()
    return asked


def _limit_time() -> None:
    faulthandler.dump_traceback_later(ANSWER_S, exit=True)


def limit_memory(more: int) -> None:
    """Let this process take so many more bytes, on Linux; elsewhere only time is limited."""
    if not sys.platform.startswith("linux"):
        return
    import resource  # noqa: PLC0415  not there on Windows

    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + more, taken + more))


def serve_input() -> None:
    """Serve the video that the input names. Its pictures have the standard output to themselves."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    limit_memory(MEMORY)
    try:
        serve_video(Path(json.loads(sys.stdin.buffer.readline())), sys.stdin.buffer, out)
    except OSError:
        pass  # nobody reads it any longer
    finally:
        out.close()
        os._exit(0)


if __name__ == "__main__":
    serve_input()
