"""`python -m vision.training.average A.pt B.pt OUT.pt`: writes the mean of the weights of two networks, one of them
trained on from the other: steadier than either.
"""

from __future__ import annotations

import sys

import torch


def averaged(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return the mean of two sets of weights; what counts (and is no number to average) is the first's. Raises
    ValueError where they are not of one network.
    """
    if one.keys() != other.keys() or any(one[name].shape != other[name].shape for name in one):
        raise ValueError("these are not the weights of one network")
    return {name: (one[name] + other[name]) / 2 if one[name].is_floating_point() else one[name] for name in one}


def main(first: str, second: str, out: str) -> None:
    """Read, average, write."""
    torch.save(averaged(torch.load(first), torch.load(second)), out)


if __name__ == "__main__":
    main(*sys.argv[1:])
