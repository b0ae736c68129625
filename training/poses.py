"""Training samples of the poser: crops of dice with known middles of top face and die.

A file `pose*.npz` has those of the rendered scenes of one shard, `stillpose*.npz` those of ray-traced stills.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.samples import CROP, CUT, cut, keep, square
from training.truth import READABLE, Scene, Stand
from vision.frames import Image
from vision.pose.pose_net import POSE_MARGIN

_LEAST = 12.0
"""Least size of a die, px: below it the pose cannot be recognised."""
_WITHIN = 0.01
"""Least distance of a die's box from the picture's border, as a share of its side."""


@dataclass(frozen=True, eq=False)
class Pose:
    """A poser's sample: `picture` (CUT, CUT, 3) uint8; `truth` (10,) float32: the middle of the top face x, y, the
    die's middle x, y, and half its edge, px of the stored crop, and the top face's shape (truth.Stand.shape).
    """

    picture: Image
    truth: NDArray[np.float32]


def poses_of(scene: Scene, rng: np.random.Generator) -> Iterator[Pose]:
    """Yield a sample of each die of a scene with a recognisable pose, at a slightly random scale."""
    height, width = scene.picture.shape[:2]
    for die in scene.dice:
        x0, y0, x1, y1 = die.box
        long = max(x1 - x0, y1 - y0)
        inside = min(x0, y0, width - x1, height - y1) > _WITHIN * long
        shows = die.top_seen > READABLE and not die.hidden
        if die.stand is not None and long > _LEAST and inside and shows:
            side = POSE_MARGIN * CUT / CROP * long * float(np.exp(rng.uniform(-0.1, 0.12)))
            yield _pose_of(scene.picture, die.stand, ((x0 + x1) / 2, (y0 + y1) / 2), side)


def _pose_of(picture: Image, stand: Stand, middle: tuple[float, float], side: float) -> Pose:
    left, top, n = square(middle, side)
    stand = stand.moved(-left, -top)
    places = (CUT / n * value for value in (*stand.top, *stand.middle, stand.half_edge))
    return Pose(cut(picture, middle, side), np.asarray((*places, *stand.shape()), np.float32))


def save_poses(poses: list[Pose], path: Path) -> None:
    """Write samples."""
    keep(path, crops=np.stack([p.picture for p in poses]), truth=np.stack([p.truth for p in poses]))
