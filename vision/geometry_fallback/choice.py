"""Which of the faces that could be there are: competing readings of the same pips, sides of dice, prints on cards and
boards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry_fallback.faces import tilt_between
from vision.probability import logistic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry_fallback.bodies import Body
    from vision.geometry_fallback.faces import Face
    from vision.geometry_fallback.pips import Floats, Pips

LIKELY = 0.35
"""Below this probability a face is not reported."""

NOTICED = 0.06
"""From this probability on a face that was not chosen keeps a picture from being sure."""
CROWDED = 2.25
"""Grid steps from a face's middle within which only its own pips lie; the next die's begin at 2.9."""
OFF_TABLE = 0.34
"""A face seen with more than this log stretch against the table is a die's side or leans."""

# Weights of (closed, broken, misfit, mean quality, least quality, log step, |log half edge off|, 1), by logistic
# regression on candidates from rendered stills, one group a value; 4, 5 and 6 share one: five right places in a row
# are no accident.
_WEIGHTS = {
    1: (9.0, -3.0, 0.0, 2.57, 2.57, 0.69, -3.05, -13.4),
    2: (6.98, -4.85, 0.0, 3.23, 3.77, 1.03, -0.07, -14.6),
    3: (5.31, -3.66, -0.75, 2.59, 2.92, 1.7, -0.58, -15.4),
    4: (2.27, -1.03, -4.0, 4.54, 5.53, 0.0, -8.1, -7.0),
}
_HALF_EDGE = {1: 2.3}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A face, the body around it and how likely it is the face of a die (top or side)."""

    face: Face
    body: Body
    likely: float
    off_table: float = 0.0
    """How differently from the table this face is seen (log stretch): tops near 0."""

    clear: bool = False
    """Two and more clean, strong spots: worth a doubt even where no body is to be seen (white dice on white paper)."""

    @property
    def edge(self) -> float:
        """Length of the face's edge in pixels: twice the half edge times the mean length of the grid's steps."""
        return float(2.0 * self.body.half_edge * np.sqrt(abs(np.linalg.det(self.face.axes))))


def weigh(pips: Pips, faces: Sequence[Face], bodies: Sequence[Body], table: Floats | None) -> list[Candidate]:
    """Return each face with its likelihood."""
    return [
        Candidate(
            face,
            body,
            _likely(pips, face, body),
            0.0 if table is None else _off_table(pips, face, table),
            face.value >= 2
            and bool((pips.quality[list(face.pips)] > 0.7).all() & (pips.step[list(face.pips)] > 40).all()),
        )
        for face, body in zip(faces, bodies, strict=True)
    ]


def _off_table(pips: Pips, face: Face, table: Floats) -> float:
    if face.value >= 4:
        return tilt_between(face.axes @ face.axes.T, table)
    members = list(face.pips)
    blur = max(0.0, 1.0 - float(pips.radius[members].mean()) / 4.0)  # a spot of few pixels looks round anyway
    return (1.0 - blur) * tilt_between(pips.shape[members].mean(axis=0), table)


def _crowded(pips: Pips, face: Face) -> int:
    """Return how many spots like the face's own lie on it or just outside, where no die has any: polka dots,
    dominoes, cards.
    """
    members = list(face.pips)
    around = np.abs((pips.at - face.centre) @ np.linalg.inv(face.axes).T).max(axis=1)
    radius = float(pips.radius[members].mean())
    alike = (pips.dark == face.dark) & (np.abs(np.log(pips.radius / radius)) < 0.35)
    alike &= (pips.quality > 0.6) & (pips.step > 0.6 * float(pips.step[members].mean()))
    alike[members] = False
    return int((alike & (around < CROWDED)).sum())


def _likely(pips: Pips, face: Face, body: Body) -> float:
    members = list(face.pips)
    quality = pips.quality[members]
    off = abs(math.log(max(body.half_edge, 0.1) / _HALF_EDGE.get(face.value, 1.95)))
    step = math.log(float(pips.step[members].mean()))
    signs = (body.closed, body.broken, face.misfit, float(quality.mean()), float(quality.min()), step, off, 1.0)
    z = sum(sign * weight for sign, weight in zip(signs, _WEIGHTS[min(face.value, 4)], strict=True))
    if face.value > 1:
        z -= 2.5 * _crowded(pips, face)
    return float(logistic(z))


def choose(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the top faces: the likeliest reading of every group of pips, sides of the same dice left out."""
    order = sorted((c for c in candidates if c.likely > LIKELY), key=lambda c: -(c.likely + 0.25 * c.face.value))
    taken: list[Candidate] = []
    for candidate in order:
        if not any(_compete(candidate, other) for other in taken):
            taken.append(candidate)
    return _tops(_alike([c for c in taken if c.off_table < OFF_TABLE]))


def left_over(candidates: Sequence[Candidate], chosen: Sequence[Candidate]) -> list[Candidate]:
    """Return the faces that were not chosen although something is there, likeliest first; the sides and rivals of
    chosen dice don't count.
    """
    left = [
        candidate
        for candidate in candidates
        if (candidate.likely > NOTICED or candidate.clear) and not any(_belongs(candidate, other) for other in chosen)
    ]
    return sorted(left, key=lambda candidate: -candidate.likely)


def _belongs(candidate: Candidate, die: Candidate) -> bool:
    if set(candidate.face.pips) & set(die.face.pips):
        return True
    return float(np.hypot(*(candidate.face.centre - die.face.centre))) < 1.15 * die.edge


def _compete(one: Candidate, other: Candidate) -> bool:
    if set(one.face.pips) & set(other.face.pips):
        return True
    return _inside(one.face.centre, other) or _inside(other.face.centre, one)


def _inside(point: np.ndarray, candidate: Candidate) -> bool:
    on_grid = np.linalg.solve(candidate.face.axes, point - candidate.face.centre)
    return bool(np.abs(on_grid).max() < 0.9 * candidate.body.half_edge)


def _alike(taken: Sequence[Candidate]) -> list[Candidate]:
    """Leave out ones, twos and threes whose size says that they are no dice of this game: prints, other spots."""
    strong = [c.edge for c in taken if c.face.value >= 4 and c.likely > 0.8]
    if not strong:
        return list(taken)
    usual = float(np.median(strong))
    return [c for c in taken if c.face.value >= 4 or 0.55 < c.edge / usual < 1.7]


def _tops(taken: Sequence[Candidate]) -> list[Candidate]:
    """Of faces that lean on one another keep the one seen most squarely; touching dice show faces of one shape and
    both stay.
    """
    kept = []
    for candidate in taken:
        rivals = [other for other in taken if other is not candidate and _adjoin(candidate, other)]
        if not any(_squarer(other, candidate) for other in rivals):
            kept.append(candidate)
    return kept


def _adjoin(one: Candidate, other: Candidate) -> bool:
    apart = float(np.hypot(*(one.face.centre - other.face.centre)))
    return apart < 1.05 * max(one.edge, other.edge)


def _squarer(one: Candidate, other: Candidate) -> bool:
    return _roundness(one) > 1.3 * _roundness(other) or one.edge > 1.22 * other.edge


def _roundness(candidate: Candidate) -> float:
    values = np.linalg.svd(candidate.face.axes, compute_uv=False)
    return float(values[1] / values[0])
