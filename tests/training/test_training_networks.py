"""The networks' losses, batches and export. Skipped where torch (the extra `train`) is not installed."""

import itertools

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from training.batches import Batches, finder_batch, levels_of, reader_batch, shuffled, squeeze, turn, worsen  # noqa: E402
from training.losses import finder_loss, finder_targets, reader_loss, upright_loss  # noqa: E402
from training.nets import FINDER_OUT, LEVEL, POSER_OUT, READER_OUT, Finder, Poser, Reader  # noqa: E402
from training.pool import Pool  # noqa: E402
from training.samples import CELL, CROP, CUT, MOST, NO_DIE, NO_WHOLE_DIE, TILE, TILE_SEEN  # noqa: E402
from training.shards import Shard, save  # noqa: E402
from training.train import train  # noqa: E402
from vision.detection.classifier import CLASSIFIER_OUTPUTS, HALF_SURE  # noqa: E402
from vision.pose import pose_net  # noqa: E402


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def dice(*rows):
    out = np.zeros((1, MOST, 6), np.float32)
    out[0, : len(rows)] = np.reshape(rows, (-1, 6))
    return torch.from_numpy(out)


@pytest.fixture(name="folder")
def _folder(tmp_path):
    tiles = np.zeros((8, TILE, TILE, 3), np.uint8)
    marks = np.zeros((8, MOST, 6), np.float32)
    marks[:, 0] = (100, 60, 30, 40, 4, 1)
    tiles[:, 40:80, 85:115] = 255
    crops = np.zeros((16, CUT, CUT, 3), np.uint8)
    truth = np.zeros((16, len(NO_DIE)), np.float32)
    truth[:] = (3, 0, 2, 24, 30, 60, 70, 0.6, 0.8, 0.25, -0.4, 1, 1)
    crops[:, 30:70, 24:60] = 255
    save(Shard(tiles, marks, crops, truth), tmp_path / "shard0000.npz")
    middles = np.repeat(np.float32([[42, 40, 42, 50, 16, 1, 0, 0.6, 1, 1.5]]), 16, 0)
    np.savez(tmp_path / "pose0000.npz", crops=crops, truth=middles)
    return tmp_path


def test_networks_have_the_shapes_of_the_seam():
    with torch.no_grad():
        assert Finder().eval()(torch.rand(1, 3, 96, 160)).shape == (1, FINDER_OUT, 24, 40)
        assert Reader().eval()(torch.rand(5, 3, CROP, CROP), torch.rand(5, LEVEL)).shape == (5, READER_OUT)
        assert Poser().eval()(torch.rand(5, 3, CROP, CROP)).shape == (5, POSER_OUT)
    assert (READER_OUT, POSER_OUT) == (CLASSIFIER_OUTPUTS, pose_net.POSE_OUTPUTS)


def test_the_finder_takes_every_size_that_32_divides():
    """The pooled levels meet again on the way up: the heat has a cell for each four pixels."""
    with torch.no_grad():
        for height, width in ((32, 32), (96, 32), (64, 160), (192, 224)):
            assert Finder().eval()(torch.rand(2, 3, height, width)).shape == (2, FINDER_OUT, height // 4, width // 4)


def test_what_the_finder_sees_moves_with_the_picture():
    """Moved by the coarsest cell (32 pixels), the cells move by 8."""
    torch.manual_seed(1)
    finder = Finder().eval()
    picture = torch.full((1, 3, 320, 320), 0.5)
    spot = torch.rand(1, 3, 24, 24)
    cells = []
    for at in (128, 160):
        moved = picture.clone()
        moved[..., at : at + 24, at : at + 24] = spot
        with torch.no_grad():
            cells.append(finder(moved)[0])
    here, there = (c[:, k : k + 24, k : k + 24] for c, k in zip(cells, (24, 32), strict=True))
    assert here.std(dim=(1, 2)).max() > 1e-4
    assert torch.allclose(here, there, atol=1e-5)


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


def answer(upright=(0.1, -0.4), spread=0.05):
    """What a reader answers that is sure of a 3 in the box of the truth below."""
    out = torch.zeros(1, READER_OUT)
    out[0, 3] = 12
    out[0, 18:22] = torch.tensor([0.2, 0.2, 0.8, 0.8])
    out[0, 22:24] = torch.tensor([0.6, 0.8])
    out[0, 24:27] = torch.tensor([*upright, np.log(spread)])
    return out


def truth_of(value=3, cocked=-1, colour=-1, turn=(0.6, 0.8), up=(0, 0, 0), there=-1):
    return torch.tensor([[value, cocked, colour, *BOX, *turn, *up, there]], dtype=torch.float32)


SHIFT = torch.tensor([[12.0, 12.0]])
THERE = 27
"""The reader's output that says whether a die is there."""
BOX = [12 + 0.2 * CROP, 12 + 0.2 * CROP, 12 + 0.8 * CROP, 12 + 0.8 * CROP]


def test_the_reader_loss_ignores_what_is_unknown():
    small = reader_loss(answer(), truth_of(), SHIFT)[0].item()
    assert small < 0.2
    assert reader_loss(answer(), truth_of(value=4), SHIFT)[0].item() > small + 3
    assert reader_loss(answer(), truth_of(turn=(-0.6, 0.8)), SHIFT)[0].item() > small + 0.1
    assert reader_loss(answer(), truth_of(cocked=1.0, colour=5), SHIFT)[0].item() > small + 0.5
    nowhere = reader_loss(answer(upright=(5.0, 5.0)), truth_of(), SHIFT)[0].item()
    assert nowhere == pytest.approx(small)
    there = reader_loss(answer(), truth_of(up=(0.1, -0.4, 1)), SHIFT)[0].item()
    assert reader_loss(answer(upright=(0.4, -0.4)), truth_of(up=(0.1, -0.4, 1)), SHIFT)[0].item() > there + 1


def test_being_surer_of_the_truth_never_costs():
    surer = answer()
    surer[0, 3] = 20
    assert reader_loss(surer, truth_of(), SHIFT)[0].item() < reader_loss(answer(), truth_of(), SHIFT)[0].item()


def test_a_crop_without_a_die_asks_for_nothing_but_that():
    out = answer()
    out[0, 0], out[0, THERE] = 40, -40
    assert reader_loss(out, torch.from_numpy(NO_DIE[None]), SHIFT)[0].item() == pytest.approx(0, abs=1e-6)
    assert reader_loss(answer(), torch.from_numpy(NO_DIE[None]), SHIFT)[0].item() > 1


@pytest.mark.parametrize("there", [0, 1])
def test_saying_wrongly_whether_a_die_is_there_costs(there):
    costs = {}
    for said in (-8.0, 0.0, 8.0):
        out = answer()
        out[0, THERE] = said
        total, parts = reader_loss(out, truth_of(there=there), SHIFT)
        costs[said] = total.item()
        rest = reader_loss(out, truth_of(), SHIFT)[0].item()
        assert total.item() == pytest.approx(rest + 0.3 * parts["there"].item(), rel=1e-4)
    right, wrong = (8.0, -8.0) if there else (-8.0, 8.0)
    assert costs[right] < costs[0.0] - 0.15
    assert costs[wrong] > costs[0.0] + 1


def test_where_nobody_knows_whether_a_die_is_there_nothing_is_asked():
    """A part of a die, or a die that may be hidden: the value is asked, whether a die is there is not."""
    out = torch.cat([answer(), answer()]).requires_grad_()
    truth = torch.cat([truth_of(there=1), torch.from_numpy(NO_WHOLE_DIE[None])])
    reader_loss(out, truth, SHIFT.expand(2, 2))[0].backward()
    assert out.grad[0, THERE] < 0
    assert out.grad[1, THERE] == 0
    assert out.grad[1, 0] < 0


def test_a_hidden_die_is_unreadable_and_there():
    hidden = truth_of(value=0, turn=(0, 0), there=1)
    out = answer()
    out[0, 0], out[0, THERE] = 40, 40
    assert reader_loss(out, hidden, SHIFT)[0].item() == pytest.approx(0, abs=1e-6)
    out[0, THERE] = -40
    assert reader_loss(out, hidden, SHIFT)[0].item() > 5


@pytest.mark.parametrize("channel", [0, 1])
def test_the_upright_loss_is_smallest_at_the_truth(channel):
    truth = torch.tensor([[0.2, -0.5], [0.0, 0.1]])
    out = torch.cat([truth, torch.full((2, 1), -2.0)], 1).requires_grad_()
    best = upright_loss(out, truth)
    best.backward()
    assert out.grad[:, :2].abs().max() == 0
    for change in (-0.3, -0.05, 0.05, 0.3):
        wrong = out.detach().clone()
        wrong[:, channel] += change
        assert upright_loss(wrong, truth) > best


@pytest.mark.parametrize("deviation", [0.05, 0.2, 1.0])
def test_the_upright_loss_is_smallest_for_an_honest_deviation(deviation):
    truth = torch.from_numpy(np.random.default_rng(4).normal(0, deviation, (2_000, 2)).astype(np.float32))
    said = np.exp(np.linspace(-3.9, 0.9, 97))
    costs = [upright_loss(torch.tensor([[0.0, 0.0, np.log(s)]]).expand(len(truth), 3), truth).item() for s in said]
    assert said[int(np.argmin(costs))] == pytest.approx(deviation, rel=0.08)


def test_no_deviation_however_small_or_large_makes_the_upright_loss_infinite():
    truth = torch.tensor([[0.3, -0.2]])
    for spread in (-1e4, 1e4):
        assert torch.isfinite(upright_loss(torch.tensor([[2.0, 2.0, spread]]), truth))


def seen_in(picture):
    """Return the box of what is bright in a picture (3, h, w)."""
    ys, xs = np.nonzero(picture[1] > (picture[1].max() + picture[1].min()) / 2)
    return xs.min(), ys.min(), xs.max() + 1, ys.max() + 1


def test_batches_carry_their_truth_through_shift_and_mirror(folder, monkeypatch):
    monkeypatch.setattr("training.batches.worsen", lambda _crop, _chance: None)
    monkeypatch.setattr("training.batches.squeeze", lambda *_: None)
    pictures, truth, shift, level = reader_batch(Pool(folder, "reader", 3, 0.0), 32)
    assert pictures.shape == (32, 3, CROP, CROP)
    assert truth.shape == (32, len(NO_DIE))
    given = level[level[:, 2] > 0]
    assert set(np.sign(given[given[:, 2] > 0.7, 0].numpy())) <= set(np.sign(truth[:, 9].numpy())), "mirrored alike"
    mirrored = 0
    for picture, row, (sx, sy) in zip(pictures.float().numpy(), truth.numpy(), shift.numpy(), strict=True):
        assert row[3:7] - (sx, sy, sx, sy) == pytest.approx(seen_in(picture), abs=0.01)
        sign = -1 if row[8] < 0 else 1
        assert row[7:] == pytest.approx((0.6, sign * 0.8, sign * 0.25, -0.4, 1, 1))
        mirrored += sign < 0
    assert 4 < mirrored < 28


def test_worse_crops_still_show_the_die_where_their_truth_says(folder):
    cv2.setRNGSeed(1)
    pictures, truth, shift, _ = reader_batch(Pool(folder, "reader", 4, 0.0), 32)
    for picture, row, (sx, sy) in zip(pictures.float().numpy(), truth.numpy(), shift.numpy(), strict=True):
        assert row[3:7] - (sx, sy, sx, sy) == pytest.approx(seen_in(picture), abs=3)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_squeezed_crop_shows_its_box_and_nothing_of_how_the_die_stands(axis):
    crop, truth = np.zeros((CUT, CUT, 3), np.uint8), truths(1)[0]
    truth[3:7] = 24, 30, 60, 70
    crop[30:70, 24:60] = 255
    squeeze(crop, truth, axis, 0.75)
    assert truth[3:7] == pytest.approx(seen_in(crop.transpose(2, 0, 1)), abs=1)
    assert truth[5 + axis] - truth[3 + axis] == pytest.approx(0.75 * (36, 40)[axis])
    assert (truth[7:12] == 0).all()


@pytest.mark.parametrize("angle", [-0.5, 0.0, 0.2, 1.3])
def test_a_turned_crop_shows_what_its_truth_says(angle):
    middle, edge = np.array([CUT / 2, CUT / 2]), np.array([np.cos(0.3), np.sin(0.3)])
    crop, truth = np.zeros((CUT, CUT, 3), np.uint8), truths(1)[0]
    truth[3:9] = 24, 30, 60, 70, np.cos(4 * 0.3), np.sin(4 * 0.3)
    for channel, way in ((1, np.array(truth[9:11])), (2, edge)):
        marked = np.zeros((CUT, CUT), np.uint8)
        cv2.circle(marked, tuple(int(v) for v in np.rint(middle + 30 * way - 0.5)), 3, 255, -1)
        crop[..., channel] = marked
    turn(crop, truth, angle)
    seen = []
    for channel in (1, 2):
        ys, xs = np.nonzero(crop[..., channel] > 127)
        seen.append((np.array([xs.mean(), ys.mean()]) + 0.5 - middle) / 30)
    assert seen[0] == pytest.approx(truth[9:11], abs=0.03)
    faces = 4 * np.arctan2(*seen[1][::-1])
    assert (np.cos(faces), np.sin(faces)) == pytest.approx(tuple(truth[7:9]), abs=0.12)
    assert not truth[3:7].any()


def test_turned_batches_have_no_boxes_and_the_others_keep_them(folder, monkeypatch):
    monkeypatch.setattr("training.batches.squeeze", lambda *_: None)
    _, truth, _, _ = reader_batch(Pool(folder, "reader", 3, 0.0), 400, 0.5)
    boxed = truth[:, 5].numpy() > 0
    assert 0.4 < boxed.mean() < 0.6
    ups = truth[:, 9:11].abs().numpy()
    assert ups[boxed] == pytest.approx(np.tile((0.25, 0.4), (boxed.sum(), 1)))
    assert np.std(ups[~boxed], axis=0).min() > 0.01
    assert np.hypot(*ups[~boxed].T) == pytest.approx(np.hypot(0.25, 0.4))


def truths(count, *, value=3, cocked=0, upright=(0.25, -0.4), known=1):
    truth = np.repeat(NO_DIE[None], count, 0)
    truth[:, 0], truth[:, 1], truth[:, 9:11], truth[:, 11] = value, cocked, upright if known else 0, known
    return truth


def test_the_uprights_given_to_the_reader_have_the_errors_they_are_given_with(folder):
    truth = truths(20_000)
    level = levels_of(truth, Pool(folder, "reader", 3, 0.0))
    given = level[level[:, 2] > 0]
    assert len(given) == pytest.approx(0.6 * len(truth), rel=0.05)
    assert np.all(level[level[:, 2] == 0] == 0)
    off = HALF_SURE / given[:, 2] - HALF_SURE
    assert (off.min(), off.max()) == pytest.approx((0.015, 0.2), rel=0.05)
    assert ((given[:, :2] - truth[0, 9:11]) / off[:, None]).std() == pytest.approx(1.0, abs=0.03)


def test_for_a_leaning_die_the_upright_of_a_level_one_is_given(folder):
    level = levels_of(truths(20_000, cocked=1), Pool(folder, "reader", 3, 0.0))
    given = level[level[:, 2] > 0.7]
    away = np.linalg.norm(given[:, :2] - (0.25, -0.4), axis=1)
    assert np.sin(np.radians(7)) < np.median(away) < np.sin(np.radians(37))
    assert np.mean(away > 0.08) > 0.98


def test_a_given_upright_does_not_reveal_whether_there_is_a_die(folder):
    none, hidden = truths(4_000, value=0, known=0), truths(4_000, value=0, known=0)
    hidden[:, 3:7] = 24, 30, 60, 70
    level = levels_of(np.concatenate([truths(4_000), none, hidden]), Pool(folder, "reader", 3, 0.0))
    shares = (level[:, 2] > 0).reshape(3, -1).mean(axis=1)
    assert shares == pytest.approx([0.6] * 3, abs=0.03)
    assert np.median(level[4_000:][level[4_000:, 2] > 0][:, 0]) == pytest.approx(0.25, abs=0.02)


def test_for_photographs_without_uprights_none_is_given(folder):
    pool = Pool(folder, "reader", 3, 0.0)
    assert not levels_of(np.concatenate([truths(50), truths(50, known=0)]), pool)[50:].any()
    assert not levels_of(truths(50, known=0), pool).any()
    assert not levels_of(truths(50, value=0, known=0), pool).any()


@pytest.mark.parametrize(
    "chance", [(0.1, 0.0, 0.5, 0), (0.2, 0.99, 0.5, 0), (0.5, 0, 0.1, 0.99), (0.5, 0, 0.2, 0.0), (0.1, 0.5, 0.2, 0.5)]
)
def test_a_worse_crop_differs_and_has_the_same_shape_and_brightness(chance):
    cv2.setRNGSeed(2)
    crop = np.random.default_rng(0).integers(60, 196, (CROP, CROP, 3), np.uint8)
    before = crop.copy()
    worsen(crop, np.array(chance, np.float32))
    assert crop.shape == before.shape
    assert crop.dtype == np.uint8
    assert not np.array_equal(crop, before)
    assert crop.mean() == pytest.approx(before.mean(), abs=3)


def test_most_crops_are_not_made_worse():
    rng = np.random.default_rng(1)
    crop = rng.integers(0, 256, (CROP, CROP, 3), np.uint8)
    before = crop.copy()
    worsen(crop, np.array((0.25, 0.9, 0.24, 0.9), np.float32))
    assert np.array_equal(crop, before)
    same = 0
    for chance in rng.random((300, 4), np.float32):
        other = before.copy()
        worsen(other, chance)
        same += np.array_equal(other, before)
    assert 0.45 < same / 300 < 0.7


def test_finder_batches_carry_the_dice_through_shift_and_mirror(folder):
    pictures, truth = finder_batch(Pool(folder, "finder", 3, 0.0), 32)
    assert pictures.shape == (32, 3, TILE_SEEN, TILE_SEEN)
    for picture, (x, y, w, h, value, weight) in zip(pictures.float().numpy(), truth[:, 0].tolist(), strict=True):
        assert (x - w / 2, y - h / 2, x + w / 2, y + h / 2) == pytest.approx(seen_in(picture), abs=0.01)
        assert (w, h, value, weight) == (30, 40, 4, 1)
    assert len(set(truth[:, 0, 0].tolist())) > 16
    assert truth[:, 0, 0].max() > TILE_SEEN / 2 > truth[:, 0, 0].min()
    assert truth[:, 1:].abs().sum() == 0


def test_a_die_at_the_edge_of_a_piece_is_left_out_or_left_open(tmp_path):
    tiles = np.zeros((4, TILE, TILE, 3), np.uint8)
    marks = np.zeros((4, MOST, 6), np.float32)
    marks[:, 0] = (16, 100, 30, 30, 4, 1)
    save(Shard(tiles, marks, np.zeros((1, CUT, CUT, 3), np.uint8), NO_DIE[None]), tmp_path / "shard0000.npz")
    _, truth = finder_batch(Pool(tmp_path, "finder", 5, 0.0), 64)
    kinds = {"gone": 0, "open": 0, "asked": 0}
    for x, _, w, _, _, weight in truth[:, 0].tolist():
        from_edge = min(x, TILE_SEEN - x) if w else -1
        kinds["gone" if not w else "asked" if weight else "open"] += 1
        assert (weight == 1) == (w > 0 and (min(15, from_edge) + 15) / 30 >= 0.6)
    assert min(kinds.values()) > 2


def test_a_pool_draws_from_every_shard_and_the_share_of_real_ones_that_is_wanted(tmp_path):
    for name, shade, count in (("shard0000", 10, 3), ("shard0001", 20, 4), ("boards0000", 40, 1), ("real0000", 30, 2)):
        crops = np.full((count, CUT, CUT, 3), shade, np.uint8)
        truth = np.repeat(NO_DIE[None], count, 0)
        truth[:, 3] = shade + np.arange(count)
        tiles, marks = np.zeros((1, TILE, TILE, 3), np.uint8), np.zeros((1, MOST, 6), np.float32)
        save(Shard(tiles, marks, crops, truth), tmp_path / f"{name}.npz")
    pool = Pool(tmp_path, "reader", 1, 0.25)
    assert len(pool) == 8
    pictures, truth = pool.batch(400)
    marks = truth[:, 3].astype(int)
    assert set(marks.tolist()) == {10, 11, 12, 20, 21, 22, 23, 30, 31, 40}
    assert np.array_equal(pictures[:, 0, 0, 0], marks // 10 * 10)
    assert 0.17 < np.mean(marks // 10 == 3) < 0.33
    assert len(Pool(tmp_path, "finder", 1, 0.25)) == 2  # boards are no matter of the finder's


def test_other_processes_make_other_batches_and_the_same_ones_again(folder):
    runs = []
    for _ in range(2):
        batches = Batches("reader", folder, 4, seed=1, real_share=0.0).made_by(2, pinned=False)
        runs.append([pictures for pictures, *_ in itertools.islice(batches, 4)])
    assert all(torch.equal(one, two) for one, two in zip(*runs, strict=True))
    assert not torch.equal(runs[0][0], runs[0][1])


def test_what_colour_a_die_has_is_not_asked_where_its_channels_have_changed_places(folder):
    pool = Pool(folder, "reader", 3, 0.0)
    pictures = np.zeros((200, 4, 4, 3), np.uint8)
    pictures[:] = (10, 20, 30)
    chosen = shuffled(pictures, pool)
    assert 10 < chosen.sum() < 60
    assert (np.sort(pictures, axis=3) == (10, 20, 30)).all()
    assert (pictures[~chosen] == (10, 20, 30)).all()
    _, truth, *_ = reader_batch(pool, 200)
    assert set(truth[:, 2].tolist()) == {-1.0, float(pool.batch(1)[1][0, 2])}


@pytest.mark.parametrize("network", ["finder", "reader", "poser"])
def test_training_repeats_and_makes_the_loss_smaller(network, folder, capsys):
    runs = []
    for _ in range(2):
        cv2.setRNGSeed(1)
        batches = Batches(network, folder, 4, seed=1, real_share=0.0)
        runs.append(train(network, batches.made_by(0, pinned=False), steps=6, rate=2e-3, seed=1))
    for one, two in zip(runs[0].parameters(), runs[1].parameters(), strict=True):
        assert torch.equal(one, two)
    losses = [float(line.split("loss ")[1].split()[0]) for line in capsys.readouterr().out.splitlines()]
    assert losses[1] < losses[0]
