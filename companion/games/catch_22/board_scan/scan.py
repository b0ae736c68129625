"""A draft of a board from a photograph: corners, flat picture, yellow against blue, the grid, the squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.text import Text, say
from companion.games.catch_22.board_files.grid import Cell, Grid, Place, blank, board_of
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.board_scan.cells import UNCLEAR, Cells, cells_in
from companion.games.catch_22.board_scan.corners import Corners, Points, find_corners, flatten, in_order
from companion.games.catch_22.board_scan.segmentation import yellow_in

Image = npt.NDArray[np.uint8]
UNSURE = 0.5
SMALLEST_PX = 120
"""In smaller pictures no squares can be separated."""
ONE_PIECE = 0.85
IN_STEP = 0.5
"""Weaker rulers belong to no grid."""


class Scan(NamedTuple):
    """A board read from a photograph.

    `grid` is a draft: every yellow square plain. `printed` are squares on which something seems to be printed.
    `corners` are float64 (4, 2) pixels in the photograph, `flat` the straightened picture, uint8 (H, W, 3) BGR.
    `trust` is 0-1; `reasons` says in plain words what may be wrong, and is empty if nothing seems wrong.
    """

    grid: Grid
    printed: frozenset[Place]
    corners: Points
    flat: Image
    trust: float
    reasons: tuple[Text, ...]


def scan(image: Image, corners: Sequence[tuple[float, float]] | None = None) -> Scan:
    """Read a photograph, uint8 (H, W, 3) BGR. `corners` are the board's if somebody tapped them, in any order.

    Never raises for what is in the picture: it says how unsure it is.
    """
    found = find_corners(image) if corners is None else Corners(in_order(corners), 1.0)
    flat = flatten(image, found.points)
    yellow, apart = yellow_in(flat)
    reasons: list[Text] = []
    if found.trust < UNSURE:
        reasons.append(say("where the board's corners are: tap them"))
    if apart < UNSURE:
        reasons.append(say("what is yellow and what is blue: take the picture in even light"))
    cells = cells_in(yellow)
    if cells is None:
        reasons.append(say("whether there is a board at all: no grid was found"))
        return Scan(blank(1, 1), frozenset(), found.points, flat, 0.0, tuple(reasons))
    if min(image.shape[0], image.shape[1]) < SMALLEST_PX:
        reasons.append(say("what is in so small a picture: take a larger one"))
    grid, first = _grid(cells)
    step, clear = min(cells.across.trust, cells.down.trust), 1.0 - cells.unclear
    together = _together(grid)
    reasons += _reasons(cells, step, together)
    size = min(1.0, min(image.shape[0], image.shape[1]) / (2.5 * SMALLEST_PX))
    known = UNSURE if cells.ambiguous else 1.0
    trust = max(0.0, min(known, found.trust, apart, step / 0.75, clear, together**2, size))
    return Scan(grid, _printed(flat, cells, grid, first), found.points, flat, trust, tuple(reasons))


def _together(grid: Grid) -> float:
    """The part of the yellow squares that hang together: a board is one piece."""
    board = board_of(grid)
    count = len(board.squares)
    if not count:
        return 0.0
    largest, left = 0, (1 << count) - 1
    while left:
        part = board.graph.region((left & -left).bit_length() - 1)
        largest, left = max(largest, part.bit_count()), left & ~part
    return largest / count


def _reasons(cells: Cells, step: float, together: float) -> list[Text]:
    found: list[Text] = []
    if together < ONE_PIECE:
        found.append(say("whether these squares are a board: they do not hang together"))
    if step < IN_STEP:
        found.append(
            say("where the lines of the grid run: take the picture from straight above, with the board quite flat")
        )
    if cells.ambiguous:
        found.append(say("how wide the squares are: look whether the rows and columns are right"))
    unclear = int(((cells.shares > UNCLEAR[0]) & (cells.shares < UNCLEAR[1])).sum())
    if int((cells.shares >= 0.5).sum()) < 2:
        found.append(say("whether there is a board at all: hardly a yellow square was found"))
    elif unclear > max(1, round(0.02 * cells.shares.size)):
        found.append(say("about {n} squares that are neither quite yellow nor quite blue: look them over", n=unclear))
    return found


def _grid(cells: Cells) -> tuple[Grid, Place]:
    """The draft, cut to its yellow squares, and the place of its first cell."""
    yellow = cells.shares >= 0.5
    if not yellow.any():
        return blank(1, 1), (0, 0)
    rows, columns = np.nonzero(yellow.any(axis=1))[0], np.nonzero(yellow.any(axis=0))[0]
    top, left = int(rows[0]), int(columns[0])
    cut = yellow[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
    plain = Cell(Kind.PLAIN)
    return Grid("", tuple(tuple(plain if one else None for one in row) for row in cut)), (left, top)


def _printed(flat: Image, cells: Cells, grid: Grid, first: Place) -> frozenset[Place]:
    """Squares whose middle is not of one colour: something is printed there."""
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32)
    half_x, half_y = 0.28 * cells.across.pitch, 0.28 * cells.down.pitch
    found = []
    for column, row in grid.places():
        x, y = cells.middle((first[0] + column, first[1] + row))
        patch = lab[max(0, int(y - half_y)) : int(y + half_y), max(0, int(x - half_x)) : int(x + half_x)]
        if patch.size:
            typical = np.median(patch.reshape(-1, 3), axis=0)
            if float(np.mean(np.linalg.norm(patch - typical, axis=2) > 28)) > 0.06:
                found.append((column, row))
    return frozenset(found)
