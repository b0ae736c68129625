"""Which dice lean: their poses, as the classifier and the pose network give them, compared with each other."""

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
    """Chosen on 2,600 pictures of level and leaning dice (bench/VISION.md). "Leaning" is a log likelihood ratio as
    `PoseComparison.leanings` gives it; lengths are half edges of a die.
    """

    certain_leaning: float = 15.0
    """A die with a greater leaning is marked as leaning; level dice came to 12."""
    second_look_leaning: float = -1.0
    """The pose network predicts a second time for dice with a greater leaning."""
    from_above: float = 0.25
    """A shorter top offset is seen nearly from above, where up may be on any side: the second crop is rotated by half a
    turn, else mirrored. The classifier never sees rotated crops, so its top offset does not count then: it is off by
    half as much again as the pose network's."""
    disagreement: float = 0.25
    """This share of the distance between two predictions from above is added to the deviation."""
    pose_net_share: float = 0.67
    """The weight of the pose network's top offset, if it is not from above; the rest is the classifier's."""
    averaged_sigma: float = 0.9
    """The deviation of the average of both over the mean of their deviations."""
    top_sigma_ratio: float = 1.25
    """The deviation of the shapes of top faces over the one that the network gives."""
    least_top_sigma: float = 0.02
    prior: float = 0.02
    """The probability that a die leans before anything is seen of it."""
    vague_sigma: float = 0.12
    """A die with a greater deviation, and one greater than the others', may lean: one of five leaning dice is so, one
    of a hundred level ones."""
    vague_ratio: float = 3.0
    """By how many times it must be greater than the median of the others,"""
    vague_ratio_of_one: float = 4.0
    """and than that of the one other die."""
    even: float = 0.5
    """The most probable lean of a die whose pose is not known, or of two that differ."""


TILT = TiltParams()


@dataclass(frozen=True, eq=False)
class DicePoses:
    """The poses of N dice in a picture of `width` and `height` px: `boxes` (N, 4) px, `top_offsets` (N, 2) with the
    deviations `sigmas` (N,), as in `CropPredictions`, and the shapes of the `tops`, if they were seen.
    """

    width: int
    height: int
    boxes: Floats
    top_offsets: Floats
    sigmas: Floats
    tops: TopShapes | None = None

    def averaged(self, predicted: PosePredictions, from_above: NDArray[np.bool_]) -> DicePoses:
        """Return the average with what the pose network predicts, which alone counts for dice seen `from_above` (N,),
        and the shapes of the tops.
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
        """Return (N,) how unlike the others each lies (see `PoseComparison`)."""
        return PoseComparison(
            self.top_offsets, self.sigmas, self.boxes, self.width, self.height, table, self.tops
        ).leanings()

    def vague(self) -> NDArray[np.bool_]:
        """Return (N,) whose pose is not known, though it is of the others."""
        vague = self.sigmas > TILT.vague_sigma
        for k in np.flatnonzero(vague):
            others = np.delete(self.sigmas, k)
            ratio = TILT.vague_ratio if len(others) > 1 else TILT.vague_ratio_of_one
            vague[k] = len(others) > 0 and self.sigmas[k] > ratio * np.median(others)
        return vague


def estimate_poses(
    image: Image, pose_net: PoseNet, seen: DicePoses, table: TablePose | None
) -> tuple[DicePoses, Floats]:
    """Return the poses of dice that the classifier has `seen`, averaged with what the pose network predicts, twice for
    those that seem to lean; and (N,) the leaning of each.
    """
    predicted = pose_net.poses(image, seen.boxes)
    from_above = np.hypot(*predicted.top_offsets.T) < TILT.from_above
    poses = seen.averaged(predicted, from_above)
    leanings = poses.leanings(table)
    again = np.flatnonzero(leanings > TILT.second_look_leaning)
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
    """Return (N,) the probabilities that dice with these `leanings` lean; 1 where that is certain. Of two that differ
    it is not known which one leans. Without a table a lone one is compared with what usual cameras see. With a `table`
    that only other dice told of a die may lean, but none is marked: the camera may have been moved.
    """
    firm = table is not None and table.firm
    by_itself = leanings if table is None or firm else poses.leanings(None)
    marked = (by_itself > TILT.certain_leaning) & (firm or len(leanings) != 2)
    likely = logistic(logit_of(TILT.prior) + leanings)
    doubtful = np.where(poses.vague(), TILT.even, np.minimum(likely, TILT.even))
    return np.asarray(np.where(marked, 1.0, doubtful), np.float32)
