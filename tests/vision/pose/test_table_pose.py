"""Dice as points before a camera: level ones have equal poses, a leaning one differs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pose.foreshortening import TopShapes
from vision.pose.table_pose import PoseComparison, TablePose, places_of

WIDTH, HEIGHT = 1280, 720
PLACES = [(-150.0, -70.0), (130.0, -60.0), (-120.0, 60.0), (140.0, 80.0), (0.0, 0.0)]
SPREAD = 0.08


def turned(axis, degrees):
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]),
        "y": np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]]),
    }[axis]


def seen(place, *, tilt, focal=1400.0, lean=0.0, about="y", half=8.0):
    """Box (4,) px and top offset (2,) in half edges of a die at `place` mm, for a camera at 700 mm, `tilt` degrees from
    above.
    """
    points = np.array([[0.0, 0, 0], [0, 0, half]]) @ turned(about, lean).T + np.array([*place, half])
    camera = points @ turned("x", 180 - tilt).T + np.array([0, 0, 700])
    at = focal * camera[:, :2] / camera[:, 2:] + np.array([WIDTH / 2, HEIGHT / 2])
    scale = focal / camera[0, 2] * half
    return np.concatenate([at[0] - scale, at[0] + scale]), (at[1] - at[0]) / scale


def leanings(top_offsets, sigmas, boxes, table=None):
    return PoseComparison(top_offsets, sigmas, boxes, WIDTH, HEIGHT, table).leanings()


def table(tilt, *, focal=1400.0, noise=0.0, **odd):
    dice = [seen(place, tilt=tilt, focal=focal) for place in PLACES]
    if odd:
        dice[2] = seen(PLACES[2], tilt=tilt, focal=focal, **odd)
    boxes, top_offsets = (np.array(each) for each in zip(*dice, strict=True))
    top_offsets = top_offsets + noise * np.random.default_rng(3).standard_normal(top_offsets.shape)
    return leanings(top_offsets, np.full(len(dice), SPREAD), boxes)


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize("focal", [1000.0, 1400.0, 1900.0])
def test_level_dice_agree_through_any_lens(tilt, focal):
    assert table(tilt, focal=focal, noise=SPREAD / 2).max() < 0


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize("lean", [-38, 38])
def test_a_die_that_leans_far_is_named(tilt, lean):
    found = table(tilt, lean=lean, noise=SPREAD / 2)
    assert found.argmax() == 2
    assert found[2] > 3


def test_lean_within_the_error_is_level():
    assert table(20, lean=4)[2] < 0


def test_a_lone_die_may_stand_as_it_likes():
    box, top_offset = seen((0, 0), tilt=30)
    assert leanings(top_offset[None], np.array([SPREAD]), box[None])[0] < 0
    assert leanings(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 4))).shape == (0,)


@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_small_lean_among_precise_dice(tilt):
    """Nine degrees, read to 0.02 half edges: a coin's edge under a die."""
    dice = [seen(place, tilt=tilt) for place in PLACES]
    dice[4] = seen(PLACES[4], tilt=tilt, lean=9)
    boxes, top_offsets = (np.array(each) for each in zip(*dice, strict=True))
    found = leanings(top_offsets, np.full(len(dice), 0.02), boxes)
    assert found.argmax() == 4
    assert found[4] > 2
    assert np.delete(found, 4).max() < 0


def test_extreme_pose_does_not_overflow():
    dice = [seen(place, tilt=20) for place in PLACES]
    boxes, top_offsets = (np.array(each) for each in zip(*dice, strict=True))
    top_offsets[0] += 8.0
    found = leanings(top_offsets, np.full(len(dice), 0.02), boxes)
    assert np.all(np.isfinite(found))
    assert found.argmax() == 0


def known_table(tilt, off=0.03, focal=1400.0):
    return TablePose.set_up(seen((0, 0), tilt=tilt)[1], np.cos(np.radians(tilt)) * WIDTH / focal, off)


@pytest.mark.parametrize("tilt", [0, 30, 50])
@pytest.mark.parametrize("place", PLACES)
def test_lone_lean_shows_on_a_known_table(tilt, place):
    level, leaning = (seen(place, tilt=tilt, lean=lean) for lean in (0, 12))
    for (box, top_offset), leans in ((level, False), (leaning, True)):
        alone = leanings(top_offset[None], np.array([0.03]), box[None], known_table(tilt))[0]
        assert (alone > 2) == leans
        assert leanings(top_offset[None], np.array([0.03]), box[None])[0] < 1, "and elsewhere does not"


@pytest.mark.parametrize("tilt", [0, 30, 45])
def test_expected_offset_leaves_out_the_die_itself(tilt):
    dice = [seen(place, tilt=tilt) for place in PLACES]
    boxes, top_offsets = (np.array(each) for each in zip(*dice, strict=True))
    wrong = top_offsets.copy()
    wrong[1] = (0.9, 0.9)
    sigmas = np.full(len(dice), 0.03)
    estimated, spread = PoseComparison(wrong, sigmas, boxes, WIDTH, HEIGHT).expected(
        np.array([1.0, 0.0, 1.0, 1.0, 1.0])
    )
    assert estimated == pytest.approx(top_offsets, abs=0.06)
    assert np.sqrt(spread[:, 0, 0]).max() < 0.1
    _, vague = PoseComparison(top_offsets[:1], sigmas[:1], boxes[:1], WIDTH, HEIGHT).expected(np.ones(1))
    assert np.sqrt(0.5 * np.trace(vague[0])) > 0.2


def test_a_known_table_applies_to_a_single_die():
    (box, top_offset) = seen(PLACES[0], tilt=40)
    comparison = PoseComparison(np.array([[0.7, 0.1]]), np.array([0.4]), box[None], WIDTH, HEIGHT, known_table(40))
    estimated, spread = comparison.expected(np.ones(1))
    assert estimated[0] == pytest.approx(top_offset, abs=0.03)
    assert np.sqrt(spread[0, 0, 0]) == pytest.approx(0.03, abs=0.01)


@pytest.mark.parametrize("tilt", [0, 30, 45])
def test_few_dice_determine_the_table(tilt):
    dice = [seen(place, tilt=tilt) for place in PLACES]
    boxes, top_offsets = (np.array(each) for each in zip(*dice, strict=True))
    places = places_of(boxes, WIDTH, HEIGHT)
    usual = TablePose.about(top_offsets[:1], places[:1])
    estimated = usual.updated(places[1:], top_offsets[1:], np.full(len(dice) - 1, 0.02))
    expected, spread = estimated.expected(places)
    assert expected == pytest.approx(top_offsets, abs=0.03)
    assert np.sqrt(spread[:, 0, 0]).max() < 0.04 < np.sqrt(usual.expected(places)[1][:, 0, 0]).min()
    assert estimated.away(places, top_offsets, np.full(len(dice), 0.02)).max() < 1.5
    assert estimated.away(places[:1], top_offsets[:1] + 0.2, np.array([0.02]))[0] > 5


def corners(place, *, tilt, lean=0.0, about="y", focal=1400.0, half=8.0, stretch=1.0):
    """Top offset (2,) and shape (3,) of a die's top face, in half edges, in a picture `stretch` times as high."""
    rotation = turned(about, lean)
    points = [[0.0, 0, 0], [0, 0, half], [half, 0, half], [0, half, half]] @ rotation.T + np.array([*place, half])
    camera = points @ turned("x", 180 - tilt).T + np.array([0, 0, 700])
    at = focal * camera[:, :2] / camera[:, 2:] * (1.0, stretch)
    unit = focal / camera[0, 2] * half
    (ax, ay), (bx, by) = (at[2] - at[1]) / unit, (at[3] - at[1]) / unit
    return (at[1] - at[0]) / unit, (ax * ax + bx * bx, ax * ay + bx * by, ay * ay + by * by)


def with_tops(tilt, *, spread, stretch=1.0, odd=2, lean=0.0, level_top_offset=False):
    boxes = np.array([seen(place, tilt=tilt)[0] for place in PLACES])
    dice = [
        corners(p, tilt=tilt, stretch=stretch, lean=lean if k == odd else 0.0, about="x") for k, p in enumerate(PLACES)
    ]
    top_offsets, shapes = (np.array(each) for each in zip(*dice, strict=True))
    if level_top_offset:
        top_offsets[odd] = corners(PLACES[odd], tilt=tilt, stretch=stretch)[0]
    tops = TopShapes(shapes, np.full(len(dice), 0.04))
    return PoseComparison(top_offsets, np.full(len(dice), spread), boxes, WIDTH, HEIGHT, None, tops).leanings()


@pytest.mark.parametrize("tilt", [0, 25, 45])
@pytest.mark.parametrize("stretch", [1.0, 1.25])
def test_stretching_keeps_tops_alike(tilt, stretch):
    assert with_tops(tilt, spread=0.05, stretch=stretch).max() < 0


@pytest.mark.parametrize("lean", [-12, 12])
def test_top_shape_shows_a_lean(lean):
    uprights_alone = table(40, lean=lean, about="x")
    both = with_tops(40, spread=SPREAD, lean=lean)
    assert both.argmax() == 2
    assert both[2] > max(uprights_alone[2] + 1, 0)


def test_turned_top_of_a_level_upright_is_a_lean():
    assert with_tops(35, spread=0.12, lean=-25, level_top_offset=True)[2] > 2
    assert with_tops(35, spread=0.12, lean=0, level_top_offset=True)[2] < 0
