"""Drawn pictures of a table on which dice are thrown, with a reader that knows where they lie."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from tests.support.grain import grain
from vision.frames import Frame
from vision.reading import DieReading, Reading
from vision.tracking.watcher import Rest, Watcher

SIZE = (640, 480)
FPS = 30


def table(dice=(), hand=None, gain=1.0, noise=0, seed=0):
    """A wooden table with white squares at `dice` (x, y, value) and a skin-coloured bar reaching to `hand` (x, y)."""
    return _drawn(tuple(map(tuple, dice)), hand, gain, noise, seed if noise else 0).copy()


@lru_cache(maxsize=32)
def _drawn(dice, hand, gain, noise, seed):
    rows = np.linspace(70, 110, SIZE[1], dtype=np.float32)[:, None, None]
    picture = np.broadcast_to(rows * np.array([0.6, 0.9, 1.1], np.float32), (SIZE[1], SIZE[0], 3)).copy()
    for x, y, value in dice:
        cv2.rectangle(picture, (int(x) - 14, int(y) - 14), (int(x) + 14, int(y) + 14), (225, 230, 235), -1)
        for k in range(value):
            cv2.circle(picture, (int(x) - 9 + 9 * (k % 3), int(y) - 5 + 10 * (k // 3)), 3, (20, 20, 20), -1)
    if hand is not None:
        cv2.line(picture, (SIZE[0], SIZE[1] // 2), (int(hand[0]), int(hand[1])), (120, 150, 210), 60)
    picture *= gain
    if noise:
        picture += grain(picture.shape, seed, noise)
    return np.clip(picture, 0, 255, out=picture).astype(np.uint8)


class Script:
    """Frames and, for each, what a perfect reader would read; `read` is that reader."""

    def __init__(self):
        self.pictures, self.truth = [], []
        self.reads = []

    def still(self, seconds, dice=(), hand=None, **light):
        return self.play([(dice, hand)] * round(seconds * FPS), **light)

    def play(self, steps, gain=lambda _: 1.0, noise=0):
        for dice, hand in steps:
            k = len(self.pictures)
            self.pictures.append(table(dice, hand, gain(k), noise, k))
            self.truth.append(dice)
        return self

    def roll(self, dice, frames=12, noise=0):
        way = [([(x - 25 * (frames - k), y, 1 + k % 6) for x, y, _ in dice], None) for k in range(frames)]
        return self.play(way, noise=noise)

    def pass_hand(self, dice, frames=16, after=None, noise=0):
        reach = [640 - 500 * np.sin(np.pi * k / (frames - 1)) for k in range(frames)]
        way = [(dice if after is None or k < frames // 2 else after, (x, 100 + x / 4)) for k, x in enumerate(reach)]
        return self.play(way, noise=noise)

    def read(self, image, *, at=0.0, frame=0):
        self.reads.append(frame)
        dice = tuple(
            DieReading(value, "white", (x - 14, y - 14, x + 14, y + 14), 1.0, 1.0) for x, y, value in self.truth[frame]
        )
        return Reading(dice, sure=True, at=at, frame=frame)

    def watched(self):
        watcher = Watcher(self)
        return [
            (frame, seen)
            for frame, picture in enumerate(self.pictures)
            for seen in watcher.feed(Frame(picture, frame / FPS, frame))
        ]


A, B, C = (200, 150, 3), (330, 300, 5), (450, 200, 2)


def kinds(seen):
    return [type(each).__name__ for _, each in seen]


def sure_and_reason(seen):
    """For each rest whether it was sure, and why not."""
    return [(each.reading.sure, kind_of(each.reading)) for _, each in seen if isinstance(each, Rest)]


def kind_of(reading):
    """The kind of its most important reason, None where it has none."""
    return reading.reasons[0].kind if reading.reasons else None


def thrown():
    """A script in which A and B were thrown and read."""
    return Script().still(0.5).roll([A, B]).still(0.6, [A, B])
