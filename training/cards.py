"""Playing cards, single or overlapping. Without a known scale one may appear as large as a die."""

from __future__ import annotations

import cv2
import numpy as np

from training.looks import paint, plain_ink
from training.marks import Sheet, mark, polygon, print_word, spot
from vision.sim.die import Bgr, Floats

LONG = 1.4
"""Usual length of a card over its width (63 x 88 mm)."""
_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_SIDES = {2: (0.2, 0.8), 3: (0.2, 0.5, 0.8), 4: (0.17, 0.39, 0.61, 0.83)}
_COLUMNS: tuple[tuple[int, tuple[float, ...]], ...] = (
    (0, (0.5,)),
    (0, (0.2, 0.8)),
    (0, (0.2, 0.5, 0.8)),
    (2, ()),
    (2, (0.5,)),
    (3, ()),
    (3, (0.35,)),
    (3, (0.35, 0.65)),
    (4, (0.5,)),
    (4, (0.28, 0.72)),
)
"""For the cards 1 to 10: the number of pips in each outer column, and in the middle one."""

_Corners = tuple[tuple[float, float], ...]
_STEM: _Corners = ((0, 0), (0.35, 1.1), (-0.35, 1.1))
"""Corners of the stem of a club and a spade."""


def card(rng: np.random.Generator, wide_px: int) -> Sheet:
    """Return a card of width `wide_px`: one with pips, with a number, with a picture, or its back."""
    ground = paint(str(rng.choice(("white", "white", "ivory", "any"))), rng)
    sheet = np.empty((int(wide_px * LONG * rng.uniform(0.85, 1.1)), wide_px, 3), np.float32)
    sheet[:] = ground
    kind = rng.random()
    if kind < 0.6:
        _pips(sheet, ground, rng)
    elif kind < 0.8:
        _number(sheet, ground, rng)
    else:
        _filled(sheet, rng)
    return sheet


def pip_spots(value: int) -> list[tuple[float, float]]:
    """Return the places of the pips of a card 1 to 10, as shares of its width and length."""
    outer, middle = _COLUMNS[value - 1]
    sides = [(x, y) for y in _SIDES.get(outer, ()) for x in (_LEFT, _RIGHT)]
    return sides + [(_MIDDLE, y) for y in middle]


def turned(sheet: Sheet, angle: float) -> tuple[Sheet, Floats]:
    """Return a sheet rotated by `angle` radians, in its bounding rectangle (outside the sheet its border is repeated),
    and its corners (4, 2) px there, clockwise as seen.
    """
    height, width = sheet.shape[:2]
    c, s = np.cos(angle), np.sin(angle)
    about = np.array([[c, -s], [s, c]])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) @ about.T
    low = corners.min(0)
    columns, rows = np.ceil(np.ptp(corners, axis=0) - 1e-6).astype(int).tolist()
    place = np.column_stack([about, -low])
    flat = cv2.warpAffine(sheet, place, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.float32), corners - low


def _pips(sheet: Sheet, ground: Bgr, rng: np.random.Generator) -> None:
    ink = _ink(ground, rng)
    height, width = sheet.shape[:2]
    value, suit = int(rng.integers(1, 11)), int(rng.integers(6))
    radius = width * float(rng.uniform(0.14, 0.24) if value == 1 else rng.uniform(0.055, 0.1))
    for x, y in pip_spots(value):
        _suit(sheet, (x * width, y * height), radius, ink, suit)
    if rng.random() < 0.7:
        _corners(sheet, "A" if value == 1 else str(value), ink, rng)


def _number(sheet: Sheet, ground: Bgr, rng: np.random.Generator) -> None:
    ink, word = _ink(ground, rng), str(int(rng.integers(0, 16)))
    height, width = sheet.shape[:2]
    if rng.random() < 0.7:
        at = (0.3 * width if len(word) > 1 else 0.42 * width, 0.5 * height)
        print_word(sheet, at, width * float(rng.uniform(0.2, 0.35)), ink, word)
    _corners(sheet, word, ink, rng)


def _filled(sheet: Sheet, rng: np.random.Generator) -> None:
    """Print a picture or a back: a frame filled with one colour and marks, at random or in rows."""
    height, width = sheet.shape[:2]
    edge, inside = int(width * float(rng.uniform(0.04, 0.14))), paint("any", rng)
    sheet[edge:-edge, edge:-edge] = inside
    ink, kind = plain_ink(inside, rng), int(rng.integers(2**31))
    if rng.random() < 0.5:
        step = width * float(rng.uniform(0.1, 0.3))
        places = [(x, y) for y in np.arange(step, height, step) for x in np.arange(step, width, step)]
    else:
        places = [(float(x) * width, float(y) * height) for x, y in rng.uniform(0.15, 0.85, (int(rng.integers(9)), 2))]
    radius = width * float(rng.uniform(0.02, 0.1))
    for place in places:
        mark(sheet, place, radius, ink, np.random.default_rng(kind))


def _corners(sheet: Sheet, word: str, ink: Bgr, rng: np.random.Generator) -> None:
    """Print a sign in the upper left corner and, rotated by half a turn, in the lower right one, in place."""
    width = sheet.shape[1]
    radius = width * float(rng.uniform(0.05, 0.1))
    for end in (sheet, sheet[::-1, ::-1]):
        print_word(end, (0.05 * width, 1.8 * radius), radius, ink, word)


def _ink(ground: Bgr, rng: np.random.Generator) -> Bgr:
    return paint("red", rng) if rng.random() < 0.4 else plain_ink(ground, rng)


def _suit(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, suit: int) -> None:
    """Print a diamond, a club, a heart, a spade or a disc with its middle at (x, y) pixels, in place."""
    x, y = at
    if suit == 0:
        _shape(sheet, at, radius, ink, ((0, -1.25), (0.9, 0), (0, 1.25), (-0.9, 0)))
    elif suit == 1:
        for dx, dy in ((-0.55, 0.2), (0.55, 0.2), (0.0, -0.55)):
            spot(sheet, (x + dx * radius, y + dy * radius), 0.5 * radius, ink)
        _shape(sheet, at, radius, ink, _STEM)
    elif suit in (2, 3):
        up = 1 if suit == 2 else -1
        for dx in (-0.48, 0.48):
            spot(sheet, (x + dx * radius, y - up * 0.3 * radius), 0.52 * radius, ink)
        _shape(sheet, at, radius, ink, ((-0.95, -0.1 * up), (0.95, -0.1 * up), (0, 1.1 * up)))
        if suit == 3:
            _shape(sheet, at, radius, ink, _STEM)
    else:
        spot(sheet, at, radius, ink)


def _shape(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, corners: _Corners) -> None:
    polygon(sheet, np.array(at) + radius * np.array(corners), ink)
