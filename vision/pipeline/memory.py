"""What is remembered from one picture of a tray to the next: how it looked while it was empty, and its pose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.objects.new_objects import to_compare
from vision.pose.table_pose import lying_flat, poses_of
from vision.tracking.motion import differing
from vision.tracking.occlusion import in_the_way

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.pose.table_pose import PoseComparison, TablePose
    from vision.reading import Reading
    from vision.tracking.motion import Small

OTHER_VIEW_SHARE = 0.3
"""Share of the picture that changes when the camera is moved; thrown dice and taken cards change less."""
CONTRADICTED = 0.0
"""Where leaning explains an unsure picture's dice better than this (a logarithm, see `PoseComparison`) the camera may
have moved unseen as well: the remembered pose is dropped.
"""


class BackgroundMemory:
    """The last good picture in which no dice were found. `small` is a picture as `vision.tracking.motion.shrink` makes
    it.
    """

    def __init__(self) -> None:
        self._image: Image | None = None
        self._small: Small | None = None

    def picture(self, small: Small) -> Image | None:
        """Return the picture, None while a hand is in this picture or was in that one."""
        hand = self._small is not None and in_the_way(self._small, small)
        return None if hand else self._image

    def learn(self, image: Image, small: Small, reading: Reading) -> None:
        """Remember the picture if nothing was found in it."""
        if reading.empty:
            self._image, self._small = to_compare(image).copy(), small


class TablePoseMemory:
    """How the table stands before a camera that stays where it is, as the dice of sure pictures said: what the lean of
    a lone die is compared with. In pictures of another view or size it starts anew.
    """

    def __init__(self) -> None:
        self._pose: TablePose | None = None
        self._small: Small | None = None

    def pose(self, small: Small) -> TablePose | None:
        """Return the pose in this view. `small` as for `BackgroundMemory`."""
        if self._small is None or not _same_view(self._small, small):
            self._pose = None
        self._small = small
        return self._pose

    def learn(self, image: Image, reading: Reading) -> None:
        """Take what the dice of a reading say of the table."""
        height, width = image.shape[:2]
        if dice := lying_flat(reading.dice):
            self._take(poses_of(dice, width, height, self._pose), sure=reading.sure)

    def _take(self, poses: PoseComparison, *, sure: bool) -> None:
        if sure:
            self._pose = poses.table().aged()
        elif self._pose is not None and poses.leanings().max() > CONTRADICTED:
            self._pose = None


def _same_view(before: Small, now: Small) -> bool:
    return before.shape == now.shape and float(differing(before, now).mean()) < OTHER_VIEW_SHARE
