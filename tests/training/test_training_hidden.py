"""Dice of which walls and cards hide the tops: found, but not read."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.drawn_trays import ABOVE, TABLE, camera_at, tray_of
from training import scene as drawn
from training import trays
from training.covers import COVERED, cover_die
from training.placing import Body, on_table
from training.samples import crop_of, tile_of
from training.scene import WINDOW, draw_scene
from training.truth import Die, Scene, Stand
from vision.sim.die import Pose, look_of, lying

# Hidden dice


def behind_a_wall(high, tilt=55):
    """Draw a red die flush behind the near wall of a tray; return what is true of it and the picture with and without
    the die.
    """
    tray, camera = tray_of(high=high), camera_at(tilt, target=(0, -50, 8))
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([0.0, -51.9, 8.0])), True)
    pictures = []
    for bodies in ([], [body]):
        canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
        trays.lay_floor(canvas, camera, tray, ABOVE)
        trays.stand_walls(canvas, camera, tray, ABOVE, near=False)
        owners = drawn._draw(canvas, camera, bodies, ABOVE, np.random.default_rng(0))
        owners[trays.stand_walls(canvas, camera, tray, ABOVE, near=True)] = COVERED
        pictures.append(canvas)
    return drawn.truth_of(0, body, camera, owners), pictures[1], pictures[0]


def test_a_die_behind_a_near_wall_is_hidden_and_its_box_is_round_what_is_seen():
    die, picture, without = behind_a_wall(22.0)
    assert die.hidden
    assert die.top_seen < 0.5
    rows, columns = np.nonzero(np.abs(picture - without).max(axis=2) > 10)
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert die.box == pytest.approx(seen, abs=1.01)
    whole = behind_a_wall(1.0)[0]
    assert die.box[3] - die.box[1] < 0.5 * (whole.box[3] - whole.box[1])
    assert die.value == whole.value == 3


def test_behind_a_low_wall_a_die_is_not_hidden_and_behind_a_high_one_it_is_not_there():
    for high in (1.0, 8.0, 15.0):
        low = behind_a_wall(high)[0]
        assert low.top_seen > 0.9
        assert not low.hidden
        assert low.box == behind_a_wall(1.0)[0].box
    assert behind_a_wall(40.0)[0] is None


def test_a_die_of_which_hardly_anything_is_seen_is_left_open():
    die, _, _ = behind_a_wall(25.0)
    assert die.top_seen < 0.5
    assert not die.hidden
    assert die.box == behind_a_wall(1.0)[0].box
    assert crop_of(np.zeros((WINDOW, WINDOW, 3), np.uint8), die, np.random.default_rng(0)).truth[12] == -1


def test_before_a_far_wall_a_die_is_wholly_seen():
    tray, camera = tray_of(high=45.0), camera_at(55)
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([0.0, 51.9, 8.0])), True)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    owners = drawn._draw(canvas, camera, [body], ABOVE, np.random.default_rng(0))
    before = np.count_nonzero(owners == 0)
    owners[trays.stand_walls(canvas, camera, tray, ABOVE, near=True)] = COVERED
    assert np.count_nonzero(owners == 0) == before
    assert not drawn.truth_of(0, body, camera, owners).hidden


STANDS = Stand(top=(80.0, 75.0), middle=(80.0, 80.0), half_edge=16.0, sides=((16.0, 0.0), (0.0, 15.0)))
DIE = Die(4, False, 0.0, 2, (60.0, 60.0, 100.0, 100.0), 1.0, 0.0, 0.3, STANDS, hidden=True)
BLANK = np.zeros((200, 200, 3), np.uint8)


def weight_of(die, seed=0):
    """Return value and weight of a die in the finder's sample of a picture that is as small as it may be."""
    (row,) = tile_of(Scene(BLANK, (die,), ()), np.random.default_rng(seed)).dice
    return row[4], row[5]


def test_a_hidden_die_is_to_be_found_and_not_to_be_read():
    assert weight_of(DIE) == (0, 1)
    truth = crop_of(BLANK, DIE, np.random.default_rng(0)).truth
    assert truth[:3].tolist() == [0, -1, -1]
    assert truth[11:].tolist() == [0, 1]
    assert truth[5] > truth[3]  # its box is learnt


def test_a_die_that_may_be_hidden_is_left_open():
    unclear = replace(DIE, hidden=False)
    assert weight_of(unclear) == (0, 0)
    assert crop_of(BLANK, unclear, np.random.default_rng(0)).truth[12] == -1


def test_a_die_whose_top_is_seen_is_there():
    for seen in (0.6, 1.0):
        clear = replace(DIE, hidden=False, top_seen=seen)
        assert weight_of(clear) == (4 if seen == 1 else 0, 1)
        assert crop_of(BLANK, clear, np.random.default_rng(0)).truth[12] == 1


def test_a_sliver_of_a_die_is_not_asked_of_the_finder():
    sliver = replace(DIE, box=(60.0, 60.0, 100.0, 62.0))
    assert weight_of(sliver) == (0, 0)
    assert crop_of(BLANK, sliver, np.random.default_rng(0)).truth[12] == 1


@pytest.mark.parametrize(("left", "hidden"), [(150.0, True), (-4.0, False), (WINDOW - 22.0, False)])
def test_a_covered_die_at_the_edge_of_the_picture_is_left_open(left, hidden):
    """Half of it is covered; beyond the edge nobody knows how much of it would be seen."""
    camera = camera_at(0)
    (start,) = on_table(camera, np.array([[left, 200.0]]))
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([start[0] + 8, start[1], 8.0])), True)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    owners = drawn._draw(canvas, camera, [body], ABOVE, np.random.default_rng(0))
    owners[:204] = COVERED
    die = drawn.truth_of(0, body, camera, owners)
    assert die.top_seen < 0.5
    assert die.hidden == hidden
    scene = Scene(np.zeros((WINDOW, WINDOW, 3), np.uint8), (die,), ())
    for seed in range(5):
        for row in tile_of(scene, np.random.default_rng(seed)).dice:
            assert row[5] == hidden
    assert crop_of(scene.picture, die, np.random.default_rng(0)).truth[12] == (1 if hidden else -1)


def test_in_drawn_trays_some_dice_are_hidden_and_most_are_not(monkeypatch):
    monkeypatch.setattr(drawn, "_IN_TRAY", 1.0)
    dice = [die for seed in range(40) for die in draw_scene(np.random.default_rng((33, seed))).dice]
    hidden = [die for die in dice if die.hidden]
    assert 3 < len(hidden) < 0.3 * len(dice)
    assert sum(die.top_seen > 0.8 for die in dice) > 0.5 * len(dice)
    for die in hidden:
        x0, y0, x1, y1 = die.box
        assert die.top_seen < 0.5
        assert 0 <= x0 < x1 <= WINDOW
        assert 0 <= y0 < y1 <= WINDOW


def test_a_card_covers_a_part_of_its_die_and_is_nobodys():
    camera, shares = camera_at(20), []
    body = Body(look_of("red"), Pose(lying(3, 0.4), np.array([5.0, 9.0, 8.0])), True)
    for seed in range(40):
        canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
        rng = np.random.default_rng((34, seed))
        owners = drawn._draw(canvas, camera, [body], ABOVE, rng)
        free, before = owners.copy(), canvas.copy()
        cover_die(canvas, owners, camera, body, ABOVE, rng)
        taken = owners == COVERED
        assert np.array_equal(owners[~taken], free[~taken])
        assert (canvas[taken] != before[taken]).any(axis=1).mean() > 0.95
        shares.append(np.mean(taken[free == 0]))
    assert np.min(shares) > 0.05
    assert np.mean(shares) > 0.4
    assert np.mean(np.array(shares) < 0.98) > 0.6
