"""Readings with a known picture of the empty table: rendered tables without their dice and with them.

usage: python bench/fit_new_objects.py [--fit] [--tables 1500] [--first SEED]

Each picture is read alone, and with the picture of the empty table (vision/objects/new_objects.py). Printed are, of the
pictures in which no die touches the border: how many are sure and right, sure with a missed die, sure and otherwise
wrong, asked about though readable, and asked about with reason (a die leans, or its top is hidden). --fit prints the
WEIGHTS, fitted on the same tables.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from fit_trust import fit, print_weights

from training.scene import WINDOW
from training.thrown import draw_thrown
from training.truth import READABLE, Die
from vision.detection.pyramid import PyramidSearch
from vision.frames import Floats, Image
from vision.imaging.boxes import grown, lying_in, most_overlap, typical_size
from vision.objects.new_objects import NEW_OBJECT_MODEL, BackgroundChange, new_objects, object_features
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.reader import Reader
from vision.reading import Reading

FIRST = 9_700_000
"""Seeds that training never uses."""
RIM = 1.5
"""Least distance of a die's box from the border, px; a nearer die may be cut off."""
READ = 0.1
"""Least share of a die in the box of a read one for the die to count as read."""
HALF, ABOUT = 0.5, 1.2
"""A thing with more than the first share in a die's box, enlarged by the second factor, is that die or a part of it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="print the weights")
    parser.add_argument("--tables", type=int, default=1500)
    parser.add_argument("--first", type=int, default=FIRST, help="the first table's seed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks = Networks()
    reader = Reader(networks)
    counts = {"read by itself": Counter[str](), "after the empty table": Counter[str]()}
    signs: list[Floats] = []
    dice: list[bool] = []
    for seed in range(options.first, options.first + options.tables):
        empty, scene = draw_thrown(np.random.default_rng((seed, 7)))
        alone = reader.read(scene.picture)
        since = reader.read(scene.picture, ReadContext(background=empty))
        if scene.dice and not any(_cut(die) for die in scene.dice):
            for name, reading in zip(counts, (alone, since), strict=True):
                counts[name][_verdict(reading, scene.dice)] += 1
        if options.fit and alone.dice:
            for one, is_die in _things(empty, scene.picture, alone, scene.dice, networks):
                signs.append(one)
                dice.append(is_die)
    for name, count in counts.items():
        print(f"{name}: " + ", ".join(f"{count[verdict]} {verdict}" for verdict in sorted(count)))
    if options.fit:
        print(f"{sum(dice)} parts of dice, {len(dice) - sum(dice)} other things: {', '.join(NEW_OBJECT_MODEL.names)}")
        print_weights("WEIGHTS", fit(np.array(signs, float), np.array(dice, float), np.ones(len(dice))))
    return 0


def _verdict(reading: Reading, dice: tuple[Die, ...]) -> str:
    if not reading.sure:
        hard = any(die.cocked or die.hidden or die.top_seen < READABLE for die in dice)
        return "asked about with reason" if hard else "asked about"
    if sorted(die.value for die in reading.dice) == sorted(die.value for die in dice):
        return "sure and right"
    return "sure with a die passed over" if _missed(reading, dice) else "sure and otherwise wrong"


def _missed(reading: Reading, dice: tuple[Die, ...]) -> list[Die]:
    boxes = np.array([die.box for die in reading.dice], np.float32).reshape(-1, 4)
    own = np.array([die.box for die in dice], np.float32).reshape(-1, 4)
    return [die for die, on in zip(dice, most_overlap(own, boxes), strict=True) if on < READ]


def _things(
    empty: Image, picture: Image, reading: Reading, dice: tuple[Die, ...], networks: Networks
) -> list[tuple[Floats, bool]]:
    """Return the features (7,) of each new thing beside the read dice, and whether it is a die."""
    boxes = np.array([die.box for die in reading.dice], np.float32)
    size = typical_size(boxes)
    change = BackgroundChange.between(empty, picture, size)
    if change is None:
        return []
    search = PyramidSearch(networks.detector.levels(picture))
    search.begin()
    search.go_on(boxes)
    things = new_objects(change, boxes)
    missed = np.array([die.box for die in _missed(reading, dice)], np.float32).reshape(-1, 4)
    inside = lying_in(things.boxes, grown(missed, ABOUT)).max(axis=1, initial=0.0)
    holds = lying_in(missed, things.boxes).max(axis=0, initial=0.0)
    signs = object_features(picture, networks.classifier, search.found, things, size)
    return list(zip(signs, (np.maximum(inside, holds) > HALF).tolist(), strict=True))


def _cut(die: Die) -> bool:
    return min(die.box) < RIM or max(die.box) > WINDOW - RIM


if __name__ == "__main__":
    sys.exit(main())
