"""`python -m vision.training.partly FOLDER READER.onnx [OUT.onnx]`: teaches a reader that is done one more answer
(more.py): that a die is here of which something hides a part, so that it passes for none, or for another.

It learns from the crops of parts.py: parts of dice against whole ones and against what is none.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training.more import Floats, fitted, seeing, seen_by, taught
from vision.training.parts import NONE, PART, WHOLE

NAME = "part"
"""What the answer's weights are called in the file."""
BETWEEN = 8
"""Numbers between the two layers: more tell little more, and the files are to stay under 2 MB together."""


def samples(folder: Path, reader: Path) -> dict[int, Floats]:
    """Return the features (n, FEATURES) of each kind of crop, half of them seen mirrored."""
    rng, net = np.random.default_rng(2032), seeing(reader)
    seen: dict[int, list[Floats]] = {NONE: [], PART: [], WHOLE: []}
    for path in sorted(folder.glob("parts*.npz")):
        with np.load(path) as file:
            crops, kinds = file["crops"], file["kinds"]
        mirrored = rng.random(len(crops)) < 0.5
        crops[mirrored] = crops[mirrored][:, :, ::-1]
        _, features = seen_by(net, crops)
        for kind, found in seen.items():
            found.append(features[kinds == kind])
    return {kind: np.concatenate(found) for kind, found in seen.items()}


def main() -> None:
    """Teach a reader and say how well it tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    seen = samples(given.folder, given.reader)
    layers = fitted([seen[NONE], seen[NONE], seen[WHOLE]], seen[PART], BETWEEN)
    taught(given.reader, NAME, layers, given.out or given.reader)
    with torch.no_grad():
        told = {kind: (layers(torch.from_numpy(each)) > 0).float().mean() for kind, each in seen.items()}
    of_each = ", ".join(
        f"{float(told[kind]):.1%} of {len(seen[kind])} {name}"
        for kind, name in ((PART, "parts"), (WHOLE, "whole dice"), (NONE, "others"))
    )
    print(f"held for parts: {of_each}")


if __name__ == "__main__":
    main()
