"""Sheets over dice, and what of them is a part of one."""

from __future__ import annotations

import numpy as np
import pytest

from training.parts import NONE, PART, UNCLEAR, WHOLE, Visible, _kinds, _visible, crops_of, drawn, outlines_of
from training.pictures import unposed
from training.sheets import filled, laid, outline_over
from training.trial import Networks

BOX = (100.0, 120.0, 160.0, 180.0)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("way", [0.0, 0.25 * np.pi, np.pi, -0.5 * np.pi])
def test_a_sheet_hides_its_share_of_a_die_from_its_side(share, way):
    for seed in range(5):
        outline = outline_over(BOX, share, way, np.random.default_rng(seed))
        x, y = np.meshgrid(np.arange(100, 160), np.arange(120, 180))
        hidden = filled((300, 300), outline, 255)[y, x] > 127
        along = ((x - 129.5) * np.cos(way) + (y - 149.5) * np.sin(way)) / (60 * max(abs(np.cos(way)), abs(np.sin(way))))
        if way in (0.0, np.pi, -0.5 * np.pi):
            assert hidden.mean() == pytest.approx(share, abs=0.03)
        assert along[hidden].mean() > along[~hidden].mean()


def test_beyond_a_sheet_and_its_shadow_the_picture_stays():
    picture = np.random.default_rng(0).integers(0, 256, (300, 300, 3), np.uint8)
    outline = outline_over(BOX, 0.5, 0.0, np.random.default_rng(3))
    covered, hidden = laid(picture, outline, 0.8, np.random.default_rng(4))
    assert covered.shape == picture.shape
    assert hidden.any()
    assert (covered[hidden] != picture[hidden]).any(axis=1).mean() > 0.95
    assert np.array_equal(covered[:60], picture[:60])


def test_of_a_half_hidden_die_it_is_known_what_is_left():
    die, hidden = unposed(4, BOX), np.zeros((300, 300), np.bool_)
    assert _visible(die, hidden).kind == WHOLE
    hidden[:, 130:] = True
    seen = _visible(die, hidden)
    assert seen.kind == PART
    assert seen.left == pytest.approx((101.5, 121.5, 130, 178.5), abs=1.5)
    hidden[:, 103:] = True
    assert _visible(die, hidden).kind == UNCLEAR
    hidden[:] = True
    assert _visible(die, hidden).left is None


def test_a_box_shows_the_die_of_which_most_lies_in_it():
    dice = [
        Visible(BOX, (100.0, 120.0, 130.0, 180.0), PART),
        Visible((200, 120, 260, 180), (200, 120, 260, 180), WHOLE),
    ]
    boxes = np.array(
        [
            (98, 118, 134, 182),  # the part
            (85, 120, 145, 180),  # as large as a die about it
            (201, 121, 259, 181),  # the whole one
            (195, 115, 300, 220),  # that and much more
            (20, 220, 80, 280),  # nothing
            (0, 0, 290, 290),  # all
        ],
        np.float32,
    )
    assert _kinds(boxes, dice).tolist() == [PART, PART, WHOLE, UNCLEAR, NONE, UNCLEAR]


def test_drawn_scenes_give_crops_of_all_kinds():
    networks, rng = Networks.shipped(), np.random.default_rng(1)
    made = [crops_of(scene, networks, rng) for scene in drawn(rng, 8)]
    crops, kinds = (np.concatenate(each) for each in zip(*made, strict=True))
    assert crops.shape == (len(kinds), 64, 64, 3)
    assert set(kinds.tolist()) == {NONE, PART, WHOLE}


def test_the_body_of_a_die_reaches_round_its_top():
    scene = next(scene for scene in drawn(np.random.default_rng(5), 20) if scene.dice)
    for die in scene.dice:
        top, body = outlines_of(die)
        face, own = filled((600, 600), top + 60, 1) > 0, filled((600, 600), body + 60, 1) > 0
        if not die.hidden:
            assert (face & own).sum() > 0.85 * face.sum()
            assert own.sum() > 0.95 * face.sum()
