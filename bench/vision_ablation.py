"""Ablation: all pictures read with one rule of the reader off.

usage: python bench/vision_ablation.py [--every N] [--set NAME ...]

For each set and rule: how many more pictures are accepted without a question when the rule is off, and how many of
these are read wrong. The set "covered" is each sure picture with at least two dice, one of which is hidden by a board
but for a strip: accepted without a question it is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import reading_sets as sets

from vision.frames import Image
from vision.pipeline.networks import Networks
from vision.pipeline.reader import Reader
from vision.reading import Reading
from vision.trust import vetoes

DICE = ROOT.parent / "shared" / "dice"
SETS: dict[str, Callable[[], Iterator[sets.Picture]]] = {
    "photos": lambda: sets.photographs(DICE / "photos"),
    "photos-nell-byler": lambda: sets.photographs(DICE / "photos-nell-byler"),
    "stills": lambda: sets.stills(DICE / "renders"),
    "spoilt": lambda: sets.spoilt(sets.all_pictures(DICE)),
    "drawn": sets.drawn,
}
NEVER, ALWAYS = float("inf"), float("-inf")
BOARDS = ((60, 90, 140), (200, 200, 205), (40, 40, 45))
"""The colours of the boards that hide dice (BGR)."""
SHOWN = 0.28
"""The share of a die that the board leaves to be seen."""


def none(*_: object, **__: object) -> None:
    """Replace a step by one that finds nothing."""


def zero(*_: object, **__: object) -> float:
    """Replace a step by one that finds nothing."""
    return 0.0


def off(module: str, name: str, **limits: Any) -> dict[str, Any]:
    """Return the patch of a module's parameters that turns a rule off."""
    return {f"{module}.{name}": replace(getattr(import_module(module), name), **limits)}


def veto_off(**limits: float) -> dict[str, Any]:
    """Return the patches that turn a veto off."""
    with_all, cut_off, changed = vetoes.vetoes, vetoes.cut_off, replace(vetoes.VETO_LIMITS, **limits)

    def without(image: Image, candidates: Any, unexplained: Any, _limits: Any = None) -> Any:
        return with_all(image, candidates, unexplained, changed)

    return {
        "vision.trust.vetoes.vetoes": without,
        "vision.pipeline.stages.vetoes": without,
        "vision.pipeline.reader.cut_off": partial(cut_off, limits=changed),
    }


QUALITY = "vision.imaging.quality"
RULES: dict[str, dict[str, Any]] = {
    "may lean": veto_off(level=NEVER),
    "may lean: pose unknown": off("vision.pose.tilt", "TILT", vague_sigma=NEVER),
    "cut off": veto_off(beyond=NEVER),
    "the whole reading": veto_off(whole=ALWAYS),
    "unexplained object": veto_off(unexplained=NEVER),
    "too dark": off(QUALITY, "QUALITY_LIMITS", unreadable_ceiling=0),
    "overexposed": off(QUALITY, "QUALITY_LIMITS", unreadable_clipped_share=NEVER),
    "blurred": off(QUALITY, "QUALITY_LIMITS", unreadable_blur=NEVER),
    "hazy": off(QUALITY, "QUALITY_LIMITS", unreadable_contrast=ALWAYS),
    "noisy": off(QUALITY, "QUALITY_LIMITS", unreadable_noise=NEVER),
    "rotated reading": {"vision.pipeline.reader.ImageRotation.by_dice": none},
}
"""For each rule the patches that turn it off."""


class CachedNetworks:
    """Networks that cache their outputs for one picture."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self.detector = self.classifier = self.pose_net = self.object_net = self
        self._answers: dict[Any, Any] = {}

    def levels(self, image: Image, *_where: Any) -> Iterator[Any]:
        """See `Detector.levels`; only the levels that are asked for are computed."""
        key = self._key("levels", image)
        known, rest = self._answers.setdefault(key, ([], self._networks.detector.levels(image)))
        number = 0
        while True:
            if number == len(known):
                try:
                    known.append(next(rest))
                except StopIteration:
                    return
            yield known[number]
            number += 1

    def predict(self, image: Image, boxes: Any, **more: Any) -> Any:
        """See `Classifier.predict`."""
        key = self._key("predict", image, boxes, *more.values())
        if key not in self._answers:
            self._answers[key] = self._networks.classifier.predict(image, boxes, **more)
        return self._answers[key]

    def poses(self, image: Image, boxes: Any, ways: Any = None) -> Any:
        """See `PoseNet.poses`."""
        key = self._key("poses", image, boxes, ways)
        if key not in self._answers:
            self._answers[key] = self._networks.pose_net.poses(image, boxes, ways)
        return self._answers[key]

    def maps(self, image: Image) -> Any:
        """See `ObjectNet.maps`."""
        key = self._key("maps", image)
        if key not in self._answers:
            self._answers[key] = self._networks.object_net.maps(image)
        return self._answers[key]

    def forget(self) -> None:
        """Clear the cache for the next picture."""
        self._answers.clear()

    @staticmethod
    def _key(*parts: Any) -> tuple[Any, ...]:
        return tuple(
            (each.shape, zlib.crc32(np.ascontiguousarray(each).tobytes())) if isinstance(each, np.ndarray) else each
            for each in parts
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture of a set")
    parser.add_argument("--set", dest="sets", action="append", choices=sorted(SETS), help="only this set")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks = CachedNetworks(Networks())
    reader = Reader(networks)  # type: ignore[arg-type]  it answers as Networks do
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for name in options.sets or SETS:
        began = time.perf_counter()
        for number, item in enumerate(list(SETS[name]())[:: options.every]):
            image = item.load()
            if image is None:
                continue
            truth = item.label["values"] if item.label and item.label["special"] != "faint" else None
            leans = bool(item.label) and item.label["special"] == "cocked"
            first = _count(counts[name], reader, networks, image, truth, leans=leans)
            if name != "spoilt" and first.sure and len(first.dice) > 1 and truth == sorted(first.values):
                _count(counts["covered"], reader, networks, _covered(image, first, number), None, wrong=True)
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    _print(counts)
    return 0


def _count(
    counts: dict[str, list[int]],
    reader: Reader,
    networks: CachedNetworks,
    image: Image,
    truth: list[int] | None,
    *,
    wrong: bool = False,
    leans: bool = False,
) -> Reading:
    """Count for each rule [pictures, sure, sure and wrong] without it. Return what is read with all rules."""
    networks.forget()
    with_all = reader.read(image)
    for rule, changes in {"": {}, **RULES}.items():
        with ExitStack() as stack:
            for place, value in changes.items():
                stack.enter_context(patch(place, value))
            reading = reader.read(image) if rule else with_all
        marked = any(die.cocked for die in reading.dice)
        silent = wrong or (leans and not marked) or (truth is not None and list(reading.values) != truth)
        for k, one in enumerate((True, reading.sure, reading.sure and silent)):
            counts[rule][k] += one
    return with_all


def _covered(image: Image, reading: Reading, number: int) -> Image:
    """Return the picture with a board over one die and all below it, but for a strip of the die."""
    dice = sorted(reading.dice, key=lambda die: die.box[3])
    x0, y0, x1, y1 = (round(v) for v in dice[-1].box)  # the nearest: no other die is hidden as well
    covered, side = image.copy(), x1 - x0
    top = round(y0 + SHOWN * (y1 - y0))
    others = [die.box for die in dice[:-1]]
    low = min([y1 + side // 2, *(round(box[1]) for box in others if box[1] > top)])
    board = BOARDS[number % len(BOARDS)]
    cv2.rectangle(covered, (x0 - side // 2, top), (x1 + side // 2, low), board, -1)
    return covered


def _print(counts: dict[str, dict[str, list[int]]]) -> None:
    names = list(counts)
    print(f"{'rule':28}" + "".join(f"{name:>20}" for name in names))
    for rule in counts[names[0]]:
        cells = []
        for name in names:
            _, sure, wrong = counts[name][rule]
            _, all_sure, all_wrong = counts[name][""]
            cells.append(
                f"{sure}, {wrong} wrong" if not rule else f"{sure - all_sure:+d}, {wrong - all_wrong:+d} wrong"
            )
        print(f"{rule or 'all rules: sure':28}" + "".join(f"{cell:>20}" for cell in cells))
    print(f"{'pictures':28}" + "".join(f"{counts[name][''][0]:>20}" for name in names))


if __name__ == "__main__":
    raise SystemExit(main())
