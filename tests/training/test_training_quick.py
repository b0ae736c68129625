"""The shapes OpenCV is quick at change nothing of what the networks say. Skipped where the extra `train` is missing."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from training.quick import apart, side_by_side, unstrided  # noqa: E402
from vision.imaging.crops import folded  # noqa: E402


def picture(side=64, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (side, side, 3), np.uint8)


def as_trained(pictures):
    return torch.from_numpy(np.stack(pictures).transpose(0, 3, 1, 2)) / 255 - 0.5


def test_without_a_stride_the_first_layer_answers_the_same():
    torch.manual_seed(0)
    first = torch.nn.Conv2d(3, 7, 5, 2, 2, bias=False)
    crops = [picture(16, 1), picture(16, 2)]
    bytes_in = torch.from_numpy(np.stack([folded(crop) for crop in crops])).float() - 127.5
    with torch.no_grad():
        wanted, got = first(as_trained(crops)), unstrided(first)(bytes_in)
    assert got.shape == (2, 7, 8, 8)
    assert torch.allclose(got, wanted, atol=1e-5)
    assert wanted.std() > 0.05


@pytest.mark.parametrize(("count", "shape"), [(2, (1, 5, 18, 12)), (4, (1, 5, 18, 18))])
def test_maps_that_lie_side_by_side_are_separated_again(count, shape):
    maps = 1 + torch.rand(count, 5, 8, 8)
    together = side_by_side(maps)
    assert together.shape == shape
    assert int((together > 0).sum()) == maps.numel()
    assert torch.equal(apart(together, count), maps)


@pytest.mark.parametrize("count", [2, 4])
def test_side_by_side_no_map_sees_another(count):
    layer = torch.nn.Conv2d(3, 3, 3, 1, 1)
    maps = torch.randn(count, 3, 8, 8)
    with torch.no_grad():
        assert torch.allclose(apart(layer(side_by_side(maps)), count), layer(maps), atol=1e-5)
