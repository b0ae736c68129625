"""State between pictures of one tray: its background and the pose of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.imaging.background import BACKGROUND, differing
from vision.objects.new_objects import to_compare
from vision.pose.table_pose import lying_flat, poses_of
from vision.tracking.occlusion import occluded_since

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.imaging.background import Small
    from vision.pose.table_pose import PoseComparison, TablePose
    from vision.reading import Reading


class BackgroundMemory:
    """The last good picture without dice. `small` is a picture reduced by `vision.imaging.background.shrink`."""

    def __init__(self) -> None:
        self._image: Image | None = None
        self._small: Small | None = None

    def picture(self, small: Small) -> Image | None:
        """Return the background, None if a hand is in this picture or in that one."""
        hand = self._small is not None and occluded_since(self._small, small)
        return None if hand else self._image

    def learn(self, image: Image, small: Small, reading: Reading) -> None:
        """Keep the picture if it is empty."""
        if reading.empty:
            self._image, self._small = to_compare(image).copy(), small


class TablePoseMemory:
    """The pose of the table before a fixed camera, estimated from the dice of sure pictures: a single die is compared
    with it. A picture of another view or size resets it.
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
        """Update the pose with the dice of a reading."""
        height, width = image.shape[:2]
        if dice := lying_flat(reading.dice):
            self._take(poses_of(dice, width, height, self._pose), sure=reading.sure)

    def _take(self, poses: PoseComparison, *, sure: bool) -> None:
        if sure:
            self._pose = poses.table().aged()
        elif self._pose is not None and poses.leanings().max() > 0.0:
            self._pose = None  # leaning explains the dice better than this pose: the camera may have moved


def _same_view(before: Small, now: Small) -> bool:
    return before.shape == now.shape and float(differing(before, now).mean()) < BACKGROUND.other_view_share
