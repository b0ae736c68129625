"""`python -m training.real FOLDER RENDERS [PHOTOS [NELL_BYLER]]`: shards from stills, and from photographs with
a licence for training.

Held-out groups of stills and sources without such a licence are never used.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from training import nell_byler
from training.pictures import TRAINABLE, held_out, photographs, scene_of, stills, windows
from training.poses import poses_of, save_poses
from training.shards import packed, samples_of, save
from training.truth import Scene
from training.views import save_views, views_of

_PER_STILL = 14
_PER_PHOTO = 8
_PER_BYLER = 10
_NAMES = ("real0000.npz", "real0001.npz", "realbyler.npz")
"""Higher numbers are for a finder's mistakes (mined.py)."""
_VIEWS = (6, 4, 4)
"""Number of views of each picture, by source."""
_POSES = 4
"""Number of crops of each die of a still for the poser."""


def still_scenes(folder: Path) -> list[Scene]:
    """Return the stills for training."""
    return [scene_of(label) for label in stills(folder) if not held_out(label)]


def photo_scenes(folder: Path) -> list[Scene]:
    """Return the photographs for training with known boxes of the dice."""
    return [scene_of(label) for label in photographs(folder) if label.group in TRAINABLE and label.boxed]


def byler_scenes(folder: Path) -> list[Scene]:
    """Return Nell Byler's photographs for training."""
    return [scene_of(label) for label in nell_byler.cleaned(folder) if not nell_byler.held_out(label.path.name)]


def main(folder: str, renders: str, photos: str | None = None, byler: str | None = None) -> None:
    """Write real0000.npz (stills), real0001.npz (photographs) and realbyler.npz (Nell Byler's), labelledview0000.npz
    (all of these) and stillpose0000.npz (the stills' dice).
    """
    cv2.setNumThreads(1)
    sources = [(still_scenes(Path(renders)), _PER_STILL)]
    if photos:
        sources.append((photo_scenes(Path(photos)), _PER_PHOTO))
    if byler:
        sources.append((byler_scenes(Path(byler)), _PER_BYLER))
    for number, (scenes, count) in enumerate(sources):
        rng = np.random.default_rng((77, number))
        samples = [samples_of(window, rng, empties=5) for scene in scenes for window in windows(scene, rng, count)]
        name = _NAMES[number]
        save(packed(samples), Path(folder) / name)
        print(f"{name}: {len(samples)} windows of {len(scenes)} pictures")
    rng = np.random.default_rng(79)
    views = [view for (scenes, _), count in zip(sources, _VIEWS, strict=False) for view in views_of(scenes, count, rng)]
    save_views(views, Path(folder) / "labelledview0000.npz")
    print(f"labelledview0000.npz: {len(views)} views")
    rng, scenes = np.random.default_rng((77, len(sources))), sources[0][0]
    poses = [pose for scene in scenes for _ in range(_POSES) for pose in poses_of(scene, rng)]
    save_poses(poses, Path(folder) / "stillpose0000.npz")
    print(f"stillpose0000.npz: {len(poses)} crops of {len(scenes)} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])
