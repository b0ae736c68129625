"""Pips put together into faces: every face but the one has two corner pips, and they fix all others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry_fallback.pips import Floats, Pips

FARTHEST = 12.0
"""Corner to opposite corner in pip radii, at most: faces with tiny pips reach 10, standard ones 7-8.5."""
NEAREST = 4.0
"""The same at least: below it the pips would touch."""
NARROWEST_TO_SQUARE = (1.0, 0.9, 0.8, 0.7, 0.6)
"""How far apart the rows of a six stand, over the length of a row."""
MOST_ONES = 80
"""Spots of a picture that are tried as ones, the cleanest and strongest."""
ALIKE = 0.65
"""Log ratio of the radii of two pips of one face, at most: glints and rims spoil them."""
TOLERANCE = 0.42
"""How far from its place on the grid a pip may lie, in grid steps (half the side of the square of corner pips)."""

# Places on the 3 x 3 grid, in the face's own frame: the pair that is tried lies at (-1, -1) and (1, 1).
_GRID = np.array([(-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], np.float32)
_PATTERNS = {
    frozenset({0, 1}): 2,
    frozenset({0, 1, 4}): 3,
    frozenset({0, 1, 2, 3}): 4,
    frozenset({0, 1, 2, 3, 4}): 5,
    frozenset({0, 1, 2, 3, 5, 6}): 6,
    frozenset({0, 1, 2, 3, 7, 8}): 6,
}
_CODES = np.zeros(1 << 9, np.int_)
for _places, _value in _PATTERNS.items():
    _CODES[sum(1 << place for place in _places)] = _value
PLACES = {
    1: np.array([(0, 0)], np.float32),
    2: _GRID[:2],
    3: _GRID[[0, 1, 4]],
    4: _GRID[:4],
    5: _GRID[:5],
    6: _GRID[[0, 1, 2, 3, 5, 6]],
}
"""Where the pips of each value lie, in grid steps."""


@dataclass(frozen=True, eq=False)
class Face:
    """A face somebody could have drawn here: `axes` (2, 2) maps grid steps to pixels (columns are the face's axes),
    `centre` px, `pips` the indices of its spots, `misfit` RMS distance of the pips from their places in grid steps,
    `dark` pips on a lighter body."""  # noqa: D209

    value: int
    centre: Floats
    axes: Floats
    pips: tuple[int, ...]
    misfit: float
    dark: bool


def find_faces(pips: Pips) -> list[Face]:
    """Return every face that the spots could make, the ones (which any spot could be) included; they overlap and
    compete.
    """
    faces = [_one(pips, i) for i in _lone(pips)]
    if len(pips) < 2:
        return faces
    first, second = _pairs(pips)
    for start in range(0, len(first), 4096):
        faces.extend(_from_pairs(pips, first[start : start + 4096], second[start : start + 4096]))
    faces.extend(_from_crossings(pips, first, second))
    return faces


def _lone(pips: Pips) -> list[int]:
    """Return the spots that are good enough to be a one, the best of them."""
    worth = pips.quality * np.minimum(pips.step, 60.0)
    order = np.argsort(-worth)[:MOST_ONES]
    return [int(i) for i in order if pips.quality[i] > 0.7]


def _one(pips: Pips, i: int) -> Face:
    return Face(1, pips.at[i], _root(pips.shape[i]) * np.float32(2.6), (i,), 0.0, bool(pips.dark[i]))


def reframed(face: Face, table: Floats) -> Face:
    """Return a face of one, two or three pips in the frame of the `table`: its own pips are too few and too small to
    tell their tilt.
    """
    if face.value == 1:
        axes = _root(table) * np.sqrt(abs(np.linalg.det(face.axes)) / np.sqrt(max(np.linalg.det(table), 1e-9)))
        return replace(face, axes=axes.astype(np.float32))
    if face.value > 3:
        return face
    half = face.axes @ np.ones(2, np.float32)
    root = _root(table)
    turned = np.linalg.solve(root, half) @ np.array([[0, -1], [1, 0]], np.float32)
    other = root @ turned
    axes = np.stack([0.5 * (half + other), 0.5 * (half - other)], axis=1)
    return replace(face, axes=axes.astype(np.float32))


def tilt_between(one: Floats, other: Floats) -> float:
    """Return how differently two planes are seen: the log of the stretch, 2x2 positive matrices A A^T up to scale,
    that turns one into the other.
    """
    (a, b), (_, c) = one.tolist()
    (d, e), (_, f) = other.tolist()
    dets = max((a * c - b * b) * (d * f - e * e), 1e-18)
    return math.acosh(max(0.5 * (c * d - 2 * b * e + a * f) / math.sqrt(dets), 1.0))


def table_of(pips: Pips, faces: Sequence[Face]) -> Floats | None:
    """Return how the table is seen, A A^T (2, 2) with determinant 1, from what most faces of four and more pips agree
    on; None if there are none.

    All tops are parallel, so they share it; sides differ from it and mostly from one another. Between equals the
    plane seen more squarely wins.
    """
    large = [
        face for face in faces if face.value >= 4 and face.misfit < 0.16 and pips.quality[list(face.pips)].min() > 0.5
    ]
    if not large:
        return None
    shapes = [unit(face.axes @ face.axes.T) for face in large]
    sizes = np.array([np.sqrt(abs(np.linalg.det(face.axes))) for face in large])
    round_one = np.eye(2, dtype=np.float32)
    best, best_votes = shapes[0], -1.0
    for shape in shapes:
        agree = np.array([tilt_between(shape, each) < 0.22 for each in shapes])
        votes = float((sizes / sizes.max() * agree).sum()) - 1.2 * max(0.0, tilt_between(shape, round_one) - 0.1)
        if votes > best_votes:
            best, best_votes = unit(np.mean([each for each, a in zip(shapes, agree, strict=True) if a], axis=0)), votes
    return best


def unit(shape: Floats) -> Floats:
    """Return the shape scaled to determinant 1."""
    return np.asarray(shape / np.sqrt(max(float(np.linalg.det(shape)), 1e-12)), np.float32)


def _root(shape: Floats) -> Floats:
    """Return the symmetric square root of a 2x2 positive matrix (Levinger's closed form), also for (..., 2, 2)."""
    det = np.sqrt(np.maximum(shape[..., 0, 0] * shape[..., 1, 1] - shape[..., 0, 1] ** 2, 1e-6))
    trace = shape[..., 0, 0] + shape[..., 1, 1]
    eye = np.eye(2, dtype=np.float32)
    root: Floats = (shape + det[..., None, None] * eye) / np.sqrt(trace + 2 * det)[..., None, None]
    return root


def _pairs(pips: Pips) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return the index pairs that could be opposite corners of one face: alike in kind, size and colour, at a fitting
    distance.
    """
    squared = ((pips.at[:, None] - pips.at[None]) ** 2).sum(axis=2)
    reach = np.minimum(pips.radius[:, None], pips.radius[None]) * (2.0 * FARTHEST)  # a squeezed spot reaches farther
    near = (squared < reach**2) & (pips.dark[:, None] == pips.dark[None])
    first, second = np.nonzero(np.triu(near, 1))
    apart = pips.at[first] - pips.at[second]
    shape = 0.5 * (pips.shape[first] + pips.shape[second])
    a, b, c = shape[:, 0, 0] + 0.05, shape[:, 0, 1], shape[:, 1, 1] + 0.05
    far = (c * apart[:, 0] ** 2 - 2 * b * apart[:, 0] * apart[:, 1] + a * apart[:, 1] ** 2) / (a * c - b * b)
    step = 0.5 * np.minimum(pips.step[first], pips.step[second]) + 25
    alike = (
        (np.abs(np.log(pips.radius[first] / pips.radius[second])) < ALIKE)
        & (far > NEAREST**2)
        & (far < FARTHEST**2)
        & (np.abs(pips.inside[first] - pips.inside[second]).max(axis=1) < step)
        & (np.abs(pips.around[first] - pips.around[second]).max(axis=1) < step)
    )
    return first[alike], second[alike]


def _from_pairs(pips: Pips, first: NDArray[np.int_], second: NDArray[np.int_]) -> list[Face]:
    """Take each pair for the corners of a two or three; the shape of its pips tells where the empty corners are."""
    middle = 0.5 * (pips.at[first] + pips.at[second])
    half = pips.at[second] - middle  # the grid's (1, 1)
    root = _root(0.5 * (pips.shape[first] + pips.shape[second]))
    turned = np.linalg.solve(root, half[..., None])[..., 0] @ np.array([[0, -1], [1, 0]], np.float32)
    other = np.einsum("nij,nj->ni", root, turned)  # the grid's (1, -1), at right angles where pips are round
    return [face for face in _seated(pips, first, second, middle, half, other) if face.value <= 3]


def _from_crossings(pips: Pips, first: NDArray[np.int_], second: NDArray[np.int_]) -> list[Face]:
    """Take each two pairs with one middle for the diagonals of a four, five or six: no pip's shape is needed."""
    middle = 0.5 * (pips.at[first] + pips.at[second])
    half = pips.at[second] - middle
    length = np.hypot(half[:, 0], half[:, 1])
    apart = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1))
    cross = np.abs(half[:, None, 0] * half[None, :, 1] - half[:, None, 1] * half[None, :, 0])
    shorter = np.minimum(length[:, None], length[None])
    one, other = np.nonzero(
        np.triu(
            (apart < 0.3 * shorter)
            & (cross > 0.35 * length[:, None] * length[None])
            & (length[:, None] < 2.2 * shorter)
            & (length[None] < 2.2 * shorter),
            1,
        )
    )
    if not len(one):
        return []
    shared = np.asarray(0.5 * (middle[one] + middle[other]), np.float32)
    faces = _seated(pips, first[one], second[one], shared, half[one], half[other])
    return [face for face in faces if face.value >= 4 and _believable(pips, face)]


def _believable(pips: Pips, face: Face) -> bool:
    """Say whether the pips are about as squeezed as the face: half a six is no four."""
    members = list(face.pips)
    blur = max(0.0, 1.0 - float(pips.radius[members].mean()) / 4.0)
    return tilt_between(pips.shape[members].mean(axis=0), face.axes @ face.axes.T) < 0.4 + 0.3 * blur


def _seated(
    pips: Pips, first: NDArray[np.int_], second: NDArray[np.int_], middle: Floats, half: Floats, other: Floats
) -> list[Face]:
    """Look what lies on the grid whose (1, 1) is `half` and whose (1, -1) is `other`, and keep what makes a face."""
    axes = np.stack([0.5 * (half + other), 0.5 * (half - other)], axis=2)
    places = middle[:, None] + np.einsum("nij,pj->npi", axes, _GRID)
    offset = pips.at[None, None] - places[:, :, None]  # (pair, place, pip, xy)
    det = axes[:, 0, 0] * axes[:, 1, 1] - axes[:, 0, 1] * axes[:, 1, 0]
    det = np.where(np.abs(det) < 1e-3, 1e-3, det)[:, None, None]
    along = (axes[:, 1, 1, None, None] * offset[..., 0] - axes[:, 0, 1, None, None] * offset[..., 1]) / det
    across = (axes[:, 0, 0, None, None] * offset[..., 1] - axes[:, 1, 0, None, None] * offset[..., 0]) / det
    off = np.hypot(along, across)
    size = pips.radius[None] / np.sqrt(pips.radius[first] * pips.radius[second])[:, None]
    alike = (
        (pips.dark[None] == pips.dark[first][:, None])
        & (np.abs(np.log(size)) < ALIKE)
        & (pips.step[None] > 0.35 * np.maximum(pips.step[first], pips.step[second])[:, None])
    )
    off = np.where((off < TOLERANCE) & alike[:, None], off, np.inf)
    nearest = off.argmin(axis=2)
    there = np.isfinite(off.min(axis=2))
    value = _CODES[(there << np.arange(9)).sum(axis=1)]
    faces = []
    for k in np.nonzero(value)[0]:
        on = np.nonzero(there[k])[0]
        face = _fitted(pips, int(value[k]), nearest[k, on], _GRID[on], middle[k], axes[k])
        if face is not None:
            faces.append(face)
    return faces


def _squared(axes: Floats, grid: Floats, shape: Floats) -> tuple[Floats, Floats]:
    """Return the axes of a six's square face, and its pips' places on them: in many sixes the two rows stand nearer to
    each other than a row is long. How much nearer, the mean `shape` of the pips tells, which are round on the face.
    """
    across = int(np.abs(grid[:, 0]).min() < 0.5)  # the axis on which no pip lies at 0 parts the rows
    best, best_off, best_narrow = axes, np.inf, 1.0
    for narrow in NARROWEST_TO_SQUARE:
        wider = axes.copy()
        wider[:, across] /= narrow
        off = tilt_between(shape, wider @ wider.T)
        if off < best_off - 0.02:
            best, best_off, best_narrow = wider, off, narrow
    places = grid.copy()
    places[:, across] *= best_narrow
    return best, places


def _fitted(
    pips: Pips, value: int, members: NDArray[np.int_], grid: Floats, middle: Floats, axes: Floats
) -> Face | None:
    """Refine the affine frame by least squares over all members; two and three pips keep the frame of their pair."""
    if len(set(members.tolist())) != len(members):
        return None
    at = pips.at[members]
    if value >= 4:
        middle = at.mean(axis=0)  # these patterns are balanced, and their two coordinates uncorrelated
        axes = (at - middle).T @ grid / (grid**2).sum(axis=0)
    if value == 6:
        axes, grid = _squared(axes, grid, pips.shape[members].mean(axis=0))
    (a, b), (c, d) = axes.tolist()
    det = a * d - b * c
    if abs(det) < 1.0:
        return None
    back = np.array([[d, -b], [-c, a]], np.float32) / det
    misfit = float(np.sqrt((((at - middle) @ back.T - grid) ** 2).sum(axis=1).mean()))
    return Face(value, middle, axes, tuple(int(m) for m in members), misfit, bool(pips.dark[members[0]]))
