"""How dice stand, by a third small network: where the middles of a die's top face and of the die itself lie.

What goes in and comes out is fixed in `vision/training/SEAM.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.blobs import ENGINE, MODELS, answered, cut
from vision.odds import softmax

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.blobs import Floats

POSE_MARGIN = 1.4
"""Side of a crop over the longer side of the die's box."""
POSES_AT_ONCE = 2
"""Crops that the network takes at once."""
HEAT = 16
"""Side of a heat map: each of its places is 4 pixels of the crop."""
HALF_EDGE = 0.25
"""Half a die's edge over the side of its crop, about."""
POINTS = 2
"""Heat maps: of the top face's middle and of the die's."""
PLACES = POINTS * HEAT * HEAT
"""Outputs that are heat maps; those behind them are numbers."""
ANSWERS = PLACES + 9
"""Outputs for each crop."""


class Poser:
    """The network, loaded once. OpenCV's nets hold buffers: use from one thread at a time."""

    def __init__(self, file: Path = MODELS / "poser.onnx") -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(file), ENGINE)

    def uprights(self, image: NDArray[np.uint8], boxes: Floats, *, mirrored: bool = False) -> tuple[Floats, Floats]:
        """Return where the top faces' middles of the dice in `boxes` (N, 4) px lie from the dice's middles, (N, 2)
        right and down in half edges of each die, and (N,) the deviation to expect of each of the two; `mirrored`: as
        the crops say that are looked at left-right reversed.
        """
        crops, _ = cut(image, boxes, margin=POSE_MARGIN)
        if mirrored:
            crops = [crop[:, ::-1] for crop in crops]
        uprights, spreads = decoded(answered(self._net, crops, ANSWERS, at_once=POSES_AT_ONCE))
        if mirrored:
            uprights[:, 0] *= -1.0
        return uprights, spreads


def decoded(answers: Floats) -> tuple[Floats, Floats]:
    """Return the uprights (N, 2), in half edges, and the deviations (N,) that answers (N, ANSWERS) tell."""
    points = _means(answers[:, :PLACES].reshape(-1, POINTS, HEAT, HEAT))
    half_edges = HALF_EDGE * np.exp(answers[:, PLACES])
    uprights = (points[:, 0] - points[:, 1]) / half_edges[:, None]
    return uprights.astype(np.float32), np.exp(np.clip(answers[:, PLACES + 1], -4.0, 1.0)).astype(np.float32)


def _means(heat: Floats) -> Floats:
    """Return (N, POINTS, 2) the mean places, x and y as shares of a crop's side, of heat maps of logits (N, POINTS,
    HEAT, HEAT).
    """
    count = len(heat)
    odds = softmax(heat.reshape(count * POINTS, HEAT * HEAT)).reshape(heat.shape)
    at = (np.arange(HEAT, dtype=np.float32) + 0.5) / HEAT
    return np.stack([odds.sum(axis=2) @ at, odds.sum(axis=3) @ at], axis=-1)
