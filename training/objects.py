"""`python -m training.objects FOLDER OUT.onnx --steps N`: trains the network that classifies each place of a
reduced picture as table, die or something else, on the views of a folder, and writes its file.

It uses one core, as train.py does. Targets are the shares of the kinds in each cell (cross-entropy). In pictures with
only the dice labelled, the other cells are trained as "no die" only.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as f

from training.export import NEAR, halve
from training.muon import arithmetic
from training.nets import conv
from training.optimiser import Optimiser
from vision.imaging.crops import ENGINE, planes

KINDS = 3
"""Outputs for each cell: the logits of the table, a die, something else."""
_REAL_SHARE = 0.35
_EMPHASIS = 3.0
"""Weight of a cell with a die or another thing, relative to the table."""
_MEAN_OVER = 0.998
_WHITE = 255.0


class Objects(nn.Module):
    """(n, 3, H, W), -0.5 to 0.5 -> (n, 3, H/4, W/4): an encoder to stride 32 and back up to stride 4 by sums."""

    def __init__(self) -> None:
        super().__init__()
        widths = (16, 32, 48, 48)
        self.stem = nn.Sequential(conv(3, 12, 2), conv(12, widths[0], 2))
        self.down = nn.ModuleList(
            nn.Sequential(
                nn.AvgPool2d(2), conv(widths[i], widths[i + 1]), *(conv(widths[i + 1], widths[i + 1]),) * more
            )
            for i, more in enumerate((1, 1, 0))
        )
        self.up = nn.ModuleList(nn.Conv2d(widths[i + 1], widths[i], 1) for i in range(3))
        self.mix = nn.ModuleList(conv(widths[i], widths[i]) for i in range(2))
        self.out = nn.Conv2d(widths[0], KINDS, 1)

    def forward(self, picture: Tensor) -> Tensor:
        """See the class. H and W are multiples of 32."""
        levels = [self.stem(picture)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = levels[3]
        for i in (2, 1, 0):
            x = f.relu(levels[i] + f.interpolate(self.up[i](x), scale_factor=2.0, mode="nearest"))
            x = self.mix[i](x) if i < 2 else x
        return self.out(x)


class _OfBytes(nn.Module):
    """A trained network that takes the bytes (1, 3, H, W) of a picture."""

    def __init__(self, objects: Objects) -> None:
        super().__init__()
        self.objects = objects

    def forward(self, picture: Tensor) -> Tensor:
        """See Objects.forward."""
        return self.objects((picture.float() - 0.5 * _WHITE) / _WHITE)


def objects_loss(out: Tensor, shares: Tensor) -> Tensor:
    """Return the cross-entropy of outputs (n, 3, h, w) for the shares (n, h, w, 4), 0-1, of views.SHOWN."""
    die, thing, _unknown, no_die = shares.unbind(3)
    surface = (1.0 - shares.sum(3)).clamp(min=0.0)
    odds = out.log_softmax(1)
    neither = torch.logsumexp(odds[:, ::2], 1)
    terms = surface * odds[:, 0] + _EMPHASIS * (die * odds[:, 1] + thing * odds[:, 2]) + no_die * neither
    weight = surface + _EMPHASIS * (die + thing) + no_die
    return -terms.sum() / weight.sum().clamp(min=1.0)


def _batch(pictures: NDArray[np.uint8], shares: NDArray[np.uint8], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return views, mirrored and rotated at random, with small changes of gain, tint and tone."""
    seen, truth = [], []
    for picture, share in zip(pictures, shares, strict=True):
        turn, flip = int(rng.integers(4)), rng.random() < 0.5
        both = [np.rot90(each, turn)[:, :: -1 if flip else 1] for each in (picture, share)]
        gain = rng.uniform(0.8, 1.2) * rng.uniform(0.94, 1.06, 3)
        seen.append(np.clip(both[0] * gain + rng.uniform(-12, 12), 0, 255))
        truth.append(both[1])
    given = torch.from_numpy(np.stack(seen).astype(np.float32)).permute(0, 3, 1, 2) / _WHITE - 0.5
    return given, torch.from_numpy(np.stack(truth).astype(np.float32)) / _WHITE


def train(folder: Path, steps: int, size: int, rate: float) -> Objects:
    """Return the trained network (the running mean of its weights)."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    sources = [[np.load(path) for path in sorted(folder.glob(f"{kind}*.npz"))] for kind in ("view", "labelledview")]
    pools = [
        tuple(np.concatenate([file[name] for file in files]) for name in ("pictures", "shares"))
        for files in sources
        if files
    ]
    model = Objects().to(memory_format=torch.channels_last).train()
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_MEAN_OVER), use_buffers=True
    )
    optimiser = Optimiser(model, ("stem.0", "out"), rate, steps)
    begun = time.monotonic()
    for step in range(steps):
        real = int(rng.binomial(size, _REAL_SHARE)) if len(pools) > 1 else 0
        some = [pool[0].shape[0] for pool in pools]
        which = [rng.integers(0, n, count) for n, count in zip(some, (size - real, real), strict=False)]
        pictures, shares = (
            np.concatenate([pool[k][chosen] for pool, chosen in zip(pools, which, strict=True)]) for k in (0, 1)
        )
        given, truth = _batch(pictures, shares, rng)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=arithmetic() is torch.bfloat16):
            out = model(given.contiguous(memory_format=torch.channels_last)).float()
        loss = objects_loss(out, truth)
        optimiser.step(loss)
        mean.update_parameters(model)
        if step % 100 == 0 or step == steps - 1:
            print(f"{step}/{steps} {time.monotonic() - begun:.0f}s loss {loss.item():.4f}", flush=True)
    trained: Objects = mean.module
    return trained.eval()


def export(model: Objects, out: Path) -> None:
    """Write the file that OpenCV runs. Raises ValueError if its outputs differ from the network's."""
    picture = planes(np.random.default_rng(0).integers(0, 256, (192, 320, 3), np.uint8))
    torch.onnx.export(
        _OfBytes(model).eval(),
        (torch.from_numpy(picture),),
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=["picture"],
        output_names=["cells"],
        dynamic_axes={"picture": {2: "h", 3: "w"}, "cells": {2: "h/4", 3: "w/4"}},
    )
    halve(out)
    net = cv2.dnn.readNetFromONNX(str(out), ENGINE)
    net.setInput(picture)
    with torch.no_grad():
        apart = float(np.abs(net.forward() - model(torch.from_numpy(picture) / _WHITE - 0.5).numpy()).max())
    if apart > NEAR:
        raise ValueError(f"cv2.dnn and torch differ by {apart}")


def main() -> None:
    """Train, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--size", type=int, default=32, help="views per step")
    parser.add_argument("--rate", type=float, default=6e-3)
    given = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = train(given.folder, given.steps, given.size, given.rate)
    torch.save(model.state_dict(), given.out.with_suffix(".pt"))
    export(model, given.out)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
