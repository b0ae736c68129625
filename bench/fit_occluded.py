"""Dice that are mostly hidden: strips over one die of each sure picture, and the readings that are still sure.

usage: python bench/fit_occluded.py [--fit] [--step N] [FOLDER ...]      (folders with index.csv or labels.jsonl;
default ../shared/dice/*)

A strip hides 50 to 88 % of a die's box from below, as a tray's wall, a card or a sheet does. Printed are, with and
without another die of its colour: pictures, those of them that are sure without reading the die, and the same without
the veto of vision/objects/occluded.py. --fit prints the weights for that, fitted on the same strips and on the
pictures, unchanged and darkened.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from fit_trust import fit, print_weights
from vision_read import given
from vision_variants import darker

from catseye.image_files import decode_file
from vision.detection.proposals import PROPOSALS
from vision.detection.pyramid import PyramidSearch
from vision.evaluation.metrics import Labelled
from vision.frames import Floats, Image
from vision.imaging.boxes import lying_in, overlap
from vision.objects.occluded import STRIP_MODEL, strip_features, strips_of
from vision.objects.unexplained import Unexplained
from vision.pipeline.networks import Networks
from vision.pipeline.stages import find_candidates
from vision.reading import COLOUR_NAMES
from vision.trust.features import DIE, Candidate
from vision.trust.vetoes import VETO_LIMITS, vetoes

STRIPS = ((30, 50, 90), (40, 40, 45), (90, 110, 140), (20, 30, 40), (150, 160, 170), (60, 80, 60))
"""Their colours, BGR: wood, felt, leather, paper."""
HIDDEN, MOST_OF_IT = (0.3, 0.88), 0.6
"""Least and largest share of a die's box that a strip hides, and the share that counts as most of it."""
HALF = 0.5
"""Least share of a thing in the visible part of a die for the thing to be a part of it."""
OF_EACH = 3
"""Most dice of a picture that are hidden, one at a time."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture: its `candidates`, whether they alone make it unsure, and if not the `places` (M, 4) px and the
    `features` (M, 6) of what lies beside the dice and has their colour.
    """

    candidates: list[Candidate]
    unsure: bool
    places: Floats
    features: Floats

    @property
    def sure(self) -> bool:
        """Whether the reading would be accepted without a question."""
        return not self.unsure and not STRIP_MODEL.probability(self.features).max(initial=0.0) > VETO_LIMITS.occluded

    @property
    def dice(self) -> list[Candidate]:
        """The candidates read as dice."""
        return [each for each in self.candidates if each.probability > DIE]


@dataclass(frozen=True, eq=False)
class Hidden:
    """A picture with a strip over a die that hides this `share` of it: what is `seen` there, whether another die has
    its `colour`, what is `left` of the die, px, and whether it is `misread`.
    """

    seen: Seen
    share: float
    colour: bool
    left: Floats
    misread: bool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="print the weights")
    options, sets = given(parser)
    networks, everything, open_ones = Networks(), [], []
    for pictures in sets:
        hidden, plain = measured(pictures, networks, twice=options.fit)
        everything, open_ones = everything + hidden, open_ones + plain
        print(f"  without strips: {len(plain)} read right, {sum(each.sure for each in plain)} of them sure")
        for most, name in ((False, "half hidden"), (True, "hidden but for a little")):
            for like, others in ((True, "another die has its colour"), (False, "none has")):
                some = [each for each in hidden if (each.share > MOST_OF_IT) == most and each.colour == like]
                sure = [each for each in some if each.seen.sure]
                misread = sum(each.misread for each in sure)
                print(f"  {name}, {others}: {len(some)} pictures, sure {len(sure)}, {misread} of these misread")
    if options.fit:
        _fit_unread(everything, open_ones)
        _fit_weights(everything, open_ones)
    return 0


def measured(pictures: list[Labelled], networks: Networks, *, twice: bool) -> tuple[list[Hidden], list[Seen]]:
    """Return what is seen with strips over dice of sure pictures, and in the pictures that are read right without
    strips, if `twice` also darkened.
    """
    hidden, plain = [], []
    for number, label in enumerate(pictures):
        if label.values is None:
            continue
        image = decode_file(label.path).image
        for k, picture in enumerate((image, darker(image)) if twice else (image,)):
            seen = _seen(picture, networks)
            if sorted(label.values) == sorted(each.value for each in seen.dice):
                plain.append(seen)
                if k == 0 and seen.sure:
                    hidden += _hidden(image, seen.dice, networks, np.random.default_rng([5, number]))
    return hidden, plain


def _hidden(image: Image, dice: list[Candidate], networks: Networks, rng: np.random.Generator) -> Iterator[Hidden]:
    """Yield pictures with a strip over one of the dice, except those in which the die is still read right."""
    boxes = np.stack([each.box for each in dice])
    for k in rng.permutation(len(dice))[:OF_EACH] if len(dice) > 1 else ():
        share = float(rng.uniform(*HIDDEN))
        picture, strip, left = with_strip(image, boxes[k], share, rng)
        others = np.delete(boxes, k, axis=0)
        if overlap(strip, others).any():
            continue
        seen = _seen(picture, networks)
        own = [die for die in seen.dice if lying_in(left[None], die.box[None])[0, 0] > HALF]
        own = [die for die in own if not (overlap(die.box, others) > PROPOSALS.overlap).any()]
        if any(die.value == dice[k].value for die in own):
            continue
        colour, *rest = (COLOUR_NAMES[int(dice[i].colours.argmax())] for i in (k, *np.delete(np.arange(len(dice)), k)))
        yield Hidden(seen, share, colour in rest, left, bool(own))


def with_strip(image: Image, box: Floats, share: float, rng: np.random.Generator) -> tuple[Image, Floats, Floats]:
    """Return a picture with a strip that hides this share of the die in a `box` (4,) from a random side, the strip's
    box (4,) and that of the visible part of the die, px.
    """
    quarters = int(rng.integers(4))
    size = image.shape[1], image.shape[0]
    turned = size if quarters % 2 == 0 else size[::-1]
    picture, *boxes = _from_below(np.rot90(image, quarters), _turned(box, size, quarters), share, rng)
    strip, left = (_turned(each, turned, 4 - quarters) for each in boxes)
    return np.ascontiguousarray(np.rot90(picture, -quarters)), strip, left


def _turned(box: Floats, size: tuple[int, ...], quarters: int) -> Floats:
    """Return a box (4,) px of a picture of `size` after `quarters` of rotation to the left."""
    x0, y0, x1, y1 = (float(v) for v in box)
    wide, high = size
    for _ in range(quarters % 4):
        x0, y0, x1, y1, wide, high = y0, wide - x1, y1, wide - x0, high, wide
    return np.array([x0, y0, x1, y1], np.float32)


def _from_below(image: Image, box: Floats, share: float, rng: np.random.Generator) -> tuple[Image, Floats, Floats]:
    turn = np.radians(rng.uniform(-12, 12))
    x0, y0, x1, y1 = (float(v) for v in box)
    width, height = x1 - x0, y1 - y0
    edge = np.array([(x0 + x1) / 2, y1 - share * height])
    along = 1.6 * width * np.array([np.cos(turn), np.sin(turn)])
    down = (share + rng.uniform(0.6, 1.0)) * height * np.array([-np.sin(turn), np.cos(turn)])
    corners = np.array([edge - along, edge + along, edge + along + down, edge - along + down])
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32)[:, :, None] / 255.0
    grain = cv2.GaussianBlur(rng.normal(0, 12, mask.shape).astype(np.float32), (0, 0), 1.5)[:, :, None]
    strip = np.array(STRIPS[rng.integers(len(STRIPS))]) * rng.uniform(0.7, 1.3) + grain
    picture = np.clip(image * (1.0 - soft) + strip * soft, 0, 255).astype(np.uint8)
    left = np.array([x0, y0, x1, y1 - share * height + 4.0], np.float32)
    return picture, np.concatenate([corners.min(axis=0), corners.max(axis=0)]).astype(np.float32), left


def _seen(image: Image, networks: Networks) -> Seen:
    candidates = find_candidates(image, networks)
    dice = [each for each in candidates if each.probability > DIE]
    if vetoes(image, candidates, Unexplained()):
        return Seen(candidates, True, np.zeros((0, 4), np.float32), np.zeros((0, len(STRIP_MODEL.names)), np.float32))
    boxes = np.stack([each.box for each in dice])
    search = PyramidSearch(networks.detector.levels(image))
    search.begin()
    search.go_on(boxes)
    strips = strips_of(image, search.found, boxes, np.stack([each.top_offset for each in dice]))
    return Seen(candidates, False, strips.boxes, strip_features(image, networks.classifier, boxes, strips))


def _fit_unread(hidden: list[Hidden], plain: list[Seen]) -> None:
    of_dice = [
        each.unread_features
        for one in hidden
        for each in one.seen.candidates
        if each.probability <= DIE and lying_in(one.left[None], each.box[None])[0, 0] > HALF
    ]
    others = [each.unread_features for seen in plain for each in seen.candidates if each.probability <= DIE]
    _print_fitted("UNREAD_MODEL", of_dice, others)


def _fit_weights(hidden: list[Hidden], plain: list[Seen]) -> None:
    of_dice = [
        features
        for each in hidden
        for place, features in zip(each.seen.places, each.seen.features, strict=True)
        if lying_in(place[None], each.left[None])[0, 0] > HALF
    ]
    _print_fitted("STRIP_MODEL", of_dice, [one for seen in plain for one in seen.features])


def _print_fitted(name: str, of_dice: list[Floats], others: list[Floats]) -> None:
    features = np.array([*of_dice, *others], float)
    print(f"{len(of_dice)} parts of dice, {len(others)} other things")
    print_weights(name, fit(features, (np.arange(len(features)) < len(of_dice)).astype(float), np.ones(len(features))))


if __name__ == "__main__":
    sys.exit(main())
