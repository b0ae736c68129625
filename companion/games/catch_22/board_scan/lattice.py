"""The grid in a flat picture of yellow and blue: how wide its columns are and where they begin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SMALLEST_PX = 14
"""Narrower squares cannot be separated in a picture of the size we read."""
FEWEST = 3
MOST_CANDIDATES = 8


class Ruler(NamedTuple):
    """Lines at `offset + n * pitch` pixels along one axis; `trust` (0-1) is how well all edges lie near them."""

    pitch: float
    offset: float
    trust: float


def rulers(edges: npt.NDArray[np.float64]) -> list[Ruler]:
    """The rulers whose lines may pass through the edges of the squares, the widest first.

    `edges` has for each pixel along an axis how much the picture changes there between yellow and blue. Wanted are
    pitches for which the edges are in step: peaks of the Fourier component of that period. A grid is also in step with
    half its pitch, and often somewhat with twice: which one it is shows when the squares are looked at.
    """
    total = float(edges.sum())
    length = len(edges)
    if total <= 0 or length < FEWEST * SMALLEST_PX:
        return []
    pitches = _pitches(length)
    strength = np.abs(_component(edges, pitches)) / total
    best = float(strength.max())
    peaks = [
        place
        for place in range(1, len(pitches) - 1)
        if strength[place] >= max(strength[place - 1], strength[place + 1]) and strength[place] >= 0.5 * best
    ]
    widest = peaks[-MOST_CANDIDATES:]
    found = [_refined(edges, total, pitches[place - 1], pitches[place + 1]) for place in widest]
    return sorted(found, key=lambda one: -one.pitch)


def _refined(edges: npt.NDArray[np.float64], total: float, low: float, high: float) -> Ruler:
    """The best pitch between two, and where its lines begin."""
    near = np.linspace(low, high, 41)
    fine = _component(edges, near)
    best = int(np.abs(fine).argmax())
    pitch = float(near[best])
    offset = (float(np.angle(fine[best])) / (2 * np.pi) * pitch) % pitch
    return Ruler(pitch, offset, float(np.abs(fine[best])) / total)


def _pitches(length: int) -> npt.NDArray[np.float64]:
    """Pitches to try, so close together that over the whole length they differ by a quarter of a step."""
    found = [float(SMALLEST_PX)]
    while found[-1] < length / FEWEST:
        found.append(found[-1] + max(0.02, 0.25 * found[-1] ** 2 / length))
    return np.array(found)


def _component(edges: npt.NDArray[np.float64], pitches: npt.NDArray[np.float64]) -> npt.NDArray[np.complex128]:
    """The Fourier component of each period."""
    place = np.nonzero(edges)[0]
    turns = np.exp(2j * np.pi * (place[None, :] + 0.0) / pitches[:, None])
    return np.asarray(turns @ edges[place], np.complex128)
