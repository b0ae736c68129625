"""Trains one of a reader's last two outputs (unlike.py, partly.py) and leaves the others unchanged. Two small layers
compute it from the reader's own features (8x8 places, pooled to 4x4); only these layers are trained.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training.nets import HEAD_FEATURES, LEVEL, Reader
from vision.probability import softmax

STEPS, SIZE, RATE = 3000, 512, 3e-3
"""Steps, samples per step, and learning rate."""
NOISE = 0.1
"""Deviation of the noise added to features, in deviations of theirs."""
DROPPED = 0.2
"""Dropout rate of the features and of the hidden units."""

Floats = NDArray[np.float32]


def arguments(usage: str | None) -> tuple[Path, Reader, Path]:
    """Return the arguments of a command line of this `usage`: the folder to learn from, the reader, and the file for
    the new weights (default: the reader's own). One core is used from then on.
    """
    parser = argparse.ArgumentParser(description=usage)
    parser.add_argument("folder", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    reader = Reader()
    reader.load_state_dict(torch.load(given.weights))
    return given.folder, reader.eval().to(given.device), given.out or given.weights


def seen_by(reader: Reader, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return a reader's probabilities (n,) of no die in crops (n, CROP, CROP, 3), and features (n, HEAD_FEATURES)."""
    none, features = list[Floats](), list[Floats]()
    device = next(reader.parameters()).device
    with torch.no_grad():
        for some in np.array_split(crops, max(1, len(crops) // SIZE)):
            given = torch.from_numpy(np.ascontiguousarray(some.transpose(0, 3, 1, 2))).to(device) / 255 - 0.5
            pooled = reader.pooled(given, torch.zeros(len(some), LEVEL, device=device))
            none.append(softmax(reader.answered(pooled)[:, :7].cpu().numpy())[:, 0])
            features.append(pooled.flatten(1).cpu().numpy())
    return np.concatenate(none), np.concatenate(features)


def fitted(yes: Floats, no: Sequence[tuple[Floats, float]], between: int, seed: int = 0) -> nn.Sequential:
    """Return two layers with this number of hidden units (`between`) that compute from features (n, HEAD_FEATURES) the
    logit of the class `yes` against the kinds `no`, each with its weight.
    """
    torch.manual_seed(seed)
    features = torch.from_numpy(np.concatenate([*(each for each, _ in no), yes]))
    truth = torch.cat([torch.zeros(len(features) - len(yes)), torch.ones(len(yes))])
    total = sum(counts for _, counts in no)
    among = torch.cat([torch.full((len(each),), counts / len(each)) for each, counts in (*no, (yes, total))])
    middle, spread = features.mean(0), features.std(0) + 1e-2
    layers = nn.Sequential(nn.Linear(HEAD_FEATURES, between), nn.ReLU(), nn.Linear(between, 1))
    optimiser = torch.optim.AdamW(layers.parameters(), lr=RATE, weight_decay=1.0)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    for _ in range(STEPS):
        some = torch.multinomial(among, SIZE, replacement=True)
        given = (features[some] - middle) / spread + NOISE * torch.randn(SIZE, HEAD_FEATURES)
        hidden = nn.functional.dropout(layers[:2](nn.functional.dropout(given, DROPPED)), DROPPED)
        loss = nn.functional.binary_cross_entropy_with_logits(layers[2](hidden)[:, 0], truth[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        falling.step()
    with torch.no_grad():  # the first layer includes the normalisation of the features
        layers[0].bias -= layers[0].weight @ (middle / spread)
        layers[0].weight /= spread
    return layers


def taught(reader: Reader, name: str, layers: nn.Sequential, out: Path) -> None:
    """Write the weights of the reader with other layers for its output of this name ("like" or "part"). Raises
    ValueError for layers of other sizes.
    """
    known = getattr(reader, name)
    for part, weights in layers.state_dict().items():
        if known.state_dict()[part].shape != weights.shape:
            raise ValueError(f"the reader's {name}.{part} is not of the shape {tuple(weights.shape)}")
    known.load_state_dict(layers.state_dict())
    torch.save(reader.cpu().state_dict(), out)
