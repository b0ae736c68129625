"""Pips put together into faces: every face but the one has two corner pips, and they fix all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.pips import Floats, Pips

FARTHEST = 11.0
"""Corner to opposite corner in pip radii, at most: faces with tiny pips reach 10, standard ones 7-8.5."""
NEAREST = 4.6
"""The same at least: below it the pips would touch."""
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
    faces = [_one(pips, int(i)) for i in np.nonzero(pips.quality > 0.7)[0]]
    if len(pips) < 2:
        return faces
    first, second = _pairs(pips)
    for start in range(0, len(first), 4096):
        faces.extend(_from_pairs(pips, first[start : start + 4096], second[start : start + 4096]))
    return faces


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
    both = np.linalg.solve(one, other)
    half_trace = 0.5 * float(np.trace(both)) / np.sqrt(max(float(np.linalg.det(both)), 1e-12))
    return float(np.arccosh(max(half_trace, 1.0)))


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
    shapes = [_unit(face.axes @ face.axes.T) for face in large]
    sizes = np.array([np.sqrt(abs(np.linalg.det(face.axes))) for face in large])
    round_one = np.eye(2, dtype=np.float32)
    best, best_votes = shapes[0], -1.0
    for shape in shapes:
        agree = np.array([tilt_between(shape, each) < 0.22 for each in shapes])
        votes = float((sizes / sizes.max() * agree).sum()) - 1.2 * max(0.0, tilt_between(shape, round_one) - 0.1)
        if votes > best_votes:
            best, best_votes = _unit(np.mean([each for each, a in zip(shapes, agree, strict=True) if a], axis=0)), votes
    return best


def _unit(shape: Floats) -> Floats:
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
    apart = pips.at[:, None] - pips.at[None]
    metric = np.linalg.inv(0.5 * (pips.shape[:, None] + pips.shape[None]) + 0.05 * np.eye(2, dtype=np.float32))
    far = np.sqrt(np.maximum(np.einsum("ijk,ijkl,ijl->ij", apart, metric, apart), 0))
    size = pips.radius[:, None] / pips.radius[None]
    alike = (
        (pips.dark[:, None] == pips.dark[None])
        & (np.abs(np.log(size)) < 0.5)
        & (far > NEAREST)
        & (far < FARTHEST)
        & (
            np.abs(pips.inside[:, None] - pips.inside[None]).max(axis=2)
            < 0.5 * np.minimum(pips.step[:, None], pips.step[None]) + 25
        )
        & (
            np.abs(pips.around[:, None] - pips.around[None]).max(axis=2)
            < 0.5 * np.minimum(pips.step[:, None], pips.step[None]) + 25
        )
    )
    first, second = np.nonzero(np.triu(alike, 1))
    return first, second


def _from_pairs(pips: Pips, first: NDArray[np.int_], second: NDArray[np.int_]) -> list[Face]:
    """Take each pair for opposite corners, look what lies on the other places of the grid, and keep what makes a
    face.
    """
    middle = 0.5 * (pips.at[first] + pips.at[second])
    half = pips.at[second] - middle  # the grid's (1, 1)
    shape = 0.5 * (pips.shape[first] + pips.shape[second])
    root = _root(shape)
    turned = np.linalg.solve(root, half[..., None])[..., 0] @ np.array([[0, -1], [1, 0]], np.float32)
    other = np.einsum("nij,nj->ni", root, turned)  # the grid's (1, -1), at right angles where pips are round
    axes = np.stack([0.5 * (half + other), 0.5 * (half - other)], axis=2)
    places = middle[:, None] + np.einsum("nij,pj->npi", axes, _GRID)
    offset = pips.at[None, None] - places[:, :, None]  # (pair, place, pip, xy)
    grid_metric = np.linalg.inv(np.einsum("nij,nkj->nik", axes, axes))
    off = np.sqrt(np.maximum(np.einsum("npqi,nij,npqj->npq", offset, grid_metric, offset), 0))
    fits = (
        (off < TOLERANCE)
        & (pips.dark[None, None] == pips.dark[first][:, None, None])
        & (
            np.abs(np.log(pips.radius[None, None] / np.sqrt(pips.radius[first] * pips.radius[second])[:, None, None]))
            < 0.55
        )
        & (pips.step[None, None] > 0.35 * np.maximum(pips.step[first], pips.step[second])[:, None, None])
    )
    off = np.where(fits, off, np.inf)
    nearest = off.argmin(axis=2)
    there = fits.any(axis=2)
    value = _CODES[(there << np.arange(9)).sum(axis=1)]
    faces = []
    for k in np.nonzero(value)[0]:
        on = np.nonzero(there[k])[0]
        face = _fitted(pips, int(value[k]), nearest[k, on], _GRID[on], middle[k], axes[k])
        if face is not None:
            faces.append(face)
    return faces


def _fitted(
    pips: Pips, value: int, members: NDArray[np.int_], grid: Floats, middle: Floats, axes: Floats
) -> Face | None:
    """Refine the affine frame by least squares over all members; two and three pips keep the frame of their pair."""
    if len(set(members.tolist())) != len(members):
        return None
    at = pips.at[members]
    if value >= 4:
        plane = np.column_stack([grid, np.ones(len(grid), np.float32)])
        solved, *_ = np.linalg.lstsq(plane, at, rcond=None)
        axes, middle = solved[:2].T.astype(np.float32), solved[2].astype(np.float32)
    det = abs(float(np.linalg.det(axes)))
    if det < 1.0:
        return None
    off = np.linalg.solve(axes, (at - middle).T).T - grid
    misfit = float(np.sqrt((off**2).sum(axis=1).mean()))
    return Face(value, middle, axes, tuple(int(m) for m in members), misfit, bool(pips.dark[members[0]]))
