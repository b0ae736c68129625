"""Rotates the pictures of a camera that is mounted sideways or upside down. The networks expect upright pictures: of
stills upside down they read four in five right, otherwise nearly all (bench/VISION.md).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.frames import Frame, FrameSource, Hand

TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
"""Degrees, clockwise."""


class TurnedSource:
    """The frames of another source, each rotated clockwise by 0, 90, 180 or 270 degrees, then mirrored."""

    def __init__(self, source: FrameSource, degrees: int, *, mirrored: bool = False) -> None:
        self._source, self._how, self._mirrored = source, TURNS.get(degrees), mirrored

    @property
    def name(self) -> str:
        """The name of the source."""
        return self._source.name

    @property
    def fps(self) -> float:
        """Nominal frame rate of the source."""
        return self._source.fps

    @property
    def hand(self) -> Hand | None:
        """The source's means to throw dice."""
        return self._source.hand

    @property
    def ended(self) -> bool:
        """True once the source has ended."""
        return self._source.ended

    def read(self, timeout: float) -> Frame | None:
        """Return the source's next frame, rotated and mirrored."""
        frame = self._source.read(timeout)
        if frame is None:
            return None
        image = frame.image if self._how is None else cv2.rotate(frame.image, self._how)
        return replace(frame, image=np.asarray(cv2.flip(image, 1) if self._mirrored else image, np.uint8))

    def close(self) -> None:
        """Close the source."""
        self._source.close()
