"""Dice as people own them, things among them, webcams, and views with what each place shows."""

import json
from dataclasses import replace

import numpy as np
import pytest

from training import nell_byler, views, webcam
from training.clutter import strewn
from training.looks import random_look
from training.materials import made_of, stamped
from training.placing import Table, placed_bodies
from training.scene import WINDOW, draw_scene, draw_usual_scene
from training.truth import DIE, SURFACE, THING, UNKNOWN
from vision.sim.camera import looking_at
from vision.sim.die import Pose, look_of, lying
from vision.sim.render_die import Light, Panel, die_patch

TOWARDS = np.array([0.0, 0.0, 1.0])
CAMERA = looking_at((0, 0, 0), distance_mm=200, tilt_deg=0, size=(80, 80), hfov_deg=8)


def drawn(look, light, value=3):
    canvas = np.full((80, 80, 3), 100, np.float32)
    pose = Pose(lying(value, 0.3), np.array([0, 0, look.size_mm / 2]))
    die_patch(CAMERA, look, pose, light).blend(canvas)
    return canvas


def test_materials_give_bodies_of_several_colours_and_pips_that_tell_from_them():
    rng, several = np.random.default_rng(3), 0
    for _ in range(60):
        look = made_of(random_look(rng), rng)
        several += look.texture is not None
        picture = drawn(look, Light(TOWARDS))
        assert np.isfinite(picture).all()
        assert np.ptp(picture[30:50, 30:50].mean(axis=2)) > 20
    assert several > 30


def test_a_stamped_die_is_no_die_and_shows_no_pips():
    rng = np.random.default_rng(1)
    look = stamped(look_of("white"), rng)
    assert len(look.stamps) == 6
    assert np.abs(drawn(look, Light(TOWARDS)) - drawn(look_of("white"), Light(TOWARDS))).max() > 60
    camera = looking_at((0, 0, 0), distance_mm=600, tilt_deg=20, size=(WINDOW, WINDOW), hfov_deg=40)
    table = Table(camera, WINDOW, 16.0, (90.0, 90.0, 90.0), None)
    bodies = [body for seed in range(120) for body in placed_bodies(np.random.default_rng(seed), table)]
    assert sum(bool(body.look.stamps) for body in bodies) > 10
    assert not any(body.die for body in bodies if body.look.stamps)


def test_polished_dice_mirror_lamps_and_dull_ones_do_not():
    panel = Panel(TOWARDS, 0.1, 0.1, strength=40.0)
    dark, lit = Light(TOWARDS), Light(TOWARDS, panels=(panel,))
    for gloss, brighter in ((0.0, False), (0.9, True)):
        look = replace(look_of("blue"), gloss=gloss)
        assert bool(np.abs(drawn(look, lit) - drawn(look, dark)).max() > 100) == brighter


def test_a_webcam_keeps_the_size_and_packs_at_every_quality():
    picture = draw_scene(np.random.default_rng(4)).picture
    off = [np.abs(webcam.packed(picture, quality).astype(int) - picture).mean() for quality in (90, 50, 15)]
    assert off == sorted(off)
    for seed in range(12):
        assert webcam.sent(picture, np.random.default_rng(seed)).shape == picture.shape


def test_things_stand_clear_of_the_dice():
    camera = looking_at((0, 0, 0), distance_mm=600, tilt_deg=10, size=(WINDOW, WINDOW), hfov_deg=40)
    canvas = np.full((WINDOW, WINDOW, 3), 90, np.float32)
    before = canvas.copy()
    place = np.array([0.0, 0.0])
    span = np.array([[-150.0, -150.0], [150.0, 150.0]])
    _, outlines = strewn(canvas, camera, Light(TOWARDS), [(place, 14.0)], span, np.random.default_rng(2))
    assert outlines
    x, y = np.rint(camera.project(np.array([[0.0, 0.0, 0.0]]))[0]).astype(int)
    assert (canvas[y, x] == before[y, x]).all()
    assert (canvas != before).any()


def test_a_scene_says_what_each_place_shows():
    seen = set()
    for seed in range(12):
        scene = draw_scene(np.random.default_rng((6, seed)))
        seen |= set(np.unique(scene.kinds).tolist())
        for die in scene.dice:
            x, y = (int((die.box[k] + die.box[k + 2]) / 2) for k in (0, 1))
            if die.top_seen > 0.95:
                assert scene.kinds[min(y, WINDOW - 1), min(x, WINDOW - 1)] == DIE
    assert seen == {SURFACE, DIE, THING, UNKNOWN}


def test_views_show_the_kinds_by_their_shares():
    rng = np.random.default_rng(8)
    for seed in range(6):
        view = views.view_of(draw_scene(np.random.default_rng((7, seed))), rng)
        assert view.picture.shape == (views.SIDE, views.SIDE, 3)
        assert view.shares.shape == (views.SIDE // views.VIEW_CELL,) * 2 + (len(views.SHOWN),)
        assert view.shares.sum(axis=2, dtype=int).max() <= 257
    scene = draw_usual_scene(np.random.default_rng(1), (30.0, 40.0), ordinary=True, cluttered=False)
    with pytest.raises(ValueError, match="nothing is known"):
        views.view_of(scene, rng)
    view = views.view_of(views.with_kinds(scene), rng)
    assert view.shares[..., 1].max() == 0, "of labelled pictures no thing is known"


def test_usual_scenes_have_no_leaning_dice_and_dice_of_the_size_asked_for():
    dice = [
        die
        for seed in range(20)
        for die in draw_usual_scene(
            np.random.default_rng(seed), (20.0, 24.0), ordinary=seed % 2 == 0, cluttered=seed % 3 == 0
        ).dice
    ]
    assert len(dice) > 30
    assert all(die.lean < 5 for die in dice)
    assert 15 < np.median([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice]) < 45


def test_photographs_are_held_out_by_session_and_wrong_labels_put_right(tmp_path):
    wrong, box = "IMG_20191209_095954.jpg", [2, 1.0, 2.0, 30.0, 31.0]
    missing, other = "IMG_20191208_111434.jpg", "IMG_20191208_111339.jpg"
    rows = [f'{name},"{json.dumps([box] * 3)}"' for name in (wrong, missing, other)]
    (tmp_path / "index.csv").write_text("\n".join(["file,boxes_json", *rows]), encoding="utf-8")
    labels = {label.path.name: label for label in nell_byler.cleaned(tmp_path)}
    assert set(labels) == {wrong, other}, "a picture with a die that has no box is left out"
    assert labels[wrong].values == (2, 2, 3)
    assert nell_byler.held_out(wrong)
    assert not nell_byler.held_out(other)
    assert nell_byler.held_out("IMG_20191208_112010.jpg")
