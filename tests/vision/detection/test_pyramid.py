"""Levels of the pyramid: as coarse as the dice require, and all of them where no detection is certain."""

import numpy as np
import pytest

from vision.detection.detector import Detections
from vision.detection.pyramid import PyramidSearch


def some(*candidates):
    """Candidates as (score, side px)."""
    boxes = np.array([(0, 0, side, side) for _, side in candidates], np.float32).reshape(-1, 4)
    scores = np.array([score for score, _ in candidates], np.float32)
    return Detections(boxes, scores)


class Levels:
    """Four levels, twice as coarse each time; what is found on each, and how many were asked for."""

    def __init__(self, *found):
        self.found = [*found, *[Detections.none()] * 4][:4]
        self.asked = 0

    def __iter__(self):
        for number, found in enumerate(self.found):
            self.asked += 1
            yield found, 100.0 * 2**number


def boxes(side, count=2):
    return np.array([(0, 0, side, side)] * count, np.float32)


@pytest.mark.parametrize(("side", "asked"), [(20, 1), (55, 1), (56, 2), (120, 3), (390, 4), (900, 4)])
def test_levels_stop_above_found_dice(side, asked):
    levels = Levels(some((0.9, side)))
    assert len(PyramidSearch(iter(levels)).begin()) == 1
    assert levels.asked == asked


def test_all_levels_without_certain_dice():
    levels = Levels(some((0.4, 20)), some((0.3, 50)), Detections.none(), some((0.49, 500)))
    assert PyramidSearch(iter(levels)).begin().scores.tolist() == pytest.approx([0.49, 0.4, 0.3])
    assert levels.asked == 4


def test_certain_impostor_does_not_stop_levels():
    """Pips of a die that fills the picture look like small dice, until they are looked at."""
    levels = Levels(some((0.9, 20)), Detections.none(), some((0.2, 300)), some((0.8, 500)))
    search = PyramidSearch(iter(levels))
    assert len(search.begin()) == 1
    late = search.go_on(boxes(0, count=0))
    assert late.scores.tolist() == pytest.approx([0.8, 0.2])
    assert search.found.scores.tolist() == pytest.approx([0.9, 0.8, 0.2])


def test_larger_dice_need_the_next_level():
    levels = Levels(some((0.9, 40)), some((0.6, 90)), some((0.7, 300)))
    search = PyramidSearch(iter(levels))
    search.begin()
    assert search.go_on(boxes(90)).scores.tolist() == pytest.approx([0.6])
    assert levels.asked == 2
    assert len(search.go_on(boxes(90))) == 0


def test_a_picture_of_nothing():
    search = PyramidSearch(iter(Levels()))
    assert len(search.begin()) == 0
    assert len(search.go_on(boxes(0, count=0))) == 0
