"""What dice lie on and among: procedural cloth, wood, paper, carpet and boards, with flat things printed or laid on
them, seen from straight above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.die import Bgr, pip_places
from vision.sim.draw import lit, tinted
from vision.sim.tray import wood
from vision.training.looks import brightness, paint

Sheet = NDArray[np.float32]
"""A flat picture (h, w, 3) float32, 0-255, blue-green-red, under white light."""


def blotches(rng: np.random.Generator, size: tuple[int, int], grain: float) -> NDArray[np.float32]:
    """Return smooth noise (h, w) of unit deviation whose features are about `grain` pixels wide."""
    h, w = size
    coarse = rng.standard_normal((max(int(h / grain), 2), max(int(w / grain), 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC))


def _tinted(colour: Bgr, change: NDArray[Any]) -> Sheet:
    return tinted(colour, 1 + change)


def plain(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Paper, a desk, a painted table."""
    colour = paint(str(rng.choice(("white", "white", "ivory", "black", "grey", "any", "any"))), rng)
    return _tinted(colour, 0.04 * blotches(rng, size, 150) + rng.uniform(0, 0.04) * blotches(rng, size, 1.5))


def cloth(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Felt, or woven cloth."""
    colour = paint(str(rng.choice(("green", "blue", "red", "black", "grey", "any"))), rng)
    change = rng.uniform(0.04, 0.2) * blotches(rng, size, rng.uniform(1, 3)) + 0.05 * blotches(rng, size, 60)
    if rng.random() < 0.4:
        y, x = (each.astype(np.float32) for each in np.ogrid[: size[0], : size[1]])
        step = rng.uniform(1.5, 5)
        change = change + rng.uniform(0.05, 0.25) * np.sin(x * np.pi / step) * np.sin(y * np.pi / step)
    return _tinted(colour, change)


def carpet(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Carpet, cork, stone: coarse specks."""
    colour = paint(str(rng.choice(("ivory", "grey", "any", "black"))), rng)
    return _tinted(
        colour, rng.uniform(0.1, 0.35) * blotches(rng, size, rng.uniform(2, 9)) + 0.1 * blotches(rng, size, 30)
    )


def boards(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Wood with grain, rings and sometimes joints."""
    value = rng.uniform(0.25, 0.95)
    colour = (255 * value * rng.uniform(0.3, 0.65), 255 * value * rng.uniform(0.55, 0.8), 255 * value)
    sheet = wood(rng, size, colour)
    if rng.random() < 0.3:
        sheet[:: int(rng.integers(60, 200))] *= 0.5
    return np.rot90(sheet).copy() if rng.random() < 0.5 and size[0] == size[1] else sheet


def squares(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """A printed game board: squares of a few colours, outlines, and marks in them."""
    step = int(rng.uniform(0.07, 0.22) * size[0])
    colours = [
        paint(str(rng.choice(("ivory", "white", "any", "yellow", "blue", "red", "black"))), rng) for _ in range(4)
    ]
    sheet = np.zeros((*size, 3), np.float32)
    for y in range(0, size[0], step):
        for x in range(0, size[1], step):
            colour = colours[int(rng.integers(4)) if rng.random() < 0.6 else 0]
            sheet[y : y + step, x : x + step] = colour
            if rng.random() < 0.5:
                ink = paint("black", rng) if brightness(colour) > 110 else paint("white", rng)
                _mark(sheet, (x + step / 2, y + step / 2), step * rng.uniform(0.12, 0.33), ink, rng)
    if rng.random() < 0.8:
        line = paint("black", rng)
        for at in range(0, max(size), step):
            cv2.line(sheet, (at, 0), (at, size[0]), line, 2)
            cv2.line(sheet, (0, at), (size[1], at), line, 2)
    return lit(sheet, 1 + 0.03 * blotches(rng, size, 2))


def dotted(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Polka dots or a grid of holes, the size of pips or larger."""
    ground = paint(str(rng.choice(("white", "any", "red", "blue", "black"))), rng)
    ink = paint("black", rng) if brightness(ground) > 120 else paint("white", rng)
    sheet = np.zeros((*size, 3), np.float32)
    sheet[:] = ground
    step = rng.uniform(0.025, 0.09) * size[0]
    radius = int(step * rng.uniform(0.15, 0.38) * 16)
    for row in range(int(size[0] / step) + 1):
        for column in range(int(size[1] / step) + 1):
            x = (column + 0.5 * (row % 2)) * step
            cv2.circle(sheet, (int(x * 16), int(row * step * 16)), radius, ink, -1, cv2.LINE_AA, 4)
    return sheet


def rings(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Something round and bright: a bowl, a lamp, a grille; rings about a middle, crossed by bars."""
    y, x = (each.astype(np.float32) for each in np.ogrid[: size[0], : size[1]])
    away = np.hypot(x - rng.uniform(0.2, 0.8) * size[1], y - rng.uniform(0.2, 0.8) * size[0])
    wave = np.sin(away / rng.uniform(4, 40) + rng.uniform(0, 6))
    if rng.random() < 0.5:
        step, angle = rng.uniform(3, 14), rng.uniform(0, 3.14)
        bars = np.sin((x * np.cos(angle) + y * np.sin(angle)) / step)
        if rng.random() < 0.6:
            bars = np.minimum(bars, np.sin((y * np.cos(angle) - x * np.sin(angle)) / step))
        wave = np.where(away < rng.uniform(0.15, 0.5) * size[0], bars, wave)
    share = np.clip(0.5 + rng.uniform(0.5, 3) * wave, 0, 1)[..., None]
    dark, bright = (np.asarray(paint("any", rng), np.float32) for _ in range(2))
    return np.asarray(dark * (1 - share) + bright * share * rng.uniform(1, 1.8), np.float32)


def collage(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """A table with much on it: patches of other surfaces, pen strokes, blobs and words of several sizes."""
    sheet = plain(rng, size) if rng.random() < 0.6 else cloth(rng, size)
    for _ in range(int(rng.integers(1, 14))):
        kind, ink = rng.random(), paint("any", rng)
        at = rng.uniform(0, size[0], 2)
        if kind < 0.35:
            patch = (plain, cloth, boards, squares)[int(rng.integers(4))](rng, tuple(rng.integers(20, 260, 2)))  # type: ignore[arg-type]
            lay(sheet, patch, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
        elif kind < 0.6:
            path = np.cumsum(np.vstack([at, rng.normal(0, rng.uniform(5, 40), (int(rng.integers(2, 30)), 2))]), axis=0)
            cv2.polylines(sheet, [np.asarray(path * 16, np.int32)], False, ink, int(rng.integers(1, 5)), cv2.LINE_AA, 4)
        elif kind < 0.8:
            _mark(sheet, (float(at[0]), float(at[1])), float(np.exp(rng.uniform(1, 4.5))), ink, rng)
        else:
            reach = np.exp(rng.uniform(1.5, 5, 2))
            cv2.ellipse(
                sheet, (int(at[0]), int(at[1])), (int(reach[0]), int(reach[1])), rng.uniform(0, 180), 0, 360, ink, -1
            )
    return sheet


SURFACES: tuple[tuple[Callable[[np.random.Generator, tuple[int, int]], Sheet], float], ...] = (
    (plain, 0.28),
    (cloth, 0.22),
    (carpet, 0.13),
    (boards, 0.2),
    (squares, 0.12),
    (dotted, 0.05),
    (rings, 0.05),
    (collage, 0.14),
)


BOARDS = ((squares, 0.6), (dotted, 0.2), (collage, 0.2))
"""What is printed or lies about as if it were dice."""


def surface(rng: np.random.Generator, size: tuple[int, int], *, board: bool = False) -> Sheet:
    """Return a table top of a random kind, or one full of marks."""
    kinds = BOARDS if board else SURFACES
    weights = np.array([w for _, w in kinds])
    kind = int(rng.choice(len(kinds), p=weights / weights.sum()))
    return np.ascontiguousarray(kinds[kind][0](rng, size))


def _mark(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, rng: np.random.Generator) -> None:
    """Print a disc, a triangle, a star, a number, a heart-like blob or a row of dots."""
    x, y = at
    kind = int(rng.integers(6))
    if kind == 0:
        cv2.circle(sheet, (int(x * 16), int(y * 16)), int(radius * 16), ink, -1, cv2.LINE_AA, 4)
    elif kind in (1, 2):
        n = 3 if kind == 1 else 10
        angle = np.arange(n) * 2 * np.pi / n + rng.uniform(0, 6)
        reach = radius * (1 if kind == 1 else np.where(np.arange(n) % 2, 0.42, 1.0))
        points = np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], 1)
        cv2.fillPoly(sheet, [np.asarray(points * 16, np.int32)], ink, cv2.LINE_AA, 4)
    elif kind == 3:
        _print_number(sheet, (x, y), radius, ink, int(rng.integers(1, 99)))
    elif kind == 4:
        n = int(rng.integers(2, 5))
        for i in range(n):
            place = (int((x + (i - (n - 1) / 2) * radius * 0.9) * 16), int(y * 16))
            cv2.circle(sheet, place, int(radius * 4.5), ink, -1, cv2.LINE_AA, 4)
    else:
        for dx in (-0.4, 0.4):
            cv2.circle(
                sheet,
                (int((x + dx * radius) * 16), int((y - 0.2 * radius) * 16)),
                int(radius * 8),
                ink,
                -1,
                cv2.LINE_AA,
                4,
            )
        tip = np.array([[x - 0.85 * radius, y], [x + 0.85 * radius, y], [x, y + radius]])
        cv2.fillPoly(sheet, [np.asarray(tip * 16, np.int32)], ink, cv2.LINE_AA, 4)


def _print_number(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, number: int) -> None:
    scale = max(radius / 14, 0.2)
    stencil = np.zeros((int(radius * 3) + 4, int(radius * 4) + 4), np.uint8)
    cv2.putText(
        stencil,
        str(number),
        (2, int(radius * 2.2)),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        255,
        max(1, int(scale * 1.6)),
        cv2.LINE_AA,
    )
    y, x = max(int(at[1] - radius * 1.6), 0), max(int(at[0] - radius), 0)
    under = sheet[y : y + stencil.shape[0], x : x + stencil.shape[1]]
    alpha = stencil[: under.shape[0], : under.shape[1], None].astype(np.float32) / 255
    under += (np.asarray(ink, np.float32) - under) * alpha


def card(rng: np.random.Generator, edge_px: float) -> Sheet:
    """Return a playing card (63 x 88 mm where a 16 mm die is `edge_px`) with 1 to 10 pips in the usual columns."""
    w, h = int(63 / 16 * edge_px), int(88 / 16 * edge_px)
    sheet = np.empty((h, w, 3), np.float32)
    sheet[:] = paint("white", rng)
    ink = paint(str(rng.choice(("red", "black"))), rng)
    radius = w * 0.085
    spots = [(x, y) for y in (0.18, 0.39, 0.61, 0.82) for x in (0.3, 0.7)] + [(0.5, 0.29), (0.5, 0.71), (0.5, 0.5)]
    shape = int(rng.integers(0, 2**31))
    for x, y in rng.permutation(spots)[: rng.integers(1, 11)]:
        _mark(sheet, (x * w, y * h), radius, ink, np.random.default_rng(shape))
    return sheet


def domino(rng: np.random.Generator, edge_px: float) -> Sheet:
    """Return a domino: two fields of 0 to 6 pips with a line between them."""
    side = int(edge_px * rng.uniform(0.9, 1.7))
    ground = paint(str(rng.choice(("white", "ivory", "black", "any"))), rng)
    ink = paint("black", rng) if brightness(ground) > 110 else paint("white", rng)
    sheet = np.empty((2 * side, side, 3), np.float32)
    sheet[:] = ground
    for half in (0, 1):
        value = int(rng.integers(0, 7))
        for u, v in pip_places(value) if value else ():
            place = (int((0.5 + 0.27 * u) * side * 16), int((half + 0.5 + 0.27 * v) * side * 16))
            cv2.circle(sheet, place, int(side * 0.09 * 16), ink, -1, cv2.LINE_AA, 4)
    cv2.line(sheet, (int(side * 0.1), side), (int(side * 0.9), side), ink, max(1, side // 25), cv2.LINE_AA)
    return sheet


def printed_face(rng: np.random.Generator, edge_px: float) -> Sheet:
    """Return a square tile with spots that are no die's: seven to nine, or one to four out of place, or a symbol."""
    side = max(int(edge_px * rng.uniform(0.8, 1.6)), 6)
    ground = paint(str(rng.choice(("white", "ivory", "any", "red"))), rng)
    ink = paint("black", rng) if brightness(ground) > 110 else paint("white", rng)
    sheet = np.empty((side, side, 3), np.float32)
    sheet[:] = ground
    kind = rng.random()
    if kind < 0.4:
        _mark(sheet, (side / 2, side / 2), side * 0.32, ink, rng)
    elif kind < 0.55:
        for place in rng.permutation(9)[: rng.integers(7, 10)]:
            u, v = place % 3 - 1, place // 3 - 1
            cv2.circle(
                sheet,
                (int((0.5 + 0.28 * u) * side * 16), int((0.5 + 0.28 * v) * side * 16)),
                int(side * 1.4),
                ink,
                -1,
                cv2.LINE_AA,
                4,
            )
    return sheet


def disc(rng: np.random.Generator, edge_px: float) -> tuple[Sheet, NDArray[np.float32]]:
    """Return a coin, a counter or a button (h, w, 3) and its outline (h, w), 0-1."""
    side = max(int(edge_px * rng.uniform(0.6, 1.8)), 6)
    sheet = np.empty((side, side, 3), np.float32)
    colour = paint(str(rng.choice(("yellow", "orange", "grey", "any", "white", "black"))), rng)
    sheet[:] = colour
    middle = (side * 8, side * 8)
    if rng.random() < 0.6:
        cv2.circle(
            sheet,
            middle,
            int(side * 6.5),
            tuple(c * rng.uniform(0.6, 1.2) for c in colour),
            max(1, side // 20),
            cv2.LINE_AA,
            4,
        )
    if rng.random() < 0.45:
        ink = paint("black", rng)
        n = int(rng.choice((2, 4)))
        for i in range(n):
            angle = 2 * np.pi * i / n + 0.6
            place = (int(middle[0] + side * 2.6 * np.cos(angle)), int(middle[1] + side * 2.6 * np.sin(angle)))
            cv2.circle(sheet, place, int(side * 1.0), ink, -1, cv2.LINE_AA, 4)
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, middle, int(side * 7.6), 1.0, -1, cv2.LINE_AA, 4)
    return sheet, mask


def lay(
    sheet: Sheet, thing: Sheet, at: tuple[float, float], angle_deg: float, mask: NDArray[np.float32] | None = None
) -> None:
    """Lay a flat thing (with a short shadow) on a sheet, its middle at (x, y) pixels, turned; in place."""
    h, w = thing.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), angle_deg, 1.0)
    reach = int(np.hypot(h, w) / 2) + 3
    x0, y0 = int(at[0]) - reach, int(at[1]) - reach
    turn[:, 2] += (reach - w / 2, reach - h / 2)
    size = (2 * reach, 2 * reach)
    cover = cv2.warpAffine(np.ones((h, w), np.float32) if mask is None else mask, turn, size, flags=cv2.INTER_LINEAR)
    seen = cv2.warpAffine(thing, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shade = np.roll(cv2.GaussianBlur(cover, (0, 0), max(1.0, reach * 0.03)), (2, 2), (0, 1)) * 0.4
    top, left = max(y0, 0), max(x0, 0)
    bottom, right = min(y0 + 2 * reach, sheet.shape[0]), min(x0 + 2 * reach, sheet.shape[1])
    if bottom <= top or right <= left:
        return
    cut = np.s_[top - y0 : bottom - y0, left - x0 : right - x0]
    under = lit(sheet[top:bottom, left:right], 1 - shade[cut])
    alpha = cover[cut][..., None]
    sheet[top:bottom, left:right] = under * (1 - alpha) + seen[cut] * alpha
