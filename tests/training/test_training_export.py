"""What is written for OpenCV answers as what was trained. Skipped where the extra `train` is not installed."""

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
onnx = pytest.importorskip("onnx", reason="exporting needs the extra `train`")

from training import export as exporting  # noqa: E402
from training.export import FEW, NEAR, export, halve  # noqa: E402
from training.nets import LEVEL, READER_OUT, Finder, Poser, Reader  # noqa: E402
from vision.imaging.crops import AT_ONCE, ENGINE, folded, planes  # noqa: E402
from vision.pose.pose_net import POSES_AT_ONCE  # noqa: E402

quiet = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's exporter of this kind is on its way out


def stored(path):
    return {w.name: onnx.numpy_helper.to_array(w) for w in onnx.load(path).graph.initializer}


def answer(path, given):
    net = cv2.dnn.readNetFromONNX(str(path), ENGINE)
    for name, each in given.items():
        net.setInput(each, name)
    return np.array(net.forward())


def one_layer(path, weights, offsets):
    """Write a network of one convolution of (out, in, 3, 3) `weights`."""
    helper, real = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("Conv", ["x", "w", "b"], ["y"], pads=[1, 1, 1, 1])],
        "layer",
        [helper.make_tensor_value_info("x", real, (1, weights.shape[1], 8, 8))],
        [helper.make_tensor_value_info("y", real, (1, weights.shape[0], 8, 8))],
        [onnx.numpy_helper.from_array(weights, "w"), onnx.numpy_helper.from_array(offsets, "b")],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


@pytest.fixture(name="layer")
def _layer(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "layer.onnx"
    one_layer(path, rng.normal(0, 0.1, (32, 16, 3, 3)).astype(np.float32), rng.normal(0, 1, 32).astype(np.float32))
    return path


def test_halved_weights_keep_the_answers_near_in_half_the_bytes(layer):
    given = {"": np.random.default_rng(1).random((1, 16, 8, 8), np.float32)}
    before, size, whole = answer(layer, given), layer.stat().st_size, stored(layer)
    halve(layer)
    assert answer(layer, given) == pytest.approx(before, abs=2e-3)
    assert layer.stat().st_size < 0.6 * size
    after = stored(layer)
    large = next(w for w in after.values() if w.size > FEW)
    assert large.dtype == np.float16
    assert large == pytest.approx(whole["w"], rel=1e-3, abs=1e-6)
    assert np.array_equal(after["b"], whole["b"])


def test_small_arrays_stay_as_they_are(tmp_path):
    path = tmp_path / "small.onnx"
    one_layer(path, np.full((10, 10, 3, 3), 0.1, np.float32), np.full(10, 0.1, np.float32))
    before = path.read_bytes()
    assert max(w.size for w in stored(path).values()) < FEW
    halve(path)
    assert stored(path).keys() == {"w", "b"}
    assert all(w.dtype == np.float32 for w in stored(path).values())
    assert len(path.read_bytes()) == len(before)


def some_input(network):
    """Return pictures and numbers as the written file takes them, and as the trained network does."""
    rng = np.random.default_rng(2)
    pictures = rng.integers(0, 256, (AT_ONCE, 64, 64, 3), np.uint8)
    seen, level = torch.from_numpy(pictures.transpose(0, 3, 1, 2)) / 255 - 0.5, rng.random((AT_ONCE, LEVEL), np.float32)
    crops = np.stack([folded(each) for each in pictures])
    return {
        "finder": ({"picture": planes(pictures[0])}, [seen[:1]]),
        "reader": ({"crops": crops, "level": level}, [seen, torch.from_numpy(level)]),
        "poser": ({"crops": crops[:POSES_AT_ONCE]}, [seen[:POSES_AT_ONCE]]),
    }[network]


def trained(network, folder):
    """Keep the weights of a network whose normalisations have seen pictures, as a trained one's have."""
    torch.manual_seed(3)
    model = {"finder": Finder, "reader": Reader, "poser": Poser}[network]()
    level = (torch.rand(4, LEVEL),) if network == "reader" else ()
    with torch.no_grad():
        for _ in range(3):
            model.train()(torch.rand(4, 3, 64, 64), *level)
    path = folder / f"{network}.pt"
    torch.save(model.state_dict(), path)
    return path, model.eval()


@quiet
@pytest.mark.parametrize("network", ["finder", "reader", "poser"])
def test_the_written_file_answers_as_the_network_does(network, tmp_path):
    weights, model = trained(network, tmp_path)
    out = tmp_path / f"{network}.onnx"
    assert export(network, weights, out) < NEAR
    assert {w.dtype.name for w in stored(out).values() if w.size > FEW} == {"float16"}
    given, seen = some_input(network)
    with torch.no_grad():
        wanted = model(*seen).numpy()
    assert answer(out, given) == pytest.approx(wanted, abs=NEAR)


@quiet
def test_the_temperature_cools_the_odds_of_the_values_and_nothing_else(tmp_path):
    weights, _ = trained("reader", tmp_path)
    given, _ = some_input("reader")
    for temperature in (1.0, 2.0):
        export("reader", weights, tmp_path / f"{temperature}.onnx", temperature)
    plain, cooled = (answer(tmp_path / f"{t}.onnx", given)[0] for t in (1.0, 2.0))
    assert 2 * cooled[:7] == pytest.approx(plain[:7], abs=1e-5)
    assert len(plain) == READER_OUT
    assert cooled[7:] == pytest.approx(plain[7:], abs=1e-5)


@quiet
def test_a_file_that_answers_otherwise_is_refused(tmp_path, monkeypatch):
    weights, _ = trained("reader", tmp_path)

    def spoilt(path):
        model = onnx.load(path)
        for each in model.graph.initializer:
            each.CopyFrom(onnx.numpy_helper.from_array(3 * onnx.numpy_helper.to_array(each), each.name))
        onnx.save(model, path)

    monkeypatch.setattr(exporting, "halve", spoilt)
    with pytest.raises(ValueError, match="differ by"):
        export("reader", weights, tmp_path / "reader.onnx")
