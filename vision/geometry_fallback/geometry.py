"""The whole picture read by geometry alone: for a house without the networks, and as their measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.detection.colour_names import name_colour, white_of
from vision.geometry_fallback.bodies import find_bodies
from vision.geometry_fallback.choice import Candidate, choose, left_over, weigh
from vision.geometry_fallback.faces import find_faces, reframed, table_of
from vision.geometry_fallback.pips import find_pips
from vision.reading import NONE_FOUND, DieReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_SIDE = 1280
"""Larger pictures are reduced to this."""
SURE = 0.9
"""Every die must be at least this likely for the whole picture to be sure."""


def read_by_geometry(image: NDArray[np.uint8]) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may).
    """
    chosen, left = find_dice(image)
    white, brightest = white_of(image), float(np.percentile(image[::4, ::4].max(axis=2), 99))
    dice = tuple(_die(candidate, white, brightest) for candidate in chosen)
    return dice, _doubt(chosen, left)


def find_dice(image: NDArray[np.uint8]) -> tuple[list[Candidate], list[Candidate]]:
    """Return the top faces of dice in `image` (H, W, 3), and the faces that were left over."""
    pips = find_pips(image)
    faces = find_faces(pips)
    table = table_of(pips, faces)
    if table is not None:
        faces = [reframed(face, table) for face in faces]
    candidates = weigh(pips, faces, find_bodies(image, pips, faces), table)
    chosen = choose(candidates)
    return chosen, left_over(candidates, chosen)


def _doubt(chosen: list[Candidate], left: list[Candidate]) -> str:
    if not chosen:
        return NONE_FOUND
    least = min(chosen, key=lambda c: c.likely)
    if least.likely < SURE:
        return f"a {least.face.value} is only {least.likely:.0%} likely"
    if left:
        return f"something like a {left[0].face.value} was not understood"
    return ""


def _die(candidate: Candidate, white: NDArray[np.float32], brightest: float) -> DieReading:
    face, half = candidate.face, candidate.body.half_edge
    cos, sin = np.cos(candidate.body.turn), np.sin(candidate.body.turn)
    corners = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ np.array([[cos, sin], [-sin, cos]])
    quad = face.centre + corners @ face.axes.T
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
