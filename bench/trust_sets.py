"""Drawn scenes to fit the trust models, and the check whether a reading of one is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from training import webcam
from training.lookalikes import draw_table
from training.scene import draw_usual_scene
from training.truth import Die, Scene
from vision.frames import Image
from vision.imaging.boxes import overlap

FIT = 9_100_000
"""First seed. Training uses seeds of another kind."""
SAME = 0.3
"""Least overlap (IoU) with a labelled die for a box to count as that die."""
CLEAR = 0.8
"""Least visible share of a top face for a die that must be read; the others are ambiguous."""
LEVEL_DEG = 5.0


@dataclass(frozen=True, eq=False)
class Drawn:
    """A scene of a set, and its `kind` of difficulty."""

    kind: str
    scene: Scene


def drawn(first: int, count: int) -> Iterator[Drawn]:
    """Yield this number of scenes with seeds from `first` on, kinds in turn."""
    for seed in range(first, first + count):
        kind = KINDS[seed % len(KINDS)]
        yield Drawn(kind, _scene(kind, np.random.default_rng((2035, seed))))


_USUAL = (22.0, 60.0)
_SMALL = (14.0, 22.0)
"""Edges of 16 mm dice, px, on usual pictures and on those of small dice."""


KINDS = (
    "ordinary dice",
    "dice of all makes",
    "with other things",
    "small dice",
    "a webcam's JPEG",
    "ordinary dice again",
    "all makes, other things",
    "things like dice, no dice",
)


def _scene(kind: str, rng: np.random.Generator) -> Scene:
    if kind == "things like dice, no dice":
        return Scene(draw_table(rng)[0], (), ())
    ordinary = kind in ("ordinary dice", "ordinary dice again", "with other things") or rng.random() < 0.5
    things = kind in ("with other things", "all makes, other things") or rng.random() < 0.1
    edges = _SMALL if kind == "small dice" else _USUAL
    scene = draw_usual_scene(rng, edges, ordinary=ordinary and not kind.startswith(("dice", "all")), cluttered=things)
    if kind == "a webcam's JPEG":
        return Scene(webcam.packed(scene.picture, int(rng.integers(20, 80))), scene.dice, ())
    return scene


def judged(scene: Scene, read: Sequence[tuple[int, Sequence[float]]]) -> bool | None:
    """Return whether the `read` values and boxes are right; None if that is ambiguous because of a die that is partly
    hidden or cut off.
    """
    clear = [die for die in scene.dice if is_clear(die, scene.picture)]
    others = [die for die in scene.dice if not is_clear(die, scene.picture)]
    seen = set[int]()
    fuzzy = False
    for value, box in read:
        number = _at(box, clear)
        if number is not None and number not in seen:
            seen.add(number)
            if clear[number].value != value or clear[number].lean > LEVEL_DEG:
                return False
        elif _at(box, others) is not None:
            fuzzy = True
        else:
            return False
    if len(seen) < len(clear):
        return False
    return None if fuzzy or any(die.top_seen > 0.3 for die in others) else True


def is_clear(die: Die, picture: Image) -> bool:
    """Return whether a die is completely in the picture with an uncovered top."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = die.box
    return die.top_seen > CLEAR and min(x0, y0) >= 0 and x1 <= width and y1 <= height


def is_die(box: Sequence[float], scene: Scene) -> bool | None:
    """Return whether a box (4,) px has a die; None if it has a part of a hidden one."""
    number = _at(box, scene.dice, 0.15)
    return False if number is None else None if not is_clear(scene.dice[number], scene.picture) else True


def _at(box: Sequence[float], dice: Sequence[Die], least: float = SAME) -> int | None:
    if not dice:
        return None
    shares = overlap(np.asarray(box, np.float32), np.array([die.box for die in dice], np.float32))
    return int(shares.argmax()) if shares.max() > least else None
