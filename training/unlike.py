"""`python -m training.unlike FOLDER WEIGHTS.pt [OUT.pt]`: trains one output of a reader (heads.py): the
recognition of things that look like a die, such as a domino's half, a tile or a brick.

It learns from the crops of lookalikes.py and from the dice of the rendered scenes and the real pictures of FOLDER.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.heads import Floats, arguments, fitted, seen_by, taught
from training.nets import Reader
from training.samples import CUT, pieces
from training.shards import load_only
from vision.imaging.crops import CROP

NAME = "like"
"""Name of the output's weights in the file."""
BETWEEN = 16
"""Hidden units."""
SHARDS = 30
"""Most shards of rendered scenes whose dice are used; the finder's mistakes, numbered from 9000, have none."""
ASIDE = 4
"""Largest offset of a die's crop from the middle of the stored one, px."""
PASSES, DIE = 0.9, 0.5
"""Lookalikes with a probability of no die above the first number are left out, and dice with one above the second."""


def samples(folder: Path, reader: Reader) -> tuple[Floats, Floats]:
    """Return the features (n, HEAD_FEATURES) of dice and (m, HEAD_FEATURES) of things that look like dice to the
    reader.
    """
    rng = np.random.default_rng(2029)
    dice = []
    for path in sorted(folder.glob("real000[01].npz")) + sorted(folder.glob("shard0*.npz"))[:SHARDS]:
        crops, truth = load_only(path, ("crops", "truth"))
        none, features = seen_by(reader, cut_aside(crops[truth[:, 0] > 0], rng, ASIDE))
        dice.append(features[none < DIE])
    others = []
    for path in sorted(folder.glob("lookalike*.npz")):
        with np.load(path) as file:
            none, features = seen_by(reader, cut_aside(file["crops"], rng, 0))
        others.append(features[none < PASSES])
    return np.concatenate(dice), np.concatenate(others)


def cut_aside(crops: NDArray[np.uint8], rng: np.random.Generator, aside: int) -> NDArray[np.uint8]:
    """Return pieces (n, CROP, CROP, 3) of stored crops (n, CUT, CUT, 3) with offsets of up to `aside` px from the
    middle, half of them mirrored.
    """
    corners = (CUT - CROP) // 2 + rng.integers(-aside, aside + 1, (len(crops), 2))
    return pieces(crops, corners, rng.random(len(crops)) < 0.5)


def main() -> None:
    """Train the output and print its accuracy."""
    folder, reader, out = arguments(__doc__)
    dice, others = samples(folder, reader)
    layers = fitted(others, [(dice, 1.0)], BETWEEN)
    taught(reader, NAME, layers, out)
    with torch.no_grad():
        rates = [float((layers(torch.from_numpy(each)) > 0).float().mean()) for each in (dice, others)]
    print(f"classified as none: {rates[0]:.1%} of {len(dice)} dice, {rates[1]:.1%} of {len(others)} others")


if __name__ == "__main__":
    main()
