"""The three networks: the finder (places of dice, on a reduced picture), the reader (value and appearance of one die,
on its crop) and the poser (the pose of one die). See SEAM.md.

All take pictures from -0.5 (black) to 0.5, with middle grey 0 like the padding of their convolutions.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as f

FINDER_OUT = 11
READER_OUT = 28
POSER_OUT = 2 * 16 * 16 + 9
FEATURES = 128
"""Channels of the reader's last feature map of 8x8 places."""
LEVEL = 3
"""Numbers that describe a level die's pose: its upright, right and down, and the certainty of that (0: unknown)."""


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Return a convolution with normalisation and rectifier that keeps the size of a map, or divides it by `stride`."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, (size - 1) // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """Two convolutions with a residual connection."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return f.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """(n, 3, H, W) -> (n, 11, H/4, W/4): a small encoder to stride 32 and back up to stride 4 by sums."""

    def __init__(self) -> None:
        super().__init__()
        widths = (24, 40, 80, 128)
        self.stem = nn.Sequential(conv(3, 8, 2), conv(8, widths[0], 2, 2))
        self.down = nn.ModuleList(
            nn.Sequential(  # pooling, then a convolution: in OpenCV faster than a convolution with a stride
                nn.AvgPool2d(2),
                conv(widths[i], widths[i + 1]),
                *(conv(widths[i + 1], widths[i + 1]) for _ in range(n)),
            )
            for i, n in enumerate((1, 2, 3))
        )
        self.up = nn.ModuleList(nn.Conv2d(widths[i + 1], widths[i], 1) for i in range(3))
        self.mix = nn.ModuleList(conv(widths[i], widths[i]) for i in range(3))
        self.out = nn.Conv2d(widths[0], FINDER_OUT, 1)
        nn.init.zeros_(self.out.bias)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        """See the class. H and W are multiples of 32."""
        levels = [self.stem(picture)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = levels[3]
        for i in (2, 1, 0):
            x = self.mix[i](f.relu(levels[i] + f.interpolate(self.up[i](x), scale_factor=2.0, mode="nearest")))
        return self.out(x)


class Reader(nn.Module):
    """Crops (n, 3, 64, 64), and the upright of a level die (n, 3) if known -> (n, 28): value, lean, colour, box, angle,
    upright and presence, as SEAM.md lists them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2, 5),
            conv(24, 48, 2),
            _Residual(48),
            conv(48, FEATURES, 2),
            nn.Sequential(_Residual(FEATURES), _Residual(FEATURES)),
            nn.AvgPool2d(2),
            conv(FEATURES, 64, 1, 1),
        )
        self.told = nn.Sequential(nn.Linear(LEVEL, 16), nn.ReLU(inplace=True), nn.Linear(16, FEATURES * 8 * 8))
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 16, 96), nn.ReLU(inplace=True), nn.Linear(96, READER_OUT)
        )
        self.register_buffer("cooling", torch.ones(READER_OUT))

    def forward(self, crops: Tensor, level: Tensor) -> Tensor:
        """See the class."""
        return self.answered(self.body[4:6](self.informed(crops, level)))

    def informed(self, crops: Tensor, level: Tensor) -> Tensor:
        """Return the features (n, FEATURES, 8, 8) of crops, with the level die's upright added."""
        return self.body[:4](crops) + self.told(level).reshape(-1, FEATURES, 8, 8)

    def answered(self, pooled: Tensor) -> Tensor:
        """Return the outputs (n, 28) for pooled features (n, FEATURES, 4, 4). `cooling` divides the logits: the
        temperature fitted on held-out pictures.
        """
        return self.head(self.body[6](pooled)) * self.cooling


class Poser(nn.Module):
    """Crops (n, 3, 64, 64) -> (n, 521): two heat maps of 16x16 places, whose means are the middles of the top face and
    of the die, then log half edge, log deviation, and outputs that only help training, as SEAM.md lists them.

    Places from the means of heat maps (integral regression: Sun et al., "Integral human pose regression", 2018) are
    more accurate than those from a fully connected layer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 2, 5), conv(16, 32, 2), _Residual(32))
        self.coarse = nn.Sequential(nn.AvgPool2d(2), conv(32, 48), _Residual(48))
        self.up = nn.Conv2d(48, 32, 1)
        self.mix = conv(32, 32)
        self.heat = nn.Conv2d(32, 2, 1)
        self.head = nn.Sequential(
            nn.AvgPool2d(2),
            conv(48, 24, 1, 1),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(24 * 16, 48),
            nn.ReLU(inplace=True),
            nn.Linear(48, 9),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """See the class."""
        fine = self.fine(crops)
        return self.answered(fine, self.coarse(fine))

    def answered(self, fine: Tensor, coarse: Tensor) -> Tensor:
        """Return the outputs (n, 521) for features of 16x16 places, (n, 32, 16, 16), and of 8x8, (n, 48, 8, 8)."""
        heat = self.heat(self.mix(f.relu(fine + f.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest"))))
        return torch.cat([heat.flatten(1), self.head(coarse)], 1)
