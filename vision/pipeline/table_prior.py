"""A reader that remembers, from one roll to the next, how the table stands before a camera that stays where it is: what
a lone die's lean is compared with, and what says which of its faces is on top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.frames import unreadable
from vision.imaging.background import differing, shrink
from vision.pipeline.background_reader import ComparingReader
from vision.pipeline.reader import Reader
from vision.pose.table_pose import stances_of, standing
from vision.tracking.watcher import Watcher

if TYPE_CHECKING:
    from vision.imaging.background import Small
    from vision.pose.table_pose import Stances, Table
    from vision.reading import Reading, TableReader

ANOTHER_VIEW = 0.3
"""Share of the picture that changes when the camera is moved; thrown dice and taken cards change less."""
CONTRADICTED = 0.0
"""Where leaning explains an unsure picture's dice better than this (a logarithm, see Stances) the camera may have moved
unseen as well: what was remembered is given up.
"""


class RememberingReader:
    """Reads with another reader, and tells it how the table stands, as the dice of the sure pictures before said. In
    pictures of another view or size it starts anew.
    """

    def __init__(self, reader: TableReader) -> None:
        self._reader = reader
        self._table: Table | None = None
        self._scene: Small | None = None

    def read(self, image: object, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in the picture. Never raises."""
        if unreadable(image):
            return self._reader.read(image, at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        scene = shrink(image)
        if self._scene is None or not _same_view(self._scene, scene):
            self._table = None
        self._scene = scene
        reading = self._reader.read(image, at=at, frame=frame, table=self._table)
        height, width = image.shape[:2]
        dice = standing(reading.dice)
        if dice:
            self._learn(stances_of(dice, width, height, self._table), sure=reading.sure)
        return reading

    def _learn(self, stances: Stances, *, sure: bool) -> None:
        if sure:
            self._table = stances.table().aged()
        elif self._table is not None and stances.leanings().max() > CONTRADICTED:
            self._table = None


def uncalibrated_watcher() -> Watcher:
    """Return a watcher of a tray that was not set up."""
    return Watcher(RememberingReader(ComparingReader(Reader())))


def _same_view(before: Small, now: Small) -> bool:
    if before.shape != now.shape:
        return False
    return float(differing(before, now).mean()) < ANOTHER_VIEW
