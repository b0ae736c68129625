"""How the dice of one picture stand: dice that lie flat on one table all show their top faces from the same side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from vision.network import Floats

    Spread = NDArray[np.floating[Any]]

FOCAL = 1.1
"""Focal length of an ordinary camera over the longer side of its picture (about 49 degrees wide)."""
WIDE = 0.25
"""Deviation of 1 / FOCAL among cameras: from a narrow lens to a wide one."""
TILT, TILTS = (0.0, -0.24), (0.12, 0.3)
"""Where level dice's uprights point, right and down, before anything is seen, and with what deviations: cameras stand
on the viewer's side and are held straight (126 photographs with one die: 0.00 and -0.20, deviations 0.10 and 0.29).
"""
STEEPEST = 0.3
"""The least cosine of a camera's tilt (73 degrees) that is reckoned with."""
UNEVEN = 0.015
"""Deviation of level dice's uprights (about the sine of 1 degree): tables and dice are not perfectly flat."""
LEANS = (0.2, 0.4)
"""Deviations of a leaning die's upright from the others' (about 12 and 24 degrees): half lie on something thin, half
against something high."""


def leanings(uprights: Floats, spreads: Floats, boxes: Floats, width: int, height: int) -> Floats:
    """Return (N,) for each die the log of how much better "it leans" explains its upright than "it lies as the others".

    `uprights` (N, 2) say where the top faces' middles lie from the dice's middles, right and down, in half edges, with
    deviations `spreads` (N,); `boxes` (N, 4) px. Seen in perspective a level die's upright is n + p k: n the same for
    all (as long as the sine of the camera's tilt), p its place over the longer side of the picture (0 at the middle),
    k the cosine of the tilt over the focal length, about 1 / FOCAL. n and k are estimated from the other dice by linear
    least squares with the priors above (Gaussian all through, the cosine from the median upright), and the die is
    compared with that. The die that stands least like the others takes no part in what these are compared with.
    """
    count = len(uprights)
    middle = 0.5 * (boxes[:, :2] + boxes[:, 2:])
    place = (middle - 0.5 * np.array([width, height])) / max(width, height)
    rows = np.zeros((count, 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = place
    variance = np.asarray(spreads, float) ** 2 + UNEVEN**2
    cosine = _cosine(np.median(uprights - place / FOCAL, axis=0)) if count else 1.0
    prior = np.diag([TILTS[0] ** -2, TILTS[1] ** -2, (WIDE * cosine) ** -2])
    pull = prior @ np.array([*TILT, cosine / FOCAL])
    known = np.einsum("nij,nik->njk", rows, rows) / variance[:, None, None]
    said = np.einsum("nij,ni->nj", rows, uprights) / variance[:, None]

    def against_others(k: int, among: Floats) -> float:
        others = np.where(np.arange(count) == k, 0.0, among)
        spread = np.linalg.inv(prior + np.tensordot(others, known, 1))
        away = uprights[k] - rows[k] @ (spread @ (pull + np.tensordot(others, said, 1)))
        level = rows[k] @ spread @ rows[k].T + variance[k] * np.eye(2)
        return _against(away, level)

    among = np.ones(count, np.float32)
    found = np.array([against_others(k, among) for k in range(count)], np.float32)
    if count > 2 and found.max() > 0.0:
        among[int(found.argmax())] = 0.0
        found = np.array([against_others(k, among) for k in range(count)], np.float32)
    return found


def leaning_from(away: Floats, spread: float) -> float:
    """Return the log of how much better "it leans" than "it is level" explains an upright (2,) that is `away` from
    where a level die's is known to be, both together with the deviation `spread`: for a camera whose place is known.
    """
    return _against(away, spread**2 * np.eye(2))


def _against(away: Floats, level: Spread) -> float:
    """Return the log of the odds of a leaning die's upright against a level one's, whose spread (2, 2) is `level`."""
    leaning = np.array([_log_normal(away, level + leans**2 * np.eye(2)) for leans in LEANS])
    most = float(leaning.max())
    return most + float(np.log(np.exp(leaning - most).mean())) - _log_normal(away, level)


def _cosine(upright: Floats) -> float:
    """Return the cosine of the tilt that goes with a level die's upright (2,) at the picture's middle."""
    return float(np.sqrt(max(1.0 - float(upright @ upright), STEEPEST**2)))


def _log_normal(away: Floats, spread: Spread) -> float:
    """Return the log density, up to a constant, of a Gaussian (2, 2) at `away` (2,)."""
    return float(-0.5 * (away @ np.linalg.solve(spread, away) + np.log(np.linalg.det(spread))))
