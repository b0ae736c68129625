"""Furniture: things in the tray that people said are no dice, for as long as they lie there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import lying_in
from vision.tray.facts import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frames import Floats, Image
    from vision.reading import Box

LOOK_PX = 24
"""Side of the copy by which a thing is known again."""
ALIKE = 0.8
"""Least correlation of such copies of a thing that still lies there; light changes it little."""
ON = 0.5
"""Least share of a box that lies on a thing to be that thing."""


@dataclass(frozen=True, eq=False)
class Furniture:
    """A thing that is no die: its `box` px, and its `look` (h, w) at the time `at`."""

    box: Box
    look: Floats
    at: float

    @staticmethod
    def seen(image: Image, box: Box, at: float) -> Furniture:
        """Return the thing in the box of a picture."""
        return Furniture(box, _look(image, box), at)

    def still_there(self, image: Image) -> bool:
        """Return whether the thing lies in a picture as it did."""
        now = _look(image, self.box)
        spread = float(self.look.std() * now.std())
        return spread > 0.0 and float((self.look * now).mean() - self.look.mean() * now.mean()) > ALIKE * spread

    def fact(self) -> Fact:
        """Return what is known."""
        x, y = round((self.box[0] + self.box[2]) / 2), round((self.box[1] + self.box[3]) / 2)
        return Fact("no die", f"a thing at {x}, {y}", Origin.CONFIRMED, self.at)


def on_furniture(boxes: Floats, furniture: Sequence[Box]) -> NDArray[np.bool_]:
    """Return (N,) which of the boxes (N, 4) lie on a thing that is no die."""
    if not furniture or not len(boxes):
        return np.zeros(len(boxes), np.bool_)
    return np.asarray(lying_in(boxes, np.array(furniture, np.float32)).max(axis=1) > ON, np.bool_)


def _look(image: Image, box: Box) -> Floats:
    height, width = image.shape[:2]
    x0, x1 = (min(max(0, round(x)), width) for x in box[::2])
    y0, y1 = (min(max(0, round(y)), height) for y in box[1::2])
    if x1 <= x0 or y1 <= y0:
        return np.zeros((LOOK_PX, LOOK_PX), np.float32)
    grey = cv2.cvtColor(np.ascontiguousarray(image[y0:y1, x0:x1]), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA), np.float32)
