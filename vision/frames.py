"""What a camera gives: frames, the source they come from, and the loss of that source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.io.image_files import Image, Picture
from vision.reading import Reason, ReasonKind

__all__ = ["SMALLEST", "Floats", "Frame", "FrameSource", "Hand", "Image", "Picture", "SourceLost", "unreadable"]

SMALLEST = 32
"""The least shorter side, px, of a picture that is read, also after it was reduced."""

Floats = NDArray[np.float32]
"""Numbers of any shape."""


class SourceLost(OSError):  # noqa: N818 - an OSError, named after what happened
    """The camera or file no longer gives pictures. The message says what was lost and where; opening again is the
    caller's affair.
    """


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and when it was taken. `at` is monotonic seconds (for a file: its own timeline from 0); `number`
    counts from 0 at the source.

    The number counts every frame the camera delivered: a gap means that frames were passed over because the reader
    was busy. `damaged` is what `Picture` says.
    """

    image: Image
    at: float
    number: int
    damaged: bool = False


class Hand(Protocol):
    """What can throw dice into the picture from the program."""

    def throw(self, dice: Sequence[str], *, values: Sequence[int] | None = None) -> None:
        """Throw one die for each colour name ("" is white), taking earlier dice up first. `values` fixes the faces,
        for tests.
        """

    def clear(self) -> None:
        """Take all dice out of the picture."""


class FrameSource(Protocol):
    """Somewhere frames come from. `hand` is None where only people can throw."""

    @property
    def name(self) -> str:
        """What `open_source` was asked for, without a password."""

    @property
    def fps(self) -> float:
        """Pictures a second, as far as the source knows."""

    @property
    def hand(self) -> Hand | None:
        """What can throw dice here, None where only people can."""

    @property
    def ended(self) -> bool:
        """True once a file has been played to its end."""

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None when none came within `timeout` seconds or the source has `ended` by itself.

        Raises SourceLost when the camera was unplugged, the connection broke or the file cannot be read on.
        """

    def close(self) -> None:
        """Give the device back. May be called more than once."""


def unreadable(image: object) -> Reason | None:
    """Return why something is no picture that dice can be read from, None if it is one."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        return Reason(ReasonKind.NO_PICTURE)
    return Reason(ReasonKind.TOO_SMALL) if min(image.shape[:2]) < SMALLEST else None
