"""The shipped files can be trained further: what is imported from them answers as they do."""

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from training.nets import LEVEL  # noqa: E402
from training.shipped import normalised, shipped  # noqa: E402
from vision.imaging.crops import ENGINE, MODELS, folded, planes  # noqa: E402

NEAR = 0.02
"""Most by which answers may differ: weights are stored in 16 bits."""


def by_opencv(network, **given):
    net = cv2.dnn.readNetFromONNX(str(MODELS / f"{network}.onnx"), ENGINE)
    for name, value in given.items():
        net.setInput(value, name)
    return net.forward()


def of_finder():
    picture = planes(np.random.default_rng(1).integers(0, 256, (64, 96, 3), np.uint8))
    return by_opencv("finder", picture=picture), (torch.from_numpy(picture) / 255 - 0.5,)


def of_reader():
    chance = np.random.default_rng(2)
    crops, level = chance.integers(0, 256, (4, 64, 64, 3), np.uint8), chance.random((4, LEVEL), np.float32)
    answers = by_opencv("reader", crops=np.stack([folded(crop) for crop in crops]), level=level)
    return answers, (torch.from_numpy(crops.transpose(0, 3, 1, 2)) / 255 - 0.5, torch.from_numpy(level))


@pytest.mark.parametrize(("network", "given"), [("finder", of_finder), ("reader", of_reader)])
def test_an_imported_network_answers_like_its_file_also_with_statistics_of_a_batch(network, given):
    expected, seen = given()
    model = shipped(network, MODELS / f"{network}.onnx")
    with torch.no_grad():
        assert np.abs(model(*seen).numpy() - expected).max() < NEAR
        normalised(model, tuple(torch.cat([each, each.flip(0)]) for each in seen))
        assert np.abs(model(*seen).numpy() - expected).max() < NEAR


def test_training_begins_near_the_answers_of_the_file():
    _, seen = of_reader()
    many = tuple(each.repeat(16, *[1] * (each.ndim - 1)) for each in seen)
    model = shipped("reader", MODELS / "reader.onnx")
    normalised(model, many)
    with torch.no_grad():
        still = model(*many)
        model.train()
        model.head[1].p = 0.0
        assert (model(*many) - still).abs().max() < 0.1


def test_a_file_of_another_network_is_refused():
    with pytest.raises(ValueError, match="convolutions"):
        shipped("reader", MODELS / "finder.onnx")
