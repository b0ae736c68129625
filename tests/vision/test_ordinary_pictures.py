"""Ordinary pictures as webcams send them are read and not asked about; small dice are right or asked about."""

import numpy as np
import pytest

from training import webcam
from training.scene import draw_usual_scene
from vision.imaging.boxes import iou
from vision.pipeline.reader import Reader
from vision.sim import SimTray, StepClock

SEEDS = range(8)
COLOURS = ("red", "blue", "", "green", "yellow")


@pytest.fixture(name="reader", scope="module")
def _reader():
    return Reader()


def thrown(seed):
    """A picture of one to five dice in the simulated tray, and their sorted values."""
    clock = StepClock()
    tray = SimTray(seed=seed, size=(1280, 720) if seed % 2 else (640, 480), now=clock.now, sleep=clock.sleep)
    tray.hand.throw(COLOURS[: 1 + seed % 5])
    clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
    return np.ascontiguousarray(tray.read(1.0).image), sorted(tray.hand.values)


@pytest.mark.parametrize("quality", [30, 90])
def test_webcam_jpegs_are_read(reader, quality):
    sure = 0
    for seed in SEEDS:
        image, values = thrown(seed)
        reading = reader.read(webcam.packed(image, quality))
        assert list(reading.values) == values or not reading.sure
        sure += reading.sure and list(reading.values) == values
    assert sure >= len(SEEDS) - 2


def test_small_dice_are_right_or_asked_about(reader):
    """A drawn die of 14 to 22 px that is read wrong, or passed over, keeps the picture from being sure."""
    sure = 0
    for seed in range(24):
        scene = draw_usual_scene(np.random.default_rng((41, seed)), (14.0, 22.0), ordinary=True, cluttered=False)
        reading = reader.read(scene.picture)
        height, width = scene.picture.shape[:2]
        whole = [
            die
            for die in scene.dice
            if die.top_seen > 0.8 and min(die.box[:2]) >= 0 and die.box[2] <= width and die.box[3] <= height
        ]
        if not reading.sure or not whole:
            continue
        sure += 1
        for die in whole:
            read = [each.value for each in reading.dice if iou(each.box, die.box) > 0.3]
            assert read == [die.value], f"seed {seed}: {read} instead of {die.value} at {die.box}"
    assert sure >= 3
