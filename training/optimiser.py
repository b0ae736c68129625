"""The optimiser of the weights: Muon for matrices, AdamW for everything else.

Muon (K. Jordan, "Muon: An optimizer for hidden layers in neural networks", 2024) takes equally long steps in all
directions of a layer's matrix. Here it learns faster than AdamW alone (figures: MODEL_CARD.md).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from training.muon import Muon32, arithmetic

REST_RATE = 3e-3
"""Highest rate of AdamW's parameters: biases, scales, and the excluded layers."""
DECAY = 0.02
_RISING = 0.1
"""Share of the training in which the rates rise."""
_FIRST = 0.04
"""The rate of the first step, as a part of the highest."""


class Optimiser:
    """Updates a model's weights. The rates rise and fall once in `steps` steps, to at most `rate` for the matrices.

    A convolution's weights (outputs, inputs, h, w) are taken as the matrix (outputs, h w inputs). The matrices of
    layers whose names begin with one of `ends`, and all scales and biases, are left to AdamW.
    """

    def __init__(self, model: nn.Module, ends: tuple[str, ...], rate: float, steps: int) -> None:
        named = dict(model.named_parameters())
        self._whole = [p for name, p in named.items() if p.ndim >= 2 and not name.startswith(ends)]
        self._matrices = [nn.Parameter(_matrix(p.detach())) for p in self._whole]  # they share their memory
        if any(m.data_ptr() != p.data_ptr() for m, p in zip(self._matrices, self._whole, strict=True)):
            raise ValueError("the model is not laid out channels last")
        taken = {id(p) for p in self._whole}
        rest = [p for p in named.values() if id(p) not in taken]
        self._model = model
        self._moving: list[torch.optim.Optimizer] = [
            torch.optim.AdamW(rest, lr=min(rate, REST_RATE), weight_decay=DECAY),
            torch.optim.Muon(self._matrices, lr=rate, weight_decay=DECAY, adjust_lr_fn="match_rms_adamw")
            if arithmetic(self._matrices[0].device.type) is torch.bfloat16
            else Muon32(self._matrices, lr=rate, weight_decay=DECAY),
        ]
        self._highest = [each.param_groups[0]["lr"] for each in self._moving]
        self._steps, self._done = steps, 0

    def step(self, loss: Tensor, progress: float = 0.0) -> None:
        """Update the weights by the gradient of a loss. `progress` is the share of the time that has passed, 0 to 1,
        where that may end the training before the steps do.
        """
        share = max(self._done / self._steps, progress)
        self._done += 1
        for each, highest in zip(self._moving, self._highest, strict=True):
            each.param_groups[0]["lr"] = highest * _rate(share)
        self._model.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 5.0)
        for matrix, whole in zip(self._matrices, self._whole, strict=True):
            matrix.grad = None if whole.grad is None else _matrix(whole.grad)
        for each in self._moving:
            each.step()


def _rate(share: float) -> float:
    """Return the rate, as a part of the highest, when this share of the training is done."""
    if share < _RISING:
        return _FIRST + (1 - _FIRST) * 0.5 * (1 - math.cos(math.pi * share / _RISING))
    return 0.5 * (1 + math.cos(math.pi * min((share - _RISING) / (1 - _RISING), 1.0)))


def _matrix(weights: Tensor) -> Tensor:
    return weights.permute(0, 2, 3, 1).flatten(1) if weights.ndim == 4 else weights
