"""The short film of a throw: the last two seconds before its reading, in small pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from catseye.image_files import decode
from companion.devices.tray_signals import at_most
from vision import Outline
from vision.frames import Image

SECONDS = 2.0
"""Length of a film."""
WIDTH = 320
"""Width of its pictures, px: a die of 16 mm is 10 to 20 px large, enough to see how it came to lie."""
QUALITY, WEBP_QUALITY = 70, 50
"""Of the pictures in memory (JPEG) and of those in a file: about 3 KB each."""


class FilmRing:
    """Keeps the last pictures of the tray. What lies outside its outline is black before anything is kept."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, bytes]] = deque()

    def add(self, image: Image, at: float, outline: Outline | None) -> None:
        """Take a picture (H, W, 3) of the time `at`, with the outline in its pixels."""
        small = at_most(image, WIDTH)
        if outline is not None:
            mask = outline.scaled(small.shape[1] / image.shape[1]).mask(small.shape)
            small = cv2.copyTo(small, mask).astype(np.uint8, copy=False)
        done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done:
            self._kept.append((at, jpeg.tobytes()))
        while self._kept and not at - SECONDS <= self._kept[0][0] <= at:  # too old, or of another clock
            self._kept.popleft()

    def film(self) -> tuple[bytes, ...]:
        """Return the pictures that are kept, JPEG, the oldest first."""
        return tuple(jpeg for _, jpeg in self._kept)

    def clear(self) -> None:
        """Drop all pictures."""
        self._kept.clear()


def film_file(film: Sequence[bytes]) -> bytes:
    """Return a film as animated WebP, which browsers show. It takes some tenths of a second. Raises ValueError."""
    images = [decode(jpeg).image for jpeg in film]
    shown = cv2.Animation()
    shown.frames = [image for image in images if image.shape == images[-1].shape]
    shown.durations = [round(1000 * SECONDS / max(1, len(film)))] * len(shown.frames)
    done, webp = cv2.imencodeanimation(".webp", shown, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])
    if not done:
        raise ValueError("the film cannot be encoded")
    return webp.tobytes()


def frames_of(webp: bytes) -> tuple[list[Image], float]:
    """Return the pictures of a film's file, and the seconds each is shown; none of a damaged one."""
    try:
        done, shown = cv2.imdecodeanimation(np.frombuffer(webp, np.uint8))
    except cv2.error:
        return [], SECONDS
    frames = [np.ascontiguousarray(frame[..., :3], np.uint8) for frame in shown.frames] if done else []
    return frames, SECONDS / max(1, len(frames))
