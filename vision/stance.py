"""How the dice of one picture stand: dice that lie flat on one table all show their top faces from the same side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.network import Floats

FOCAL = 1.1
"""Focal length of an ordinary camera over the longer side of its picture (about 49 degrees wide)."""
WIDE = 0.25
"""Deviation of 1 / FOCAL among cameras: from a narrow lens to a wide one."""
TILT, TILTS = (0.0, -0.24), (0.15, 0.3)
"""Where level dice's uprights point, right and down, before anything is seen, and with what deviations: cameras stand
on the viewer's side and are held straight (156 pictures with one die: 0.01 and -0.25, deviations 0.12 and 0.30).
"""
UNEVEN = 0.03
"""Deviation of level dice's uprights (about the sine of 2 degrees): tables and dice are not perfectly flat."""
LEANS = 0.35
"""Deviation of a leaning die's upright from the others' (about 20 degrees)."""


def leanings(uprights: Floats, spreads: Floats, boxes: Floats, width: int, height: int) -> Floats:
    """Return (N,) for each die the log of how much better "it leans" explains its upright than "it lies as the others".

    `uprights` (N, 2) say where the top faces' middles lie from the dice's middles, right and down, in half edges, with
    deviations `spreads` (N,); `boxes` (N, 4) px. Seen in perspective a level die's upright is n + p k: n the same for
    all, p its place over the longer side of the picture (0 at the middle), k about 1 / FOCAL. n and k are estimated
    from the other dice by linear least squares with the priors above (Gaussian all through), and the die is compared
    with that. The die that stands least like the others takes no part in what these are compared with.
    """
    count = len(uprights)
    middle = 0.5 * (boxes[:, :2] + boxes[:, 2:])
    place = (middle - 0.5 * np.array([width, height])) / max(width, height)
    rows = np.zeros((count, 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = place
    variance = np.asarray(spreads, float) ** 2 + UNEVEN**2
    prior = np.diag([TILTS[0] ** -2, TILTS[1] ** -2, WIDE**-2])
    pull = prior @ np.array([*TILT, 1 / FOCAL])
    known = np.einsum("nij,nik->njk", rows, rows) / variance[:, None, None]
    said = np.einsum("nij,ni->nj", rows, uprights) / variance[:, None]

    def against_others(k: int, among: Floats) -> float:
        others = np.where(np.arange(count) == k, 0.0, among)
        spread = np.linalg.inv(prior + np.tensordot(others, known, 1))
        away = uprights[k] - rows[k] @ (spread @ (pull + np.tensordot(others, said, 1)))
        level = rows[k] @ spread @ rows[k].T + variance[k] * np.eye(2)
        return _log_normal(away, level + LEANS**2 * np.eye(2)) - _log_normal(away, level)

    among = np.ones(count, np.float32)
    found = np.array([against_others(k, among) for k in range(count)], np.float32)
    if count > 2 and found.max() > 0.0:
        among[int(found.argmax())] = 0.0
        found = np.array([against_others(k, among) for k in range(count)], np.float32)
    return found


def _log_normal(away: Floats, spread: Floats) -> float:
    """Return the log density, up to a constant, of a Gaussian (2, 2) at `away` (2,)."""
    return float(-0.5 * (away @ np.linalg.solve(spread, away) + np.log(np.linalg.det(spread))))
