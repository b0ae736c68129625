"""What the object network learns from each cell. Skipped where the extra `train` is not installed."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="exporting needs the extra `train`")

from training.objects import Objects, objects_loss  # noqa: E402


def test_cells_are_learned_by_what_they_show():
    surface, die = torch.zeros(1, 2, 2, 4), torch.zeros(1, 2, 2, 4)
    die[..., 0] = 1.0
    none = torch.zeros(1, 2, 2, 4)
    none[..., 3] = 1.0
    said = torch.zeros(1, 3, 2, 2)
    said[:, 1] = 6.0
    assert objects_loss(said, die) < 0.1 < objects_loss(said, surface)
    assert objects_loss(said, none) > 3.0
    with torch.no_grad():
        assert Objects().eval()(torch.rand(1, 3, 96, 160)).shape == (1, 3, 24, 40)
