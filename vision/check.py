"""The pips of single dice counted by geometry: a second opinion on what the network read, from other evidence."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.faces import find_faces, tilt_between, unit
from vision.network import cut
from vision.pips import find_pips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.faces import Face
    from vision.pips import Floats, Pips

SIDE = 64
"""Pixels of a die's crop: pips are 1.5 to 4.5 px in radius there, whatever the picture's scale."""
MOST = 28
"""Spots of one die that are looked at: three faces have fifteen at most."""
ON_DIE = 1.12
"""How far from the middle of its box, over half its side, a die's pips lie at most."""
CLEAN, STRONG = 0.8, 40.0
"""Quality and step of a spot from which on it is a pip, or printed to look like one."""
OFF_TABLE = 0.6
"""Faces seen with more than this log stretch against the table are sides."""


@dataclass(frozen=True, eq=False)
class Count:
    """What geometry makes of one die: `support` (7,) 0-1 how well the best face of each value (index 0: unused) fits,
    and of the face that explains most, its `value` (0: none), `centre` and `axes` px of the picture.
    """

    support: Floats
    value: int = 0
    centre: Floats | None = None
    axes: Floats | None = None
    clean: Floats = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    """(M, 3) x, y and radius px of the cleanest spots in the crop: pips, whosever they are."""


def count_pips(image: NDArray[np.uint8], boxes: Floats) -> list[Count]:
    """Return a Count for each of the `boxes` (N, 4) px. All dice together tell how the table is seen, and so which
    faces are tops.
    """
    if not len(boxes):
        return []
    crops, frames = cut(image, boxes, SIDE)
    pips = find_pips(np.concatenate(crops, axis=1), octaves=1)
    cell = (pips.at[:, 0] // SIDE).astype(np.int_)
    by_die = [_in_cell(pips, cell == k, k) for k in range(len(crops))]
    faces = [find_faces(own, ones=False) for own in by_die]
    table = _common_table(by_die, faces)
    return [
        replace(_best(own, each, table, frame, SIDE / 2), clean=_clean(own, frame))
        for own, each, frame in zip(by_die, faces, frames, strict=True)
    ]


def _clean(pips: Pips, frame: Floats) -> Floats:
    keep = (pips.quality > CLEAN) & (pips.step > STRONG)
    scale = float(frame[2]) / SIDE
    return np.column_stack([(pips.at[keep] + 0.5) * scale + frame[:2], pips.radius[keep] * scale]).astype(np.float32)


def stray(count: Count, box: Floats, boxes: Floats) -> Floats:
    """Return (K, 2) px: the clean spots near a die, as large as its own pips, that lie on none of the dice's `boxes`
    (N, 4).

    `box` is the die's own. They belong to a die that was not found, for no table has such spots just there.
    """
    x, y, radius = count.clean.T
    own = _within(x, y, box)
    if not own.any():
        return np.zeros((0, 2), np.float32)
    alike = np.abs(np.log(radius / np.median(radius[own]))) < 0.4
    outside = ~np.any([_within(x, y, each) for each in boxes], axis=0)
    return count.clean[alike & outside, :2]


def _within(x: Floats, y: Floats, box: Floats) -> NDArray[np.bool_]:
    """Say which points lie on the die in `box`: the ellipse in it, a little larger, for a die seldom fills its box's
    corners.
    """
    across = (x - 0.5 * (box[0] + box[2])) / max(0.5 * float(box[2] - box[0]), 1.0)
    down = (y - 0.5 * (box[1] + box[3])) / max(0.5 * float(box[3] - box[1]), 1.0)
    return np.asarray(np.hypot(across, down) < ON_DIE, np.bool_)


def _in_cell(pips: Pips, mask: NDArray[np.bool_], number: int) -> Pips:
    own = pips.chosen(np.nonzero(mask)[0][:MOST])  # they come best first
    own.at[:, 0] -= SIDE * number
    return own


def _common_table(pips: Sequence[Pips], faces: Sequence[Sequence[Face]]) -> Floats | None:
    """Return how the table is seen, from the faces of four and more pips of all dice: each die has one vote for the
    plane of one of its faces.

    Faces in the upper half of their crop weigh more: a camera that is held upright sees the sides of dice below their
    tops.
    """
    votes: list[tuple[int, Floats, float]] = []
    for number, (own, each) in enumerate(zip(pips, faces, strict=True)):
        for face in each:
            if face.value >= 4 and face.misfit < 0.16 and _fits_die(face):
                weight = float(own.quality[list(face.pips)].min()) * (1.3 if face.centre[1] < 0.5 * SIDE else 0.7)
                votes.append((number, unit(face.axes @ face.axes.T), weight * (1.0 + 0.2 * face.value)))
    if not votes:
        return None
    tables = np.stack([table for _, table, _ in votes])
    apart = np.array([[tilt_between(one, other) for other in tables] for one in tables])
    near = np.exp(-((apart / 0.2) ** 2)) * np.array([weight for *_, weight in votes])
    dice = np.array([number for number, *_ in votes])
    total = sum(near[:, dice == die].max(axis=1) for die in set(dice.tolist()))
    squareness = np.array([tilt_between(table, np.eye(2, dtype=np.float32)) for table in tables])
    best = int(np.argmax(total - 0.5 * np.maximum(squareness - 0.35, 0.0)))
    return np.asarray(unit(np.average(tables, axis=0, weights=near[best])), np.float32)


def _best(pips: Pips, faces: Sequence[Face], table: Floats | None, frame: Floats, middle: float) -> Count:
    """Return the face that explains most: many good pips in their places, near the middle, seen as the table is
    seen.
    """
    support = np.zeros(7, np.float32)
    if len(pips):
        support[1] = (pips.quality * (np.abs(pips.at - middle).max(axis=1) < 0.24 * SIDE)).max()
    best, best_score = None, 0.0
    for face in faces:
        if np.abs(face.centre - middle).max() > 0.24 * SIDE or not _fits_die(face):
            continue
        fit = _fit(pips, face, table)
        support[face.value] = max(support[face.value], fit)
        if face.value * fit > best_score:
            best, best_score = face, face.value * fit
    if best is None:
        return Count(support, int(support[1] > 0.5))
    scale = float(frame[2]) / SIDE
    return Count(support, best.value, (best.centre + 0.5) * scale + frame[:2], best.axes * scale)


def _fit(pips: Pips, face: Face, table: Floats | None) -> float:
    members = list(face.pips)
    off = 0.0
    if table is not None:
        if face.value >= 4:
            off = tilt_between(face.axes @ face.axes.T, table)
        else:
            off = 0.7 * tilt_between(pips.shape[members].mean(axis=0), table)
    if off > OFF_TABLE:
        return 0.0
    quality = 0.5 * float(pips.quality[members].mean() + pips.quality[members].min())
    return quality * max(0.0, 1.0 - 2.0 * face.misfit) * float(np.exp(-2.0 * off))


def _fits_die(face: Face) -> bool:
    """Say whether the face has the size of a die that fills its crop: seen from above its edge is about half the
    crop's side, seen steeply a quarter.
    """
    edge = 3.8 * float(np.sqrt(abs(np.linalg.det(face.axes))))
    return 0.17 < edge / SIDE < 0.8
