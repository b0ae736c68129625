"""Flat things among dice: cards, dominoes, printed tiles, coins and counters."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.looks import paint, plain_ink
from training.marks import Sheet, mark, spot
from vision.sim.die import pip_places
from vision.sim.render_die import lit


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
        mark(sheet, (x * w, y * h), radius, ink, np.random.default_rng(shape))
    return sheet


def domino(rng: np.random.Generator, edge_px: float) -> Sheet:
    """Return a domino: two fields of 0 to 6 pips with a line between them."""
    side = int(edge_px * rng.uniform(0.9, 1.7))
    ground = paint(str(rng.choice(("white", "ivory", "black", "any"))), rng)
    ink = plain_ink(ground, rng)
    sheet = np.empty((2 * side, side, 3), np.float32)
    sheet[:] = ground
    for half in (0, 1):
        value = int(rng.integers(0, 7))
        for u, v in pip_places(value) if value else ():
            spot(sheet, ((0.5 + 0.27 * u) * side, (half + 0.5 + 0.27 * v) * side), side * 0.09, ink)
    cv2.line(sheet, (int(side * 0.1), side), (int(side * 0.9), side), ink, max(1, side // 25), cv2.LINE_AA)
    return sheet


def printed_face(rng: np.random.Generator, edge_px: float) -> Sheet:
    """Return a square tile with a pattern of no die: seven to nine spots, or one to four out of place, or a symbol."""
    side = max(int(edge_px * rng.uniform(0.8, 1.6)), 6)
    ground = paint(str(rng.choice(("white", "ivory", "any", "red"))), rng)
    ink = plain_ink(ground, rng)
    sheet = np.empty((side, side, 3), np.float32)
    sheet[:] = ground
    kind = rng.random()
    if kind < 0.4:
        mark(sheet, (side / 2, side / 2), side * 0.32, ink, rng)
    elif kind < 0.55:
        for place in rng.permutation(9)[: rng.integers(7, 10)]:
            u, v = place % 3 - 1, place // 3 - 1
            spot(sheet, ((0.5 + 0.28 * u) * side, (0.5 + 0.28 * v) * side), side * 0.0875, ink)
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
    """Draw a flat thing (with a short shadow) on a sheet, rotated, with its middle at (x, y) pixels; in place."""
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
