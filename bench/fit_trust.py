"""Fit the weights of VALUE_MODEL in vision/trust/features.py.

usage: python bench/fit_trust.py [--scenes 400] [--photos FOLDER] [RENDERS]

On drawn scenes with seeds that training never uses, the ray-traced stills, and those photographs that may be trained
on. The networks have learned from all but the first and the stills of held-out groups, which weigh double; drawn scenes
are far harder than any table, and weigh a tenth. A candidate is right where it lies on a labelled die and shows its
value; everything else that is taken for a die is wrong.

Then prints how far the top offsets (vision/pose/table_pose.py) can be trusted. UNREAD_MODEL is fitted by
bench/fit_occluded.py.
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
sys.path[:0] = [str(ROOT)]

from vision.frames import Floats  # noqa: E402
from vision.imaging.boxes import overlap  # noqa: E402
from vision.pipeline.networks import Networks  # noqa: E402
from vision.pipeline.stages import find_candidates  # noqa: E402
from vision.pose.table_pose import PoseComparison  # noqa: E402
from vision.training.pictures import TRAINABLE, held_out, photographs, scene_of, stills  # noqa: E402
from vision.training.scene import draw_scene  # noqa: E402
from vision.training.truth import Die, Scene  # noqa: E402
from vision.trust.features import VALUE_MODEL, Candidate  # noqa: E402

SHARED = ROOT / ".." / "shared" / "dice"
FIRST_SEED = 9_000_000
DRAWN, LEARNED, HELD_OUT = 0.1, 1.0, 2.0
"""What a candidate weighs in the fit, by where it comes from."""
LEANING_DEG = 7.0
SAME = 0.3
"""What overlaps a labelled die by more is that one."""


@dataclass(frozen=True, eq=False)
class Witness:
    """The features of a candidate, whether it is a die that was read right, what it weighs; for a die among others also
    how unlike theirs its pose is (see `PoseComparison`), by how much its top offset is off in its own deviations, and
    how far it leans."""  # noqa: D209

    signs: Floats
    right: bool
    weight: float
    apart: float = 0.0
    off: float = 0.0
    lean: float = 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--photos", type=Path, default=SHARED / "photos")
    parser.add_argument("renders", nargs="?", type=Path, default=SHARED / "renders")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks = Networks()
    witnesses = [
        witness
        for scene, weight in _scenes(options.scenes, options.renders, options.photos)
        for witness in _witnesses(scene, weight, networks)
    ]
    _fit_likely([each for each in witnesses if each.lean < 5])
    _print_leanings([each for each in witnesses if each.off])
    return 0


def _fit_likely(witnesses: list[Witness]) -> None:
    x = np.array([each.features for each in witnesses], float)
    y = np.array([each.right for each in witnesses], float)
    found = fit(x, y, np.array([each.weight for each in witnesses]))
    print(f"{len(y)} candidates, {y.mean():.1%} dice read right")
    for sign, weight in zip(VALUE_MODEL.names, found, strict=True):
        print(f"  {sign:40} {weight:+.3f}")
    print_weights("WEIGHTS", found)
    likely = 1 / (1 + np.exp(-(x @ found)))
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.99), (0.99, 1.01)):
        inside = (likely >= low) & (likely < high)
        if inside.any():
            said, was = likely[inside].mean(), y[inside].mean()
            print(f"  {low:.2f}-{high:.2f}: said {said:.3f}, right {was:.3f} of {inside.sum()}")


def print_weights(name: str, found: np.ndarray) -> None:
    """Print weights as they stand in the code."""
    print(f"{name} = np.array([{', '.join(f'{weight:.2f}' for weight in found)}], np.float32)")


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Return logistic regression weights (Newton's method); `ridge` keeps the weights of rare signs small."""
    found = np.zeros(x.shape[1])
    for _ in range(80):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        found -= np.linalg.solve(hessian, x.T @ (weight * (p - y)) + ridge * found)
    return found


def _print_leanings(dice: list[Witness]) -> None:
    off = np.array([each.off for each in dice])
    level = np.array([each.apart for each in dice if each.lean < LEANING_DEG])
    leaning = np.array([each.apart for each in dice if each.lean >= LEANING_DEG])
    print(
        f"top_offsets: {len(off)} dice among others, off by {np.sqrt((off**2).mean()):.2f} of their own deviations (1)"
    )
    for limit in (-1.0, 0.0, 0.5, 1.0, 2.0, 4.0):
        caught = f", {(leaning > limit).mean():.1%} of {len(leaning)} leaning ones" if len(leaning) else ""
        print(f"  unlike the others by more than {limit}: {(level > limit).mean():.2%} of level dice{caught}")


def _scenes(count: int, renders: Path, photos: Path) -> Iterator[tuple[Scene, float]]:
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        yield draw_scene(np.random.default_rng(seed)), DRAWN
    if (renders / "labels.jsonl").is_file():
        for label in stills(renders):
            yield scene_of(label), HELD_OUT if held_out(label) else LEARNED
    if (photos / "index.csv").is_file():
        for label in photographs(photos):
            if label.group in TRAINABLE and label.boxed:
                yield scene_of(label), LEARNED


def _witnesses(scene: Scene, weight: float, networks: Networks) -> Iterator[Witness]:
    candidates = find_candidates(scene.picture, networks)
    height, width = scene.picture.shape[:2]
    owners = [_die_at(each.box, scene) for each in candidates]
    leanings = _leanings(candidates, owners, width, height)
    for k, (each, die) in enumerate(zip(candidates, owners, strict=True)):
        x0, y0, x1, y1 = each.box
        beyond = weight == DRAWN and (min(x0, y0) < 1 or x1 > width - 1 or y1 > height - 1)
        if beyond or (die is not None and die.top_seen < 0.8):
            continue  # nobody could say
        if die is None:
            yield Witness(each.features, right=False, weight=weight)
        else:
            apart, off = leanings.get(k, (0.0, 0.0))
            yield Witness(each.features, each.value == die.value, weight, apart, off, die.lean)


def _leanings(
    candidates: list[Candidate], owners: list[Die | None], width: int, height: int
) -> dict[int, tuple[float, float]]:
    """Return by number how unlike the others' a die's pose is, and how far its top_offset is off, in deviations."""
    dice = [(k, each, die) for k, (each, die) in enumerate(zip(candidates, owners, strict=True)) if die and die.up]
    if len(dice) < 2:
        return {}
    top_offsets, boxes = (np.stack([getattr(each, name) for _, each, _ in dice]) for name in ("top_offset", "box"))
    sigmas = np.array([each.sigma for _, each, _ in dice])
    apart = PoseComparison(top_offsets, sigmas, boxes, width, height).leanings()
    off = [float(np.hypot(*(each.top_offset - die.up)) / np.sqrt(2) / each.sigma) for _, each, die in dice]
    return {k: (float(one), other) for (k, _, _), one, other in zip(dice, apart, off, strict=True)}


def _die_at(box: Floats, scene: Scene) -> Die | None:
    if not scene.dice:
        return None
    shares = overlap(box, np.array([die.box for die in scene.dice], np.float32))
    return scene.dice[int(shares.argmax())] if shares.max() > SAME else None


if __name__ == "__main__":
    raise SystemExit(main())
