"""The detector: a small network that finds dice in a picture, run by OpenCV on several reduced copies.

What goes in and comes out is fixed in `training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.boxes import lying_in
from vision.imaging.crops import ENGINE, MODELS, planes, reduced
from vision.probability import logistic, logit_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frames import Floats, Image
    from vision.imaging.outline import Window

DETECTOR_MODEL = "finder.onnx"
STRIDE = 4
"""Pixels of the network's input for each cell of its output."""
FILL = 114
"""Grey level of the padding beyond the picture's border; training uses the same."""
LEVELS = (640, 320, 160, 113, 80, 57, 40)
"""Longer sides, px, of the pyramid's levels. Each finds dice of 8 to 56 px. The coarsest are closer together: nothing
around a die that fills the picture shows its size.
"""


@dataclass(frozen=True)
class DetectorParams:
    """Limits of detections, chosen on photographs and ray-traced stills (bench/VISION.md). Scores are probabilities."""

    own_nets: int = 2
    """Finest levels with a net of their own: a change of the input size costs OpenCV 1 ms."""
    largest_px: float = 56.0
    """Largest size that a level detects reliably, px of that level."""
    least_score: float = 0.05
    """Least score of a peak of the heat map."""
    every_cell: float = 0.3
    """Least score of a cell that is no peak: of two dice that touch, one may have no peak."""
    on_thing: float = 0.4
    """A detection covers an object if its box holds more than this share of the object's box; one that none covers has
    the least score."""


DETECTOR = DetectorParams()


@dataclass(frozen=True, eq=False)
class Detections:
    """Detections in one picture, best first: `boxes` (N, 4) x0 y0 x1 y1 px in edge coordinates, `scores` (N,) 0-1."""

    boxes: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.boxes)

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_] | slice) -> Detections:
        """Return the detections selected by `keep`."""
        return Detections(self.boxes[keep], self.scores[keep])

    @classmethod
    def none(cls) -> Detections:
        """Return an empty set."""
        return cls(np.zeros((0, 4), np.float32), np.zeros(0, np.float32))

    def best_first(self) -> Detections:
        """Return the detections sorted by score, best first."""
        return self.chosen(np.argsort(-self.scores, kind="stable"))

    def best_on(self, boxes: Floats) -> Floats:
        """Return (M,) the best score of the detections that cover each of the `boxes` (M, 4)."""
        on = lying_in(boxes, self.boxes) > DETECTOR.on_thing
        scores = np.where(on, self.scores, np.float32(DETECTOR.least_score))
        return np.asarray(scores.max(axis=1, initial=DETECTOR.least_score), np.float32)

    def joined(self, other: Detections) -> Detections:
        """Return these detections followed by the others."""
        return Detections(np.concatenate([self.boxes, other.boxes]), np.concatenate([self.scores, other.scores]))


class Detector:
    """The network, loaded once. Not thread-safe: OpenCV's nets hold buffers."""

    def __init__(self, file: Path = MODELS / DETECTOR_MODEL) -> None:
        nets: list[Any] = [cv2.dnn.readNetFromONNX(str(file), ENGINE) for _ in range(DETECTOR.own_nets + 1)]
        self._nets = nets + nets[-1:] * (len(LEVELS) - len(nets))

    def levels(
        self, image: Image, window: Window | None = None, die_px: float = 0.0
    ) -> Iterator[tuple[Detections, float]]:
        """Yield for each level, finest first, the detections in `image` (H, W, 3) BGR, whose boxes may overlap, and the
        largest size of dice, px of the image, that this level finds. Only the part in the `window` is looked at, at the
        same scale, and only at levels that do not magnify dice of `die_px` beyond what they find.
        """
        own = max(image.shape[:2])
        part = image if window is None else image[window]
        corner = (0, 0) if window is None else (window[1].start, window[0].start)
        small, longest = part, max(part.shape[:2])
        levels = sorted({min(level, round(1.5 * own)) for level in LEVELS}, reverse=True)
        for net, level in zip(self._nets, levels, strict=False):
            largest = DETECTOR.largest_px * own / level
            if die_px > largest and level > levels[-1]:
                continue
            small = reduced(small, max(1, round(longest * level / own)))
            found = detected(net, small)
            scale = np.tile(np.array(part.shape[1::-1], np.float32) / small.shape[1::-1], 2)
            placed = replace(found, boxes=(found.boxes * scale + np.tile(corner, 2)).astype(np.float32))
            yield placed, largest


def detected(net: Any, small: Image) -> Detections:
    """Return the peaks and all high cells of the heat map of `net`, boxes in px of `small`."""
    fill, (height, width) = (FILL, FILL, FILL), small.shape[:2]
    whole = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_CONSTANT, value=fill)
    net.setInput(planes(whole.astype(np.uint8, copy=False)))
    cells = np.asarray(net.forward(), np.float32)[0]
    logit = cells[0]
    peaks = (logit >= cv2.dilate(logit, np.ones((3, 3), np.uint8))) & (logit > logit_of(DETECTOR.least_score))
    rows, columns = np.nonzero(peaks | (logit > logit_of(DETECTOR.every_cell)))
    at = cells[:, rows, columns]
    x, y = STRIDE * (columns + 0.5 + at[1]), STRIDE * (rows + 0.5 + at[2])
    half_w, half_h = 8.0 * np.exp(np.clip(at[3], -4, 4)), 8.0 * np.exp(np.clip(at[4], -4, 4))
    boxes = np.stack([x - half_w, y - half_h, x + half_w, y + half_h], 1)
    return Detections(boxes.astype(np.float32), logistic(at[0]))
