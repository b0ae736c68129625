"""The stretch of a print, wider than high or narrower: by a printer that pulls the paper, or by "fit to page"."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import NamedTuple

FARTHEST = 0.15
"""Natural logarithm of the largest stretch of the search."""
_FIRST, _NEAR, _FINE = 0.02, 2e-3, 3e-4


class Stretch(NamedTuple):
    """The stretch with the least error (1.02: 2 % wider than high), and that error."""

    ratio: float
    rms_px: float


def least_error(rms_at: Callable[[float], float]) -> Stretch:
    """Return the stretch with the least error; `rms_at` gives the root mean square error, px, at a stretch.

    Steps downhill until the error rises, then fits parabolas to the three stretches around the minimum until they are
    close together: the sum of squares is a parabola near its minimum only (after Brent 1973, chapter 5).
    """
    known: dict[float, float] = {}

    def squared(at: float) -> float:
        if at not in known:
            known[at] = rms_at(exp(at)) ** 2
        return known[at]

    low, here, high = -_FIRST, 0.0, _FIRST
    while min(squared(low), squared(high)) < squared(here) and abs(here) < FARTHEST:
        low, here, high = (low - _FIRST, low, here) if squared(low) < squared(high) else (here, high, high + _FIRST)
    for _ in range(12):
        right = high - here > here - low
        if max(high - here, here - low) < 2 * _NEAR:
            break
        at = _lowest(*((one, squared(one)) for one in (low, here, high)))
        if abs(at - here) < _FINE or not low < at < high:
            at = here + (_NEAR if right else -_NEAR)
        if squared(at) < squared(here):
            low, here, high = (low, at, here) if at < here else (here, at, high)
        else:
            low, high = (at, high) if at < here else (low, at)
    return Stretch(exp(here), squared(here) ** 0.5)


def _lowest(low: tuple[float, float], here: tuple[float, float], high: tuple[float, float]) -> float:
    """Return the minimum of the parabola through three points (place, height), the middle one the lowest."""
    left = (here[0] - low[0]) * (here[1] - high[1])
    right = (here[0] - high[0]) * (here[1] - low[1])
    if left == right:
        return here[0]
    return here[0] - ((here[0] - low[0]) * left - (here[0] - high[0]) * right) / (2 * (left - right))
