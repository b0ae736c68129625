"""Tilt: the probability that each die leans, from its pose by both networks and those of the other dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.pose.foreshortening import TopShapes
from vision.pose.table_pose import PoseComparison
from vision.probability import logistic, logit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frames import Floats, Image
    from vision.pose.pose_net import PoseNet, PosePredictions
    from vision.pose.table_pose import TablePose


@dataclass(frozen=True)
class TiltParams:
    """Limits and weights of poses, chosen on 2,600 pictures of level and leaning dice (bench/VISION.md). "Leaning" is
    the log likelihood ratio of `PoseComparison.leanings`; lengths are half edges of a die.
    """

    certain_leaning: float = 15.0
    """Least leaning of a die that is marked; level dice reached 12."""
    second_crop_leaning: float = -1.0
    """Least leaning of a die whose pose is predicted again, from a second crop."""
    from_above: float = 0.25
    """Largest top offset of a die seen from above. Its second crop is rotated by 180 degrees, others are mirrored. Only
    the pose network's top offset is used then: the classifier, trained on upright crops, has 1.5 times its error."""
    disagreement: float = 0.25
    """Share of the distance between two predictions from above that is added to the deviation."""
    pose_net_share: float = 0.67
    """Weight of the pose network's top offset, unless from above; the rest is the classifier's."""
    averaged_sigma: float = 0.9
    """Deviation of the average of both over the mean of their deviations."""
    top_sigma_ratio: float = 1.25
    """Measured over predicted deviation of the shapes of top faces,"""
    least_top_sigma: float = 0.02
    """and the least of these deviations."""
    prior: float = 0.02
    """Prior probability that a die leans."""


TILT = TiltParams()


@dataclass(frozen=True, eq=False)
class DicePoses:
    """The poses of N dice in a picture of `width` and `height` px: `boxes` (N, 4) px, `top_offsets` (N, 2) with the
    deviations `sigmas` (N,), as in `CropPredictions`, and the shapes of the `tops`, if they were measured.
    """

    width: int
    height: int
    boxes: Floats
    top_offsets: Floats
    sigmas: Floats
    tops: TopShapes | None = None

    def averaged(self, predicted: PosePredictions, from_above: NDArray[np.bool_]) -> DicePoses:
        """Return the average with the poses `predicted` by the pose network, which replace those of dice seen
        `from_above` (N,), with the shapes of the tops.
        """
        share = np.where(from_above, 1.0, TILT.pose_net_share)
        ratio = np.where(from_above, 1.0, TILT.averaged_sigma)
        both = share[:, None] * predicted.top_offsets + (1.0 - share)[:, None] * self.top_offsets
        top_sigmas = np.hypot(TILT.top_sigma_ratio * predicted.top_sigmas, TILT.least_top_sigma)
        return replace(
            self,
            top_offsets=np.asarray(both, np.float32),
            sigmas=np.asarray(ratio * (share * predicted.sigmas + (1.0 - share) * self.sigmas), np.float32),
            tops=TopShapes(predicted.tops, top_sigmas),
        )

    def leanings(self, table: TablePose | None) -> Floats:
        """Return (N,) the leaning of each die (see `PoseComparison.leanings`)."""
        return PoseComparison(
            self.top_offsets, self.sigmas, self.boxes, self.width, self.height, table, self.tops
        ).leanings()


def estimate_poses(
    image: Image, pose_net: PoseNet, seen: DicePoses, table: TablePose | None
) -> tuple[DicePoses, Floats]:
    """Return the classifier's poses `seen`, averaged with those of the pose network, from two crops for dice that may
    lean; and (N,) the leaning of each.
    """
    predicted = pose_net.poses(image, seen.boxes)
    from_above = np.hypot(*predicted.top_offsets.T) < TILT.from_above
    poses = seen.averaged(predicted, from_above)
    leanings = poses.leanings(table)
    again = np.flatnonzero(leanings > TILT.second_crop_leaning)
    if not len(again):
        return poses, leanings
    ways = np.where(from_above[again, None], (-1, -1), (-1, 1))
    other = pose_net.poses(image, seen.boxes[again], ways)
    apart = np.sqrt(np.mean((other.top_offsets - predicted.top_offsets[again]) ** 2, axis=1)) * from_above[again]
    both = predicted.averaged(other, again)
    both.sigmas[again] = np.hypot(both.sigmas[again], TILT.disagreement * apart)
    poses = seen.averaged(both, from_above)
    return poses, poses.leanings(table)


def lean_probabilities(poses: DicePoses, leanings: Floats, table: TablePose | None) -> Floats:
    """Return (N,) the probabilities that dice with these `leanings` lean: 1 for marked ones, else at most 0.5.

    Of two dice that differ none is marked. A single die is compared with the `table`, or without one with usual
    cameras. With a `table` estimated from earlier dice a die is marked only by the dice of this picture: the camera may
    have been moved.
    """
    firm = table is not None and table.firm
    by_itself = leanings if table is None or firm else poses.leanings(None)
    marked = (by_itself > TILT.certain_leaning) & (firm or len(leanings) != 2)
    likely = np.minimum(logistic(logit_of(TILT.prior) + leanings), 0.5)
    return np.asarray(np.where(marked, 1.0, likely), np.float32)
