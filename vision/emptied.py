"""A reader that shows another one what the table looked like when no dice lay on it: what has changed since was thrown,
and what has not was not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.arrived import LONGEST
from vision.blobs import reduced
from vision.doubts import NONE_FOUND

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.reader import Reader
    from vision.reading import Reading
    from vision.stance import Table


EMPTY = ("", NONE_FOUND)
"""What is said of a good picture in which no die was read."""


class ComparingReader:
    """Reads with another reader, and remembers the last good picture in which that found no dice."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._empty: Image | None = None

    def read(self, image: object, *, at: float = 0.0, frame: int = 0, table: Table | None = None) -> Reading:
        """Return what lies in the picture. Never raises."""
        reading = self._reader.read(image, at=at, frame=frame, table=table, empty=self._empty)
        if not reading.dice and reading.why in EMPTY:
            assert isinstance(image, np.ndarray)
            self._empty = reduced(image, min(LONGEST, max(image.shape[:2]))).copy()
        return reading
