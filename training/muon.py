"""Muon for processors without bfloat16 multiplication, and the choice of the arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

_STEPS = 5
_FACTORS = 3.4445, -4.7750, 2.0315
"""Coefficients of the iteration's odd polynomial: steep at 0, so that few steps suffice (K. Jordan, "Muon", 2024)."""
_MOMENTUM = 0.95
_AS_ADAMW = 0.2
"""Root mean square of AdamW's steps at a rate of 1 (Liu et al., "Muon is scalable for LLM training", 2025)."""


def arithmetic(device: str = "cpu") -> torch.dtype:
    """Return the type for matrix products in training: bfloat16 if the device has instructions for it, else float32,
    because a step in emulated bfloat16 takes six to twelve times as long (MODEL_CARD.md).
    """
    if device != "cpu":
        return torch.bfloat16
    has = torch.cpu.get_capabilities()
    named = ("amx_bf16", "avx512_bf16", "bf16")
    return torch.bfloat16 if any(has.get(name) for name in named) else torch.float32


def orthogonal(matrix: Tensor) -> Tensor:
    """Return approximately the nearest matrix (m, n) with equal singular values, by the Newton-Schulz iteration: they
    are about 0.7 to 1.2.
    """
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.T if tall else matrix
    x = x / x.norm().clamp(min=1e-7)
    first, third, fifth = _FACTORS
    for _ in range(_STEPS):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=third, alpha=fifth), x, beta=first)
    return x.T if tall else x


class Muon32(torch.optim.Optimizer):
    """torch.optim.Muon with rates that match AdamW's, in float32. PyTorch's own computes in bfloat16 on every
    processor; without instructions for it that takes two fifths of a whole step.
    """

    def __init__(self, matrices: Iterable[nn.Parameter], lr: float, weight_decay: float) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:
        """Update every matrix that has a gradient. Raises ValueError for a closure: the loss is not computed again."""
        if closure is not None:
            raise ValueError("Muon32 takes no closure")
        for group in self.param_groups:
            for matrix in group["params"]:
                if matrix.grad is not None:
                    self._moved(matrix, group["lr"], group["weight_decay"])

    def _moved(self, matrix: nn.Parameter, rate: float, decay: float) -> None:
        slope = matrix.grad
        assert slope is not None
        before = self.state[matrix].setdefault("momentum", torch.zeros_like(slope))
        before.lerp_(slope, 1 - _MOMENTUM)
        way = orthogonal(slope.lerp(before, _MOMENTUM))
        matrix.mul_(1 - rate * decay)
        matrix.add_(way, alpha=-rate * _AS_ADAMW * math.sqrt(max(matrix.shape)))
