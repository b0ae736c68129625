"""A picture of a board, for printing and for looking at."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.catch_22.board_files.icons import COIN, Shape, picture
from companion.games.catch_22.board_files.layout import Layout, layout
from companion.games.catch_22.board_map import Board, Kind

Image = npt.NDArray[np.uint8]
BLUE, YELLOW, INK, LIGHT = (150, 78, 24), (58, 200, 244), (44, 34, 28), (250, 250, 250)
"""Colours as BGR."""
FINER = 3
"""Factor by which the board is drawn larger, then averaged: smooth edges."""
MOST_PIXELS = 30_000_000


def draw(board: Board, square_px: int = 64, *, names: bool = True) -> Image:
    """The board as it would be printed, uint8 (H, W, 3) BGR; `square_px` is the width of a square.

    With `names` each square carries its id in small letters. Drawn smaller where the picture would be huge.
    """
    shape = layout(board)
    scale = square_px / shape.square
    scale = min(scale, (MOST_PIXELS / (shape.width * shape.height)) ** 0.5 / FINER)
    big = scale * FINER
    image: Image = np.full((max(1, round(shape.height * big)), max(1, round(shape.width * big)), 3), BLUE, np.uint8)
    _paths(image, board, shape, big)
    for square, centre in zip(board.squares, shape.centres, strict=True):
        side = shape.square * big
        spot = (centre[0] * big, centre[1] * big)
        _square(image, spot, side)
        for part in picture(square.kind):
            _shape(image, part, spot, side)
        if square.kind is Kind.JACKPOT:
            middle = (spot[0] + COIN[0] * side, spot[1] + COIN[1] * side)
            _write(image, str(square.tokens), middle, 0.4 * side, 0.56 * side, LIGHT)
        if names:
            _write(image, square.id, (spot[0], spot[1] + 0.41 * side), 0.14 * side, 0.9 * side, INK)
    size = (max(1, round(shape.width * scale)), max(1, round(shape.height * scale)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _paths(image: Image, board: Board, shape: Layout, big: float) -> None:
    for one, other in board.paths:
        ends = [_point(shape.centres[place], big) for place in (one, other)]
        cv2.line(image, ends[0], ends[1], YELLOW, max(1, round(0.34 * shape.square * big)), cv2.LINE_AA)


def _square(image: Image, spot: tuple[float, float], side: float) -> None:
    half, corner = side / 2, max(1, round(0.1 * side))
    left, top, right, bottom = (
        round(value) for value in (spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half)
    )
    cv2.rectangle(image, (left + corner, top), (right - corner, bottom), YELLOW, -1)
    cv2.rectangle(image, (left, top + corner), (right, bottom - corner), YELLOW, -1)
    for x in (left + corner, right - corner):
        for y in (top + corner, bottom - corner):
            cv2.circle(image, (x, y), corner, YELLOW, -1, cv2.LINE_AA)


def _shape(image: Image, part: Shape, spot: tuple[float, float], side: float) -> None:
    colour = LIGHT if part.light else INK
    points = [(spot[0] + x * side, spot[1] + y * side) for x, y in part.points]
    if part.form == "disc":
        cv2.circle(image, _point(points[0]), max(1, round(part.width * side)), colour, -1, cv2.LINE_AA)
        return
    corners = np.array([_point(point) for point in points], np.int32).reshape(-1, 1, 2)
    if part.form == "polygon":
        cv2.fillPoly(image, [corners], colour, cv2.LINE_AA)
    else:
        cv2.polylines(image, [corners], isClosed=False, color=colour, thickness=max(1, round(part.width * side)))


def _write(image: Image, text: str, spot: tuple[float, float], high: float, wide: float, colour: Any) -> None:
    """Text centred on a spot, at most so high and so wide (pixels)."""
    font = cv2.FONT_HERSHEY_DUPLEX
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = min(high / max(1, height), wide / max(1, width))
    thick = max(1, round(scale * 1.6))
    corner = (round(spot[0] - width * scale / 2), round(spot[1] + height * scale / 2))
    cv2.putText(image, text, corner, font, scale, colour, thick, cv2.LINE_AA)


def _point(point: tuple[float, float], scale: float = 1.0) -> tuple[int, int]:
    return round(point[0] * scale), round(point[1] * scale)
