"""Fit the weights by which the judge weighs its evidence (vision/evidence.py, FUSE and WEIGHTS), on pictures the
networks did not learn from.

usage: python bench/vision_fit.py [--scenes 300] [--photos FOLDER] [RENDERS]

Drawn scenes with seeds that training never uses, and the ray-traced stills of held-out groups. A die is right where
it lies on a labelled die, shows its value, and agrees on whether that leans; everything else that is taken for a die
is wrong.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision.evidence import SIGNS, Evidence, fuse  # noqa: E402
from vision.judge import Judged, judge  # noqa: E402
from vision.network import Networks, overlap  # noqa: E402
from vision.training.pictures import TRAINABLE, Labelled, held_out, photographs, scene_of, stills  # noqa: E402
from vision.training.scene import Scene, draw_scene  # noqa: E402

FIRST_SEED = 9_000_000
Witness = tuple[Evidence, int, bool | None]
"""What is known of a candidate, the true value (0: no die that counts), and
 the verdict where it is no matter of
value."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=300)
    parser.add_argument("--photos", type=Path, default=None, help="photographs: only what may be trained on is used")
    parser.add_argument(
        "--keep", type=Path, default=None, help="a pickle of the evidence: written, or used if it is there"
    )
    parser.add_argument("renders", nargs="?", type=Path, default=ROOT / ".." / "shared" / "dice" / "renders")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.keep is not None and options.keep.is_file():
        witnesses = pickle.loads(options.keep.read_bytes())
    else:
        witnesses = list(_witnesses(options.scenes, options.renders, options.photos))
        if options.keep is not None:
            options.keep.write_bytes(pickle.dumps(witnesses))
    dice = [(own, value) for own, value, judged in witnesses if value and judged is None]
    fused = fit_fuse([own for own, _ in dice], [value for _, value in dice])
    print(f"FUSE = ({', '.join(f'{weight:.2f}' for weight in fused)})")
    x = np.array([own.signs(fused) for own, *_ in witnesses], float)
    y = np.array([_as_true(*witness, fused) for witness in witnesses], float)
    weights = fit(x, y)
    print(f"{len(y)} candidates, {y.mean():.1%} dice read right")
    for name, weight in zip(SIGNS, weights, strict=True):
        print(f"  {name:34} {weight:+.3f}")
    print("WEIGHTS = np.array([" + ", ".join(f"{weight:.2f}" for weight in weights) + "], np.float32)")
    likely = 1 / (1 + np.exp(-(x @ weights)))
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.99), (0.99, 1.01)):
        inside = (likely >= low) & (likely < high)
        if inside.any():
            said, was = likely[inside].mean(), y[inside].mean()
            print(f"  {low:.2f}-{high:.2f}: said {said:.3f}, right {was:.3f} of {inside.sum()}")
    return 0


def fit(x: np.ndarray, y: np.ndarray, ridge: float = 0.5) -> np.ndarray:
    """Return logistic regression weights (Newton's method); `ridge` keeps the weights of rare signs small."""
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        weights -= np.linalg.solve(hessian, x.T @ (p - y) + ridge * weights)
    return weights


def _as_true(own: Evidence, value: int, judged: bool | None, fused: tuple[float, float, float]) -> bool:
    return bool(value) and int(own.values(fused).argmax()) == value if judged is None else judged


def _witnesses(count: int, renders: Path, photos: Path | None) -> Iterator[Witness]:
    networks = Networks()
    for scene in _scenes(count, renders):
        for each in judge(scene.picture, networks):
            witness = _in_scene(each, scene)
            if witness is not None:
                yield witness
    if photos is not None:
        for label in photographs(photos):
            if label.group in TRAINABLE:
                yield from _in_photo(judge(scene_of(label).picture, networks), label)


def _scenes(count: int, renders: Path) -> Iterator[Scene]:
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        yield draw_scene(np.random.default_rng(seed))
    if (renders / "labels.jsonl").is_file():
        yield from (scene_of(label) for label in stills(renders) if held_out(label))


def _in_photo(judged: list[Judged], label: Labelled) -> Iterator[Witness]:
    """Where only the values are known the likeliest candidates take them, each value once; what is left over is no
    die.
    """
    free = Counter(label.values)
    for each in judged:
        value = each.value if free[each.value] else 0
        free[value] -= 1
        yield each.known, value, bool(value)


def _in_scene(each: Judged, scene: Scene) -> Witness | None:
    """Return what is true of a candidate; None where nobody could say (hardly visible, on the verge of leaning)."""
    if not scene.dice:
        return each.known, 0, False
    shares = overlap(each.box, np.array([die.box for die in scene.dice], np.float32))
    die = scene.dice[int(shares.argmax())]
    if shares.max() < 0.3:
        return each.known, 0, False
    if die.top_seen < 0.8 or 5 < die.lean < 9:
        return None
    return (each.known, 0, each.cocked > 0.5) if die.cocked else (each.known, die.value, None)


def fit_fuse(known: list[Evidence], values: list[int], steps: int = 400) -> tuple[float, float, float]:
    """Return the weights of vision.evidence.fuse that make the true `values` most likely, by coordinate search."""
    best, best_loss = (1.0, 1.0, 1.0), np.inf
    rng = np.random.default_rng(1)
    for step in range(steps):
        tried = tuple(np.clip(np.array(best) + rng.normal(0, 0.5 * 0.99**step, 3), 0, 6)) if step else best
        odds = [fuse(own.odds, own.support, tried)[value] for own, value in zip(known, values, strict=True)]
        loss = -np.log(np.maximum(odds, 1e-6)).mean()
        if loss < best_loss:
            best, best_loss = tried, loss
    return best


if __name__ == "__main__":
    raise SystemExit(main())
