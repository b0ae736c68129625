"""The interface of cameras: frames, sources of frames, and the loss of a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from catseye.image_files import Image, Picture
from vision.reading import Reason, ReasonKind

if TYPE_CHECKING:
    from catseye.text import Text

__all__ = ["SMALLEST", "Floats", "Frame", "FrameSource", "Hand", "Image", "Picture", "SourceLost", "unreadable"]

SMALLEST = 32
"""Least shorter side, px, of a picture that is read, also after reduction."""

Floats = NDArray[np.float32]
"""Numbers of any shape."""


class SourceLost(OSError):  # noqa: N818 - an OSError, named after what happened
    """The camera or file gives no more frames. `why` says what was lost and where; the caller may open it again.

    `fingerprint` is that of a certificate nobody vouches for, "" if that is not the reason.
    """

    def __init__(self, why: Text, fingerprint: str = "") -> None:
        super().__init__(why)
        self.why, self.fingerprint = why, fingerprint


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and its time. `at` is monotonic seconds (for a file: its own timeline from 0); `number` counts from 0
    at the source.

    The number counts all frames of the camera: a gap means that frames were skipped because the reader was busy.
    `damaged` as in `Picture`.
    """

    image: Image
    at: float
    number: int
    damaged: bool = False


class Hand(Protocol):
    """Throws dice in the picture on request of the program."""

    def calm_at(self) -> float:
        """The time, on the source's clock, at which all requested actions have ended and the dice are at rest."""

    def throw(self, dice: Sequence[str], *, values: Sequence[int] | None = None) -> None:
        """Throw one die for each colour name ("" is white), after removing earlier dice. `values` fixes the faces, for
        tests.
        """

    def throw_again(self, at: Sequence[tuple[float, float]]) -> None:
        """Throw only the dice nearest to these points again, shares (x, y) of the picture: the others stay."""

    def clear(self) -> None:
        """Remove all dice."""


class FrameSource(Protocol):
    """A source of frames. `hand` is None if only a person can throw."""

    @property
    def name(self) -> str:
        """The name given to `open_source`, without a password."""

    @property
    def fps(self) -> float:
        """Nominal frame rate."""

    @property
    def hand(self) -> Hand | None:
        """Means to throw dice here, None if only a person can."""

    @property
    def ended(self) -> bool:
        """True once a file has been played to its end."""

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None if there is none within `timeout` seconds or the source has `ended`.

        Raises SourceLost if the camera was unplugged, the connection broke or the file cannot be read.
        """

    def close(self) -> None:
        """Release the device. May be called more than once."""


def unreadable(image: object) -> Reason | None:
    """Return why dice cannot be read from a picture, None if they can."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        return Reason(ReasonKind.NO_PICTURE)
    return Reason(ReasonKind.TOO_SMALL) if min(image.shape[:2]) < SMALLEST else None
