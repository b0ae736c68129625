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
_SURE_PLACE = 0.45


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
    """Return the scene with boxes, or None when the best places found do not show what the label says.

    As many places are taken as the label has values. They are read as dice whatever the reader thinks of their being
    some, and where all values of the label are the same they need not even be read.
    """
    scene = scene_of(label)
    best = networks.candidates(scene.picture)[: len(label.values)]
    if len(best) < len(label.values):
        return None
    answers, places = networks.answers(scene.picture, [c[1] for c in best])
    values = [int(np.argmax(row[1:7])) + 1 for row in answers]
    if len(set(label.values)) == 1 and best[-1][0] > _SURE_PLACE:
        values = list(label.values)
    if tuple(sorted(values)) != label.values:
        return None
    boxes = [
        (
            left + float(row[18]) * side,
            top + float(row[19]) * side,
            left + float(row[20]) * side,
            top + float(row[21]) * side,
        )
        for row, (left, top, side) in zip(answers, places, strict=True)
    ]
    return Scene(scene.picture, tuple(unposed(v, box) for v, box in zip(values, boxes, strict=True)), ())


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
