"""A flat face of something that stands on the table, with a picture on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.die import Floats
from vision.sim.render_die import lay_inside
from vision.training.marks import Sheet


def lay_face(
    canvas: NDArray[np.float32],
    picture: Sheet,
    places: NDArray[np.float32],
    seen: Floats,
    level: Floats,
    outline: Floats | None = None,
) -> tuple[slice, slice, NDArray[np.float32]] | None:
    """Lay a face's `picture` in the light `level` (3,) over the canvas, in place, its `places` (4, 2) px where they are
    `seen` (4, 2) px, inside the `outline` (n, 2) px (what is seen, without one). Return the rows and columns that it
    touches and the share (h, w) of each pixel there that it covers; None where that is outside the canvas.
    """
    outline = seen if outline is None else outline
    height, width = canvas.shape[:2]
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1 = min(int(np.ceil(outline[:, 0].max())) + 2, width)
    y1 = min(int(np.ceil(outline[:, 1].max())) + 2, height)
    if x1 - x0 < 1 or y1 - y0 < 1:
        return None
    view = cv2.getPerspectiveTransform(places, (seen - (x0, y0)).astype(np.float32))
    piece = cv2.warpPerspective(picture, view, (int(x1 - x0), int(y1 - y0)), borderMode=cv2.BORDER_REPLICATE)
    lit = np.asarray(piece * level.astype(np.float32), np.float32)
    return slice(y0, y1), slice(x0, x1), lay_inside(canvas, (int(x0), int(y0)), lit, outline)
