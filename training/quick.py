"""The trained networks in forms that OpenCV runs fast: they take bytes, the first layers of those that take crops have
no stride, and small maps are computed side by side. The outputs are the same.

OpenCV computes 3x3 convolutions without a stride by Winograd's method on maps of at least 12x12 places, in a third of
the time per product.
"""

from __future__ import annotations

import copy

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from training.nets import Finder, Poser, Reader

_WHITE = 255.0
_MAP = 8
"""Side of the small maps."""
_LEAST = 12
"""Least side of a map for which OpenCV uses Winograd's method."""


class QuickFinder(nn.Module):
    """A trained finder that takes the bytes (1, 3, H, W) of a picture."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = copy.deepcopy(finder)
        self.finder.stem[0][0].weight.data /= _WHITE

    def forward(self, picture: Tensor) -> Tensor:
        """See Finder.forward."""
        return self.finder(_centred(picture))


class QuickReader(nn.Module):
    """A trained reader that takes the bytes of two or four crops, (n, 12, 32, 32), as `imaging.crops.folded` makes
    them.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = copy.deepcopy(reader)
        self.reader.body[0][0] = unstrided(reader.body[0][0])

    def forward(self, crops: Tensor, level: Tensor) -> Tensor:
        """See Reader.forward."""
        reader, count = self.reader, len(crops)
        together = side_by_side(reader.informed(_centred(crops), level))
        for residual in reader.body[4]:
            together = _residual(residual, together, count) * _used(count)  # the next convolution reads the gaps
        return reader.answered(reader.body[5](apart(together, count)))


class QuickPoser(nn.Module):
    """A trained poser that takes the bytes of two or four crops, (n, 12, 32, 32), as `imaging.crops.folded` makes
    them.
    """

    def __init__(self, poser: Poser) -> None:
        super().__init__()
        self.poser = copy.deepcopy(poser)
        self.poser.fine[0][0] = unstrided(poser.fine[0][0])

    def forward(self, crops: Tensor) -> Tensor:
        """See Poser.forward."""
        fine, count = self.poser.fine(_centred(crops)), len(crops)
        pool, convolve, residual = self.poser.coarse
        together = _residual(residual, convolve(side_by_side(pool(fine))) * _used(count), count)
        return self.poser.answered(fine, apart(together, count))


def unstrided(first: nn.Conv2d) -> nn.Conv2d:
    """Return the convolution of folded bytes (n, 12, h, w), with zero padding as middle grey, that is equivalent to the
    5x5 convolution with stride 2 of the picture (n, 3, 2 h, 2 w) in -0.5 to 0.5.

    Each output place depends on 5x5 pixels, which are in 3x3 places of the folded picture.
    """
    outputs, inputs = first.weight.shape[:2]
    pixels = f.pad(first.weight.data, (0, 1, 0, 1)).reshape(outputs, inputs, 3, 2, 3, 2)
    made = nn.Conv2d(4 * inputs, outputs, 3, 1, 1, bias=False)
    made.weight.data = pixels.permute(0, 3, 5, 1, 2, 4).reshape(outputs, 4 * inputs, 3, 3) / _WHITE
    return made


def side_by_side(maps: Tensor) -> Tensor:
    """Return two maps (2, c, 8, 8), one above the other, or four (4, c, 8, 8), two by two, as one (1, c, 18, w), with
    zeros between and after them.
    """
    columns = len(maps) // 2
    pieces = f.pad(maps, (0, _gap(columns), 0, 1)).split(1)
    return torch.cat([torch.cat(pieces[k : k + columns], 3) for k in range(0, len(maps), columns)], 2)


def apart(together: Tensor, count: int) -> Tensor:
    """Return the maps (count, c, 8, 8) of a side-by-side one."""
    columns = count // 2
    rows = together.split([_MAP, 1] * 2, 2)[::2]
    return torch.cat([piece for row in rows for piece in row.split([_MAP, _gap(columns)] * columns, 3)[::2]])


def _gap(columns: int) -> int:
    return 1 if columns > 1 else _LEAST - _MAP


def _used(count: int) -> Tensor:
    """Return a mask (1, 1, 18, w): 1 in the maps, 0 between them."""
    return side_by_side(torch.ones(count, 1, _MAP, _MAP))


def _residual(residual: nn.Module, maps: Tensor, count: int) -> Tensor:
    return f.relu(maps + residual.second(residual.first(maps) * _used(count)))


def _centred(pixels: Tensor) -> Tensor:
    return pixels.float() - 0.5 * _WHITE
