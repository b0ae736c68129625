"""`python -m training.partly FOLDER WEIGHTS.pt [OUT.pt]`: trains one output of a reader (heads.py): the presence
of a partly hidden die, which may be misread as no die or as another value.

It learns from the crops of parts.py: parts of dice against whole dice and against crops without one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from training.heads import Floats, arguments, fitted, seen_by, taught
from training.nets import Reader
from training.parts import NONE, PART, WHOLE

NAME = "part"
"""Name of the output's weights in the file."""
BETWEEN = 8
"""Hidden units: more improve it little, and the files must stay under 2 MB together."""


def samples(folder: Path, reader: Reader) -> dict[int, Floats]:
    """Return the features (n, HEAD_FEATURES) of each kind of crop, half of them mirrored."""
    rng = np.random.default_rng(2032)
    seen: dict[int, list[Floats]] = {NONE: [], PART: [], WHOLE: []}
    for path in sorted(folder.glob("parts*.npz")):
        with np.load(path) as file:
            crops, kinds = file["crops"], file["kinds"]
        mirrored = rng.random(len(crops)) < 0.5
        crops[mirrored] = crops[mirrored][:, :, ::-1]
        _, features = seen_by(reader, crops)
        for kind, found in seen.items():
            found.append(features[kinds == kind])
    return {kind: np.concatenate(found) for kind, found in seen.items()}


def main() -> None:
    """Train the output and print its accuracy."""
    folder, reader, out = arguments(__doc__)
    seen = samples(folder, reader)
    layers = fitted(seen[PART], [(seen[NONE], 2.0), (seen[WHOLE], 1.0)], BETWEEN)
    taught(reader, NAME, layers, out)
    with torch.no_grad():
        rates = {kind: (layers(torch.from_numpy(each)) > 0).float().mean() for kind, each in seen.items()}
    of_each = ", ".join(
        f"{float(rates[kind]):.1%} of {len(seen[kind])} {name}"
        for kind, name in ((PART, "parts"), (WHOLE, "whole dice"), (NONE, "others"))
    )
    print(f"classified as parts: {of_each}")


if __name__ == "__main__":
    main()
