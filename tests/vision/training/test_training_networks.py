"""The networks' losses, batches and export. Skipped where torch (the extra `train`) is not installed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from vision.training.losses import finder_loss, finder_targets, reader_loss  # noqa: E402
from vision.training.nets import FINDER_OUT, READER_OUT, Finder, Reader  # noqa: E402
from vision.training.samples import CELL, CROP, CUT, MOST, TILE  # noqa: E402
from vision.training.shards import Shard, save  # noqa: E402
from vision.training.train import Pool, finder_batch, reader_batch, train  # noqa: E402


def dice(*rows):
    out = np.zeros((1, MOST, 6), np.float32)
    out[0, : len(rows)] = np.reshape(rows, (-1, 6))
    return torch.from_numpy(out)


@pytest.fixture(name="folder")
def _folder(tmp_path):
    rng = np.random.default_rng(0)
    tiles = rng.integers(0, 256, (8, TILE, TILE, 3), dtype=np.uint8)
    marks = np.zeros((8, MOST, 6), np.float32)
    marks[:, 0] = (100, 60, 30, 40, 4, 1)
    crops = np.zeros((16, CUT, CUT, 3), np.uint8)
    truth = np.zeros((16, 9), np.float32)
    truth[:] = (3, 0, 2, 24, 30, 60, 70, 0.6, 0.8)
    crops[:, 30:70, 24:60] = 255
    save(Shard(tiles, marks, crops, truth), tmp_path / "shard0000.npz")
    return tmp_path


def test_networks_have_the_shapes_of_the_seam():
    with torch.no_grad():
        assert Finder().eval()(torch.rand(1, 3, 96, 160)).shape == (1, FINDER_OUT, 24, 40)
        assert Reader().eval()(torch.rand(5, 3, CROP, CROP)).shape == (5, READER_OUT)


def test_targets_peak_at_the_middle_and_leave_hidden_dice_out():
    heat, weight = finder_targets(dice((101, 61, 30, 30, 3, 1), (30, 30, 20, 20, 0, 0)), 56, 56)
    row, column = divmod(int(heat[0].argmax()), 56)
    assert (row, column) == (61 // CELL, 101 // CELL)
    assert float(heat.max()) == pytest.approx(1.0)
    assert float(weight[0, 30 // CELL, 30 // CELL]) == 0
    assert float(heat[0, 30 // CELL, 30 // CELL]) < 0.01
    assert float(weight[0, 61 // CELL, 101 // CELL]) == 1


def perfect(marks, height=56, width=56):
    out = torch.zeros(1, FINDER_OUT, height, width)
    out[:, 0] = -12
    for cx, cy, w, h, value, _ in marks:
        for row in range(height):
            for column in range(width):
                out[0, 1, row, column] = cx / CELL - column - 0.5
                out[0, 2, row, column] = cy / CELL - row - 0.5
                out[0, 3:5, row, column] = torch.log(torch.tensor([w / 16, h / 16]))
                out[0, 4 + value, row, column] = 12
        out[0, 0, int(cy / CELL), int(cx / CELL)] = 12
    return out


def test_the_finder_loss_is_small_for_the_truth_and_grows_with_each_kind_of_error():
    mark = (101, 61, 30, 36, 3, 1)
    truth, right = dice(mark), perfect([mark])
    best = finder_loss(right, truth)[0].item()
    assert best < 0.05
    for channel, change in ((0, 24.0), (1, 1.0), (3, 0.5), (5, 30.0)):
        wrong = right.clone()
        wrong[0, channel] += change
        assert finder_loss(wrong, truth)[0].item() > best + 0.1
    assert torch.isfinite(finder_loss(right, dice())[0])


def test_the_reader_loss_ignores_what_is_unknown():
    out = torch.zeros(1, READER_OUT)
    out[0, 3] = 12
    out[0, 18:22] = torch.tensor([0.2, 0.2, 0.8, 0.8])
    out[0, 22:24] = torch.tensor([0.6, 0.8])
    shift = torch.tensor([[12.0, 12.0]])
    box = [12 + 0.2 * 64, 12 + 0.2 * 64, 12 + 0.8 * 64, 12 + 0.8 * 64]
    known = torch.tensor([[3, -1, -1, *box, 0.6, 0.8]])
    small = reader_loss(out, known, shift)[0].item()
    assert small < 0.2
    assert reader_loss(out, torch.tensor([[4, -1, -1, *box, 0.6, 0.8]]), shift)[0].item() > small + 3
    assert reader_loss(out, torch.tensor([[3, -1, -1, *box, -0.6, 0.8]]), shift)[0].item() > small + 0.1
    assert reader_loss(out, torch.tensor([[3, 1.0, 5, *box, 0.6, 0.8]]), shift)[0].item() > small + 0.5


def test_batches_carry_their_truth_through_shift_and_mirror(folder):
    pool = Pool(folder, "reader", 3, 0.0)
    pictures, truth, shift = reader_batch(pool, 32)
    assert pictures.shape == (32, 3, CROP, CROP)
    mirrored = 0
    for picture, row, (sx, sy) in zip(pictures.numpy(), truth.numpy(), shift.numpy(), strict=True):
        ys, xs = np.nonzero(picture[1] > (picture[1].max() + picture[1].min()) / 2)
        x0, y0, x1, y1 = row[3:7] - (sx, sy, sx, sy)
        assert (x0, y0, x1, y1) == pytest.approx((xs.min(), ys.min(), xs.max() + 1, ys.max() + 1), abs=0.01)
        mirrored += row[8] < 0
    assert 4 < mirrored < 28


def test_finder_batches_mirror_the_middles(folder):
    pool = Pool(folder, "finder", 3, 0.0)
    pictures, truth = finder_batch(pool, 32)
    assert pictures.shape == (32, 3, TILE, TILE)
    assert set(truth[:, 0, 0].tolist()) == {100.0, TILE - 100.0}
    assert truth[:, 1:, 2].abs().sum() == 0


@pytest.mark.parametrize("network", ["finder", "reader"])
def test_training_repeats_and_makes_the_loss_smaller(network, folder, capsys):
    runs = [train(network, Pool(folder, network, 1, 0.0), steps=6, size=4, rate=2e-3, seed=1) for _ in range(2)]
    for one, two in zip(runs[0].parameters(), runs[1].parameters(), strict=True):
        assert torch.equal(one, two)
    losses = [float(line.split("loss ")[1].split()[0]) for line in capsys.readouterr().out.splitlines()]
    assert losses[1] < losses[0]
