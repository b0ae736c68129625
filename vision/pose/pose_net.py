"""The pose network: the centres of a die's top face and of the die in a crop.

What goes in and comes out is fixed in `training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.crops import ENGINE, MODELS, answered, cut
from vision.probability import deviations, softmax

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frames import Floats, Image

POSE_MODEL = "poser.onnx"
POSE_MARGIN = 1.4
"""Side of a crop over the longer side of the die's box."""
POSES_AT_ONCE = 2
"""Crops in a batch."""
HEAT = 16
"""Side of a heat map: each cell is 4 px of the crop."""
HALF_EDGE = 0.25
"""Half a die's edge over the side of its crop, nominal."""
POINTS = 2
"""Heat maps: the top face's centre and the die's."""
PLACES = POINTS * HEAT * HEAT
"""Outputs of the heat maps; scalars follow."""
POSE_OUTPUTS = PLACES + 9
"""Outputs for each crop."""


@dataclass(frozen=True, eq=False)
class PosePredictions:
    """The poses of N dice: `top_offsets` (N, 2), the centres of the top faces relative to those of the dice, right and
    down, in half edges of each die, with the standard deviations `sigmas` (N,) of each of the two; `tops` (N, 3), the
    shapes of the top faces (see `foreshortening.TopShapes`), with the deviations `top_sigmas` (N,).
    """

    top_offsets: Floats
    sigmas: Floats
    tops: Floats
    top_sigmas: Floats

    def flipped(self, ways: NDArray[np.int_]) -> PosePredictions:
        """Return the poses without the flips `ways` (N, 2) of the crops (see `PoseNet.poses`)."""
        across, down = ways.T.astype(np.float32)
        signs = np.stack([np.ones_like(across), across * down, np.ones_like(across)], axis=1)
        return PosePredictions(
            self.top_offsets * ways.astype(np.float32), self.sigmas, self.tops * signs, self.top_sigmas
        )

    def averaged(self, others: PosePredictions, which: NDArray[np.int_]) -> PosePredictions:
        """Return these poses, averaged with others at the indices `which`."""
        mean = PosePredictions(*(getattr(self, name).copy() for name in self.__dataclass_fields__))
        for name in self.__dataclass_fields__:
            getattr(mean, name)[which] = 0.5 * (getattr(self, name)[which] + getattr(others, name))
        return mean


class PoseNet:
    """The network, loaded once. Not thread-safe: OpenCV's nets hold buffers."""

    def __init__(self, file: Path = MODELS / POSE_MODEL) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(file), ENGINE)

    def poses(self, image: Image, boxes: Floats, ways: NDArray[np.int_] | None = None) -> PosePredictions:
        """Return the poses of the dice in `boxes` (N, 4) px. `ways` (N, 2) flips the crops first: left to right where
        the first is -1, upside down where the second is.
        """
        ways = np.ones((len(boxes), 2), np.int_) if ways is None else ways
        crops, _ = cut(image, boxes, margin=POSE_MARGIN)
        turned = [crop[::down, ::across] for crop, (across, down) in zip(crops, ways.tolist(), strict=True)]
        return decoded(answered(self._net, turned, POSE_OUTPUTS, at_once=POSES_AT_ONCE)).flipped(ways)


def decoded(answers: Floats) -> PosePredictions:
    """Decode outputs (N, POSE_OUTPUTS) of the network."""
    points = _means(answers[:, :PLACES].reshape(-1, POINTS, HEAT, HEAT))
    numbers = answers[:, PLACES:]
    offsets = (points[:, 0] - points[:, 1]) / (HALF_EDGE * np.exp(numbers[:, :1]))
    return PosePredictions(
        offsets.astype(np.float32), deviations(numbers[:, 1]), numbers[:, 2:5], deviations(numbers[:, 7])
    )


def _means(heat: Floats) -> Floats:
    """Return the soft-argmax (N, POINTS, 2), x and y over the crop's side, of heat maps of logits (N, POINTS, HEAT,
    HEAT).
    """
    count = len(heat)
    shares = softmax(heat.reshape(count * POINTS, HEAT * HEAT)).reshape(heat.shape)
    at = (np.arange(HEAT, dtype=np.float32) + 0.5) / HEAT
    return np.stack([shares.sum(axis=2) @ at, shares.sum(axis=3) @ at], axis=-1)
