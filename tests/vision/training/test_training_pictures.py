"""The drawn training pictures are repeatable, and their labels are true."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.training.looks import COLOUR_NAMES, brightness, random_look
from vision.training.samples import CROP, CUT, TILE, crop_of, cut, empty_crop, overlap_share, tile_of
from vision.training.scene import WINDOW, Scene, draw_scene
from vision.training.shards import load, packed, samples_of, save


@pytest.fixture(name="scenes", scope="module")
def _scenes():
    return [draw_scene(np.random.default_rng((5, i))) for i in range(24)]


def test_the_same_seed_draws_the_same_scene(scenes):
    again = draw_scene(np.random.default_rng((5, 3)))
    assert np.array_equal(again.picture, scenes[3].picture)
    assert again.dice == scenes[3].dice


def test_scenes_hold_what_the_brief_of_the_networks_asks_for(scenes):
    dice = [d for s in scenes for d in s.dice]
    assert all(s.picture.shape == (WINDOW, WINDOW, 3) and s.picture.dtype == np.uint8 for s in scenes)
    assert {d.value for d in dice} == set(range(1, 7))
    assert any(d.cocked for d in dice)
    assert all(d.cocked == (d.lean > 7) for d in dice)
    assert any(d.top_seen < 0.5 for d in dice)
    assert sum(d.top_seen > 0.8 for d in dice) > 0.5 * len(dice)
    assert any(s.decoys for s in scenes)
    assert all(abs(np.hypot(d.cos4, d.sin4)) <= 1 + 1e-6 for d in dice)


def test_something_is_where_a_box_says_a_die_is(scenes):
    """A fully visible die's box varies more than a piece of the same table of that size."""
    inside, anywhere = [], []
    rng = np.random.default_rng(0)
    for scene in scenes:
        grey = cv2.cvtColor(scene.picture, cv2.COLOR_BGR2GRAY).astype(float)
        for die in scene.dice:
            x0, y0, x1, y1 = (int(v) for v in die.box)
            if die.top_seen > 0.95 and x0 >= 0 and y0 >= 0 and x1 < WINDOW and y1 < WINDOW:
                inside.append(grey[y0:y1, x0:x1].std())
                sx, sy = rng.integers(0, WINDOW - (x1 - x0)), rng.integers(0, WINDOW - (y1 - y0))
                anywhere.append(grey[sy : sy + y1 - y0, sx : sx + x1 - x0].std())
    assert len(inside) > 20
    assert np.median(inside) > 1.5 * np.median(anywhere)


def test_looks_have_pips_that_can_be_seen_and_names_the_reader_knows():
    rng = np.random.default_rng(2)
    looks = [random_look(rng) for _ in range(300)]
    assert {look.name for look in looks} >= {"red", "blue", "green", "yellow", "black", "white", ""}
    assert {look.name for look in looks} <= {*COLOUR_NAMES, ""}
    for look in looks:
        apart = abs(brightness(look.body) - brightness(look.pips))
        assert apart > 20 or max(abs(a - b) for a, b in zip(look.body, look.pips, strict=True)) > 80
    assert any(look.one for look in looks)
    assert any(look.clear for look in looks)
    assert any(look.swirl for look in looks)


def test_a_tile_carries_the_dice_along(scenes):
    rng = np.random.default_rng(1)
    for scene in scenes:
        tile = tile_of(scene, rng)
        assert tile.picture.shape == (TILE, TILE, 3)
        assert np.all((tile.dice[:, :2] >= 0) & (tile.dice[:, :2] < TILE))
        assert len(tile.dice) <= len(scene.dice)
        assert set(np.unique(tile.dice[:, 5])) <= {0.0, 1.0}


def test_a_crop_shows_the_die_where_its_truth_says():
    picture = np.zeros((200, 300, 3), np.uint8)
    box = (120.0, 60.0, 160.0, 96.0)
    picture[60:96, 120:160] = 255
    die = replace(_any_die(), box=box, value=4, top_seen=1.0, lean=0.0)
    for seed in range(5):
        crop = crop_of(picture, die, np.random.default_rng(seed))
        ys, xs = np.nonzero(crop.picture[..., 0] > 127)
        assert crop.truth[3:7] == pytest.approx([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1], abs=1.6)
        assert crop.truth[0] == 4


def _any_die():
    rng = np.random.default_rng(5)
    while True:
        scene = draw_scene(rng)
        if scene.dice:
            return scene.dice[0]


def test_a_hidden_top_is_not_readable_and_a_doubtful_one_is_left_open():
    picture = np.zeros((200, 200, 3), np.uint8)
    die = replace(_any_die(), box=(50.0, 50.0, 90.0, 90.0), value=3, lean=0.0)
    rng = np.random.default_rng(0)
    assert crop_of(picture, replace(die, top_seen=0.2), rng).truth[0] == 0
    assert crop_of(picture, replace(die, top_seen=0.7), rng).truth[0] == -1
    assert crop_of(picture, replace(die, top_seen=1.0, lean=5.0), rng).truth[1] == -1


def test_empty_crops_keep_away_from_dice(scenes):
    rng = np.random.default_rng(3)
    crops = [c for s in scenes for c in (empty_crop(s, rng) for _ in range(4)) if c is not None]
    assert len(crops) > 30
    assert all(c.truth[0] == 0 for c in crops)


def test_cutting_over_the_edge_repeats_the_border():
    picture = np.full((50, 60, 3), 77, np.uint8)
    assert np.all(cut(picture, (0.0, 0.0), 40.0) == 77)
    assert cut(picture, (30.0, 25.0), 10.0).shape == (CUT, CUT, 3)
    assert CUT > CROP


def test_overlap_share_is_intersection_over_union():
    assert overlap_share((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(1 / 3)
    assert overlap_share((0, 0, 1, 1), (2, 2, 3, 3)) == 0


def test_shards_come_back_as_they_were_written(scenes, tmp_path):
    rng = np.random.default_rng(4)
    shard = packed([samples_of(s, rng) for s in scenes[:4]])
    save(shard, tmp_path / "shard0000.npz")
    again = load(tmp_path / "shard0000.npz")
    for name in ("tiles", "dice", "crops", "truth"):
        assert np.array_equal(getattr(shard, name), getattr(again, name))
    assert [p.name for p in tmp_path.iterdir()] == ["shard0000.npz"]


def test_a_scene_without_dice_still_gives_samples():
    scene = Scene(np.full((WINDOW, WINDOW, 3), 90, np.uint8), (), ())
    tile, crops = samples_of(scene, np.random.default_rng(0))
    assert tile.dice.shape == (0, 6)
    assert crops
