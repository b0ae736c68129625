"""Things on a table that resemble dice by their spots or their shape: dominoes, tiles, barrel dice, cubes with a
letter, bricks, counters, cards, mats with things on them.
"""

from __future__ import annotations

import cv2
import numpy as np

from training.cards import card, turned
from training.looks import brightness, paint, plain_ink
from training.marks import Sheet, mark, print_word, spot
from training.prisms import Prism, Thing
from vision.sim.die import Bgr, Floats, pip_places

TEXTURE = 12
"""Resolution of the textures, px per mm."""
_ROUND = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_BLANK = 0.12
"""Probability that a domino's field is blank."""


def random_things(rng: np.random.Generator, count: int) -> list[Thing]:
    """Return `count` things, of one kind or of all."""
    kinds = (_domino, _tile, _lettered, _brick, _counter, _dotted, _cards, _mat, _barrel)
    usual = kinds[int(rng.choice(len(kinds), p=(0.2, 0.11, 0.1, 0.07, 0.08, 0.08, 0.2, 0.08, 0.08)))]
    mixed = rng.random() < 0.3
    theme = int(rng.integers(2**31))
    made = []
    for _ in range(count):
        kind = kinds[int(rng.integers(len(kinds)))] if mixed else usual
        made.append(kind(rng, np.random.default_rng(theme)))
    return made


def _rectangle(wide: float, long: float) -> Floats:
    return 0.5 * np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]])


def _block(wide: float, long: float, tall: float, sides: Bgr, top: Sheet) -> Thing:
    """Return a block that resembles a die as a whole."""
    ring = _rectangle(wide, long)
    return Thing((Prism(ring, 0.0, tall, sides, top),), (_bounds(ring),))


def _bounds(ring: Floats) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = ring.min(0), ring.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def _sheet(wide: float, long: float, colour: Bgr) -> Sheet:
    sheet = np.empty((max(int(long * TEXTURE), 4), max(int(wide * TEXTURE), 4), 3), np.float32)
    sheet[:] = colour
    return sheet


def _ink_on(ground: Bgr, rng: np.random.Generator) -> Bgr:
    """Return a colour that differs from the ground."""
    if rng.random() < 0.3:
        for _ in range(8):
            ink = paint("any", rng)
            if abs(brightness(ink) - brightness(ground)) > 60:
                return ink
    return plain_ink(ground, rng, 115)


def _ground(rng: np.random.Generator) -> Bgr:
    return paint(str(rng.choice(("white", "white", "ivory", "black", "any", "red", "green", "blue", "yellow"))), rng)


def _domino(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a domino: two fields of 0 to 6 pips, with or without a line between them, an eighth to half as thick as a
    field.
    """
    side, thick = float(theme.uniform(10, 26)), float(theme.uniform(0.12, 0.55))
    ground = _ground(theme)
    ink, radius, spread = _ink_on(ground, theme), float(theme.uniform(0.065, 0.115)), float(theme.uniform(0.24, 0.31))
    line = float(theme.choice((0.0, 0.02, 0.035)))
    sheet, px = _sheet(2 * side, side, ground), side * TEXTURE
    fields = []
    for half in (0, 1):
        value = 0 if rng.random() < _BLANK else int(rng.integers(1, 7))
        own = _ink_on(ground, rng) if theme.random() < 0.2 else ink
        first, second, third = (bool(slant) for slant in rng.integers(0, 2, 3))
        for u, v in pip_places(value, (first, second, third)) if value else ():
            spot(sheet, ((half + 0.5 + spread * u) * px, (0.5 + spread * v) * px), radius * px, own)
        if value:
            fields.append((side * (half - 1), -side / 2, side * half, side / 2))
    if line:
        begin, end = (int(px), int(0.1 * px)), (int(px), int(0.9 * px))
        cv2.line(sheet, begin, end, ink, max(1, int(line * px)), cv2.LINE_AA)
    sides = ground if theme.random() < 0.8 else _ground(theme)
    return Thing((Prism(_rectangle(2 * side, side), 0.0, thick * side, sides, sheet),), tuple(fields))


def _tile(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a tile, oblong and of any height or square and flat, with rings or spots."""
    side, oblong = float(theme.uniform(11, 24)), theme.random() < 0.6
    long = side * float(theme.uniform(1.2, 1.5)) if oblong else side
    tall = side * float(theme.uniform(0.12, 0.9 if oblong else 0.4))
    ground = _ground(theme)
    sheet, rings = _sheet(side, long, ground), theme.random() < 0.5
    rows, columns = ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3))[int(rng.integers(7))]
    height, width = sheet.shape[:2]
    radius = min(width / (2.6 * columns + 1), height / (2.6 * rows + 1), 0.2 * width)
    for row in range(rows):
        for column in range(columns):
            at = ((column + 1) * width / (columns + 1), (row + 1) * height / (rows + 1))
            ink = _ink_on(ground, rng if rings else theme)
            spot(sheet, at, radius, ink)
            if rings:
                spot(sheet, at, 0.5 * radius, ground)
    sides = ground if theme.random() < 0.5 else _ground(theme)
    return _block(side, long, tall, sides, sheet)


def _barrel(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a long die that is rolled like a barrel: its upper side shows one to six pips, its ends show none."""
    side = float(theme.uniform(8, 16))
    long = side * float(theme.uniform(1.5, 2.6))
    ground = _ground(theme)
    ink, radius, spread = _ink_on(ground, theme), float(theme.uniform(0.08, 0.13)), float(theme.uniform(0.2, 0.28))
    apart = float(theme.choice((1.0, long / side)))
    sheet, px = _sheet(side, long, ground), side * TEXTURE
    for u, v in pip_places(int(rng.integers(1, 7))):
        spot(sheet, ((0.5 + spread * u) * px, (0.5 * long / side + spread * apart * v) * px), radius * px, ink)
    return _block(side, long, side, ground, sheet)


def _lettered(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a cube with a letter, a number or a mark, or blank."""
    side, ground = float(theme.uniform(8, 22)), _ground(rng)
    sheet, ink = _sheet(side, side, ground), _ink_on(ground, rng)
    px, kind = side * TEXTURE, rng.random()
    if kind < 0.35:
        mark(sheet, (px / 2, px / 2), px * float(rng.uniform(0.2, 0.36)), ink, rng)
    elif kind < 0.9:
        sign = str(int(rng.integers(1, 10))) if rng.random() < 0.5 else chr(ord("A") + int(rng.integers(26)))
        print_word(sheet, (0.45 * px, 0.5 * px), px * float(rng.uniform(0.25, 0.4)), ink, sign)
    return _block(side, side, side, ground, sheet)


def _brick(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a toy brick with one to eight studs of its own colour."""
    unit, colour = float(theme.uniform(7, 9)), paint("any", rng if theme.random() < 0.5 else theme)
    wide, long = ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2))[int(rng.integers(6))]
    tall = unit * (1.2 if rng.random() < 0.6 else 0.4)
    body = Prism(_rectangle(wide * unit, long * unit), 0.0, tall, colour, _sheet(wide * unit, long * unit, colour))
    ring = 0.3 * unit * np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    blue, green, red = (min(1.08 * part, 255.0) for part in colour)
    studs = [
        Prism(
            ring + np.array([(i - (wide - 1) / 2) * unit, (j - (long - 1) / 2) * unit]),
            tall,
            tall + 0.21 * unit,
            colour,
            _sheet(0.6 * unit, 0.6 * unit, (blue, green, red)),
        )
        for j in reversed(range(long))
        for i in range(wide)
    ]
    return Thing((body, *studs), (_bounds(body.outline),))


def _counter(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a round counter or button with up to four holes or spots."""
    radius, tall = float(rng.uniform(5, 14)), float(theme.uniform(1.5, 9))
    ground = _ground(rng)
    sheet, ink = _sheet(2 * radius, 2 * radius, ground), _ink_on(ground, rng)
    middle = radius * TEXTURE
    if rng.random() < 0.5:
        cv2.circle(sheet, (int(middle), int(middle)), int(0.8 * middle), ink, max(1, int(0.03 * middle)), cv2.LINE_AA)
    holes, first = int(rng.integers(0, 5)), float(rng.uniform(0, 6.28))
    away = 0.0 if holes == 1 else float(rng.uniform(0.25, 0.4))
    for k in range(holes):
        angle = first + 2 * np.pi * k / holes
        at = (middle * (1 + away * np.cos(angle)), middle * (1 + away * np.sin(angle)))
        spot(sheet, at, middle * float(theme.uniform(0.09, 0.2)), ink)
    ring = radius * np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    return Thing((Prism(ring, 0.0, tall, ground, sheet),), ((-radius, -radius, radius, radius),))


def _dotted(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a card, a little or much larger than a die, with one to six dots in a die's pattern, framed or not."""
    side = float(theme.uniform(12, 45))
    long, ground = side * float(theme.uniform(1.1, 1.6)), _ground(theme)
    sheet, ink = _sheet(side, long, ground), _ink_on(ground, theme)
    height, width = sheet.shape[:2]
    half = min(width, height) * float(theme.uniform(0.2, 0.42))
    x, y = width / 2, height / 2
    if theme.random() < 0.4:
        frame = paint("any", theme)
        corners = ((int(x - half), int(y - half)), (int(x + half), int(y + half)))
        cv2.rectangle(sheet, *corners, frame, -1 if theme.random() < 0.5 else max(1, int(0.05 * half)))
        ink = _ink_on(frame, theme)
    for u, v in pip_places(int(rng.integers(1, 7))):
        spot(sheet, (x + 0.55 * u * half, y + 0.55 * v * half), half * float(theme.uniform(0.12, 0.2)), ink)
    px, ring = half / TEXTURE, _rectangle(side, long)
    return Thing((Prism(ring, 0.0, 0.4, ground, sheet),), (_bounds(ring), (-px, -px, px, px)))


def _cards(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a card, or two or three overlapping ones."""
    wide = float(theme.uniform(16, 63))
    count, prisms, high = int(rng.choice((1, 2, 3), p=(0.6, 0.3, 0.1))), [], 0.0
    for k in range(count):
        seen, corners = turned(card(rng, int(wide * TEXTURE)), float(rng.uniform(0, 2 * np.pi)) if k else 0.0)
        rows, columns = seen.shape[:2]
        ring = (corners[::-1] - 0.5 * np.array([columns, rows])) * (1, -1) / TEXTURE
        ring += rng.uniform(-0.7, 0.7, 2) * wide if k else 0.0
        prisms.append(Prism(ring, high, high + 0.4, (200.0, 200.0, 200.0), seen))
        high += 0.4
    return Thing(tuple(prisms), tuple(_bounds(prism.outline) for prism in prisms))


def _mat(rng: np.random.Generator, theme: np.random.Generator) -> Thing:
    """Return a mat or a shallow box with an edge of another colour, with up to six round things in it."""
    wide = float(theme.uniform(25, 120))
    long, ground = wide * float(theme.uniform(0.7, 1.4)), _ground(theme)
    coarse = 60 / wide  # a larger thing is seen in less detail
    sheet = _sheet(coarse * wide, coarse * long, paint("any", theme))
    height, width = sheet.shape[:2]
    edge = int(min(width, height) * float(theme.uniform(0.02, 0.12)))
    sheet[edge : height - edge, edge : width - edge] = ground
    radius, ink = width * float(theme.uniform(0.03, 0.1)), _ink_on(ground, theme)
    for x, y in rng.uniform(0.2, 0.8, (int(rng.integers(0, 7)), 2)):
        spot(sheet, (float(x) * width, float(y) * height), radius, ink)
    return _block(wide, long, float(theme.uniform(0.5, 0.25 * wide)), _ground(theme), sheet)
