"""The squares in a flat picture: which grid fits, and how yellow each cell of it is."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.catch_22.board_files.grid import Place
from companion.games.catch_22.board_scan.lattice import Ruler, rulers
from companion.games.catch_22.board_scan.segmentation import Mask

Shares = npt.NDArray[np.float64]
RING = (0.2, 0.40)
"""The part of a square that is looked at, as distances from its middle: pictures lie inside, lines and gaps outside."""
MOST = 60
"""No board has more columns or rows."""
UNCLEAR = (0.25, 0.75)
RIVAL = 0.9
"""A second grid this likely makes the reading ambiguous."""
SQUARE = 1.7
"""Squares are square, and a picture taken askew is flattened with proportions wrong by less than this."""
AS_CLEAR = 0.05
"""A grid with so few more unclear cells than the best is as good as it: pictures and lines can do that."""
SAME = 0.99
"""Cells of neighbouring lines that must be alike, so that it is no accident."""


class Cells(NamedTuple):
    """A grid laid over a flat picture.

    Its two rulers; how much of each cell's ring is yellow, float64 (rows, columns); which cell the first one is,
    counted from the rulers' offsets; and the part of the cells with any yellow that is neither clearly yellow nor
    clearly blue. `ambiguous`: quite another grid would fit nearly as well, or the squares may be cut into parts.
    """

    across: Ruler
    down: Ruler
    shares: Shares
    first: Place
    unclear: float
    ambiguous: bool = False

    def middle(self, place: Place) -> tuple[float, float]:
        """Return where a cell's middle is, in pixels; places count from the first cell."""
        column, row = place
        return (
            self.across.offset + (self.first[0] + column + 0.5) * self.across.pitch,
            self.down.offset + (self.first[1] + row + 0.5) * self.down.pitch,
        )


def cells_in(yellow: Mask) -> Cells | None:
    """The likeliest grid among those whose cells are clearly yellow or blue; None if nothing is in step."""
    across, down = _edges(yellow)
    sums = cv2.integral(yellow.astype(np.uint8))
    fitting = [
        _measured(sums, one, other)
        for one in rulers(across)
        for other in rulers(down)
        if 1 / SQUARE < one.pitch / other.pitch < SQUARE
    ]
    if not fitting:
        return None
    clearest = min(cells.unclear for cells in fitting)
    good = [cells for cells in fitting if cells.unclear <= clearest + AS_CLEAR]
    likeliest = max(good, key=_likely)
    best = max((cells for cells in good if _only_cuts(likeliest, cells)), key=_size, default=likeliest)
    rivals = [cells for cells in good if _likely(cells) > RIVAL * _likely(best) and not _finer(cells, best)]
    return best._replace(ambiguous=best is not likeliest or bool(rivals) or _in_blocks(best.shares >= 0.5))


def _size(cells: Cells) -> float:
    """The area of one square, in pixels."""
    return cells.across.pitch * cells.down.pitch


def _only_cuts(fine: Cells, coarse: Cells) -> bool:
    """Return whether the finer grid cuts the squares of the coarser into equal parts and sees nothing else for it."""
    if not _finer(fine, coarse):
        return False
    yellow, wide = fine.shares >= 0.5, coarse.shares >= 0.5
    columns = _lines_under(fine.across, fine.first[0], yellow.shape[1], coarse.across, coarse.first[0])
    rows = _lines_under(fine.down, fine.first[1], yellow.shape[0], coarse.down, coarse.first[1])
    # Cells of the finer grid beside the coarser one lie over a margin of blue.
    wide = np.pad(wide, 1)
    across, down = (
        np.clip(lines + 1, 0, size - 1) for lines, size in ((columns, wide.shape[1]), (rows, wide.shape[0]))
    )
    return bool((wide[np.ix_(down, across)] == yellow).all())


def _lines_under(fine: Ruler, first: int, count: int, coarse: Ruler, coarse_first: int) -> npt.NDArray[np.int64]:
    """For each of `count` lines of a finer ruler, the line of the coarser one in which its middle lies."""
    middles = fine.offset + (np.arange(first, first + count) + 0.5) * fine.pitch
    return np.asarray(np.floor((middles - coarse.offset) / coarse.pitch), np.int64) - coarse_first


def _in_blocks(yellow: npt.NDArray[np.bool_]) -> bool:
    """Return whether every line of cells is there twice or three times running.

    On a board whose ways are one square wide that is no accident: its squares have been cut into parts, or it has no
    shape to measure by.
    """
    if not yellow.any():
        return False
    rows, columns = np.nonzero(yellow.any(axis=1))[0], np.nonzero(yellow.any(axis=0))[0]
    shape = yellow[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    for lines in (shape, shape.T):
        for times in (2, 3):
            if len(lines) % times == 0:
                blocks = lines.reshape(-1, times, lines.shape[1])
                if (blocks == blocks[:, :1]).mean() >= SAME:
                    return True
    return False


def _finer(cells: Cells, best: Cells) -> bool:
    """Return whether a grid only cuts each square of another into equal parts (or is that other)."""
    parts = (best.across.pitch / cells.across.pitch, best.down.pitch / cells.down.pitch)
    return all(part > 0.95 and abs(part - round(part)) < 0.05 * part for part in parts)


def _likely(cells: Cells) -> float:
    """Return how likely this grid is the one, of several with clear squares: in step, coarse, and nearly square.

    Half the pitch is as much in step as the pitch itself, so coarseness has to count; but a pitch that only some of the
    edges agree to is no grid's, however coarse.
    """
    across, down = cells.across, cells.down
    uneven = max(across.pitch / down.pitch, down.pitch / across.pitch)
    return float(across.trust * down.trust * (across.pitch * down.pitch) ** 0.25 / uneven**0.5)


def _edges(yellow: Mask) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return how much changes along each axis. Speckles and pictures on the squares are smoothed away first."""
    smooth = cv2.medianBlur(yellow.astype(np.uint8) * 255, 9).astype(np.int16)
    smooth[:3], smooth[-3:], smooth[:, :3], smooth[:, -3:] = 0, 0, 0, 0
    across = np.abs(np.diff(smooth, axis=1)).sum(axis=0).astype(np.float64) / 255
    down = np.abs(np.diff(smooth, axis=0)).sum(axis=1).astype(np.float64) / 255
    return _lifted(across), _lifted(down)


def _lifted(edges: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Edges without their background; one pixel further, as a difference lies between two pixels."""
    return np.concatenate([[0.0], np.maximum(edges - np.median(edges), 0.0)])


def _measured(sums: npt.NDArray[Any], across: Ruler, down: Ruler) -> Cells:
    """Every cell's share of yellow, from the integral image `sums` (H + 1, W + 1)."""
    columns, rows = _numbers(across, sums.shape[1] - 1), _numbers(down, sums.shape[0] - 1)
    x = across.offset + (columns + 0.5) * across.pitch
    y = down.offset + (rows + 0.5) * down.pitch
    outer = _boxes(sums, x, y, RING[1] * across.pitch, RING[1] * down.pitch)
    inner = _boxes(sums, x, y, RING[0] * across.pitch, RING[0] * down.pitch)
    shares = (outer[0] - inner[0]) / np.maximum(1, outer[1] - inner[1])
    seen = shares[shares > 0.05]
    unclear = float(((seen > UNCLEAR[0]) & (seen < UNCLEAR[1])).mean()) if seen.size else 1.0
    return Cells(across, down, shares, (int(columns[0]), int(rows[0])), unclear)


def _numbers(axis: Ruler, length: int) -> npt.NDArray[np.int64]:
    """The cells that lie in the picture but for a sliver."""
    first = int(np.ceil((0.4 * axis.pitch - axis.offset) / axis.pitch - 0.5))
    last = int(np.floor((length - 0.4 * axis.pitch - axis.offset) / axis.pitch - 0.5))
    return np.arange(first, max(first, min(first + MOST - 1, last)) + 1)


def _boxes(
    sums: npt.NDArray[Any], x: npt.NDArray[Any], y: npt.NDArray[Any], half_x: float, half_y: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """For boxes around every (y, x) the yellow pixels in each and its area, (rows, columns)."""
    left, right = (np.clip(np.round(x + side * half_x), 0, sums.shape[1] - 1).astype(int) for side in (-1, 1))
    top, bottom = (np.clip(np.round(y + side * half_y), 0, sums.shape[0] - 1).astype(int) for side in (-1, 1))
    inside = (
        sums[np.ix_(bottom, right)] - sums[np.ix_(top, right)] - sums[np.ix_(bottom, left)] + sums[np.ix_(top, left)]
    )
    area = np.outer(bottom - top, right - left)
    return inside.astype(np.float64), area.astype(np.float64)
