"""The shipped networks: small enough, run by OpenCV alone, and good at pictures they were not trained on."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sim import SimTray, StepClock
from vision.training.measure import match, reliability, temperature_of
from vision.training.pictures import held_out, photographs, scene_of, stills, windows
from vision.training.scene import draw_scene
from vision.training.trial import MODELS, Networks

RENDERS = Path(__file__).resolve().parents[3] / ".." / "shared" / "dice" / "renders"
PHOTOS = RENDERS.parent / "photos"


@pytest.fixture(name="networks", scope="module")
def _networks():
    return Networks.shipped()


@pytest.fixture(name="scenes", scope="module")
def _scenes():
    return [draw_scene(np.random.default_rng((99, i))) for i in range(40)]


def clear(scene):
    def inside(die):
        x0, y0, x1, y1 = die.box
        h, w = scene.picture.shape[:2]
        return min(x0, y0, w - x1, h - y1) > 2 and x1 - x0 > 20

    return [d for d in scene.dice if d.top_seen > 0.9 and d.lean < 5 and inside(d)]


def test_both_files_together_are_under_two_megabytes():
    assert sum(f.stat().st_size for f in MODELS.glob("*.onnx")) < 2_000_000


def test_the_networks_take_the_sizes_the_seam_promises():
    finder = cv2.dnn.readNetFromONNX(str(MODELS / "finder.onnx"))
    for h, w in ((96, 160), (368, 640), (640, 368), (16, 16)):
        finder.setInput(np.zeros((1, 3, h, w), np.float32))
        assert finder.forward().shape == (1, 11, h // 4, w // 4)
    reader = cv2.dnn.readNetFromONNX(str(MODELS / "reader.onnx"))
    for n in (1, 15):
        reader.setInput(np.zeros((n, 3, 64, 64), np.float32))
        assert reader.forward().shape == (n, 24)


def test_drawn_dice_never_seen_before_are_read(networks, scenes):
    logits, values = [], []
    for scene in scenes:
        dice = clear(scene)
        if dice:
            answers, _ = networks.answers(scene.picture, [d.box for d in dice])
            logits += [a[:7] for a in answers]
            values += [d.value for d in dice]
    right = np.argmax(logits, 1) == values
    assert len(values) > 60
    assert right.mean() > 0.85


def test_drawn_dice_are_found_and_little_else(networks, scenes):
    found_n = wanted = false = 0
    for scene in scenes:
        found = networks.read(scene.picture)
        wanted += len(clear(scene))
        found_n += sum(match(d, found) is not None for d in clear(scene))
        false += sum(max(f.odds) > 0.9 and match_none(f, scene) for f in found)
    assert found_n / wanted > 0.85
    assert false <= 0.1 * wanted


def match_none(found, scene):
    return all(match(d, [found]) is None for d in scene.dice)


def test_the_rendered_tray_is_read(networks):
    right = total = 0
    for seed in range(3):
        clock = StepClock()
        tray = SimTray(seed=seed, now=clock.now, sleep=clock.sleep)
        tray.hand.throw(["red", "blue", "", "green", "yellow", "black"])
        clock.sleep(3.0)
        found = networks.read(tray.read(1.0).image)
        total += 6
        got = sorted(f.value for f in found)
        right += sum(min(got.count(v), tray.hand.values.count(v)) for v in set(got))
    assert right / total > 0.85


def test_an_empty_tray_has_no_dice(networks):
    clock = StepClock()
    tray = SimTray(seed=2, now=clock.now, sleep=clock.sleep)
    assert [f for f in networks.read(tray.read(1.0).image) if max(f.odds) > 0.5] == []


@pytest.mark.skipif(not RENDERS.exists(), reason="the ray-traced stills lie beside the project, not in it")
def test_held_out_ray_traced_stills_are_read(networks):
    right = total = 0
    for label in [label for label in stills(RENDERS) if held_out(label)][::2]:
        scene = scene_of(label)
        dice = [d for d in scene.dice if d.top_seen > 0.9 and d.lean < 5]
        if dice:
            answers, _ = networks.answers(scene.picture, [d.box for d in dice])
            right += sum(int(np.argmax(a[:7])) == d.value for a, d in zip(answers, dice, strict=True))
            total += len(dice)
    assert right / total > 0.88


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs lie beside the project, not in it")
def test_photographs_carry_their_labels():
    labels = photographs(PHOTOS)
    assert len(labels) > 300
    assert all(len(label.dice) in (0, len(label.values)) for label in labels)
    assert {d.lean for label in labels for d in label.dice} == {4.0}


def test_windows_keep_boxes_on_the_dice(scenes):
    rng = np.random.default_rng(0)
    for scene in scenes[:6]:
        for window in windows(scene, rng, 3, side=200):
            for die in window.dice:
                x0, y0, x1, y1 = (round(v) for v in die.box)
                if x0 >= 0 and y0 >= 0 and x1 <= window.picture.shape[1] and y1 <= window.picture.shape[0]:
                    piece = window.picture[y0:y1, x0:x1]
                    assert any(
                        np.array_equal(piece, scene.picture[oy : oy + y1 - y0, ox : ox + x1 - x0])
                        for d in scene.dice
                        for oy in range(round(d.box[1]) - 1, round(d.box[1]) + 2)
                        for ox in range(round(d.box[0]) - 1, round(d.box[0]) + 2)
                    )


def test_the_temperature_makes_odds_honest():
    rng = np.random.default_rng(1)
    true_odds = rng.dirichlet(np.ones(7) * 0.3, 4000)
    values = np.array([rng.choice(7, p=p) for p in true_odds])
    best, _ = temperature_of(2.0 * np.log(true_odds + 1e-9), values)
    assert best == pytest.approx(2.0, rel=0.1)


def test_reliability_bands_hold_what_falls_into_them():
    odds, right = np.array([0.4, 0.96, 0.97, 1.0]), np.array([False, True, False, True])
    assert [count for _, _, count in reliability(odds, right)] == [1, 2, 1]
