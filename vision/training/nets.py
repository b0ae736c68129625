"""The three networks: the finder (where dice are, on a reduced picture), the reader (what one die shows, on its crop)
and the poser (how one die stands). See SEAM.md.

All take pictures from -0.5 (black) to 0.5, middle grey 0, as their convolutions' edges are.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as f

FINDER_OUT = 11
READER_OUT = 30
POSER_OUT = 2 * 16 * 16 + 9
FEATURES = 128
"""Channels of the reader's last maps, 8x8 places."""
HEAD_FEATURES = FEATURES * 4 * 4
"""The same, pooled to 4x4 places: what its last two answers are computed from."""
LEVEL = 3
"""Numbers that say how a level die stands: its upright, right and down, and how well that is known (0: not at all)."""


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Return a convolution that keeps the size of a map, or divides it by `stride`, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, (size - 1) // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """Two convolutions added to what goes in."""

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
            nn.Sequential(  # pooled, then convolved: OpenCV is quicker at this than at convolutions with a stride
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
    """Crops (n, 3, 64, 64), and (n, 3) where up is, if that is known -> (n, 30): value, lean, colour, box, turn,
    upright, presence, "looks like a die but is none" and "partly hidden", as SEAM.md lists them.
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
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 16, 96), nn.ReLU(inplace=True), nn.Linear(96, READER_OUT - 2)
        )
        self.like, self.part = (
            nn.Sequential(nn.Linear(HEAD_FEATURES, between), nn.ReLU(inplace=True), nn.Linear(between, 1))
            for between in (16, 8)
        )
        self.register_buffer("cooling", torch.ones(READER_OUT - 2))

    def forward(self, crops: Tensor, level: Tensor) -> Tensor:
        """See the class."""
        return self.answered(self.pooled(crops, level))

    def pooled(self, crops: Tensor, level: Tensor) -> Tensor:
        """Return features of 4x4 places, (n, FEATURES, 4, 4), of crops."""
        return self.body[4:6](self.informed(crops, level))

    def informed(self, crops: Tensor, level: Tensor) -> Tensor:
        """Return the features of crops, (n, FEATURES, 8, 8), with what is known of the table added."""
        return self.body[:4](crops) + self.told(level).reshape(-1, FEATURES, 8, 8)

    def answered(self, pooled: Tensor) -> Tensor:
        """Return the answers (n, 30) to features of 4x4 places, (n, FEATURES, 4, 4). `cooling` divides the logits: the
        temperature fitted on pictures that were held out.
        """
        all_features = pooled.flatten(1)
        answers = self.head(self.body[6](pooled)) * self.cooling
        return torch.cat([answers, self.like(all_features), self.part(all_features)], 1)


class Poser(nn.Module):
    """Crops (n, 3, 64, 64) -> (n, 521): two heat maps of 16x16 places, whose means are where the middles of the
    top face and of the die lie, then log half edge, log deviation, and what only helps it to learn, as SEAM.md lists
    them.

    Places that are read from heat maps by their means (integral regression: Sun et al., "Integral human pose
    regression", 2018) come out nearer to the truth than numbers from a layer that sees everything.
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
        """Return the answers (n, 521) to features of 16x16 places, (n, 32, 16, 16), and of 8x8, (n, 48, 8, 8)."""
        heat = self.heat(self.mix(f.relu(fine + f.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest"))))
        return torch.cat([heat.flatten(1), self.head(coarse)], 1)
