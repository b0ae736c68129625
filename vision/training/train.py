"""`python -m vision.training.train finder|reader|poser FOLDER OUT.pt --steps N`: trains one network on the shards of a
folder.

One core, bfloat16 arithmetic where the processor has it (muon.py), rates that rise and fall once over a fixed number of
steps, and a running mean of the weights as the result.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.detection.classifier import certainty
from vision.training.losses import finder_loss, kept_loss, pose_loss, reader_loss
from vision.training.muon import arithmetic
from vision.training.nets import Finder, Poser, Reader
from vision.training.optimiser import Optimiser
from vision.training.pool import Pool
from vision.training.samples import CROP, CUT, TILE, TILE_SEEN, pieces
from vision.training.shipped import normalised, shipped

_MEAN_OVER = 0.998
_NETWORKS: dict[str, type[torch.nn.Module]] = {"finder": Finder, "reader": Reader, "poser": Poser}
_ENDS = {"finder": ("stem.0", "out"), "reader": ("head.4", "told"), "poser": ("heat", "head.6")}
"""The layers that are no matrices of Muon's: those that give the answers, and the few weights of the finder's first."""
_ASIDE = {"reader": 8, "poser": 5}
"""Pixels by which a crop is cut beside the middle of the stored one at most."""
_TOLD = 0.6
"""How often the reader is told how a level die stands."""
_OFF = (0.015, 0.2)
"""Deviations of what it is told, in half edges, at least and at most."""
_TURN = 0.5
"""Radians by which a crop is turned at most: about as far as cameras are held askew."""
_LEANS = (7.0, 37.0)
"""Degrees by which a leaning die stands otherwise than it is told a level one does, at least and at most."""
_SEEN_FIRST = 30
"""Batches in which a shipped network's normalisation is made anew."""
_ASKED = 16
"""Crops of a batch for which the shipped network is asked what it says."""
_LEVELS = np.arange(256, dtype=np.float32) / 255
_CENTRED = (torch.from_numpy(_LEVELS) - 0.5).bfloat16().view(torch.int16).numpy().view(np.uint16)
"""What the networks take for each level of a byte, as the bits of a bfloat16: no two of the 256 are alike."""


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
    """Make a crop (h, w, 3) worse in place, as its four chances in [0, 1) say: of lower resolution, blurred, noisy or
    packed hard, or (mostly) not at all.
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
        packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(15 + 45 * float(chance[3]))])[1]
        crop[:] = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def finder_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    """Return toned pieces (TILE_SEEN a side) of tiles, half of them mirrored, and their dice."""
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
    mirrored = [piece[:, ::-1] if flipped else piece for piece, flipped in zip(seen, flip, strict=True)]
    return toned(mirrored, pool), torch.from_numpy(truth)


def turn(crop: NDArray[np.uint8], truth: NDArray[np.float32], angle: float) -> None:
    """Turn a crop (h, w, 3) and its truth (13,) about the crop's middle, in place, by so many radians from the right
    downwards. The box is unknown afterwards.
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


def reader_batch(pool: Pool, size: int, turned: float = 0.0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return toned crops cut at random places from the stored ones, half mirrored and a share of them `turned`, their
    truths, where they were cut (n, 2), and what the reader is told of the table (n, LEVEL).
    """
    crops, truth = pool.batch(size)
    for k in np.flatnonzero(pool.uniform(size) < turned):
        turn(crops[k], truth[k], _TURN * (2 * float(pool.uniform(1)[0]) - 1))
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
    return toned(list(cut), pool), torch.from_numpy(truth), torch.from_numpy(shift.astype(np.float32)), level


def _cut_aside(
    crops: NDArray[np.uint8], pool: Pool, most: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Return pieces (n, CROP, CROP, 3) of stored crops, cut up to `most` px beside their middles, where each was cut
    (n, 2), and which of them (n,) are mirrored.
    """
    size, mid = len(crops), (CUT - CROP) // 2
    aside = (pool.uniform(size, 2) + pool.uniform(size, 2) - 1) * most
    shift = np.clip(np.rint(mid + aside), 0, CUT - CROP).astype(int)
    flip = pool.uniform(size) < 0.5
    return pieces(crops, shift, flip), shift, flip


def pose_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    """Return toned crops cut at random places from the stored ones, half mirrored, and their truths (n, 10)."""
    crops, truth = pool.batch(size)
    cut, shift, flip = _cut_aside(crops, pool, _ASIDE["poser"])
    truth[:, :4] -= np.tile(shift, 2)
    truth[flip, 0:4:2] = CROP - truth[flip, 0:4:2]
    truth[flip, 6] *= -1
    for crop, chance in zip(cut, pool.uniform(size, 4), strict=True):
        worsen(crop, chance)
    return toned(list(cut), pool), torch.from_numpy(truth)


def levels_of(truth: NDArray[np.float32], pool: Pool) -> NDArray[np.float32]:
    """Return (n, LEVEL) what the reader is told of the table under crops of these truths (n, 13): the upright of a
    level die there, wrong by a random deviation, and `certainty` of that; or zeros, where nothing is known or chance
    has it so. Where no die can be read it is that of another crop, so that being told says nothing of there being one.
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
    told = (pool.uniform(count) < _TOLD) & (known | unread) & known.any()
    return np.where(told[:, None], np.column_stack([level, certainty(off)]), 0.0).astype(np.float32)


def train(
    network: str,
    pool: Pool,
    *,
    steps: int,
    size: int,
    rate: float,
    seed: int,
    turned: float = 0.0,
    start: Path | None = None,
) -> torch.nn.Module:
    """Return the trained network (the running mean of its weights). It goes on from the weights `start`, or from those
    of a shipped file (.onnx); then the answers that the samples do not teach stay as the file has them.
    """
    torch.manual_seed(seed)
    model, teacher = _NETWORKS[network](), None
    if start is not None and start.suffix == ".onnx":
        model = shipped(network, start).to(memory_format=torch.channels_last)
        teacher = shipped(network, start).to(memory_format=torch.channels_last) if network == "reader" else None
        normalised(model, lambda: _loss_of_some(network, model, pool, size, turned, None), _SEEN_FIRST)
    elif start is not None:
        model.load_state_dict(torch.load(start))
    model = model.to(memory_format=torch.channels_last).train()
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_MEAN_OVER), use_buffers=True
    )
    optimiser = Optimiser(model, _ENDS[network], rate, steps)
    begun = time.monotonic()
    for step in range(steps):
        loss, parts = _loss_of_some(network, model, pool, size, turned, teacher)
        optimiser.step(loss)
        mean.update_parameters(model)
        if step % 100 == 0 or step == steps - 1:
            shown = " ".join(f"{k} {v:.4f}" for k, v in parts.items())
            taken = f"{time.monotonic() - begun:.0f}s ({time.process_time():.0f}s at work)"
            print(f"{step}/{steps} {taken} loss {loss.item():.4f} {shown}", flush=True)
    return mean.module


def _loss_of_some(
    network: str, model: torch.nn.Module, pool: Pool, size: int, turned: float, teacher: torch.nn.Module | None
) -> tuple[Tensor, dict[str, float]]:
    """Return the loss of a random batch, and its parts."""

    def answered(pictures: Tensor, *told: Tensor, by: torch.nn.Module = model) -> Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=arithmetic() is torch.bfloat16):
            return by(pictures.to(arithmetic()), *told).float()

    if network == "finder":
        pictures, truth = finder_batch(pool, size)
        return finder_loss(answered(pictures), truth)
    if network == "poser":
        pictures, truth = pose_batch(pool, size)
        return pose_loss(answered(pictures), truth)
    pictures, truth, shift, level = reader_batch(pool, size, turned)
    answers = answered(pictures, level)
    loss, parts = reader_loss(answers, truth, shift)
    if teacher is not None:
        with torch.no_grad():
            known = answered(pictures[:_ASKED], level[:_ASKED], by=teacher)
        kept = kept_loss(answers[:_ASKED], known)
        loss, parts = loss + kept, parts | {"kept": kept.item()}
    return loss, parts


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=tuple(_NETWORKS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--size", type=int, default=64, help="samples per step")
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real-share", type=float, default=0.2)
    parser.add_argument("--turned", type=float, default=0.0, help="share of the reader's crops that are turned")
    parser.add_argument("--start", type=Path, help="weights to go on from, or a shipped file")
    given = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    cv2.setRNGSeed(given.seed)
    pool = Pool(given.folder, given.network, given.seed, given.real_share)
    print(f"{len(pool)} drawn samples", flush=True)
    model = train(
        given.network,
        pool,
        steps=given.steps,
        size=given.size,
        rate=given.rate,
        seed=given.seed,
        turned=given.turned,
        start=given.start,
    )
    torch.save(model.state_dict(), given.out)


if __name__ == "__main__":
    main()
