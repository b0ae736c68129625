"""`python -m vision.training.real FOLDER RENDERS [PHOTOS]`: shards from stills, and from photographs that may be used.

Held-out groups of stills and sources whose licence does not allow training never get in. Photographs without boxes get
them from the networks in `vision/models`, and only where the best of what these read equals the label.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.training.pictures import TRAINABLE, Labelled, held_out, photographs, scene_of, stills, unposed, windows
from vision.training.scene import Scene
from vision.training.shards import packed, samples_of, save
from vision.training.trial import Networks

_PER_STILL = 14
_PER_PHOTO = 8


def still_scenes(folder: Path) -> list[Scene]:
    """Return the stills that may be trained on."""
    return [scene_of(label) for label in stills(folder) if not held_out(label)]


def photo_scenes(folder: Path, networks: Networks) -> list[Scene]:
    """Return the photographs that may be trained on, with boxes."""
    scenes = []
    for label in photographs(folder):
        if label.group in TRAINABLE:
            scene = scene_of(label) if label.boxed else _boxed(label, networks)
            if scene is not None:
                scenes.append(scene)
    return scenes


def _boxed(label: Labelled, networks: Networks) -> Scene | None:
    """Return the scene with the boxes the networks find, or None when what they read is not what the label says."""
    scene = scene_of(label)
    found = sorted(networks.read(scene.picture), key=lambda f: -f.score * max(f.odds))[: len(label.values)]
    if tuple(sorted(d.value for d in found)) != label.values:
        return None
    return Scene(scene.picture, tuple(unposed(d.value, d.box) for d in found), ())


def main(folder: str, renders: str, photos: str | None = None) -> None:
    """Write real0000.npz (stills) and real0001.npz (photographs)."""
    cv2.setNumThreads(1)
    sources = [(still_scenes(Path(renders)), _PER_STILL)]
    if photos:
        sources.append((photo_scenes(Path(photos), Networks.shipped()), _PER_PHOTO))
    for number, (scenes, count) in enumerate(sources):
        rng = np.random.default_rng((77, number))
        samples = [samples_of(window, rng, empties=5) for scene in scenes for window in windows(scene, rng, count)]
        save(packed(samples), Path(folder) / f"real{number:04d}.npz")
        print(f"real{number:04d}.npz: {len(samples)} windows of {len(scenes)} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])
