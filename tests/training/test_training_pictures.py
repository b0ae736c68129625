"""The drawn training pictures are repeatable, and their labels are true."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training import scene as drawn
from training.cameras import any_camera
from training.looks import brightness, light_pips, paint, random_look, unseen
from training.pictures import _ray_traced
from training.placing import Body
from training.pool import Pool
from training.samples import (
    CROP,
    CUT,
    NO_DIE,
    NO_WHOLE_DIE,
    TILE,
    crop_of,
    cut,
    empty_crop,
    empty_truth,
    tile_of,
)
from training.scene import WINDOW, draw_scene
from training.shards import load, load_only, packed, samples_of, save
from training.truth import Scene, Stand
from vision.imaging.boxes import iou
from vision.reading import COLOUR_NAMES
from vision.sim.camera import looking_at
from vision.sim.die import Pose, about, look_of, lying
from vision.sim.render_die import Light, die_patch


@pytest.fixture(name="scenes", scope="module")
def _scenes():
    return [draw_scene(np.random.default_rng((5, i))) for i in range(24)]


def test_the_same_seed_draws_the_same_scene(scenes):
    again = draw_scene(np.random.default_rng((5, 3)))
    assert np.array_equal(again.picture, scenes[3].picture)
    assert again.dice == scenes[3].dice
    assert all(die.up is not None for die in again.dice)


def test_a_whole_picture_is_a_small_one_by_a_camera_that_looks_at_its_middle():
    for seed in range(40):
        rng = np.random.default_rng((7, seed))
        camera, edge_px, tilt = any_camera(rng, whole=True)
        assert camera.axis_px == (0, 0)
        assert 13 <= edge_px <= 36
        assert 0 <= tilt <= 62
        assert camera.px_per_mm(np.zeros(3)) * 16 == pytest.approx(edge_px)
        half_angle = np.degrees(np.arctan(WINDOW / 2 / camera.focal_px))
        assert 15 < half_angle <= 37 or np.linalg.norm(camera.eye_mm) == pytest.approx(140)
    one, two = (draw_scene(np.random.default_rng((7, 1)), whole=True) for _ in range(2))
    assert np.array_equal(one.picture, two.picture)
    assert one.dice == two.dice
    assert one.picture.shape == (WINDOW, WINDOW, 3)


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


def test_only_dark_pips_glint_and_only_some_dice_have_such():
    rng = np.random.default_rng(3)
    looks = [random_look(rng) for _ in range(400)]
    glinting = [look for look in looks if look.glint]
    assert 20 < len(glinting) < 80
    assert all(0.25 <= look.glint <= 0.55 and not light_pips(look.pips) for look in glinting)


def test_a_glint_brightens_the_middles_of_the_pips_and_little_else():
    camera = looking_at((0, 0, 0), distance_mm=200, tilt_deg=0, size=(200, 200), hfov_deg=20)
    pose, light = Pose(lying(5, 0.0), np.array([0.0, 0.0, 8.0])), Light(np.array([0.0, 0.0, 1.0]))
    looks = (replace(look_of("white"), gloss=0.0, glint=glint) for glint in (0.0, 0.5))
    plain, lit = (die_patch(camera, look, pose, light).colour for look in looks)
    brighter = (lit.astype(float) - plain).mean(axis=2)
    changed = brighter > 30
    count, _ = cv2.connectedComponents(changed.astype(np.uint8))
    assert count - 1 == 5
    assert brighter.min() > -1
    assert 0.005 < changed.mean() < 0.06
    assert plain[changed].mean() < 0.5 * plain.mean()


def test_a_die_of_the_tables_colour_still_has_pips_that_tell_from_it():
    rng = np.random.default_rng(4)
    for _ in range(200):
        table = tuple(1.2 * v for v in paint("any", rng))
        look = random_look(rng)
        hidden = unseen(look, table, rng)
        assert hidden.body == pytest.approx(np.minimum(table, 255))
        assert abs(brightness(hidden.body) - brightness(hidden.pips)) > 50
        assert (hidden.name, hidden.one, hidden.swirl) == ("", None, None)
        assert (hidden.size_mm, hidden.edge, hidden.pip) == (look.size_mm, look.edge, look.pip)


def truth_of(camera, *, lean=0.0, at=(0.0, 0.0), value=3):
    """The truth about a die in front of a camera, leaning to the right by `lean` degrees."""
    turn = about((0.0, 1.0, 0.0), np.radians(lean)) @ lying(value, 0.4)
    body = Body(look_of("red"), Pose(turn, np.array([*at, 8.0])), True)
    return drawn.truth_of(0, body, camera, np.zeros((WINDOW, WINDOW), np.int16))


def overhead(tilt, roll=0.0):
    return looking_at((0, 0, 8), distance_mm=900, tilt_deg=tilt, size=(WINDOW, WINDOW), hfov_deg=20, roll_deg=roll)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
def test_a_level_dies_upright_tells_how_far_the_camera_is_from_overhead(tilt, value):
    die = truth_of(overhead(tilt), value=value)
    assert not die.cocked
    assert die.value == value
    assert die.up == pytest.approx((0, -np.sin(np.radians(tilt))), abs=0.015)


def test_a_turned_camera_turns_the_upright_with_it():
    right, down = truth_of(overhead(30, roll=90)).up
    assert abs(right) == pytest.approx(0.5, abs=0.015)
    assert down == pytest.approx(0, abs=0.015)


@pytest.mark.parametrize("lean", [-30, 10, 30])
def test_a_leaning_dies_upright_points_to_where_it_leans(lean):
    die = truth_of(overhead(0), lean=lean)
    assert die.cocked
    assert die.up == pytest.approx((np.sin(np.radians(lean)), 0), abs=0.015)


def test_through_a_lens_level_dice_lean_outwards_by_their_place():
    """Seen from straight above, the upright is the place over the focal length, as vision/pose/table_pose.py has it."""
    camera = looking_at((0, 0, 0), distance_mm=400, tilt_deg=0, size=(WINDOW, WINDOW), hfov_deg=50)
    for at in ((100.0, 0.0), (0.0, 100.0), (-80.0, 60.0)):
        die = truth_of(camera, at=at)
        x0, y0, x1, y1 = die.box
        place = np.array([(x0 + x1) / 2 - WINDOW / 2, (y0 + y1) / 2 - WINDOW / 2])
        assert die.up == pytest.approx(place / camera.focal_px, rel=0.1, abs=0.02)


@pytest.mark.parametrize("tilt", [0, 20, 45, 55])
@pytest.mark.parametrize("lean", [0, 12])
def test_the_label_of_a_still_gives_the_upright_that_a_drawn_die_has(tilt, lean):
    """`edge_px` of the labels is the root of the top face's area as it appears."""
    camera, half = overhead(tilt), 8.0
    pose = Pose(about((0.0, 1.0, 0.0), np.radians(lean)) @ lying(4, 0.4), np.array([0.0, 0.0, half]))
    drawn_up = drawn.truth_of(0, Body(look_of("red"), pose, True), camera, np.zeros((WINDOW, WINDOW), np.int16)).up
    corners = pose.corners(half)
    top = camera.project(corners[np.argsort(corners[:, 2])[-4:]])
    hull = cv2.convexHull(top.astype(np.float32))
    row = {
        "value": 4,
        "cocked": lean > 7,
        "tilt_deg": lean,
        "colour": "red",
        "bbox": (0, 0, 1, 1),
        "top_visible": 1.0,
        "in_frame": 1.0,
        "top_quad": hull[:, 0].tolist(),
        "top_centre": top.mean(0).tolist(),
        "centre": camera.project(pose.centre_mm[None])[0].tolist(),
        "edge_px": float(np.sqrt(cv2.contourArea(hull))),
    }
    assert _ray_traced(row).up == pytest.approx(drawn_up, abs=0.025)


STANDS = Stand(top=(72.0, 60.0), middle=(70.0, 65.0), half_edge=10.0, sides=((10.0, 0.0), (0.0, 9.0)))


def test_a_crop_keeps_the_upright_only_where_the_top_is_seen():
    picture = np.zeros((200, 200, 3), np.uint8)
    rng = np.random.default_rng(0)
    die = replace(_any_die(), box=(50.0, 50.0, 90.0, 90.0), lean=0.0, top_seen=1.0, stand=STANDS)
    assert crop_of(picture, die, rng).truth[9:12] == pytest.approx((0.2, -0.5, 1))
    assert crop_of(picture, replace(die, stand=None), rng).truth[9:12] == pytest.approx((0, 0, 0))
    assert crop_of(picture, replace(die, top_seen=0.4), rng).truth[9:12] == pytest.approx((0, 0, 0))


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
        assert crop.truth.shape == NO_DIE.shape


def _any_die():
    rng = np.random.default_rng(5)
    while True:
        scene = draw_scene(rng)
        if scene.dice:
            return scene.dice[0]


def test_a_hidden_top_is_not_readable_and_an_unclear_one_is_left_open():
    picture = np.zeros((200, 200, 3), np.uint8)
    die = replace(_any_die(), box=(50.0, 50.0, 90.0, 90.0), value=3, lean=0.0)
    rng = np.random.default_rng(0)
    assert crop_of(picture, replace(die, top_seen=0.2), rng).truth[0] == 0
    assert crop_of(picture, replace(die, top_seen=0.7), rng).truth[0] == -1
    assert crop_of(picture, replace(die, top_seen=1.0, lean=5.0), rng).truth[1] == -1


def test_empty_crops_hold_no_whole_die(scenes):
    rng = np.random.default_rng(3)
    crops = [c for s in scenes for c in (empty_crop(s, rng) for _ in range(4)) if c is not None]
    assert len(crops) > 30
    kinds = [c.truth.tolist() for c in crops]
    assert all(kind in (NO_DIE.tolist(), NO_WHOLE_DIE.tolist()) for kind in kinds)
    assert kinds.count(NO_DIE.tolist()) > 0.3 * len(kinds)
    assert NO_WHOLE_DIE.tolist() in kinds


def test_a_crop_beside_all_dice_shows_none_and_one_of_a_part_of_a_die_is_left_open():
    die = replace(_any_die(), box=(50.0, 50.0, 90.0, 90.0))
    scene = Scene(np.zeros((200, 200, 3), np.uint8), (die, replace(die, box=(120.0, 50.0, 160.0, 90.0))), ())
    for box in ((0.0, 0.0, 40.0, 40.0), (91.0, 50.0, 119.0, 90.0), (48.0, 20.0, 88.0, 51.0)):
        assert empty_truth(box, scene).tolist() == NO_DIE.tolist()
    for box in ((50.0, 50.0, 70.0, 70.0), (125.0, 55.0, 145.0, 75.0), (40.0, 30.0, 170.0, 110.0)):
        assert empty_truth(box, scene).tolist() == NO_WHOLE_DIE.tolist()
    assert NO_DIE[0] == NO_WHOLE_DIE[0] == 0
    assert (NO_DIE[12], NO_WHOLE_DIE[12]) == (0, -1)


def test_cutting_over_the_edge_repeats_the_border():
    picture = np.full((50, 60, 3), 77, np.uint8)
    assert np.all(cut(picture, (0.0, 0.0), 40.0) == 77)
    assert cut(picture, (30.0, 25.0), 10.0).shape == (CUT, CUT, 3)
    assert CUT > CROP


def test_iou_is_intersection_over_union():
    assert iou((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(1 / 3)
    assert iou((0, 0, 1, 1), (2, 2, 3, 3)) == 0


def test_shards_come_back_as_they_were_written(scenes, tmp_path):
    rng = np.random.default_rng(4)
    shard = packed([samples_of(s, rng) for s in scenes[:4]])
    save(shard, tmp_path / "shard0000.npz")
    again = load(tmp_path / "shard0000.npz")
    for name in ("tiles", "dice", "crops", "truth"):
        assert np.array_equal(getattr(shard, name), getattr(again, name))
    assert shard.truth.shape[1:] == NO_DIE.shape
    crops, truth = load_only(tmp_path / "shard0000.npz", ("crops", "truth"))
    assert np.array_equal(crops, shard.crops)
    assert np.array_equal(truth, shard.truth)
    assert [p.name for p in tmp_path.iterdir()] == ["shard0000.npz"]


def test_pictures_in_which_a_finder_makes_no_mistakes_are_kept_and_learned_from(scenes, tmp_path):
    rng = np.random.default_rng(5)
    save(packed([(samples_of(s, rng)[0], []) for s in scenes[:4]]), tmp_path / "shard9001.npz")
    none = load(tmp_path / "shard9001.npz")
    assert (none.crops.shape, none.truth.shape) == ((0, CUT, CUT, 3), (0, *NO_DIE.shape))
    assert (none.crops.dtype, none.truth.dtype) == (np.uint8, np.float32)
    some = packed([samples_of(s, rng) for s in scenes[:4]])
    save(some, tmp_path / "shard0000.npz")
    pool = Pool(tmp_path, "reader", 1, 0.3)
    assert len(pool) == len(some.crops)
    crops, truth = pool.batch(40)
    assert all((some.crops == crop).all(axis=(1, 2, 3)).any() for crop in crops)
    assert truth.shape == (40, *NO_DIE.shape)


def test_a_scene_without_dice_still_gives_samples():
    scene = Scene(np.full((WINDOW, WINDOW, 3), 90, np.uint8), (), ())
    tile, crops = samples_of(scene, np.random.default_rng(0))
    assert tile.dice.shape == (0, 6)
    assert crops
