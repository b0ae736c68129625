"""Batches of training samples: cut at random places, mirrored, degraded and changed in tone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.pool import Pool
from training.samples import CROP, CUT, TILE, TILE_SEEN, pieces
from training.webcam import packed
from vision.detection.classifier import certainty

_ASIDE = {"reader": 8, "poser": 5}
"""Largest offset, px, of a crop from the middle of the stored one."""
_GIVEN = 0.6
"""Probability that the reader is given the upright of a level die."""
_OFF = (0.015, 0.2)
"""Least and largest deviation of the given upright, half edges."""
_TURN = 0.5
"""Largest rotation of a crop, radians: about the largest roll of usual cameras."""
_SQUEEZED, _SQUEEZE = 0.2, (0.68, 0.95)
"""Share of the crops with pixels that are not square, and the least and largest factor by which one side is shortened:
video is often stored so.
"""
_LEANS = (7.0, 37.0)
"""Least and largest angle, degrees, between a leaning die and the upright given to the reader."""
_SHUFFLED = 0.15
"""Share of the pictures with permuted colour channels, so that values are learned in every colour. The body colour of
these is not learned.
"""
_LEVELS = np.arange(256, dtype=np.float32) / 255
_CENTRED = (torch.from_numpy(_LEVELS) - 0.5).bfloat16().view(torch.int16).numpy().view(np.uint16)
"""The networks' input for each level of a byte, as the bits of a bfloat16: all 256 differ."""


def toned(pictures: Sequence[NDArray[np.uint8]], pool: Pool) -> Tensor:
    """Return n pictures (h, w, 3) with small changes of gain, tint and tone, as (n, 3, h, w) bfloat16, -0.5 to 0.5
    (channels last in memory).
    """
    out = np.empty((len(pictures), *pictures[0].shape), np.uint16)
    for picture, place, chance in zip(pictures, out, pool.uniform(len(pictures), 6), strict=True):
        gain = (0.75 + 0.5 * chance[0]) * (0.94 + 0.12 * chance[1:4])
        curve = _LEVELS[:, None] ** np.exp(0.5 * (chance[4] - 0.5)) * gain + 0.1 * (chance[5] - 0.5)
        table = _CENTRED[np.clip(255 * curve, 0, 255).astype(np.uint8)]
        cv2.LUT(np.ascontiguousarray(picture), table[None], dst=place)
    return torch.from_numpy(out.view(np.int16)).view(torch.bfloat16).permute(0, 3, 1, 2)


def worsen(crop: NDArray[np.uint8], chance: NDArray[np.float32]) -> None:
    """Degrade a crop (h, w, 3) in place, by four chances in [0, 1): lower resolution, blur, noise or strong
    compression. Most chances leave it unchanged.
    """
    side = crop.shape[0]
    if chance[0] < 0.15:
        small = max(int(side * (0.25 + 0.5 * float(chance[1]))), 8)
        crop[:] = cv2.resize(cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA), (side, side))
    elif chance[0] < 0.25:
        crop[:] = cv2.GaussianBlur(crop, (0, 0), 0.4 + 1.8 * float(chance[1]))
    if chance[2] < 0.12:
        grain = np.empty(crop.shape, np.int16)
        cv2.randn(grain, np.zeros(3), np.full(3, 4 + 12 * float(chance[3])))
        crop[:] = np.clip(crop + grain, 0, 255)
    elif chance[2] < 0.24:
        crop[:] = packed(crop, int(15 + 45 * float(chance[3])))


def shuffled(pictures: NDArray[np.uint8], pool: Pool) -> NDArray[np.bool_]:
    """Permute the colour channels of some pictures (n, h, w, 3) in place; return which (n,)."""
    chosen = pool.uniform(len(pictures)) < _SHUFFLED
    for number in np.flatnonzero(chosen):
        pictures[number] = pictures[number][..., np.argsort(pool.uniform(3))]
    return chosen


def finder_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    """Return pieces (TILE_SEEN a side) of tiles, changed in tone, half of them mirrored, and their dice."""
    tiles, truth = pool.batch(size)
    shift = (pool.uniform(size, 2) * (TILE - TILE_SEEN + 1)).astype(int)
    seen = [t[y : y + TILE_SEEN, x : x + TILE_SEEN] for t, (x, y) in zip(tiles, shift, strict=True)]
    truth[..., :2] -= np.where(truth[..., 2:3] > 0, shift[:, None], 0)
    inside = np.ones(truth.shape[:2], np.float32)
    for axis in (0, 1):
        middle, half = truth[..., axis], truth[..., 2 + axis] / 2
        left = np.minimum(middle + half, TILE_SEEN) - np.maximum(middle - half, 0)
        inside *= np.clip(left / np.maximum(2 * half, 1e-6), 0, 1)
        truth[(middle < 0) | (middle >= TILE_SEEN)] = 0
    truth[inside < 0.6, 5] = 0
    flip = pool.uniform(size) < 0.5
    there = flip[:, None] & (truth[..., 2] > 0)
    truth[..., 0] = np.where(there, TILE_SEEN - truth[..., 0], truth[..., 0])
    mirrored = np.stack([piece[:, ::-1] if flipped else piece for piece, flipped in zip(seen, flip, strict=True)])
    shuffled(mirrored, pool)
    return toned(list(mirrored), pool), torch.from_numpy(truth)


def turn(crop: NDArray[np.uint8], truth: NDArray[np.float32], angle: float) -> None:
    """Rotate a crop (h, w, 3) and its truth (13,) about the crop's middle by `angle` radians, clockwise, in place. The
    box is unknown afterwards.
    """
    c, s = np.cos(angle), np.sin(angle)
    about = np.array([[c, -s], [s, c]])
    middle = 0.5 * np.array(crop.shape[1::-1]) - 0.5
    place = np.column_stack([about, middle - about @ middle])
    crop[:] = cv2.warpAffine(crop, place, crop.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    truth[3:7] = 0
    c4, s4 = np.cos(4 * angle), np.sin(4 * angle)
    truth[7:9] = np.array([[c4, -s4], [s4, c4]]) @ truth[7:9]
    truth[9:11] = about @ truth[9:11]


def squeeze(crop: NDArray[np.uint8], truth: NDArray[np.float32], axis: int, factor: float) -> None:
    """Shorten a crop (h, w, 3) and its truth (13,) along an axis (0: x, 1: y) about the crop's middle, in place; beyond
    its edge the border repeats. The upright is unknown afterwards.
    """
    height, width = crop.shape[:2]
    middle = 0.5 * (width, height)[axis]
    place = np.eye(2, 3)
    place[axis, axis], place[axis, 2] = factor, (1 - factor) * (middle - 0.5)
    crop[:] = cv2.warpAffine(crop, place, (width, height), borderMode=cv2.BORDER_REPLICATE)
    if truth[5] > 0:
        truth[3 + axis : 7 : 2] = middle + factor * (truth[3 + axis : 7 : 2] - middle)
    truth[7:12] = 0
    truth[1] = -1


def reader_batch(pool: Pool, size: int, turned: float = 0.0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return crops at random places of the stored ones, changed in tone, half mirrored, some shortened and a share
    rotated (`turned`), their truths, their corners in the stored crops (n, 2), and the reader's input about the table
    (n, LEVEL).
    """
    crops, truth = pool.batch(size)
    for k in np.flatnonzero(pool.uniform(size) < turned):
        turn(crops[k], truth[k], _TURN * (2 * float(pool.uniform(1)[0]) - 1))
    for k in np.flatnonzero(pool.uniform(size) < _SQUEEZED):
        axis, share = pool.uniform(2)
        squeeze(crops[k], truth[k], int(axis < 0.5), _SQUEEZE[0] + (_SQUEEZE[1] - _SQUEEZE[0]) * float(share))
    cut, shift, flip = _cut_aside(crops, pool, _ASIDE["reader"])
    die = truth[:, 5] > 0
    both = flip & die
    left = 2 * shift[both, 0] + CROP
    truth[both, 3], truth[both, 5] = left - truth[both, 5], left - truth[both, 3]
    truth[flip, 8] *= -1
    truth[flip, 9] *= -1
    for crop, chance in zip(cut, pool.uniform(size, 4), strict=True):
        worsen(crop, chance)
    level = torch.from_numpy(levels_of(truth, pool))
    truth[shuffled(cut, pool), 2] = -1
    return toned(list(cut), pool), torch.from_numpy(truth), torch.from_numpy(shift.astype(np.float32)), level


def _cut_aside(
    crops: NDArray[np.uint8], pool: Pool, most: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Return pieces (n, CROP, CROP, 3) of stored crops with offsets of up to `most` px from their middles, their
    corners (n, 2), and which of them (n,) are mirrored.
    """
    size, mid = len(crops), (CUT - CROP) // 2
    aside = (pool.uniform(size, 2) + pool.uniform(size, 2) - 1) * most
    shift = np.clip(np.rint(mid + aside), 0, CUT - CROP).astype(int)
    flip = pool.uniform(size) < 0.5
    return pieces(crops, shift, flip), shift, flip


def pose_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    """Return crops at random places of the stored ones, changed in tone, half mirrored, and their truths (n, 10)."""
    crops, truth = pool.batch(size)
    cut, shift, flip = _cut_aside(crops, pool, _ASIDE["poser"])
    truth[:, :4] -= np.tile(shift, 2)
    truth[flip, 0:4:2] = CROP - truth[flip, 0:4:2]
    truth[flip, 6] *= -1
    for crop, chance in zip(cut, pool.uniform(size, 4), strict=True):
        worsen(crop, chance)
    return toned(list(cut), pool), torch.from_numpy(truth)


def levels_of(truth: NDArray[np.float32], pool: Pool) -> NDArray[np.float32]:
    """Return the reader's input about the table (n, LEVEL) for crops with these truths (n, 13): the upright of a level
    die there with a random error, and the `certainty` of that; zeros if it is unknown or by chance. For crops without a
    readable die it is that of another crop, so that the input does not reveal whether there is a die.
    """
    count, known = len(truth), truth[:, 11] > 0
    level = truth[:, 9:11].copy()
    unread = (truth[:, 0] == 0) & ~known
    if known.any():
        level[unread] = level[pool.among(np.flatnonzero(known), int(unread.sum()))]
    leans = known & (truth[:, 1] == 1)
    way, tilt = 2 * np.pi * pool.uniform(count), np.radians(_LEANS[0] + (_LEANS[1] - _LEANS[0]) * pool.uniform(count))
    level[leans] += (np.sin(tilt) * np.stack([np.cos(way), np.sin(way)])).T[leans]
    least, most = np.log(_OFF)
    off = np.exp(least + (most - least) * pool.uniform(count))
    level += off[:, None] * pool.normal(count, 2)
    given = (pool.uniform(count) < _GIVEN) & (known | unread) & known.any()
    return np.where(given[:, None], np.column_stack([level, certainty(off)]), 0.0).astype(np.float32)


class Batches(IterableDataset[tuple[Tensor, ...]]):
    """Endless batches of `size` samples for one network from the shards of a folder. Processes draw different ones."""

    def __init__(
        self, network: str, folder: Path, size: int, *, seed: int, real_share: float, turned: float = 0.0
    ) -> None:
        self._network, self._size, self._seed, self._turned = network, size, seed, turned
        self._pool = Pool(folder, network, seed, real_share)

    def __len__(self) -> int:
        """Return the number of drawn samples."""
        return len(self._pool)

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        """Yield batches."""
        process = get_worker_info()
        if process is not None:
            torch.set_num_threads(1)
            cv2.setNumThreads(1)
            cv2.setRNGSeed(self._seed + process.id)
            self._pool.begin((self._seed, process.id))
        while True:
            if self._network == "finder":
                yield finder_batch(self._pool, self._size)
            elif self._network == "poser":
                yield pose_batch(self._pool, self._size)
            else:
                yield reader_batch(self._pool, self._size, self._turned)

    def made_by(self, processes: int, *, pinned: bool) -> Iterator[tuple[Tensor, ...]]:
        """Yield batches made by this number of other processes (0: by this one). If `pinned` they are in memory from
        which an accelerator copies asynchronously.
        """
        ahead = {"prefetch_factor": 4, "multiprocessing_context": "fork"} if processes else {}
        yield from DataLoader(self, batch_size=None, num_workers=processes, pin_memory=pinned, **ahead)
