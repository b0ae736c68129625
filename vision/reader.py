"""A picture in, a Reading out: the stages in order."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.bodies import find_bodies
from vision.choice import Candidate, choose, left_over, weigh
from vision.colours import name_colour, white_of
from vision.faces import find_faces, reframed, table_of
from vision.pips import find_pips
from vision.reading import DieReading, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

LONGEST_SIDE = 1280
"""Larger pictures are reduced to this before reading."""
SURE = 0.9
"""Every die must be at least this likely for the whole picture to be sure."""


class Reader:
    """Reads the dice in a picture. Holds no state between pictures and may be used from one thread at a time."""

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock

    def read(self, image: object, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in `image` (H, W, 3) uint8 BGR. Never raises: what is no picture gives no dice, not sure,
        and why.
        """
        began = self._clock()
        if (why := _unreadable(image)) is not None:
            return Reading(why=why, at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        scale = min(1.0, LONGEST_SIDE / max(image.shape[:2]))
        small = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        dice, why = _dice(np.ascontiguousarray(small), 1.0 / scale)
        ms = (self._clock() - began) * 1000.0
        return Reading(dice=dice, sure=not why, why=why, at=at, frame=frame, ms=round(ms, 2))


def _unreadable(image: object) -> str | None:
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        return "not a colour picture of 8 bits"
    return "the picture is too small" if min(image.shape[:2]) < 32 else None


def _dice(image: NDArray[np.uint8], scale: float) -> tuple[tuple[DieReading, ...], str]:
    pips = find_pips(image)
    faces = find_faces(pips)
    table = table_of(pips, faces)
    if table is not None:
        faces = [reframed(face, table) for face in faces]
    candidates = weigh(pips, faces, find_bodies(image, pips, faces), table)
    chosen = choose(candidates)
    white, brightest = white_of(image), float(np.percentile(image[::4, ::4].max(axis=2), 99))
    dice = tuple(_die(candidate, white, brightest, scale) for candidate in chosen)
    return dice, _doubt(chosen, left_over(candidates, chosen))


def _doubt(chosen: list[Candidate], left: list[Candidate]) -> str:
    """Return why the picture should not be accepted unasked, "" if it may."""
    if not chosen:
        return "no dice found"
    least = min(chosen, key=lambda c: c.likely)
    if least.likely < SURE:
        return f"a {least.face.value} is only {least.likely:.0%} likely"
    if left:
        return f"something like a {left[0].face.value} was not understood"
    return ""


def _die(candidate: Candidate, white: NDArray[np.float32], brightest: float, scale: float) -> DieReading:
    face, half = candidate.face, candidate.body.half_edge
    cos, sin = np.cos(candidate.body.turn), np.sin(candidate.body.turn)
    corners = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ np.array([[cos, sin], [-sin, cos]])
    quad = (face.centre + corners @ face.axes.T) * scale
    colour, colour_confidence = name_colour(candidate.body.colour, white, brightest)
    along = face.axes @ np.array([cos, sin])
    x0, y0, x1, y1 = (round(float(v), 1) for v in (*quad.min(axis=0), *quad.max(axis=0)))
    return DieReading(
        value=face.value,
        colour=colour,
        box=(x0, y0, x1, y1),
        value_confidence=round(candidate.likely, 4),
        colour_confidence=round(colour_confidence, 4),
        angle_deg=round(float(np.degrees(np.arctan2(along[1], along[0])) % 90.0), 1),
    )
