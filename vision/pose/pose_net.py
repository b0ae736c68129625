"""The pose network: where the middles of a die's top face and of the die itself lie in a crop.

What goes in and comes out is fixed in `vision/training/SEAM.md`.
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
"""Side of a heat map: each of its places is 4 pixels of the crop."""
HALF_EDGE = 0.25
"""Half a die's edge over the side of its crop, about."""
POINTS = 2
"""Heat maps: of the top face's middle and of the die's."""
PLACES = POINTS * HEAT * HEAT
"""Outputs that are heat maps; those behind them are numbers."""
POSE_OUTPUTS = PLACES + 9
"""Outputs for each crop."""


@dataclass(frozen=True, eq=False)
class PosePredictions:
    """The poses of N dice: `top_offsets` (N, 2), where the middles of the top faces lie from the dice's, right and
    down, in half edges of each die, with the standard deviations `sigmas` (N,) of each of the two; `tops` (N, 3), the
    shapes of the top faces as `foreshortening.TopShapes` has them, with the deviations `top_sigmas` (N,).
    """

    top_offsets: Floats
    sigmas: Floats
    tops: Floats
    top_sigmas: Floats

    def flipped(self, ways: NDArray[np.int_]) -> PosePredictions:
        """Return the poses of dice whose crops were flipped in `ways` (N, 2) (see `PoseNet.poses`)."""
        across, down = ways.T.astype(np.float32)
        signs = np.stack([np.ones_like(across), across * down, np.ones_like(across)], axis=1)
        return PosePredictions(
            self.top_offsets * ways.astype(np.float32), self.sigmas, self.tops * signs, self.top_sigmas
        )

    def averaged(self, others: PosePredictions, which: NDArray[np.int_]) -> PosePredictions:
        """Return these, averaged with others at the places `which` of the dice."""
        mean = PosePredictions(*(getattr(self, name).copy() for name in self.__dataclass_fields__))
        for name in self.__dataclass_fields__:
            getattr(mean, name)[which] = 0.5 * (getattr(self, name)[which] + getattr(others, name))
        return mean


class PoseNet:
    """The network, loaded once. OpenCV's nets hold buffers: use from one thread at a time."""

    def __init__(self, file: Path = MODELS / POSE_MODEL) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(file), ENGINE)

    def poses(self, image: Image, boxes: Floats, ways: NDArray[np.int_] | None = None) -> PosePredictions:
        """Return the poses of the dice in `boxes` (N, 4) px. `ways` (N, 2) flips the crops: left to right where the
        first is -1, upside down where the second is.
        """
        ways = np.ones((len(boxes), 2), np.int_) if ways is None else ways
        crops, _ = cut(image, boxes, margin=POSE_MARGIN)
        turned = [crop[::down, ::across] for crop, (across, down) in zip(crops, ways.tolist(), strict=True)]
        return decoded(answered(self._net, turned, POSE_OUTPUTS, at_once=POSES_AT_ONCE)).flipped(ways)


def decoded(answers: Floats) -> PosePredictions:
    """Return the poses that answers (N, POSE_OUTPUTS) of the network stand for."""
    points = _means(answers[:, :PLACES].reshape(-1, POINTS, HEAT, HEAT))
    numbers = answers[:, PLACES:]
    offsets = (points[:, 0] - points[:, 1]) / (HALF_EDGE * np.exp(numbers[:, :1]))
    return PosePredictions(
        offsets.astype(np.float32), deviations(numbers[:, 1]), numbers[:, 2:5], deviations(numbers[:, 7])
    )


def _means(heat: Floats) -> Floats:
    """Return (N, POINTS, 2) the mean places, x and y as shares of a crop's side, of heat maps of logits (N, POINTS,
    HEAT, HEAT).
    """
    count = len(heat)
    shares = softmax(heat.reshape(count * POINTS, HEAT * HEAT)).reshape(heat.shape)
    at = (np.arange(HEAT, dtype=np.float32) + 0.5) / HEAT
    return np.stack([shares.sum(axis=2) @ at, shares.sum(axis=3) @ at], axis=-1)
