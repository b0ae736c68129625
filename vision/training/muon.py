"""Muon for processors that cannot multiply bfloat16, and which ones can."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

_STEPS = 5
_FACTORS = 3.4445, -4.7750, 2.0315
"""Factors of the iteration's odd polynomial: steep at 0, so that few steps do (K. Jordan, "Muon", 2024)."""
_MOMENTUM = 0.95
_AS_ADAMW = 0.2
"""Root mean square of a step of AdamW's, at a rate of 1 (Liu et al., "Muon is scalable for LLM training", 2025)."""


def arithmetic(device: str = "cpu") -> torch.dtype:
    """Return what products are reckoned in while networks learn: bfloat16 where the device has instructions for it,
    float32 elsewhere, where a step in bfloat16 would take six to twelve times as long (MODEL_CARD.md).
    """
    if device != "cpu":
        return torch.bfloat16
    has = torch.cpu.get_capabilities()
    named = ("amx_bf16", "avx512_bf16", "bf16")
    return torch.bfloat16 if any(has.get(name) for name in named) else torch.float32


def orthogonal(matrix: Tensor) -> Tensor:
    """Return about the nearest matrix (m, n) whose singular values are all the same, by Newton and Schulz's iteration:
    they come out at 0.7 to 1.2 or so.
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
    """torch.optim.Muon with rates that match AdamW's, in float32: PyTorch's own reckons in bfloat16 on any processor,
    and without instructions for that takes two fifths of a whole step.
    """

    def __init__(self, matrices: Iterable[nn.Parameter], lr: float, weight_decay: float) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:
        """Move every matrix that has a gradient. Raises ValueError for a closure: the loss is not asked for again."""
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
