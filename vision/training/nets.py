"""The two networks: the finder (where dice are, on a reduced picture) and the reader (what one die shows, on its
crop). See SEAM.md.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as f

FINDER_OUT = 11
READER_OUT = 24


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):
    """(n, 3, H, W) in 0-1 -> (n, 11, H/4, W/4): a small encoder to stride 16 and back up to stride 4 by sums."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 8, 2), _conv(8, 24, 2))
        self.eight = nn.Sequential(_conv(24, 40, 2), _conv(40, 40))
        self.sixteen = nn.Sequential(_conv(40, 64, 2), _conv(64, 64), _conv(64, 64), _conv(64, 64))
        self.up = nn.ModuleList([nn.Conv2d(64, 40, 1), nn.Conv2d(40, 24, 1)])
        self.mix = nn.ModuleList([_conv(40, 40), _conv(24, 24)])
        self.out = nn.Conv2d(24, FINDER_OUT, 1)
        nn.init.zeros_(self.out.bias)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        """See the class."""
        four = self.stem(picture - 0.5)
        eight = self.eight(four)
        sixteen = self.sixteen(eight)
        eight = self.mix[0](f.relu(eight + f.interpolate(self.up[0](sixteen), scale_factor=2.0, mode="nearest")))
        four = self.mix[1](f.relu(four + f.interpolate(self.up[1](eight), scale_factor=2.0, mode="nearest")))
        return self.out(four)


class Reader(nn.Module):
    """(n, 3, 64, 64) in 0-1 -> (n, 24): value, lean, colour, box and turn, as SEAM.md lists them."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 24, 2, 5),
            _conv(24, 32),
            _conv(32, 64, 2),
            _conv(64, 64),
            _conv(64, 80, 2),
            _conv(80, 80),
            nn.AvgPool2d(2),
            _conv(80, 48, 1, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * 16, 64), nn.ReLU(inplace=True), nn.Linear(64, READER_OUT)
        )
        self.register_buffer("cooling", torch.ones(READER_OUT))

    def forward(self, crops: Tensor) -> Tensor:
        """See the class. `cooling` divides the logits: the temperature fitted on pictures that were held out."""
        return self.head(self.body(crops - 0.5)) * self.cooling
