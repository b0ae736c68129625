"""`python -m vision.training.real FOLDER RENDERS [PHOTOS]`: shards from stills, and from photographs that may be used.

Held-out groups of stills and sources whose licence does not allow training never get in.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.training.pictures import TRAINABLE, held_out, photographs, scene_of, stills, windows
from vision.training.poses import poses_of, save_poses
from vision.training.shards import packed, samples_of, save
from vision.training.truth import Scene

_PER_STILL = 14
_PER_PHOTO = 8
_POSES = 4
"""Crops of each of the stills' dice for the poser."""


def still_scenes(folder: Path) -> list[Scene]:
    """Return the stills that may be trained on."""
    return [scene_of(label) for label in stills(folder) if not held_out(label)]


def photo_scenes(folder: Path) -> list[Scene]:
    """Return the photographs that may be trained on and of which it is known where the dice lie."""
    return [scene_of(label) for label in photographs(folder) if label.group in TRAINABLE and label.boxed]


def main(folder: str, renders: str, photos: str | None = None) -> None:
    """Write real0000.npz (stills) and real0001.npz (photographs), and stillpose0000.npz (the stills' dice)."""
    cv2.setNumThreads(1)
    sources = [(still_scenes(Path(renders)), _PER_STILL)]
    if photos:
        sources.append((photo_scenes(Path(photos)), _PER_PHOTO))
    for number, (scenes, count) in enumerate(sources):
        rng = np.random.default_rng((77, number))
        samples = [samples_of(window, rng, empties=5) for scene in scenes for window in windows(scene, rng, count)]
        save(packed(samples), Path(folder) / f"real{number:04d}.npz")
        print(f"real{number:04d}.npz: {len(samples)} windows of {len(scenes)} pictures")
    rng, scenes = np.random.default_rng((77, len(sources))), sources[0][0]
    poses = [pose for scene in scenes for _ in range(_POSES) for pose in poses_of(scene, rng)]
    save_poses(poses, Path(folder) / "stillpose0000.npz")
    print(f"stillpose0000.npz: {len(poses)} crops of {len(scenes)} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])
