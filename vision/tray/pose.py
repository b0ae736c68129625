"""The pose of the table, learned from the dice of sure readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.pose.table_pose import lying_flat, poses_of
from vision.tray.facts import Fact, Origin

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.pose.table_pose import TablePose
    from vision.reading import Reading


class LearnedPose:
    """The pose of the table before a fixed camera: a single die is compared with it. None until it was learned."""

    def __init__(self) -> None:
        self.pose: TablePose | None = None
        self._throws, self._at = 0, 0.0

    def learn(self, image: Image, reading: Reading) -> None:
        """Update the pose with the dice of a reading. Dice that lean by this pose and not by each other contradict it:
        the camera may have been touched.
        """
        height, width = image.shape[:2]
        if not (dice := lying_flat(reading.dice)):
            return
        poses = poses_of(dice, width, height, self.pose)
        if reading.sure:
            self.pose, self._throws, self._at = poses.table().aged(), self._throws + 1, reading.at
        elif self.pose is not None and poses.leanings().max() > 0.0:
            self.pose, self._throws = None, 0

    def facts(self) -> list[Fact]:
        """Return what is known."""
        if self.pose is None:
            return []
        right, down = (float(v) for v in self.pose.mean[:2])
        return [
            Fact(
                "pose",
                f"tops {right:+.2f}, {down:+.2f} half edges off, {self._throws} throws",
                Origin.LEARNED,
                self._at,
            )
        ]
