"""The body around a face: rays from its middle to where its colour ends tell a die from a table, a card or a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry_fallback.faces import Face
    from vision.geometry_fallback.pips import Floats, Pips

RAYS = 24
_ANGLES = np.arange(RAYS) * (2 * np.pi / RAYS)
_DIRECTIONS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1).astype(np.float32)
_REACH = np.arange(0.3, 5.0, 0.15).astype(np.float32)
"""Distances along a ray in grid steps. The edge of a real face lies 1.7 to 2.4 steps from its middle, its corner 1.41
times that."""
_TURNS = np.arange(0, 90, 7.5) * np.pi / 180


def _square_profile(turn: float) -> Floats:
    """Distance to the rim of a unit half-edge square turned by `turn`, per ray."""
    cos, sin = np.abs(np.cos(_ANGLES - turn)), np.abs(np.sin(_ANGLES - turn))
    return np.asarray(1.0 / np.maximum(cos, sin), np.float32)


_PROFILES = np.stack([_square_profile(turn) for turn in _TURNS])
_UPRIGHT = _square_profile(0.0)


@dataclass(frozen=True, eq=False)
class Body:
    """What the rays of one face say: `closed` the share that end where a die's rim should be, `broken` the share that
    end inside the face, `half_edge` in grid steps, `turn` radians of the rim within the face's frame, `colour` (3,)
    BGR of the face between its pips."""  # noqa: D209

    closed: float
    broken: float
    half_edge: float
    turn: float
    colour: Floats


def find_bodies(image: NDArray[np.uint8], pips: Pips, faces: Sequence[Face]) -> list[Body]:
    """Return the body of each face."""
    if not faces:
        return []
    centre = np.stack([face.centre for face in faces])
    axes = np.stack([face.axes for face in faces])
    members = [list(face.pips) for face in faces]
    colour = np.stack([pips.around[m].mean(axis=0) for m in members])
    step = np.array([pips.step[m].mean() for m in members], np.float32)
    ends = _ray_ends(image, centre, axes, colour, step, faces)
    return [
        _of_one(e, c) if face.value == 1 else _of_face(e, c) for face, e, c in zip(faces, ends, colour, strict=True)
    ]


def _ray_ends(
    image: NDArray[np.uint8], centre: Floats, axes: Floats, colour: Floats, step: Floats, faces: Sequence[Face]
) -> Floats:
    """Return (N, RAYS): how far, in grid steps, each ray goes until the body's colour ends (the end of the reach if
    it never does).
    """
    on_grid = _DIRECTIONS[:, None] * _REACH[None, :, None]  # (rays, reach, 2)
    at = centre[:, None, None] + np.einsum("nij,rsj->nrsi", axes, on_grid)
    x = np.clip(np.rint(at[..., 0]), 0, image.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(at[..., 1]), 0, image.shape[0] - 1).astype(np.intp)
    differs = np.abs(image[y, x].astype(np.float32) - colour[:, None, None]).max(axis=3)
    off = differs > np.maximum(22.0, 0.38 * step)[:, None, None]
    off &= ~_on_a_pip(on_grid, faces)
    twice = off[..., :-1] & off[..., 1:]
    first = twice.argmax(axis=2)
    return np.asarray(np.where(twice.any(axis=2), _REACH[first], _REACH[-1]), np.float32)


def _on_a_pip(on_grid: Floats, faces: Sequence[Face]) -> NDArray[np.bool_]:
    from vision.geometry_fallback.faces import PLACES  # noqa: PLC0415

    masks = {
        value: (np.hypot(*(on_grid[:, :, None] - places).transpose(3, 0, 1, 2)) < 0.68).any(axis=2)
        for value, places in PLACES.items()
    }
    return np.stack([masks[face.value] for face in faces])


def _of_face(ends: Floats, colour: Floats) -> Body:
    reached = ends / _UPRIGHT
    closed = (reached > 1.5) & (reached < 2.6)
    half_edge = float(np.median(reached[closed])) if closed.any() else 1.9
    return Body(float(closed.mean()), float((reached <= 1.35).mean()), half_edge, 0.0, colour)


def _of_one(ends: Floats, colour: Floats) -> Body:
    """The single pip says nothing of the edge: look for the square that most rays agree on."""
    reached = ends[None] / _PROFILES
    half = np.quantile(reached, 0.35, axis=1)
    near = np.abs(reached / half[:, None] - 1.0) < 0.16
    best = int(near.mean(axis=1).argmax())
    fits = 0.95 < half[best] < 3.6
    broken = float((ends < 0.9).mean())
    return Body(float(near[best].mean()) if fits else 0.0, broken, float(half[best]), float(_TURNS[best]), colour)
