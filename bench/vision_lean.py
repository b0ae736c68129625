"""How far must a die lean to be asked about, where the pose of the table is known from earlier throws?

usage: python bench/vision_lean.py [--trays 80]

In each simulated tray three level throws come first, from which the reader learns how the camera stands; then two more
level ones, and one with a leaning die for each angle. The baseline is the share of level throws that are asked about
for a lean. Nothing was fitted on these trays.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision import open_reader
from vision.reading import Reading, ReasonKind
from vision.sim import SimTray, StepClock

ANGLES_DEG = (8.0, 10.0, 12.0, 15.0, 20.0)
SIZES = ((1280, 720), (640, 480))
COLOURS = ("red", "white", "blue", "green", "black", "yellow")


class Tray:
    """A simulated tray with a reader above it."""

    def __init__(self, seed: int) -> None:
        self._clock = StepClock()
        size = SIZES[seed % len(SIZES)]
        self._tray = SimTray(seed=700 + seed, size=size, now=self._clock.now, sleep=self._clock.sleep)
        self._reader, self._random = open_reader(), np.random.default_rng((5, seed))

    def throw(self, *leans_deg: float) -> Reading:
        """Throw three dice, the first of which lean, and return the reading of them at rest."""
        self._tray.hand.throw([str(each) for each in self._random.choice(COLOURS, 3)], leans_deg=leans_deg)
        self._clock.sleep(self._tray.hand.calm_at() + 0.3 - self._clock.now())
        frame = self._tray.read(1.0)
        assert frame is not None
        return self._reader.read(np.ascontiguousarray(frame.image), at=frame.at)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trays", type=int, default=80)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    thrown, asked = Counter[float](), Counter[float]()
    for seed in range(options.trays):
        tray = Tray(seed)
        for _ in range(3):
            tray.throw()
        for angle in (0.0, 0.0, *ANGLES_DEG):
            reading = tray.throw(angle) if angle else tray.throw()
            thrown[angle] += 1
            asked[angle] += reading.has(ReasonKind.MAY_LEAN) or any(die.cocked for die in reading.dice)
    for angle, count in sorted(thrown.items()):
        print(f"{angle:4.0f} degrees: {asked[angle]} of {count} throws asked about ({asked[angle] / count:.0%})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
