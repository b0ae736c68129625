"""What came into the tray and was not read: however much it is, a die among it is not passed over in silence."""

from types import SimpleNamespace

import numpy as np

from vision.detection.detector import Detections
from vision.imaging.change import Arrival
from vision.objects.arrived import most_arrived

SIZE = 40.0
PICTURE = np.zeros((720, 1280, 3), np.uint8)
CRUMB, DIE = -8.0, 8.0
"""Logits that a die is there."""


def arrival(number, side):
    x, y = 20 + 60 * (number % 20), 20 + 60 * (number // 20)
    return Arrival(np.array([x, y, x + side, y + side], np.float32), float(side * side))


def looked_at(arrivals, dice=()):
    """What most probably is a die of these arrivals, of which some are `dice`."""

    def predict(_image, boxes):
        logits = [DIE if any(abs(x0 + x1 - sum(d.box[::2])) < 1 for d in dice) else CRUMB for x0, _, x1, _ in boxes]
        return SimpleNamespace(die_logits=np.array(logits, np.float32))

    found = Detections(np.stack([each.box for each in arrivals]), np.full(len(arrivals), 0.2, np.float32))
    return most_arrived(PICTURE, SimpleNamespace(predict=predict), found, arrivals, SIZE)


def test_a_die_is_found_among_larger_things():
    things = [arrival(number, 44) for number in range(8)]
    die = arrival(9, 30)
    assert looked_at([*things, die], (die,)).probability > 0.5
    assert not looked_at(things).too_many
    assert looked_at(things).probability < 0.1


def test_more_than_can_be_looked_at_is_asked_about():
    assert looked_at([arrival(number, 30) for number in range(60)]).too_many


def test_crumbs_smaller_than_pips_are_not_counted():
    assert not looked_at([arrival(number, 4) for number in range(60)]).too_many
