"""`python -m training.real FOLDER RENDERS [PHOTOS [NELL_BYLER [UNPIPPED [TABLES]]]]`: shards from stills, from
photographs with a licence for training, from photographs of dice without pips, and from ray-traced tables.

Held-out groups of stills and sources without such a licence are never used.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from training import nell_byler
from training.pictures import (
    TRAINABLE,
    held_out,
    learned_from,
    photographs,
    scene_of,
    stills,
    tables,
    unpipped,
    windows,
)
from training.poses import poses_of, save_poses
from training.shards import packed, samples_of, save
from training.truth import Scene
from training.views import save_views, views_of

_WINDOWS = (14, 8, 10, 12, 12)
"""Number of windows of each picture, by source."""
_NAMES = ("real0000.npz", "real0001.npz", "realbyler.npz", "realunpipped.npz", "realtables.npz")
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


def unpipped_scenes(folder: Path) -> list[Scene]:
    """Return the photographs for training of dice without pips."""
    return [scene_of(label) for label in unpipped(folder) if learned_from(label)]


def table_scenes(folder: Path) -> list[Scene]:
    """Return all tables of a folder: those for measuring have other seeds, and are not in it."""
    return [scene_of(label) for label in tables(folder)]


_SCENES = (still_scenes, photo_scenes, byler_scenes, unpipped_scenes, table_scenes)


def _written(number: int, pictures: Path, folder: Path) -> list[Scene]:
    """Write the windows of a source; return its scenes."""
    cv2.setNumThreads(1)
    scenes, rng = _SCENES[number](pictures), np.random.default_rng((77, number))
    each = (window for scene in scenes for window in windows(scene, rng, _WINDOWS[number]))
    samples = [samples_of(window, rng, empties=5) for window in each]
    save(packed(samples), folder / _NAMES[number])
    print(f"{_NAMES[number]}: {len(samples)} windows of {len(scenes)} pictures", flush=True)
    return scenes


def main(
    folder: str,
    renders: str,
    photos: str | None = None,
    byler: str | None = None,
    without_pips: str | None = None,
    rendered: str | None = None,
) -> None:
    """Write real0000.npz (stills), real0001.npz (photographs), realbyler.npz (Nell Byler's), realunpipped.npz and
    realtables.npz, labelledview0000.npz (the first three) and stillpose0000.npz (the stills' dice).
    """
    cv2.setNumThreads(1)
    given = (renders, photos, byler, without_pips, rendered)
    scenes_of = {k: _written(k, Path(each), Path(folder)) for k, each in enumerate(given) if each}
    sources = [(scenes_of[k], _WINDOWS[k]) for k in range(len(_VIEWS)) if k in scenes_of]
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
