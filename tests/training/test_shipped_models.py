"""The shipped networks: small enough, run by OpenCV alone, and good at pictures they were not trained on."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.measure import clearly_seen, looked_at, match, off_upright, reliability, temperature_of
from training.pictures import held_out, photographs, scene_of, stills, unposed, windows
from training.scene import draw_scene
from training.trial import MODELS, Networks
from training.truth import Stand
from vision.detection.classifier import CLASSIFIER_OUTPUTS, CropPredictions
from vision.imaging.boxes import iou
from vision.imaging.crops import AT_ONCE, ENGINE, FOLDED
from vision.sim import SimTray, StepClock

RENDERS = Path(__file__).resolve().parents[2] / ".." / "shared" / "dice" / "renders"
PHOTOS = RENDERS.parent / "photos"


@pytest.fixture(name="networks", scope="module")
def _networks():
    return Networks.shipped()


@pytest.fixture(name="scenes", scope="module")
def _scenes():
    return [draw_scene(np.random.default_rng((99, i)), ordinary=True) for i in range(120)]


def inside(box, scene):
    x0, y0, x1, y1 = box
    h, w = scene.picture.shape[:2]
    return min(x0, y0, w - x1, h - y1) > 2


def clear(scene):
    def large(die):
        return die.box[2] - die.box[0] > 20

    return [d for d in scene.dice if d.top_seen > 0.9 and d.lean < 5 and inside(d.box, scene) and large(d)]


def test_all_files_together_are_under_six_megabytes():
    assert sum(f.stat().st_size for f in MODELS.glob("*.onnx")) < 6_000_000


def test_the_networks_take_the_sizes_the_seam_promises():
    finder = cv2.dnn.readNetFromONNX(str(MODELS / "finder.onnx"), ENGINE)
    for h, w in ((96, 160), (384, 640), (640, 384), (32, 32)):
        finder.setInput(np.zeros((1, 3, h, w), np.uint8))
        assert finder.forward().shape == (1, 11, h // 4, w // 4)
    reader = cv2.dnn.readNetFromONNX(str(MODELS / "reader.onnx"), ENGINE)
    for level in ((0.0, 0.0, 0.0), (0.3, -0.5, 0.6)):
        reader.setInput(np.zeros((AT_ONCE, *FOLDED), np.uint8), "crops")
        reader.setInput(np.array([level] * AT_ONCE, np.float32), "level")
        assert reader.forward().shape == (AT_ONCE, CLASSIFIER_OUTPUTS)


def test_large_weights_are_stored_as_16_bit_numbers():
    onnx = pytest.importorskip("onnx", reason="looking into the files needs the extra `train`")
    for name in ("finder", "reader", "poser"):
        stored = [onnx.numpy_helper.to_array(w) for w in onnx.load(MODELS / f"{name}.onnx").graph.initializer]
        assert {w.dtype.name for w in stored if w.size > 3000} == {"float16"}
        assert all(np.isfinite(w).all() for w in stored)


def test_drawn_dice_never_seen_before_are_read(networks, scenes):
    right, named, off = [], [], []
    for scene in scenes:
        dice = clear(scene)
        looks = looked_at(dice, scene, networks)
        right += [int(v.argmax()) == d.value for v, d in zip(looks.values, dice, strict=True)]
        named += [int(c.argmax()) == d.colour for c, d in zip(looks.colours, dice, strict=True) if d.colour >= 0]
        off.append(off_upright(looks, dice))
    far, ratio = np.sqrt((np.concatenate(off) ** 2).mean(axis=0))
    print(
        f"{len(right)} dice: right {np.mean(right):.3f}, named {np.mean(named):.3f}, off {far:.3f}, ratio {ratio:.2f}"
    )
    assert len(right) > 180
    assert np.mean(right) > 0.88
    assert np.mean(named) > 0.92
    assert far < 0.18
    assert 0.7 < ratio < 1.3


def test_a_mirrored_look_sees_the_same_die(networks, scenes):
    turned, apart = [], []
    for scene in scenes:
        dice = clear(scene)
        boxes = np.array([d.box for d in dice], np.float32).reshape(-1, 4)
        one, other = (
            networks.classifier.predict(scene.picture, boxes, mirrored=mirrored) for mirrored in (False, True)
        )
        turned += list(np.abs(one.top_offsets - other.top_offsets).max(axis=1))
        apart += [iou(tuple(map(float, a)), tuple(map(float, b))) for a, b in zip(one.boxes, other.boxes, strict=True)]
    assert np.median(turned) < 0.07
    assert np.median(apart) > 0.9


def test_drawn_dice_are_found_and_little_else(networks, scenes):
    found_n = wanted = false = 0
    for scene in scenes:
        found = networks.read(scene.picture)
        wanted += len(clear(scene))
        found_n += sum(match(d, found) is not None for d in clear(scene))
        # the truth leaves out dice of which the picture's edge cuts off most: what touches it may be one
        false += sum(max(f.odds) > 0.9 and match_none(f, scene) and inside(f.box, scene) for f in found)
    print(f"found {found_n / wanted:.3f} of {wanted}, false {false}")
    assert found_n / wanted > 0.94
    assert false <= 0.07 * wanted


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
    assert right / total > 0.94


def test_an_empty_tray_has_no_dice(networks):
    clock = StepClock()
    tray = SimTray(seed=2, now=clock.now, sleep=clock.sleep)
    assert [f for f in networks.read(tray.read(1.0).image) if max(f.odds) > 0.5] == []


@pytest.mark.skipif(not RENDERS.exists(), reason="the ray-traced stills lie beside the project, not in it")
def test_held_out_ray_traced_stills_are_read(networks):
    right, named, off = [], [], []
    for label in [label for label in stills(RENDERS) if held_out(label)][::2]:
        scene = scene_of(label)
        dice = clearly_seen(scene)
        looks = looked_at(dice, scene, networks)
        right += [int(v.argmax()) == d.value for v, d in zip(looks.values, dice, strict=True)]
        named += [int(c.argmax()) == d.colour for c, d in zip(looks.colours, dice, strict=True)]
        off.append(off_upright(looks, dice))
    far, ratio = np.sqrt((np.concatenate(off) ** 2).mean(axis=0))
    print(
        f"{len(right)} dice: right {np.mean(right):.3f}, named {np.mean(named):.3f}, off {far:.3f}, ratio {ratio:.2f}"
    )
    assert np.mean(right) > 0.95
    assert np.mean(named) > 0.94
    assert far < 0.18
    assert 0.5 < ratio < 1.6


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs lie beside the project, not in it")
def test_photographs_carry_their_labels():
    labels = photographs(PHOTOS)
    assert len(labels) > 300
    assert all(len(label.dice) in (0, len(label.values)) for label in labels)
    assert {d.lean for label in labels for d in label.dice} == {4.0}


def test_the_error_of_an_upright_is_compared_with_its_estimated_deviation():
    none = np.zeros((3, 0), np.float32)
    uprights = np.array([[0.3, -0.1], [0.0, -0.5], [9.0, 9.0]], np.float32)
    looks = CropPredictions(none, none, none, none, none, uprights, np.array([0.2, 0.05, 0.1], np.float32), none)
    dice = [unposed(1, (0.0, 0.0, 9.0, 9.0))] * 3
    sides = ((1.0, 0.0), (0.0, 1.0))
    stands = (Stand((0.1, 0.1), (0.0, 0.0), 1.0, sides), Stand((0.0, -0.5), (0.0, 0.0), 1.0, sides), None)
    known = [replace(die, stand=stand) for die, stand in zip(dice, stands, strict=True)]
    assert off_upright(looks, known) == pytest.approx(np.array([[0.2, 1.0], [0.0, 0.0]]), abs=1e-6)
    assert off_upright(looks.chosen(np.array([2])), [dice[2]]).shape == (0, 2)


def test_each_network_may_come_from_its_own_file(tmp_path, scenes, networks):
    files = [tmp_path / "new.onnx", tmp_path / "old" / "other.onnx"]
    files[1].parent.mkdir()
    for file, name in zip(files, ("finder", "reader"), strict=True):
        file.write_bytes((MODELS / f"{name}.onnx").read_bytes())
    scene = next(scene for scene in scenes if clear(scene))
    again = Networks(*files)
    assert again.read(scene.picture) == networks.read(scene.picture) != []
    assert len(again.candidates(scene.picture, 0.05)) >= len(again.candidates(scene.picture, 0.6))
    assert all(score >= 0.6 and len(box) == 4 for score, box in again.candidates(scene.picture, 0.6))


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
