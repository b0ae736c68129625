"""Round spots that could be pips: found at every scale, in both polarities, measured as ellipses."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

HALF = 7
"""Half the side of the patch a spot is measured in, in pixels of its own octave: spots are 1.2 to 4.8 px in radius
there."""
OCTAVES = 5
MOST_PER_OCTAVE = 200


@dataclass(frozen=True, eq=False)
class Pips:
    """Spots of one picture, N of each: `at` (N, 2) px, `shape` (N, 2, 2) px^2 with shape = A A^T for the map A that
    takes the unit circle to the outline, `radius` (N,) geometric mean px, `dark` (N,) darker than what surrounds
    them, `step` (N,) contrast 0-255, `inside`/`around` (N, 3) mean colours of the spot and of the ring around it,
    `quality` (N,) 0-1 how round and how clean."""  # noqa: D209

    at: Floats
    shape: NDArray[np.float32]
    radius: Floats
    dark: NDArray[np.bool_]
    step: Floats
    inside: Floats
    around: Floats
    quality: Floats

    def __len__(self) -> int:
        return len(self.at)

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_]) -> Pips:
        """Return the spots `keep` names."""
        return Pips(*(getattr(self, name)[keep] for name in self.__dataclass_fields__))


def find_pips(image: NDArray[np.uint8], octaves: int = OCTAVES) -> Pips:
    """Return the spots of `image` (H, W, 3), best first, each once; the largest are 4.8 px in radius times 2^(octaves
    - 1).
    """
    found: list[Pips] = []
    scales: list[float] = []
    octave = image
    for level in range(octaves):
        if min(octave.shape[:2]) < 4 * HALF:
            break
        here = _in_octave(octave, 2.0**level)
        found.extend(here)
        scales.extend([2.0**level] * len(here))
        octave = cv2.pyrDown(octave).astype(np.uint8, copy=False)
    if not found:
        return _none()
    spots = Pips(*(np.concatenate([getattr(each, name) for each in found]) for name in Pips.__dataclass_fields__))
    coarse = np.concatenate(
        [np.full(len(each), np.log2(scale), np.float32) for each, scale in zip(found, scales, strict=True)]
    )
    worth = spots.quality * np.minimum(1.0, 0.5 + spots.radius / 4) - 0.05 * coarse
    return _each_once(spots, worth.astype(np.float32))


def _none() -> Pips:
    none = np.zeros(0, np.float32)
    pairs, threes = none.reshape(0, 2), none.reshape(0, 3)
    return Pips(pairs, none.reshape(0, 2, 2), none, np.zeros(0, np.bool_), none, threes, threes, none)


def _in_octave(image: NDArray[np.uint8], scale: float) -> list[Pips]:
    centre = cv2.blur(image, (3, 3))
    surround = cv2.blur(image, (2 * HALF + 1, 2 * HALF + 1))
    lowest = _lowest_step(image)
    found = []
    for dark in (True, False):
        step = cv2.subtract(surround, centre) if dark else cv2.subtract(centre, surround)
        blue, green, red = cv2.split(step)
        best = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
        peaks = (best >= cv2.dilate(best, np.ones((5, 5), np.uint8))) & (best >= lowest)
        peaks[: HALF + 1], peaks[-HALF - 1 :], peaks[:, : HALF + 1], peaks[:, -HALF - 1 :] = False, False, False, False
        ys, xs = np.nonzero(peaks)
        lonely = _fall_off(best, ys, xs)
        ys, xs = ys[lonely], xs[lonely]
        if len(ys) > MOST_PER_OCTAVE:
            top = np.argpartition(-best[ys, xs].astype(np.int16), MOST_PER_OCTAVE)[:MOST_PER_OCTAVE]
            ys, xs = ys[top], xs[top]
        if len(ys):
            channel = step[ys, xs].argmax(axis=1)
            found.append(_measured(image, ys, xs, channel, dark=dark, scale=scale))
    return found


_RINGS = tuple(
    np.unique(
        np.rint(radius * np.stack([np.sin(turns), np.cos(turns)], 1)).astype(np.intp),
        axis=0,
    )
    for radius in (2.3, 3.6, 5.4)
    for turns in (np.arange(16) * (np.pi / 8),)
)


def _fall_off(step: NDArray[np.uint8], ys: NDArray[np.int_], xs: NDArray[np.int_]) -> NDArray[np.bool_]:
    """Say which peaks stand alone, that is, fall off on all sides at some radius: ends edges, lines and texture
    early.
    """
    lonely = np.zeros(len(ys), np.bool_)
    limit = 0.6 * step[ys, xs].astype(np.float32)
    for ring in _RINGS:
        highest = step[ys[:, None] + ring[:, 0], xs[:, None] + ring[:, 1]].max(axis=1)
        lonely |= highest < limit
    return lonely


def _lowest_step(image: NDArray[np.uint8]) -> float:
    """Four standard deviations of the noise after 3x3 averaging, from the median absolute diagonal difference; at
    least 8 levels.
    """
    green = image[::2, ::2, 1].astype(np.int16)
    detail = np.abs(green[1:, 1:] - green[1:, :-1] - green[:-1, 1:] + green[:-1, :-1])
    sigma = float(np.median(detail)) / (0.6745 * 2.0)
    return max(8.0, 4.0 * sigma / 3.0)


_GRID = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1].astype(np.float32)
_MOMENTS = np.stack([np.ones_like(_GRID[0]), *_GRID, _GRID[0] ** 2, _GRID[1] ** 2, _GRID[0] * _GRID[1]], 2).reshape(
    -1, 6
)
_RIM = np.zeros((2 * HALF + 1, 2 * HALF + 1), np.bool_)
_RIM[0], _RIM[-1], _RIM[:, 0], _RIM[:, -1] = True, True, True, True
_NEAR = np.hypot(_GRID[0], _GRID[1]) <= HALF - 1


def _measured(
    image: NDArray[np.uint8],
    ys: NDArray[np.int_],
    xs: NDArray[np.int_],
    channel: NDArray[np.int_],
    *,
    dark: bool,
    scale: float,
) -> Pips:
    rows = ys[:, None, None] + _GRID[0].astype(np.int_)
    columns = xs[:, None, None] + _GRID[1].astype(np.int_)
    colours = image[rows, columns].astype(np.float32)
    patch = np.take_along_axis(colours, channel[:, None, None, None], axis=3)[..., 0]
    if dark:
        patch = 255.0 - patch
    core = patch[:, HALF - 1 : HALF + 2, HALF - 1 : HALF + 2].mean(axis=(1, 2))
    ground = np.quantile(patch[:, _NEAR], (0.12, 0.4), axis=1)
    best: Pips | None = None
    for level in ground:
        spots = _outlined(colours, patch, core, level.astype(np.float32))
        spots = Pips(
            at=((spots.at + np.stack([xs, ys], 1)) * scale).astype(np.float32),  # pyrDown keeps every second pixel
            shape=spots.shape * scale**2,
            radius=spots.radius * scale,
            dark=np.full(len(ys), dark),
            step=spots.step,
            inside=spots.inside,
            around=spots.around,
            quality=spots.quality,
        )
        if best is None:
            best = spots
        else:
            better = spots.quality > best.quality
            best = Pips(
                *(
                    np.where(
                        better.reshape(-1, *[1] * (getattr(best, name).ndim - 1)),
                        getattr(spots, name),
                        getattr(best, name),
                    )
                    for name in Pips.__dataclass_fields__
                )
            )
    assert best is not None
    return best.chosen(best.quality > 0.35)


def _outlined(colours: Floats, patch: Floats, core: Floats, ground: Floats) -> Pips:
    """Measure the part of each patch above half way from `ground` to `core` that is joined to its middle."""
    above = patch > (0.5 * (core + ground))[:, None, None]
    mask = _joined_to_middle(above)
    sums = mask.reshape(len(mask), -1).astype(np.float32) @ _MOMENTS
    area = sums[:, 0]
    safe = np.maximum(area, 1.0)
    my, mx = sums[:, 1] / safe, sums[:, 2] / safe
    cyy = sums[:, 3] / safe - my * my + 1 / 12
    cxx = sums[:, 4] / safe - mx * mx + 1 / 12
    cxy = sums[:, 5] / safe - mx * my
    shape = 4.0 * np.stack(
        [np.stack([cxx, cxy], 1), np.stack([cxy, cyy], 1)], 1
    )  # a uniform ellipse has covariance A A^T / 4
    det = np.maximum(cxx * cyy - cxy * cxy, 1e-4)
    ellipse_area = 4.0 * np.pi * np.sqrt(det)
    trace = cxx + cyy
    long = 0.5 * (trace + np.sqrt(np.maximum(trace**2 - 4 * det, 0)))
    aspect = np.sqrt(np.maximum(trace - long, 1e-3) / np.maximum(long, 1e-3))
    grown = _dilated(_dilated(mask))
    ring = grown & ~_dilated(mask)
    ring_n = np.maximum(ring.sum(axis=(1, 2)), 1)
    inner = _eroded(mask)
    empty = ~np.asarray(inner.any(axis=(1, 2)))
    inner[empty] = mask[empty]
    around = (colours * ring[..., None]).sum(axis=(1, 2)) / ring_n[:, None]
    inside = (colours * inner[..., None]).sum(axis=(1, 2)) / np.maximum(inner.sum(axis=(1, 2)), 1)[:, None]
    ring_mean = (patch * ring).sum(axis=(1, 2)) / ring_n
    ring_spread = np.sqrt(((patch - ring_mean[:, None, None]) ** 2 * ring).sum(axis=(1, 2)) / ring_n)
    step = np.maximum(core - ring_mean, 1.0)
    quality = (
        np.clip(1.0 - 2.5 * np.abs(area / ellipse_area - 1.0), 0, 1)
        * np.clip((aspect - 0.25) / 0.25, 0, 1)
        * np.clip(1.3 - ring_spread / step, 0, 1)
        * ((mask & _RIM).sum(axis=(1, 2)) == 0)
        * ((area >= 4) & (area <= 75))
        * (core - ring_mean > 5.0)
    )
    radius = 2.0 * det**0.25
    none = np.zeros(len(area), np.bool_)
    as32 = np.float32
    return Pips(
        np.stack([mx, my], 1).astype(as32), shape.astype(as32), radius.astype(as32), none, step.astype(as32),
        inside.astype(as32), around.astype(as32), quality.astype(as32),
    )  # fmt: skip


_BITS = (1 << np.arange(2 * HALF + 1)).astype(np.uint32)


def _joined_to_middle(above: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the part of each patch (N, 2 HALF + 1, 2 HALF + 1) within HALF + 1 steps of its middle: a flood fill of
    all patches at once, a row of a patch in one number.
    """
    open_rows = above @ _BITS
    rows = np.zeros_like(open_rows)
    rows[:, HALF] = _BITS[HALF]
    for _ in range(HALF + 1):
        grown = rows | (rows << np.uint32(1)) | (rows >> np.uint32(1))
        grown[:, 1:] |= rows[:, :-1]
        grown[:, :-1] |= rows[:, 1:]
        rows = grown & open_rows
    return np.asarray((rows[:, :, None] & _BITS) != 0, np.bool_)


def _dilated(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    grown = mask.copy()
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    grown[:, :, 1:] |= mask[:, :, :-1]
    grown[:, :, :-1] |= mask[:, :, 1:]
    return grown


def _eroded(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return ~_dilated(~mask)


def _each_once(spots: Pips, worth: Floats) -> Pips:
    """Keep the worthiest of the spots that lie on one another: of equals the one measured in the finer octave."""
    spots = spots.chosen(np.argsort(-worth))
    apart = np.hypot(*(spots.at[:, None] - spots.at[None]).transpose(2, 0, 1))
    large = np.maximum(spots.radius[:, None], spots.radius[None])
    small = np.minimum(spots.radius[:, None], spots.radius[None])
    same = (apart < 0.8 * large) & (large < 2.2 * small)  # a whole dark die is a spot too, and no pip of itself
    keep = np.ones(len(spots), np.bool_)
    for i in range(len(spots)):
        if keep[i]:
            keep[i + 1 :] &= ~same[i, i + 1 :]
    return spots.chosen(keep)
