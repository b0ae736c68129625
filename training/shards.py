"""`python -m training.shards FOLDER FIRST LAST [MINUTES]`: renders the scenes of some shards and keeps them as files
for training.

A shard is 200 scenes. Its number is its seed, so the same numbers give the same pictures everywhere. Another file for
each shard has the poses of its dice (poses.py).
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.poses import Pose, poses_of, save_poses
from training.samples import CUT, MOST, NO_DIE, Crop, Tile, crop_of, empty_crop, keep, tile_of
from training.scene import draw_scene, draw_usual_scene
from training.truth import Die, Scene
from training.views import View, save_views, view_of

SCENES = 200
_USUAL = 0.25
"""Share of the scenes that are as during a game: level dice in fair light, not hidden."""
_CLUTTERED = 0.4
"""Share of these with other things among the dice."""
_BOARDS = 0.06
"""Share of the other scenes that lie on a printed board."""
_EDGES = (13.0, 120.0)
"""Least and largest edge of a 16 mm die in these, px."""


@dataclass(frozen=True, eq=False)
class Shard:
    """Samples of many scenes: tiles (n, TILE, TILE, 3) uint8 with dice (n, MOST, 6), crops (m, CUT, CUT, 3) uint8 with
    truth (m, 13).
    """

    tiles: NDArray[np.uint8]
    dice: NDArray[np.float32]
    crops: NDArray[np.uint8]
    truth: NDArray[np.float32]


def samples_of(scene: Scene, rng: np.random.Generator, *, empties: int = 3) -> tuple[Tile, list[Crop]]:
    """Return one tile, a crop of each die, and up to `empties` crops without one."""
    crops = [crop_of(scene.picture, die, rng) for die in scene.dice if _worth_reading(die, scene, rng)]
    more = (empty_crop(scene, rng) for _ in range(empties))
    return tile_of(scene, rng), crops + [c for c in more if c is not None]


def _worth_reading(die: Die, scene: Scene, rng: np.random.Generator) -> bool:
    """Return whether a die is large enough to read, and (with a few exceptions) not so near the edge that its crop is
    mostly border.
    """
    x0, y0, x1, y1 = die.box
    long = max(x1 - x0, y1 - y0)
    h, w = scene.picture.shape[:2]
    beyond = max(0.3 * long - min(x0, y0, w - x1, h - y1), 0.0)
    return bool(long > 11 and (beyond < 0.2 * long or rng.random() < 0.25))


def packed(samples: list[tuple[Tile, list[Crop]]]) -> Shard:
    """Return samples as arrays; there may be no crops. Unused rows of `dice` have width 0."""
    dice = np.zeros((len(samples), MOST, 6), np.float32)
    for row, (tile, _) in zip(dice, samples, strict=True):
        row[: len(tile.dice)] = tile.dice
    crops = [c for _, some in samples for c in some]
    return Shard(
        np.stack([t.picture for t, _ in samples]),
        dice,
        np.array([c.picture for c in crops], np.uint8).reshape(-1, CUT, CUT, 3),
        np.array([c.truth for c in crops], np.float32).reshape(-1, len(NO_DIE)),
    )


def draw_shard(number: int) -> tuple[Shard, list[Pose], list[View]]:
    """Render the scenes of one shard; return the samples of finder and reader, of the poser, and of the object
    network.
    """
    rng, pose_rng, view_rng = (np.random.default_rng((kind, number)) for kind in (2026, 2027, 2034))
    samples, poses, views = [], list[Pose](), list[View]()
    for _ in range(SCENES):
        usual = rng.random() < _USUAL
        scene = (
            draw_usual_scene(rng, _EDGES, ordinary=False, cluttered=rng.random() < _CLUTTERED)
            if usual
            else draw_scene(rng, board=rng.random() < _BOARDS)
        )
        samples.append(samples_of(scene, rng))
        poses += poses_of(scene, pose_rng)
        if scene.kinds is not None:
            views.append(view_of(scene, view_rng))
    return packed(samples), poses, views


def save(shard: Shard, path: Path) -> None:
    """Write a shard."""
    keep(path, tiles=shard.tiles, dice=shard.dice, crops=shard.crops, truth=shard.truth)


def load(path: Path) -> Shard:
    """Read a shard that `save` wrote."""
    return Shard(*load_only(path, ("tiles", "dice")), *load_only(path, ("crops", "truth")))


def load_only(path: Path, names: tuple[str, ...]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Read the arrays of these names from a shard, pictures first."""
    with np.load(path) as file:
        pictures, truth = (file[name] for name in names)
        return pictures, truth


def main(folder: str, first: str, last: str, minutes: str = "inf") -> None:
    """Render the shards from FIRST to before LAST that do not exist yet, and begin none after these minutes."""
    begun = time.monotonic()
    cv2.setNumThreads(1)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for number in range(int(first), int(last)):
        path = Path(folder) / f"shard{number:04d}.npz"
        if not path.exists() and time.monotonic() - begun < 60 * float(minutes):
            shard, poses, views = draw_shard(number)
            save_poses(poses, Path(folder) / f"pose{number:04d}.npz")
            save_views(views, Path(folder) / f"view{number:04d}.npz")
            save(shard, path)
            print(path.name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
