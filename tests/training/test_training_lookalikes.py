"""What could pass for dice and is none: drawn for the reader to learn from, and asked about when it is read."""

import numpy as np
import pytest

from training.lookalikes import SMALLEST, draw_table
from training.prisms import Prism, Thing, in_front, middles, stand
from training.scene import WINDOW
from training.solids import random_things
from vision.pipeline.reader import Reader
from vision.sim.camera import looking_at
from vision.sim.render_die import Light

LIGHT = Light(np.array([0.0, 0.0, 1.0]))


def camera(tilt):
    return looking_at((0, 0, 0), distance_mm=500, tilt_deg=tilt, size=(400, 300), hfov_deg=30)


def block(wide, long, tall, colour=(200.0, 200.0, 200.0), sides=(50.0, 50.0, 50.0)):
    """Return a plain block whose whole rectangle could pass for a die."""
    ring = 0.5 * np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]])
    top = np.full((20, 20, 3), colour, np.float32)
    return Thing((Prism(ring, 0.0, tall, sides, top),), ((-wide / 2, -long / 2, wide / 2, long / 2),))


def drawn(thing, tilt, at=(0.0, 0.0), yaw=0.0):
    canvas = np.full((300, 400, 3), 100, np.float32)
    seen = stand(canvas, camera(tilt), thing, np.array(at), yaw, LIGHT)
    return canvas, seen


def test_from_above_a_block_shows_its_top_and_from_the_side_a_side_too():
    scale = camera(0).px_per_mm(np.array([0.0, 0.0, 10.0]))
    above, [seen] = drawn(block(40, 20, 10), 0)
    lit = above[..., 0] > 150
    assert lit.sum() == pytest.approx((40 * scale + 1) * (20 * scale + 1), rel=0.03)
    assert not (above[..., 0] < 60).any(), "no side is seen from straight above the middle"
    assert np.ptp(seen[:, 0]) == pytest.approx(40 * scale, rel=0.05)
    aside, _ = drawn(block(40, 20, 10), 40)
    dark, light = (aside[..., 0] < 60).nonzero(), (aside[..., 0] > 150).nonzero()
    assert len(dark[0]) > 100, "the side towards the camera"
    assert dark[0].mean() > light[0].mean(), "it is seen below the top"


def test_a_block_that_is_turned_covers_what_its_outline_says():
    canvas, [seen] = drawn(block(40, 20, 10), 0, at=(30.0, -10.0), yaw=0.5)
    rows, columns = (canvas[..., 0] > 150).nonzero()
    assert columns.mean() == pytest.approx(seen[4:, 0].mean(), abs=1.0)
    assert rows.mean() == pytest.approx(seen[4:, 1].mean(), abs=1.0)
    assert columns.max() - columns.min() == pytest.approx(np.ptp(seen[4:, 0]), abs=2.5)


def test_things_stand_apart_and_only_where_there_is_room():
    things = [block(30, 30, 5) for _ in range(9)]
    places = middles(np.random.default_rng(3), things, np.array([[-60.0, -60.0], [60.0, 60.0]]))
    assert 3 <= len(places) <= 9
    apart = [np.linalg.norm(a - b) for k, a in enumerate(places) for b in places[:k]]
    assert min(apart) > things[0].reach_mm * 2


def test_what_reaches_beside_the_camera_is_not_drawn():
    large, small = block(400, 400, 10), block(40, 40, 10)
    assert in_front(camera(0), small, np.zeros(2))
    assert in_front(camera(60), small, np.zeros(2))
    foot = camera(60).eye_mm[:2]
    assert not in_front(camera(60), large, foot), "seen from 60 degrees its near half lies behind the camera"


def test_all_kinds_of_things_come_and_all_could_pass_for_a_die():
    things = [thing for seed in range(60) for thing in random_things(np.random.default_rng(seed), 4)]
    assert {len(thing.prisms[0].outline) for thing in things} == {4, 32}, "blocks and round ones"
    assert any(len(thing.prisms) > 1 for thing in things), "bricks with studs"
    assert {len(thing.fields) for thing in things} >= {1, 2}, "dominoes have two fields"
    for thing in things:
        outlines = np.concatenate([prism.outline for prism in thing.prisms])
        low, high = outlines.min(0), outlines.max(0)
        for x0, y0, x1, y1 in thing.fields:
            assert (low - 1e-6 <= (x0, y0)).all()
            assert ((x1, y1) <= high + 1e-6).all()
            assert min(x1 - x0, y1 - y0) > 2


def test_a_table_is_the_same_for_the_same_seed_and_its_boxes_lie_in_the_picture():
    for seed in range(12):
        picture, boxes = draw_table(np.random.default_rng(seed))
        again, same = draw_table(np.random.default_rng(seed))
        assert (picture == again).all()
        assert boxes == same
        assert picture.shape == (WINDOW, WINDOW, 3)
        assert picture.dtype == np.uint8
        for x0, y0, x1, y1 in boxes:
            assert 0 < x0 < x1 < WINDOW
            assert 0 < y0 < y1 < WINDOW
            assert min(x1 - x0, y1 - y0) > SMALLEST


def test_tables_without_dice_are_hardly_ever_sure_of_some():
    """The scenes that teach hold such things too; these have other seeds."""
    reader = Reader()
    sure = []
    for seed in range(40):
        reading = reader.read(draw_table(np.random.default_rng((4040, seed)))[0])
        sure.append(reading.sure and bool(reading.dice))
    assert sum(sure) <= 2
