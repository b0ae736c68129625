"""The shipped networks can learn on from their files. Skipped where the extra `train` is not installed."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="exporting needs the extra `train`")

import cv2  # noqa: E402

from vision.imaging.crops import ENGINE, MODELS  # noqa: E402
from vision.training.export import _example  # noqa: E402
from vision.training.objects import Objects, objects_loss  # noqa: E402
from vision.training.shipped import normalised, shipped  # noqa: E402


@pytest.mark.parametrize("network", ["finder", "reader"])
def test_it_answers_as_its_file_does_also_once_it_is_normalised(network):
    path = MODELS / f"{network}.onnx"
    model = shipped(network, path)
    given, seen = _example(network)
    net = cv2.dnn.readNetFromONNX(str(path), ENGINE)
    for name, example in given.items():
        net.setInput(example, name)
    told = net.forward()
    for _ in range(2):
        with torch.no_grad():
            assert model(*seen).numpy() == pytest.approx(told, abs=1e-3)
        normalised(model, lambda: model(*seen), 2)


def test_a_file_of_another_network_is_refused():
    with pytest.raises((ValueError, KeyError)):
        shipped("finder", MODELS / "poser.onnx")


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
