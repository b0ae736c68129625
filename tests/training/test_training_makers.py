"""Pips lie in the drawn scenes where makers place them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.makers import STRAIGHT, as_made
from training.placing import owned_look
from vision.sim.camera import looking_at
from vision.sim.die import DieLook, Pose, look_of, lying
from vision.sim.render_die import Light, die_patch

SIDE = 120
CAMERA = looking_at((0, 0, 16), distance_mm=2000, tilt_deg=0, size=(SIDE, SIDE), hfov_deg=0.8)
LIGHT = Light(np.array([0.0, 0.0, 1.0]), main=(0.5, 0.5, 0.5), around=(0.5, 0.5, 0.5), shadow=0.0)
EDGE_PX = 16.0 / (2 * 1984 * np.tan(np.radians(0.4))) * SIDE


def plain(**kinds):
    return replace(look_of("white"), dent=0.0, gloss=0.0, size_mm=16.0, **kinds)


def seen(look, value):
    """The top face from straight above, (SIDE, SIDE, 3)."""
    canvas = np.full((SIDE, SIDE, 3), 100, np.float32)
    die_patch(CAMERA, look, Pose(lying(value, 0.0), np.array([0, 0, 8.0])), LIGHT).blend(canvas)
    return canvas


def pips(picture, dark=90):
    """The middles (n, 2) of dark spots, in edges of the die, and their areas in px."""
    _, _, stats, middles = cv2.connectedComponentsWithStats((picture.mean(axis=2) < dark).astype(np.uint8))
    kept = stats[1:, cv2.CC_STAT_AREA] > 20
    return middles[1:][kept] / EDGE_PX, stats[1:, cv2.CC_STAT_AREA][kept]


@pytest.mark.parametrize("slant", [False, True])
@pytest.mark.parametrize("two", STRAIGHT)
def test_a_straight_two_is_parallel_to_an_edge(two, slant):
    places, _ = pips(seen(plain(two=two, slants=(slant, False, False), pip=0.14), 2))
    assert len(places) == 2
    apart = np.sort(np.abs(places[1] - places[0]))
    assert apart == pytest.approx([0.0, two], abs=0.02)


@pytest.mark.parametrize("slant", [False, True])
def test_a_two_on_the_diagonal_lies_either_way(slant):
    places, _ = pips(seen(plain(slants=(slant, False, False)), 2))
    apart = places[1] - places[0]
    assert np.abs(apart) == pytest.approx([0.52, 0.52], abs=0.03)


@pytest.mark.parametrize("slant", [False, True])
@pytest.mark.parametrize("rows", [0.7, 1.0])
def test_the_rows_of_a_six_are_near_or_far(rows, slant):
    places, _ = pips(seen(plain(rows=rows, slants=(False, False, slant), pip=0.14), 6))
    assert len(places) == 6
    spans = np.sort(np.ptp(places, axis=0))
    assert spans == pytest.approx([0.52 * rows, 0.52], abs=0.03)


def test_a_big_red_one_and_a_red_four():
    red = (30.0, 30.0, 200.0)
    look = plain(one=red, four=red, one_scale=2.0)
    for value, count in ((1, 1), (4, 4)):
        picture = seen(look, value)
        reddish = (picture[..., 2] - picture[..., 0] > 80).astype(np.uint8)
        assert cv2.connectedComponents(reddish)[0] == 1 + count


def test_an_inset_lies_round_the_pips():
    picture = seen(plain(inset=(200.0, 60.0, 20.0), inset_half=0.8, pips=(240.0, 240.0, 240.0)), 5)
    bluish = picture[..., 0] - picture[..., 2] > 60
    across = bluish.sum() / EDGE_PX**2
    assert 0.4 < across < 0.64  # the panel without its pips
    assert (picture[SIDE // 2, SIDE // 2] > 150).all()


def test_a_round_panel_and_a_ring_hold_the_pips_of_each_face():
    rng = np.random.default_rng(5)
    looks = [as_made(plain(), rng) for _ in range(400)]
    discs = [look for look in looks if look.inset is not None and look.inset_round]
    rings = [look for look in looks if look.hoop is not None]
    assert len(discs) > 10
    assert len(rings) > 30
    for look in discs + rings:
        reach = look.inset_half if look.hoop is None else look.hoop[1]
        assert np.sqrt(2) * look.spread + look.pip <= reach + 1e-6


def test_a_ring_round_the_pips_is_drawn():
    picture = seen(plain(hoop=((20.0, 20.0, 220.0), 0.8, 0.9), spread=0.4, pip=0.12), 5)
    reddish = picture[..., 2] - picture[..., 0] > 80
    assert reddish.sum() / EDGE_PX**2 == pytest.approx(np.pi * (0.9**2 - 0.8**2) / 4, rel=0.15)
    assert not reddish[SIDE // 2, SIDE // 2]


def test_pips_never_touch_and_stay_on_the_face():
    rng = np.random.default_rng(7)
    for _ in range(60):
        made = replace(as_made(plain(), rng), inset=None, hoop=None, one=None, four=None)
        look = replace(made, pips=(10.0, 10.0, 10.0), dent=0.0)
        for value in (2, 5, 6):
            places, _ = pips(seen(look, value))
            on_top = np.abs(places - SIDE / 2 / EDGE_PX).max(axis=1) < 0.42  # not on the rounded edges
            assert on_top.sum() == value


def test_the_drawn_scenes_have_dice_of_all_makers():
    rng = np.random.default_rng(11)
    looks: list[DieLook] = [owned_look(rng) for _ in range(1000)]
    straight = [look.two for look in looks if look.two is not None]
    assert len(straight) > 100
    assert np.ptp(straight) > 0.18
    assert sum(look.rows < 0.9 for look in looks) > 60
    assert sum(look.one is not None and look.one_scale > 1.5 for look in looks) > 50
    assert sum(look.four is not None for look in looks) > 25
    assert sum(look.ring is not None for look in looks) > 30
    assert sum(look.inset is not None for look in looks) > 20
    assert min(look.spread for look in looks) < 0.38
    assert max(look.spread for look in looks) > 0.64
    assert min(look.pip for look in looks) < 0.11
    assert max(look.pip for look in looks) > 0.24
