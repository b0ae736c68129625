"""A camera that trembles, or a table that is leaned on, moves everything in the picture alike: by how much, and what it
would have shown if it had stood still.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.tracking.motion import Mask, Small

Places = NDArray[np.intp]
Motion = NDArray[np.float32]
"""(4,): shift to the right and down (pixels), turn (radians), growth (share), about the middle."""

STEEP = 2.0
"""Places count whose brightness changes by so many levels a pixel at least: less is noise."""
CELL = 20
"""Pixels along the side of the squares that the picture is looked at by."""
CELLS = 8
"""So many squares of the picture at half the size must have steep places."""
POINTS, MOST = 16, 8000
"""Steep places of one square that count, or a few strong ones would outvote a whole table; and of a picture."""
SPAN = 0.25
"""Share of the picture that the squares must span whose edges moved with it. A line or a wall says nothing of motion
along itself, and on a plain table a few dice span little: they might as well be sliding together.
"""
PLAIN, BETTER = 1.5, 0.5
"""An edge moved where so many times the noise is lacking (both squared) if it did not; and it moved with the picture if
no more than the second share of that is lacking when it did.
"""
QUIET = 0.05
"""The least noise, levels squared."""
FARTHEST = 3.0
"""Pixels by which a trembling camera may move the picture's middle; what moves by more is told as motion."""
TURN = 0.01
"""Largest turn (radians) and change of size (as a share) of a trembling picture."""
BORDER = 2
"""Pixels at the border that are not looked at: what a trembling camera sees there comes and goes."""
PERHAPS = 0.5
"""Share of the places at half the size that a motion must explain better than none does."""
STEPS = 6
"""Steps of Gauss and Newton at most, on either level."""
NEAR = 0.01
"""A step of fewer pixels than this is the last."""

MOST_ACROSS = 1000
"""More squares than any small picture has side by side."""


class Steadied(NamedTuple):
    """A picture put back: what it shows (H, W), which places of it are known, (H, W) 0 or 1, how it had moved, and by
    how many pixels the corner that moved farthest.
    """

    small: Small
    known: Mask
    motion: Motion
    shift: float


class Steady:
    """Where a small grey picture (H, W) float32 has edges, to find it again by in others.

    The motion is a shift, a turn and a change of size, found by least squares over the edges, first at half the size
    (Lucas and Kanade with the older picture's derivatives: Baker and Matthews 2004, "inverse compositional").
    """

    def __init__(self, old: Small) -> None:
        self._old = old
        self._half = _Edges(_halved(old))

    @cached_property
    def _whole(self) -> _Edges:
        return _Edges(self._old)

    def put_back(self, lit: Small, new: Small) -> Steadied | None:
        """Return `new` as it would look if it had not moved; None where that cannot be told, or it moved too far for a
        camera that trembles. `lit` is the older picture in the light of the new one.
        """
        guess = self._guess(_halved(lit), _halved(new))
        motion = None if guess is None else self._whole.follow(lit, new, guess)
        if motion is None or self._whole.span(lit, new, motion) < SPAN * new.size:
            return None
        matrix, size = _matrix(motion, new.shape), new.shape[::-1]
        how, edge = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
        back = cv2.warpAffine(new, matrix, size, flags=how, borderMode=edge)
        seen = np.zeros(new.shape, np.uint8)
        seen[BORDER:-BORDER, BORDER:-BORDER] = 1
        known = cv2.warpAffine(seen, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
        return Steadied(
            np.asarray(back, np.float32), np.asarray(seen * known, np.uint8), motion, farthest(motion, new.shape)
        )

    def _guess(self, lit: Small, new: Small) -> Motion | None:
        """Return the motion as pictures of half the size show it; None soon where the camera plainly stands still."""
        if not self._half.enough:
            return None
        guess = self._half.follow(lit, new, np.zeros(4, np.float32))
        if guess is None or not self._half.believed(lit, new, guess):
            return None
        return guess * np.array([2, 2, 1, 1], np.float32)


class _Edges:
    """The steep places of one picture, and what a motion of the picture changes there."""

    def __init__(self, old: Small) -> None:
        across = np.asarray(cv2.Sobel(old, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
        along = np.asarray(cv2.Sobel(old, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
        steep = across * across + along * along > STEEP * STEEP
        steep[:BORDER], steep[-BORDER:], steep[:, :BORDER], steep[:, -BORDER:] = False, False, False, False
        self._at = rows, columns = _spread(steep)
        cells, self._cell = np.unique(_cells(rows, columns), return_inverse=True)
        self.enough = cells.size >= CELLS
        self._places = np.stack([columns, rows, np.ones_like(rows)]).astype(np.float32)
        x, y = self._places[:2] - _middle(old.shape)[:, None]
        gx, gy = across[rows, columns], along[rows, columns]
        moves = np.stack([gx, gy, gy * x - gx * y, gx * x + gy * y])
        weighed = moves / (gx * gx + gy * gy)  # each place tells how far it moved, however steep it is
        self._solve = np.linalg.solve(weighed @ moves.T + 1e-3 * np.eye(4, dtype=np.float32), weighed)

    def follow(self, was: Small, new: Small, motion: Motion) -> Motion | None:
        """Return by how much `new` moved, from a first guess on; None where it moved too far."""
        reach = _middle(new.shape)[0]
        for _ in range(STEPS):
            step = self._solve @ self._lacking(was, new, motion)
            motion = np.asarray(motion + step, np.float32)
            if np.hypot(*motion[:2]) > FARTHEST or np.abs(motion[2:]).max() > TURN:
                return None
            if np.abs(step * (1, 1, reach, reach)).max() < NEAR:
                break
        return motion

    def believed(self, was: Small, new: Small, motion: Motion) -> bool:
        """Whether a motion explains what is seen at most places better than none does."""
        moved, lying = self._lacking(was, new, motion), self._lacking(was, new, np.zeros(4, np.float32))
        return bool((np.abs(moved) < np.abs(lying)).mean() > PERHAPS)

    def span(self, was: Small, new: Small, motion: Motion) -> float:
        """Return how much of the picture (pixels) those squares span that plainly moved so: what stands still, and
        edges that such a motion would leave where they are, have no part in it.
        """
        lying, moved = (self._squared(was, new, each) for each in (np.zeros(4, np.float32), motion))
        noise = max(float(np.median(moved)), QUIET)
        with_it = ((lying > PLAIN * noise) & (moved < BETTER * lying))[self._cell]
        spread = np.cov(self._places[:2, with_it]) if with_it.sum() > 2 else np.zeros((2, 2))
        return 12 * float(np.sqrt(max(0.0, np.linalg.det(spread))))

    def _squared(self, was: Small, new: Small, motion: Motion) -> NDArray[np.float64]:
        """Return what is lacking, squared, in the mean of each square's places."""
        lacking = self._lacking(was, new, motion)
        return np.asarray(np.bincount(self._cell, lacking * lacking) / np.bincount(self._cell), np.float64)

    def _lacking(self, was: Small, new: Small, motion: Motion) -> Small:
        """Return by how many levels (N,) each place of `new` is darker than it would be after such a motion."""
        x, y = _matrix(motion, new.shape) @ self._places
        seen = cv2.remap(new, x[None], y[None], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(was[self._at] - seen[0], np.float32)


def _cells(rows: Places, columns: Places) -> Places:
    """Return the number of the square that each place is in."""
    return np.asarray(rows // CELL * MOST_ACROSS + columns // CELL, np.intp)


def _spread(steep: NDArray[np.bool_]) -> tuple[Places, Places]:
    """Return the rows and columns of steep places, at most POINTS of every square and MOST of all."""
    rows, columns = np.nonzero(steep)
    cells = _cells(rows, columns)
    order = np.argsort(cells, kind="stable")
    _, first, counts = np.unique(cells[order], return_index=True, return_counts=True)
    rank = np.arange(order.size) - np.repeat(first, counts)
    kept = order[rank % np.repeat(-(-counts // POINTS), counts) == 0]
    kept = kept[:: 1 + kept.size // MOST]
    return rows[kept], columns[kept]


def _halved(small: Small) -> Small:
    return np.asarray(cv2.pyrDown(small), np.float32)


def _middle(shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.array([shape[1] / 2 - 0.5, shape[0] / 2 - 0.5], np.float32)


def farthest(motion: Motion, shape: tuple[int, ...]) -> float:
    """Return by how many pixels the corner moved that moved farthest."""
    width, height = shape[1] - 1.0, shape[0] - 1.0
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float32).T
    return float(np.hypot(*(_matrix(motion, shape) @ corners - corners[:2])).max())


def _matrix(motion: Motion, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return the (2, 3) matrix from the older picture's places to those of one that moved."""
    dx, dy, turn, grow = motion
    linear = np.array([[1 + grow, -turn], [turn, 1 + grow]], np.float32)
    offset = _middle(shape) - linear @ _middle(shape) + np.array([dx, dy], np.float32)
    return np.asarray(np.column_stack([linear, offset]), np.float32)
