"""Pairs of pictures of the same table, without dice and with them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training import lens
from training.scene import WINDOW, laid_table
from training.truth import Scene

if TYPE_CHECKING:
    from vision.frames import Image

DRIFT, TINT = 0.03, 0.008
"""Deviations of the change of the light between the pictures, and of each colour of it, as shares."""
QUIVER = 0.1
"""Deviation of the camera's displacement between the pictures, px, right and down."""


def draw_thrown(rng: np.random.Generator, *, ordinary: bool = False) -> tuple[Image, Scene]:
    """Return a new scene's table without its dice, and the scene, by one camera with one exposure and independent
    noise. See `draw_scene` with `whole`, and with `ordinary`.
    """
    laid = laid_table(rng, whole=True, ordinary=ordinary)
    thrown, empty = laid.bare.canvas, laid.bare.canvas.copy()
    laid.stand(empty, [body for body in laid.bodies if not body.die], deepcopy(rng))
    owners = laid.stand(thrown, laid.bodies, rng)
    lens.across(empty, deepcopy(rng))
    lens.across(thrown, rng)
    light = (1.0 + rng.normal(0.0, DRIFT)) * (1.0 + rng.normal(0.0, TINT, 3))
    place = np.array([[1.0, 0.0, rng.normal(0.0, QUIVER)], [0.0, 1.0, rng.normal(0.0, QUIVER)]])
    empty = np.asarray(cv2.warpAffine(empty, place, (WINDOW, WINDOW), borderMode=cv2.BORDER_REPLICATE), np.float32)
    both = lens.taken(np.hstack([empty * light.astype(np.float32), thrown]), rng, webcams=not ordinary)
    before, now = (np.ascontiguousarray(each) for each in np.split(both, 2, axis=1))
    return before, Scene(now, laid.dice(owners), ())
