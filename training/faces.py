"""Renders a textured flat face of an upright body."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.marks import Sheet
from vision.sim.die import Floats
from vision.sim.render_die import lay_inside


def lay_face(
    canvas: NDArray[np.float32],
    picture: Sheet,
    places: NDArray[np.float32],
    seen: Floats,
    level: Floats,
    outline: Floats | None = None,
) -> tuple[slice, slice, NDArray[np.float32]] | None:
    """Render a face's `picture` under the light `level` (3,) on the canvas, in place: its `places` (4, 2) px are mapped
    to `seen` (4, 2) px, inside the `outline` (n, 2) px (`seen` if None). Return the rows and columns it touches and the
    share (h, w) of each pixel there that it covers; None outside the canvas.
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
