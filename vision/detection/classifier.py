"""The classifier: a small network that reads the value, the colour and the pose of a die in a crop.

What goes in and comes out is fixed in `training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.crops import ENGINE, MODELS, answered, cut
from vision.probability import deviations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frames import Floats, Image

CLASSIFIER_MODEL = "reader.onnx"
CLASSIFIER_OUTPUTS = 28
"""Outputs for each crop."""
HALF_SURE = 0.05
"""Deviation, half edges, at which the certainty of a level die's top offset is 0.5; training uses the same."""


@dataclass(frozen=True, eq=False)
class CropPredictions:
    """The classifier's outputs for N crops: `values` (N, 7) logits (0: no die, or not readable), `cocked` (N,) logit,
    `colours` (N, 10) logits in the order of COLOUR_NAMES, `boxes` (N, 4) px of the picture, `angle_deg` (N,) 0-90,
    `top_offsets` (N, 2): where the middle of the top face lies from the die's, right and down, in half edges of the
    die, with the standard deviations `sigmas` (N,) of each of the two; `die_logits` (N,): a die is here, readable or
    not.
    """

    values: Floats
    cocked: Floats
    colours: Floats
    boxes: Floats
    angle_deg: Floats
    top_offsets: Floats
    sigmas: Floats
    die_logits: Floats

    def averaged(self, others: Sequence[CropPredictions], which: NDArray[np.bool_]) -> CropPredictions:
        """Return these predictions, averaged with others at the indices `which`; boxes and angles stay."""
        mean, taken = self._copy(), ("boxes", "angle_deg")
        for name in self.__dataclass_fields__.keys() - taken:
            all_crops = [getattr(self, name)[which], *(getattr(other, name) for other in others)]
            getattr(mean, name)[which] = np.mean(all_crops, axis=0)
        return mean

    def joined(self, other: CropPredictions) -> CropPredictions:
        """Return these predictions followed by the others."""
        return CropPredictions(
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in self.__dataclass_fields__)
        )

    def put(self, others: CropPredictions, which: NDArray[np.int_]) -> CropPredictions:
        """Return these predictions, replaced by the `others` at the indices `which`."""
        mixed = self._copy()
        for name in self.__dataclass_fields__:
            getattr(mixed, name)[which] = getattr(others, name)
        return mixed

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_]) -> CropPredictions:
        """Return the predictions selected by `keep`."""
        return CropPredictions(*(getattr(self, name)[keep] for name in self.__dataclass_fields__))

    def _copy(self) -> CropPredictions:
        return CropPredictions(*(getattr(self, name).copy() for name in self.__dataclass_fields__))


class Classifier:
    """The network, loaded once. Not thread-safe: OpenCV's nets hold buffers."""

    def __init__(self, file: Path = MODELS / CLASSIFIER_MODEL) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(file), ENGINE)

    def predict(
        self,
        image: Image,
        boxes: Floats,
        *,
        mirrored: bool | NDArray[np.bool_] = False,
        level: Floats | None = None,
    ) -> CropPredictions:
        """Return the predictions for `boxes` (N, 4) px. `mirrored` (one for all, or (N,)): flip the crop left to right
        first; values stay the same. `level` (N, 3) is the top offset that a level die would have there, right and down,
        and its `certainty`, 0 if unknown.
        """
        if not len(boxes):
            return _no_predictions()
        crops, frames = cut(image, boxes)
        known = np.zeros((len(boxes), 3), np.float32) if level is None else level.copy()
        turned = np.flatnonzero(np.broadcast_to(mirrored, len(boxes)))
        for k in turned:
            crops[k] = crops[k][:, ::-1]
        known[turned, 0] *= -1.0
        answers = answered(self._net, crops, CLASSIFIER_OUTPUTS, known)
        shares, cos, sin = answers[:, 18:22].copy(), answers[:, 22], answers[:, 23]
        shares[turned, 0], shares[turned, 2] = 1.0 - shares[turned, 2], 1.0 - shares[turned, 0]
        sin[turned] *= -1.0
        answers[turned, 24] *= -1.0
        corner, side = frames[:, :2], frames[:, 2:]
        found = np.concatenate([corner + shares[:, :2] * side, corner + shares[:, 2:] * side], axis=1)
        angle = np.degrees(np.arctan2(sin, cos)) / 4.0 % 90.0
        return CropPredictions(
            answers[:, :7],
            answers[:, 7],
            answers[:, 8:18],
            found.astype(np.float32),
            angle.astype(np.float32),
            answers[:, 24:26],
            deviations(answers[:, 26]),
            answers[:, 27],
        )


def certainty(sigma: NDArray[Any]) -> Floats:
    """Return the certainty, 0-1, of a level die's top offset that is known with the deviation `sigma`, half edges: 0.5
    at HALF_SURE.
    """
    return np.asarray(HALF_SURE / (HALF_SURE + sigma), np.float32)


def _no_predictions() -> CropPredictions:
    none = np.zeros((0,), np.float32)
    values, colours, boxes, top_offsets = (none.reshape(0, n) for n in (7, 10, 4, 2))
    return CropPredictions(values, none, colours, boxes, none, top_offsets, none, none)
