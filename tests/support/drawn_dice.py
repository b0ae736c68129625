"""A drawn tray in which dice are thrown, and a reader that reads them from the pixels alone, or says that it cannot.

A die is five by five cells of four pixels, pips in the inner nine. Whatever is not exactly that is no sure die.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from companion.core.events import Face
from vision.reading import DieReading, Reading, Reason, ReasonKind

WIDTH, HEIGHT = 240, 180
CELL, SIDE = 4, 20
TABLE = (128, 100, 120)
COLOURS = {
    "white": (225, 225, 225),
    "red": (40, 40, 210),
    "blue": (210, 60, 40),
    "green": (60, 180, 60),
    "yellow": (40, 210, 220),
    "black": (35, 35, 35),
}
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
ROLLS_S = 0.5
"""Seconds for which thrown dice move."""
NOISE = 2.0
"""Deviation of the camera's noise, levels of 255."""


@dataclass(frozen=True)
class Thrown:
    """A die, and where it comes to lie (left upper corner, px)."""

    face: Face
    x: int
    y: int


def _body(colour: str) -> tuple[int, int, int]:
    return COLOURS[colour or "white"]


def _patch(face: Face) -> np.ndarray:
    cells = np.empty((5, 5, 3), np.uint8)
    cells[:] = _body(face.colour)
    for place in PIPS[face.value]:
        cells[1 + int(place) // 3, 1 + int(place) % 3] = (225, 225, 225) if face.colour == "black" else (15, 15, 15)
    return np.repeat(np.repeat(cells, CELL, 0), CELL, 1)


class DrawnTray:
    """What lies in the tray, and how a camera sees it; times are the caller's clock."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._dice: tuple[Thrown, ...] = ()
        self._at = -10.0
        self._table = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        self._table[:] = TABLE
        self._noise = np.random.default_rng(random.getrandbits(32)).normal(0, NOISE, (HEIGHT * 2, WIDTH * 2, 3))
        self._noise = self._noise.astype(np.int16)

    def throw(self, faces: Sequence[Face], at: float) -> None:
        """Take up what lies there, and throw these."""
        places = [(x, y) for x in range(12, WIDTH - 40, 34) for y in range(12, HEIGHT - 40, 34)]
        chosen = self._random.sample(places, len(faces))
        self._dice = tuple(
            Thrown(face, x + self._random.randrange(10), y + self._random.randrange(10))
            for face, (x, y) in zip(faces, chosen, strict=True)
        )
        self._at = at

    def rests_at(self) -> float:
        """When the dice lie still."""
        return self._at + ROLLS_S

    def picture(self, at: float) -> np.ndarray:
        """What a camera that works sees, (HEIGHT, WIDTH, 3) uint8, BGR: no two pictures are the same."""
        drawn = self._table.copy()
        left_s = max(0.0, self.rests_at() - at)
        for die in self._dice:
            if not left_s:
                drawn[die.y : die.y + SIDE, die.x : die.x + SIDE] = _patch(die.face)
                continue
            patch = cv2.blur(_patch(Face(self._random.randint(1, 6), die.face.colour)), (9, 9))
            x = (die.x + round(left_s * 300)) % (WIDTH - SIDE)
            drawn[die.y : die.y + SIDE, x : x + SIDE] = patch
        dy, dx = self._random.randrange(HEIGHT), self._random.randrange(WIDTH)
        return cv2.add(drawn, self._noise[dy : dy + HEIGHT, dx : dx + WIDTH], dtype=cv2.CV_8U)


class BlockReader:
    """Reads the dice of a `DrawnTray` from a picture of any size."""

    def read(self, image, _context=None, *, at=0.0, frame=0):
        """See `vision.pipeline.tray_reader.ContextReader`."""
        high, wide = image.shape[:2]
        seen = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.int16)
        strange = (np.abs(seen - np.array(TABLE, np.int16)).max(axis=2) > 30).astype(np.uint8)
        if strange.mean() > 0.5:
            return Reading((), reasons=(Reason(ReasonKind.TOO_DARK),), at=at, frame=frame)
        _, _, stats, _ = cv2.connectedComponentsWithStats(strange)
        dice, reasons = [], []
        for x, y, width, height, area in stats[1:].tolist():
            if area < 4:
                continue
            face = self._face(seen[y : y + SIDE, x : x + SIDE]) if width == height == SIDE else None
            if face is None:
                reasons.append(Reason(ReasonKind.UNEXPLAINED_OBJECT))
                continue
            box = (x * wide / WIDTH, y * high / HEIGHT, (x + SIDE) * wide / WIDTH, (y + SIDE) * high / HEIGHT)
            dice.append(DieReading(face.value, face.colour, box, 1.0, 1.0))
        if not dice and not reasons:
            reasons.append(Reason(ReasonKind.NONE_FOUND))
        return Reading(tuple(dice), sure=not reasons, reasons=tuple(reasons), at=at, frame=frame)

    def _face(self, patch: np.ndarray) -> Face | None:
        levels = patch.reshape(5, CELL, 5, CELL, 3).mean(axis=(1, 3))
        for colour, body in COLOURS.items():
            pip = (225, 225, 225) if colour == "black" else (15, 15, 15)
            light = np.abs(levels - body).max(axis=2) < 20
            pips = np.abs(levels - pip).max(axis=2) < 20
            if not (light ^ pips).all() or pips.sum() != pips[1:4, 1:4].sum():
                continue
            found = "".join(str(place) for place in np.flatnonzero(pips[1:4, 1:4]))
            value = next((value for value, places in PIPS.items() if places == found), None)
            return None if value is None else Face(value, colour)
        return None
