"""Dice with a faint detection at the wrong place and of the wrong size are found."""

import numpy as np
import pytest

from vision.detection.classifier import CropPredictions
from vision.detection.detector import Detections
from vision.imaging.boxes import overlap
from vision.pipeline.context import ReadContext
from vision.pipeline.stages import read_dice
from vision.pose.pose_net import PosePredictions
from vision.reading import COLOUR_NAMES, ReasonKind

PICTURE = np.full((400, 600, 3), 90, np.uint8)
PLAIN = ((60, 150, 100, 190), (160, 150, 200, 190), (260, 150, 300, 190))
HIDDEN = (400, 150, 440, 190)
BADLY = (412, 160, 472, 220)
"""The detection of it: a third of a die off and 1.5 times too large."""


class FixedNetworks:
    """Networks for PLAIN dice and one at HIDDEN with a bad detection, BADLY. The classifier knows that one by
    its look in boxes that fit: `fitting` is the logit of its value over "no die" there, `sight` in others, `others` the
    logit of any other value.
    """

    def __init__(self, sight=-3.0, fitting=8.0, others=-9.0):
        self.sight, self.fitting, self.others, self.looked_at = sight, fitting, others, []
        self.detector = self.classifier = self.pose_net = self.object_net = self

    def maps(self, image):
        return ()

    def levels(self, image, *_where):
        boxes = np.array([*PLAIN, BADLY], np.float32)
        scores = np.array([0.95, 0.95, 0.95, 0.06], np.float32)
        yield Detections(boxes, scores), 1000.0

    def predict(self, image, boxes, *, mirrored=False, level=None):
        self.looked_at += boxes.tolist()
        n, dice = len(boxes), np.array([*PLAIN, HIDDEN], np.float32)
        over = overlap(boxes, dice)
        which = over.argmax(axis=1)
        fits = over.max(axis=1, initial=0.0) > 0.7
        values = np.tile(np.array([0, *(-9,) * 6], np.float32), (n, 1))
        values[which == 3, 1:] = self.others
        values[np.arange(n), which + 1] = np.where(fits, np.where(which == 3, self.fitting, 8.0), self.sight)
        colours = np.zeros((n, 10), np.float32)
        colours[:, COLOUR_NAMES.index("white")] = 6.0
        ones = np.ones(n, np.float32)
        top_offsets = np.tile(np.array([0.0, -0.3], np.float32), (n, 1))
        there, seen = values.max(axis=1), dice[which]
        return CropPredictions(values, -5 * ones, colours, seen, ones, top_offsets, 0.05 * ones, there)

    def poses(self, image, boxes, ways=None):
        n, off = len(boxes), np.full(len(boxes), 0.05, np.float32)
        top_offsets = np.tile(np.array([0.0, -0.3], np.float32), (n, 1))
        return PosePredictions(top_offsets, off, np.tile(np.array([1.0, 0.0, 0.91], np.float32), (n, 1)), off)


def test_a_die_with_a_faint_detection_is_found():
    networks = FixedNetworks()
    dice, why = read_dice(PICTURE, networks, ReadContext())
    assert 4 in [die.value for die in dice] or ReasonKind.UNEXPLAINED_OBJECT in [reason.kind for reason in why]
    assert [422, 170, 462, 210] in networks.looked_at, "first where the finder saw it, as large as the dice"
    assert list(HIDDEN) in networks.looked_at, "then where the reader saw it"


@pytest.mark.parametrize(
    "nearer", [{"fitting": -8.0}, {"fitting": 1.2, "others": -1.0}], ids=["no die", "hardly, though a look reads one"]
)
def test_no_die_in_close_up_is_not_asked_about(nearer):
    networks = FixedNetworks(**nearer)
    dice, why = read_dice(PICTURE, networks, ReadContext())
    assert (sorted(die.value for die in dice), why) == ([1, 2, 3], ())
    assert list(HIDDEN) in networks.looked_at


@pytest.mark.parametrize("sight", [-6.0, 8.0], ids=["no die at first sight", "a die at first sight"])
def test_clear_objects_get_no_close_up(sight):
    networks = FixedNetworks(sight)
    read_dice(PICTURE, networks, ReadContext())
    assert networks.looked_at.count([422, 170, 462, 210]) == 1
    assert sum(overlap(np.array(HIDDEN, np.float32), np.array(networks.looked_at, np.float32)) > 0.95) == 0
