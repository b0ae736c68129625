"""Which of a picture's dice lean: how they stand, as the reader and the poser say it together, compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.pose.foreshortening import TopShapes
from vision.pose.table_pose import PoseComparison
from vision.probability import logistic, logit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.detector import Floats
    from vision.pose.pose_net import PoseNet, PosePredictions
    from vision.pose.table_pose import TablePose

CERTAIN = 15.0
"""A die that stands unlike the others by more than this (see `PoseComparison`) is marked as leaning; under that it is
asked about: in 2,600 pictures level dice came to 12.
"""
UNLIKE = -1.0
"""At dice that stand unlike the others by more than this (see `PoseComparison`) the poser looks twice."""
FROM_ABOVE = 0.25
"""What has a shorter upright is seen nearly from above, where up may be on any side: the second look is at the crop
turned round, in which the networks' leaning to where up is in most pictures is the other way. Else it is mirrored. The
reader is never shown a crop turned round, so its word counts nothing here: it is off by half as much again as the
poser's (bench/VISION.md).
"""
AT_ODDS = 0.25
"""So much of the distance between what two looks from above say is reckoned with besides the deviation they tell."""
POSED = 0.67
"""Of a die's upright, if it is not seen from above, the poser's word counts so much; the rest is the reader's first
look."""
STEADIER = 0.9
"""The deviation of an upright that is reckoned with over the one that is told in the mean by both, where both count:
chosen with the judge's LEVEL, so that more leans are asked about."""
TOPS_STEADIER, TOPS_LEAST = 1.25, 0.02
"""The same of top faces' shapes, and the least deviation of these that is reckoned with."""
SELDOM = 0.02
"""How many dice lean, before anything is seen of them."""
VAGUE, TIMES, OF_ONE = 0.12, 3.0, 4.0
"""A die whose upright is not known up to less than the first, in half edges, nor than so many times the others' (the
third where there is but one other), may lean: one of five leaning dice is so, one of a hundred level ones
(bench/VISION.md).
"""
EVEN = 0.5
"""The probability that a die leans of which nobody knows how it stands, or which of two leans."""


@dataclass(frozen=True, eq=False)
class DicePoses:
    """How N dice stand in a picture of `width` and `height` px: `boxes` (N, 4) px, `uprights` (N, 2), where the top
    faces' middles lie from the dice's middles, right and down, in half edges, with deviations `spreads` (N,), and the
    shapes of their `tops`, if they were seen.
    """

    width: int
    height: int
    boxes: Floats
    uprights: Floats
    spreads: Floats
    tops: TopShapes | None = None

    def told(self, said: PosePredictions, from_above: NDArray[np.bool_]) -> DicePoses:
        """Return the mean of what was known and of what the poser says, which is all that counts of dice seen
        `from_above` (N,), and the shapes of the tops.
        """
        share, steadier = np.where(from_above, 1.0, POSED), np.where(from_above, 1.0, STEADIER)
        both = share[:, None] * said.uprights + (1.0 - share)[:, None] * self.uprights
        return replace(
            self,
            uprights=np.asarray(both, np.float32),
            spreads=np.asarray(steadier * (share * said.spreads + (1.0 - share) * self.spreads), np.float32),
            tops=TopShapes(said.tops, np.hypot(TOPS_STEADIER * said.tops_off, TOPS_LEAST)),
        )

    def unlike(self, table: TablePose | None) -> Floats:
        """Return (N,) how unlike the others each stands (see `PoseComparison`)."""
        return PoseComparison(
            self.uprights, self.spreads, self.boxes, self.width, self.height, table, self.tops
        ).leanings()

    def vague(self) -> NDArray[np.bool_]:
        """Return (N,) of which nobody knows how they stand, though it is known of the others."""
        vague = self.spreads > VAGUE
        for k in np.flatnonzero(vague):
            others = np.delete(self.spreads, k)
            times = TIMES if len(others) > 1 else OF_ONE
            vague[k] = len(others) > 0 and self.spreads[k] > times * np.median(others)
        return vague


def posed(
    image: NDArray[np.uint8], poser: PoseNet, seen: DicePoses, table: TablePose | None
) -> tuple[DicePoses, Floats]:
    """Return how dice stand that the reader has `seen`, as the poser says too, in two looks at those that seem to stand
    otherwise; and (N,) how unlike the others each is.
    """
    said = poser.poses(image, seen.boxes)
    from_above = np.hypot(*said.uprights.T) < FROM_ABOVE
    poses = seen.told(said, from_above)
    unlike = poses.unlike(table)
    again = np.flatnonzero(unlike > UNLIKE)
    if not len(again):
        return poses, unlike
    ways = np.where(from_above[again, None], (-1, -1), (-1, 1))
    other = poser.poses(image, seen.boxes[again], ways)
    apart = np.sqrt(np.mean((other.uprights - said.uprights[again]) ** 2, axis=1)) * from_above[again]
    both = said.averaged(other, again)
    both.spreads[again] = np.hypot(both.spreads[again], AT_ODDS * apart)
    poses = seen.told(both, from_above)
    return poses, poses.unlike(table)


def leaning(poses: DicePoses, unlike: Floats, table: TablePose | None) -> Floats:
    """Return (N,) the probabilities that dice lean which stand so much `unlike` the others; 1 where there is no doubt.
    Of two that stand differently nobody knows which one leans. Without a table a lone one is compared with what usual
    cameras see. A `table` that only other dice told of makes a die doubtful, but marks none as leaning: the camera may
    have been moved.
    """
    firm = table is not None and table.firm
    by_itself = unlike if table is None or firm else poses.unlike(None)
    marked = (by_itself > CERTAIN) & (firm or len(unlike) != 2)
    doubtful = np.where(poses.vague(), EVEN, np.minimum(_likely(unlike), EVEN))
    return np.asarray(np.where(marked, 1.0, doubtful), np.float32)


def _likely(unlike: Floats) -> Floats:
    return logistic(logit_of(SELDOM) + unlike)
