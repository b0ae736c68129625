"""`python -m training.mined FOLDER TURN FINDER SCENES RENDERS [PHOTOS [UNPIPPED [TABLES]]]`: the finder's false
detections in pictures and in SCENES rendered scenes, as crops without a die. Without pictures: in boards, whose print
resembles dice most. TURN numbers the files, so that the mistakes of several finders can be kept.

The reader must learn "no die" from these: patches of carpet, pips of larger dice, spaces between dice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from training.pictures import held_out, scene_of, stills, windows
from training.real import photo_scenes, table_scenes, unpipped_scenes
from training.samples import CROP, CUT, REACH, Crop, cut, empty_truth, longer_side, tile_of
from training.scene import draw_scene
from training.shards import packed, save
from training.trial import MODELS, Networks
from training.truth import Scene
from vision.imaging.boxes import iou

_SCORE = 0.12
_MOST = 8
_OF_UNPIPPED = 8
"""Windows of each photograph of dice without pips: there are few."""


def mistakes(scene: Scene, networks: Networks, rng: np.random.Generator) -> Iterator[Crop]:
    """Yield crops of the finder's best candidates that are at no die's place."""
    wrong = 0
    for _, box in networks.candidates(scene.picture, _SCORE):
        size = longer_side(box)
        if size > 5 and all(iou(box, d.box) < 0.3 for d in scene.dice):
            middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            side = size * REACH * CUT / CROP * float(np.exp(rng.uniform(-0.15, 0.15)))
            yield Crop(cut(scene.picture, middle, side), empty_truth(tuple(box), scene))
            wrong += 1
            if wrong == _MOST:
                return


def main(
    folder: str,
    turn: str,
    finder: str,
    scenes: str,
    renders: str | None = None,
    photos: str | None = None,
    without_pips: str | None = None,
    rendered: str | None = None,
) -> None:
    """Write real000N.npz (from stills and photographs), N being 1 + TURN, and shard900N.npz (from rendered scenes);
    without pictures boards000N.npz (from rendered boards).
    """
    cv2.setNumThreads(1)
    networks = Networks(Path(finder), MODELS / "reader.onnx")
    boards, number = renders is None, 1 + int(turn)
    rng = np.random.default_rng(68 + 10 * int(turn) + boards)
    drawn = [draw_scene(rng, whole=boards and k % 2 == 0, board=boards) for k in range(int(scenes))]
    found = [(f"boards{number:04d}.npz" if boards else f"shard{9000 + number}.npz", drawn)]
    if renders is not None:
        known = [scene_of(label) for label in stills(Path(renders)) if not held_out(label)]
        known += photo_scenes(Path(photos)) if photos else []
        known += table_scenes(Path(rendered)) if rendered else []
        odd = unpipped_scenes(Path(without_pips)) if without_pips else []
        known += [window for scene in odd for window in windows(scene, rng, _OF_UNPIPPED)]
        found.insert(0, (f"real{number:04d}.npz", known))
    for name, some in found:
        samples = [(tile_of(scene, rng), list(mistakes(scene, networks, rng))) for scene in some]
        shard = packed(samples)
        save(shard, Path(folder) / name)
        print(f"{name}: {len(shard.crops)} mistakes in {len(some)} pictures", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
