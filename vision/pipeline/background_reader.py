"""A reader that shows another one what the table looked like when no dice lay on it: what has changed since was thrown,
and what has not was not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.frames import unreadable
from vision.imaging.background import shrink
from vision.objects.new_objects import to_compare
from vision.tracking.occlusion import in_the_way

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.imaging.background import Small
    from vision.pipeline.reader import Reader
    from vision.pose.table_pose import Table
    from vision.reading import Reading


class ComparingReader:
    """Reads with another reader, and remembers the last good picture in which that found no dice. It does not show that
    one while a hand is in this picture or was in that.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._empty: Image | None = None
        self._scene: Small | None = None

    def read(self, image: object, *, at: float = 0.0, frame: int = 0, table: Table | None = None) -> Reading:
        """Return what lies in the picture. Never raises."""
        if unreadable(image):
            return self._reader.read(image, at=at, frame=frame, table=table)
        assert isinstance(image, np.ndarray)
        scene = shrink(image)
        hand = self._scene is not None and in_the_way(self._scene, scene)
        reading = self._reader.read(image, at=at, frame=frame, table=table, empty=None if hand else self._empty)
        if reading.empty:
            self._empty, self._scene = to_compare(image).copy(), scene
        return reading
