"""Dice of which something hides the most: strips laid over one die of each sure picture, and what is sure then.

usage: python bench/eye_covered.py [--fit] [--step N] [FOLDER ...]      (folders with index.csv or labels.jsonl; default
../shared/dice/*)

A strip hides 50 to 88 % of a die's box from below, as a tray's wall, a card or a sheet does. Printed are, by whether
another die has its colour: pictures, of these sure though the die is not read, and without what vision/covered.py
says. --fit prints the WEIGHTS for that, fitted on the same strips and on the pictures as they are and darkened.
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

from eye import given  # noqa: E402
from eye_variants import darker  # noqa: E402
from vision_fit import fit, print_weights  # noqa: E402

from calibration.files import load  # noqa: E402
from vision.boxes import lying_in, overlap  # noqa: E402
from vision.covered import WEIGHTS, all_signs, remains_of  # noqa: E402
from vision.frames import Image  # noqa: E402
from vision.judge import COVERED, Judged, doubt, judge  # noqa: E402
from vision.looking import DIE  # noqa: E402
from vision.measure import Labelled  # noqa: E402
from vision.network import COLOURS, Networks  # noqa: E402
from vision.odds import logistic  # noqa: E402
from vision.pips import Floats  # noqa: E402
from vision.search import Search  # noqa: E402

STRIPS = ((30, 50, 90), (40, 40, 45), (90, 110, 140), (20, 30, 40), (150, 160, 170), (60, 80, 60))
"""Their colours, BGR: wood, felt, leather, paper."""
HIDDEN = (0.5, 0.88)
"""The share of a die's box that a strip hides, at least and at most."""
HALF = 0.5
"""A thing of which more lies in what is left of a die is a part of it."""
OF_EACH = 3
"""Dice of a picture that are hidden, one at a time."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture that would be sure: its dice, and the `places` (M, 4) px and `signs` (M, 5) of what lies beside them
    and has their colour.
    """

    dice: list[Judged]
    places: Floats
    signs: Floats

    @property
    def asked(self) -> bool:
        """Whether it is asked about for one of these."""
        return bool(logistic(self.signs @ WEIGHTS).max(initial=0.0) > COVERED)


@dataclass(frozen=True, eq=False)
class Hidden:
    """A picture with a strip over a die, that would be sure or None; whether another die has its `colour`; what is
    `left` of the die, px.
    """

    seen: Seen | None
    colour: bool
    left: Floats


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="print the weights")
    options, sets = given(parser)
    networks, everything, open_ones = Networks(), [], []
    for pictures in sets:
        hidden, plain = measured(pictures, networks, twice=options.fit)
        everything, open_ones = everything + hidden, open_ones + plain
        print(f"  asked about for something of the dice's colour: {np.mean([each.asked for each in plain]):.1%}")
        for name, like in (("another die has its colour", True), ("none has", False)):
            some = [each for each in hidden if each.colour == like]
            before = [each.seen for each in some if each.seen is not None]
            now = sum(not seen.asked for seen in before)
            print(f"  {name}: {len(some)} pictures with a hidden die, sure {now}, without this {len(before)}")
    if options.fit:
        _fit_weights(everything, open_ones)
    return 0


def measured(pictures: list[Labelled], networks: Networks, *, twice: bool) -> tuple[list[Hidden], list[Seen]]:
    """Return what is seen with strips over dice, and without any, there also (if `twice`) darkened."""
    hidden, plain = [], []
    for number, label in enumerate(pictures):
        image = load(label.path)
        if image is None or (seen := _seen(image, networks)) is None:
            continue
        if label.values is not None and sorted(label.values) != sorted(each.value for each in seen.dice):
            continue
        plain.append(seen)
        if twice and (again := _seen(darker(image), networks)) is not None:
            plain.append(again)
        hidden += _hidden(image, seen.dice, networks, np.random.default_rng([5, number]))
    return hidden, plain


def _hidden(image: Image, dice: list[Judged], networks: Networks, rng: np.random.Generator) -> Iterator[Hidden]:
    boxes = np.stack([each.box for each in dice])
    for k in rng.permutation(len(dice))[:OF_EACH] if len(dice) > 1 else ():
        picture, strip, left = with_strip(image, boxes[k], rng)
        others = np.delete(boxes, k, axis=0)
        if overlap(strip, others).any():
            continue
        own, *rest = (COLOURS[int(dice[i].colours.argmax())] for i in (k, *np.delete(np.arange(len(dice)), k)))
        yield Hidden(_seen(picture, networks), own in rest, left)


def with_strip(image: Image, box: Floats, rng: np.random.Generator) -> tuple[Image, Floats, Floats]:
    """Return a picture in which a strip hides the die in a `box` (4,) from below, the strip's box (4,) and that of what
    is left of the die, px.
    """
    share, turn = rng.uniform(*HIDDEN), np.radians(rng.uniform(-12, 12))
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


def _seen(image: Image, networks: Networks) -> Seen | None:
    """Return what is seen in a picture if nothing else keeps it from being sure."""
    judged = judge(image, networks)
    dice = [each for each in judged if each.likely > DIE]
    if not dice or doubt(image, judged):
        return None
    boxes = np.stack([each.box for each in dice])
    search = Search(networks.levels(image))
    search.begin()
    search.go_on(boxes)
    remains = remains_of(image, search.found, boxes, np.stack([each.upright for each in dice]))
    return Seen(dice, remains.boxes, all_signs(image, networks, boxes, remains))


def _fit_weights(hidden: list[Hidden], plain: list[Seen]) -> None:
    of_dice = [
        signs
        for each in hidden
        if each.seen is not None
        for place, signs in zip(each.seen.places, each.seen.signs, strict=True)
        if lying_in(place[None], each.left[None])[0, 0] > HALF
    ]
    signs = np.array([*of_dice, *(one for seen in plain for one in seen.signs)])
    right = np.arange(len(signs)) < len(of_dice)
    print(f"{len(of_dice)} parts of dice, {len(signs) - len(of_dice)} other things")
    print_weights("WEIGHTS", fit(signs.astype(float), right.astype(float), np.ones(len(signs))))


if __name__ == "__main__":
    sys.exit(main())
