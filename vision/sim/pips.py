"""The pips of a die, or the stamps on its faces: places, colours, and dents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.sim.die import FACE_VALUES, pip_centres

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.sim.die import DieLook, Floats

_STAMPED = 0.78
"""Half side of a stamp, in half edges of the die."""


def drawn_pips(hit: Floats, normals: Floats, look: DieLook, pixel: np.float32) -> tuple[Floats, Floats, Floats]:
    """Return, for places `hit` (3, n), the share of pip (n,), the colour there (3, n) and the amount of glint (n,);
    tilts `normals` (3, n) in place, for the dents. `pixel` is a pixel's side in half edges.
    """
    part, shine = np.zeros(hit.shape[1], np.float32), np.zeros(hit.shape[1], np.float32)
    ink = np.empty(hit.shape, np.float32)
    ink[:] = np.asarray(look.pips, np.float32)[:, None]
    axis = np.abs(hit).argmax(0)
    for a in range(3):
        for positive, value in zip((True, False), FACE_VALUES[a], strict=True):
            here = np.flatnonzero((axis == a) & ((hit[a] > 0) == positive))
            if not here.size:
                continue
            places = hit[(a + 1) % 3, here], hit[(a + 2) % 3, here]
            if look.stamps:
                part[here] = _stamped(*places, look, value)
                continue
            bend = _dotted(places, value, look, pixel, here, part, shine, ink)
            normals[(a + 1) % 3, here] += bend[0]
            normals[(a + 2) % 3, here] += bend[1]
    normals /= np.sqrt(np.einsum("ij,ij->j", normals, normals))
    return part, ink, shine


def _dotted(
    places: tuple[Floats, Floats],
    value: int,
    look: DieLook,
    pixel: np.float32,
    here: NDArray[np.intp],
    part: Floats,
    shine: Floats,
    ink: Floats,
) -> tuple[Floats, Floats]:
    """Draw the pips of one face at the `places` (m,) each that the pixels `here` (m,) show; return the tilt of its
    normals.
    """
    u, v = places
    radius = np.float32(look.pip * (look.one_scale if value == 1 else 1))
    colour = look.one if value == 1 else look.four if value == 4 else None
    if colour is not None:
        ink[:, here] = np.asarray(colour, np.float32)[:, None]
    bends = np.zeros_like(u), np.zeros_like(v)
    if look.inset is not None:
        off = np.sqrt(u * u + v * v) if look.inset_round else np.maximum(np.abs(u), np.abs(v))
        part[here] = np.clip((np.float32(look.inset_half) - off) / pixel + 0.5, 0, 1)
        ink[:, here] = np.asarray(look.inset, np.float32)[:, None]
    elif look.hoop is not None:
        shade, inner, outer = look.hoop
        off = np.sqrt(u * u + v * v)
        band = np.clip((np.float32(outer) - off) / pixel + 0.5, 0, 1)
        band *= np.clip((off - np.float32(inner)) / pixel + 0.5, 0, 1)
        part[here], hooped = band, band > 0
        ink[:, here[hooped]] = np.asarray(shade, np.float32)[:, None]
    for pu, pv in pip_centres(value, look):
        du, dv = u - np.float32(pu), v - np.float32(pv)
        away = np.sqrt(du * du + dv * dv)
        inside = np.clip((radius - away) / pixel + 0.5, 0, 1)
        if look.inset is not None:
            own = np.asarray(look.pips if colour is None else colour, np.float32)[:, None]
            ink[:, here] += (own - ink[:, here]) * inside
        if look.ring is not None:
            outer = np.clip((radius * (1 + look.ring_width) - away) / pixel + 0.5, 0, 1)
            ring = outer > inside
            ink[:, here[ring]] = np.asarray(look.ring, np.float32)[:, None]
            part[here] = np.maximum(part[here], outer)
        part[here] = np.maximum(part[here], inside)
        if look.glint > 0:
            lit = np.clip((radius * look.glint - away) / pixel + 0.5, 0, 1)
            shine[here] = np.maximum(shine[here], lit)
        bend = np.float32(-look.dent) / radius * (inside > 0.5)
        bends[0][:] += bend * du
        bends[1][:] += bend * dv
    return bends


def _stamped(u: Floats, v: Floats, look: DieLook, value: int) -> Floats:
    """Return the share (n,) of stamp at places (n,) each of a face."""
    stamp = look.stamps[value - 1]
    side = stamp.shape[0]
    column, row = ((0.5 * side * (1 + each / _STAMPED)).astype(int) for each in (u, v))
    inside = (np.minimum(column, row) >= 0) & (np.maximum(column, row) < side)
    covered = stamp[np.clip(row, 0, side - 1), np.clip(column, 0, side - 1)] / np.float32(255)
    return np.asarray(covered * inside, np.float32)
