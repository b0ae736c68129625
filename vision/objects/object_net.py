"""The object network: classifies each cell of a reduced picture as table, die or another object.

It does not read values; it is trained on far more kinds of objects than the detector. What goes in and comes out is
fixed in `training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.crops import ENGINE, MODELS, planes, reduced
from vision.probability import softmax

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frames import Floats, Image

OBJECT_MODEL = "objects.onnx"
OBJECT_LEVELS = (320, 112)
"""Longer sides, px, of its inputs: dice of 5 to 42 px are known; the second level has those that fill up to a third of
the picture."""
CELL = 4
"""Pixels of the input for each cell of the output."""
MULTIPLE = 32
"""Sides of the input, px, are padded to multiples of this."""


@dataclass(frozen=True, eq=False)
class ObjectMap:
    """A picture in cells of `cell_px` (2,) px, across and down: the probability (h, w) that each shows a `die`, and not
    the table or another thing.
    """

    die: Floats
    cell_px: Floats


class ObjectNet:
    """The network, loaded once. Not thread-safe: OpenCV's nets hold buffers."""

    def __init__(self, file: Path = MODELS / OBJECT_MODEL) -> None:
        self._nets: dict[int, Any] = {level: cv2.dnn.readNetFromONNX(str(file), ENGINE) for level in OBJECT_LEVELS}

    def maps(self, image: Image) -> tuple[ObjectMap, ...]:
        """Return a map of `image` (H, W, 3) BGR at each of the OBJECT_LEVELS."""
        return tuple(self._map(image, level) for level in OBJECT_LEVELS)

    def _map(self, image: Image, level: int) -> ObjectMap:
        """Return the map of the picture reduced to `level` px, padded by its border."""
        small = reduced(image, min(level, max(image.shape[:2])))
        height, width = small.shape[:2]
        whole = cv2.copyMakeBorder(small, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_REPLICATE)
        self._nets[level].setInput(planes(whole.astype(np.uint8, copy=False)))
        logits = np.asarray(self._nets[level].forward(), np.float32)[0]
        rows, columns = -(-height // CELL), -(-width // CELL)
        odds = softmax(logits[:, :rows, :columns].transpose(1, 2, 0))
        cell_px = CELL * np.array(image.shape[1::-1], np.float32) / (width, height)
        return ObjectMap(odds[..., 1], cell_px.astype(np.float32))
