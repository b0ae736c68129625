"""What the poser learns from, its loss, and the shipped one on dice it has not seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training.poses import poses_of, save_poses
from training.samples import CROP, CUT
from training.scene import draw_scene
from training.shards import load_only
from training.truth import Die, Scene, Stand
from vision.pipeline.networks import Networks
from vision.pose.pose_net import HALF_EDGE, HEAT, POSE_OUTPUTS, PoseNet, decoded

STANDS = Stand((118.0, 135.0), (120.0, 142.0), 16.0, ((12.0, 8.0), (-12.0, 8.0)))
DIE = Die(3, False, 0.0, 0, (100.0, 120.0, 140.0, 164.0), 1.0, 0.0, 1.0, STANDS)


def scene_with(*dice):
    """A grey picture with a bright pixel where the dice's tops have their middles and a dark one at their own."""
    picture = np.full((300, 400, 3), 128, np.uint8)
    for die in dice:
        if die.stand is not None:
            for (x, y), shade in ((die.stand.top, 255), (die.stand.middle, 0)):
                picture[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2] = shade
    return Scene(picture, dice, ())


def test_a_pose_keeps_both_middles_where_they_are_in_the_picture():
    rng = np.random.default_rng(0)
    for _ in range(20):
        (pose,) = poses_of(scene_with(DIE), rng)
        assert pose.picture.shape == (CUT, CUT, 3)
        grey = pose.picture[..., 0].astype(float) - 128
        x, y, mx, my, half = pose.truth[:5]
        for sign, place in ((1, (x, y)), (-1, (mx, my))):
            weight = np.maximum(sign * grey, 0)
            rows, columns = np.mgrid[:CUT, :CUT] + 0.5
            seen = (weight * columns).sum() / weight.sum(), (weight * rows).sum() / weight.sum()
            assert place == pytest.approx(seen, abs=1.3)  # the marks cover whole pixels, the middles lie anywhere
        assert ((x - mx) / half, (y - my) / half) == pytest.approx(DIE.up, abs=1e-5)
        assert pose.truth[5:] == pytest.approx((2 * 0.75**2, 0, 2 * 0.5**2, 1.5 + 2 / 16, 1 + 7 / 16))


def test_the_shape_is_the_same_whichever_side_comes_first():
    (a, b), shape = STANDS.sides, STANDS.shape()
    for sides in ((b, a), ((-a[0], -a[1]), b), (b, (-a[0], -a[1]))):
        assert replace(STANDS, sides=sides).shape() == pytest.approx(shape)


@pytest.mark.parametrize(
    "change",
    [
        {"stand": None},
        {"hidden": True},
        {"top_seen": 0.4},
        {"box": (100.0, 120.0, 108.0, 130.0)},
        {"box": (-3.0, 120.0, 40.0, 164.0)},
    ],
)
def test_a_die_that_does_not_show_how_it_stands_is_no_sample(change):
    assert not list(poses_of(scene_with(replace(DIE, **change)), np.random.default_rng(0)))


def test_poses_come_back_as_they_were_written(tmp_path):
    poses = list(poses_of(scene_with(DIE, DIE.moved(90, 20)), np.random.default_rng(1)))
    save_poses(poses, tmp_path / "pose0000.npz")
    crops, truth = load_only(tmp_path / "pose0000.npz", ("crops", "truth"))
    assert np.array_equal(crops, np.stack([p.picture for p in poses]))
    assert np.array_equal(truth, np.stack([p.truth for p in poses]))
    assert [p.name for p in tmp_path.iterdir()] == ["pose0000.npz"]


SHAPE = (0.9, 0.2, 0.7, 1.4, 1.6)


def answers_that_say(top, middle, half, spread=0.05, shape=SHAPE):
    """What a poser answers, points in shares of the crop's side."""
    heat = np.full((2, HEAT, HEAT), -30.0, np.float32)
    for plane, (x, y) in zip(heat, (top, middle), strict=True):
        column, row = int(x * HEAT), int(y * HEAT)
        across, down = x * HEAT - column - 0.5, y * HEAT - row - 0.5  # shared among two columns and two rows
        for i, far in ((0, 1 - abs(down)), (int(np.sign(down)), abs(down))):
            for j, off in ((0, 1 - abs(across)), (int(np.sign(across)), abs(across))):
                if far * off > 0:
                    plane[row + i, column + j] = np.log(far * off)
    numbers = (np.log(half / HALF_EDGE), np.log(spread), *shape, np.log(0.05), np.log(0.05))
    return np.concatenate([heat.ravel(), numbers]).astype(np.float32)[None]


def test_answers_are_read_as_the_seam_has_it():
    answers = answers_that_say((0.48, 0.40), (0.5, 0.52), 0.25, 0.07)
    assert answers.shape == (1, POSE_OUTPUTS)
    said = decoded(answers)
    assert said.top_offsets == pytest.approx(np.array([[-0.08, -0.48]]), abs=1e-4)
    assert said.sigmas == pytest.approx([0.07])
    assert said.tops == pytest.approx(np.array([SHAPE[:3]]))
    assert said.top_sigmas == pytest.approx([0.05])


def test_the_loss_is_least_for_the_truth_and_grows_with_each_kind_of_error():
    torch = pytest.importorskip("torch", reason="training needs the extra `train`")
    from training.losses import pose_loss  # noqa: PLC0415 - only where torch is

    truth = torch.tensor([[0.48 * CROP, 0.40 * CROP, 0.5 * CROP, 0.52 * CROP, 0.25 * CROP, *SHAPE]])

    def loss(*given, shape=SHAPE):
        return pose_loss(torch.from_numpy(answers_that_say(*given, shape=shape)), truth)[0].item()

    right = loss((0.48, 0.40), (0.5, 0.52), 0.25)
    assert right == pytest.approx((2 + 3 + 2) * np.log(0.05), abs=0.01)
    assert loss((0.50, 0.40), (0.5, 0.52), 0.25) > right + 0.5
    assert loss((0.48, 0.40), (0.5, 0.50), 0.25) > right + 0.5
    assert loss((0.50, 0.42), (0.52, 0.54), 0.25) > right + 0.5  # the upright is right, its place is not
    assert loss((0.48, 0.40), (0.5, 0.52), 0.28) > right + 0.5
    assert loss((0.48, 0.40), (0.5, 0.52), 0.25, 0.5) > right + 0.5
    for k in range(len(SHAPE)):
        wrong = [value + 0.1 * (k == place) for place, value in enumerate(SHAPE)]
        assert loss((0.48, 0.40), (0.5, 0.52), 0.25, shape=wrong) > right + 0.5


def test_batches_carry_the_middles_through_shift_and_mirror(tmp_path):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    from training.batches import pose_batch  # noqa: PLC0415
    from training.pool import Pool  # noqa: PLC0415 - only where torch is

    crops = np.full((4, CUT, CUT, 3), 60, np.uint8)
    crops[:, 40:44, 30:34] = 255
    truth = np.repeat(np.float32([[32, 42, 36, 48, 12, 1, 0.5, 0.8, 1.2, 1.1]]), 4, 0)
    np.savez(tmp_path / "pose0000.npz", crops=crops, truth=truth)
    pictures, truths = pose_batch(Pool(tmp_path, "poser", 3, 0.0), 64)
    assert pictures.shape == (64, 3, CROP, CROP)
    for picture, (x, y, mx, my, half, across, skew, down, *reach) in zip(
        pictures.float().numpy(), truths.tolist(), strict=True
    ):
        bright = np.argwhere(picture[1] > 0.5 * (picture[1].max() + np.median(picture[1])))
        assert np.abs(bright.mean(axis=0) + 0.5 - (y, x)).max() < 1.0
        assert (abs(mx - x), my - y, half) == pytest.approx((4, 6, 12))
        assert skew == pytest.approx(0.5 if mx > x else -0.5)
        assert (across, down, *reach) == pytest.approx((1, 0.8, 1.2, 1.1))
    assert len({mx > x for x, _, mx, *_ in truths.tolist()}) == 2
    assert len(set(truths[:, 1].tolist())) > 4


@pytest.fixture(name="scenes", scope="module")
def _scenes():
    return [draw_scene(np.random.default_rng((98, i))) for i in range(60)]


class TestShipped:
    def test_drawn_dice_never_seen_before_stand_as_it_says(self, scenes):
        poser, off, sigmas, tops_off, top_sigmas = PoseNet(), [], [], [], []
        for scene in scenes:
            dice = [d for d in scene.dice if d.up and d.top_seen > 0.9 and min(d.box) > 0 and max(d.box) < 448]
            dice = [d for d in dice if d.box[2] - d.box[0] > 24]
            if dice:
                said = poser.poses(scene.picture, np.array([d.box for d in dice], np.float32))
                assert said.top_offsets.shape == (len(dice), 2)
                off += list(np.abs(said.top_offsets - [d.up for d in dice]).max(axis=1))
                tops_off += list(np.abs(said.tops - [d.stand.shape()[:3] for d in dice]).max(axis=1))
                sigmas += list(said.sigmas)
                top_sigmas += list(said.top_sigmas)
        assert len(off) > 40
        assert np.median(off) < 0.1
        assert np.median(tops_off) < 0.1
        assert 0.02 < np.median(sigmas) < 0.15
        assert 0.02 < np.median(top_sigmas) < 0.15

    @pytest.mark.parametrize(("across", "down"), [(-1, 1), (-1, -1), (1, -1)])
    def test_a_turned_look_at_a_turned_picture_says_the_same(self, scenes, across, down):
        poser = PoseNet()
        scene = next(s for s in scenes if len(s.dice) > 1)
        boxes = np.round(np.array([d.box for d in scene.dice], np.float32))
        height, width = scene.picture.shape[:2]
        turned = np.ascontiguousarray(scene.picture[::down, ::across])
        there = boxes.copy()
        if across < 0:
            there[:, [0, 2]] = width - there[:, [2, 0]]
        if down < 0:
            there[:, [1, 3]] = height - there[:, [3, 1]]
        here = poser.poses(scene.picture, boxes)
        other = poser.poses(turned, there, np.array([[across, down]] * len(boxes)))
        assert other.top_offsets * [across, down] == pytest.approx(here.top_offsets, abs=0.01)
        assert other.tops * [1, across * down, 1] == pytest.approx(here.tops, abs=0.01)
        assert other.sigmas == pytest.approx(here.sigmas, rel=0.1)
        assert other.top_sigmas == pytest.approx(here.top_sigmas, rel=0.1)

    def test_no_boxes_no_poses(self):
        said = PoseNet().poses(np.zeros((40, 60, 3), np.uint8), np.zeros((0, 4), np.float32))
        assert (said.top_offsets.shape, said.sigmas.shape) == ((0, 2), (0,))
        assert (said.tops.shape, said.top_sigmas.shape) == ((0, 3), (0,))

    def test_it_is_loaded_with_the_others(self):
        assert isinstance(Networks().pose_net, PoseNet)
