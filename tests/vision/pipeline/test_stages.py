"""The stages of a reading, with networks of fixed outputs, and the interface to the real ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detection.classifier import CropPredictions, certainty
from vision.detection.detector import Detections
from vision.detection.pyramid import PyramidSearch
from vision.imaging.boxes import overlap
from vision.imaging.crops import cut
from vision.objects.object_net import ObjectMap
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.stages import read_dice, survey
from vision.pose.pose_net import PosePredictions
from vision.pose.table_pose import TablePose
from vision.pose.tilt import TILT
from vision.probability import softmax
from vision.reading import COLOUR_NAMES, Reason, ReasonKind

PICTURE = np.full((400, 600, 3), 90, np.uint8)


def networks_for(*dice):
    """Networks that find `dice`: dicts with box, value (0: no die), odds, score, second (the mirrored crop's value),
    informed (the value in crops with a known level offset), seen_at (where, and with which probability, the object
    network sees a die), colour, top_offset, posed (the top offset by the pose network), again (the same by its
    second crop), top (its top's shape by the pose network), there (logit: a
    die, readable or not), coarse (found on the second level only)."""

    class FixedNetworks:
        def levels(self, image, *_where):
            for level, largest in enumerate((200.0, 1000.0)):
                yield self.found_among([die for die in dice if die.get("coarse", False) == (level > 0)]), largest

        def found_among(self, dice):
            boxes = np.array([die["box"] for die in dice], np.float32).reshape(-1, 4)
            scores = np.array([die.get("score", 0.95) for die in dice], np.float32)
            return Detections(boxes, scores)

        def predict(self, image, boxes, *, mirrored=False, level=None):
            self.given_level = level
            asked = [min(dice, key=lambda die, b=box: np.abs(np.array(die["box"]) - b).sum()) for box in boxes]
            n = len(asked)
            values = np.zeros((n, 7), np.float32)
            colours = np.zeros((n, 10), np.float32)
            mirrored = np.broadcast_to(mirrored, n)
            for k, die in enumerate(asked):
                value = die.get("second", die["value"]) if mirrored[k] else die["value"]
                value = die.get("informed", value) if level is not None and level[k, 2] > 0 else value
                odds = die.get("odds", 0.999)
                values[k, value] = np.log(odds / ((1 - odds) / 6))
                colours[k, COLOUR_NAMES.index(die.get("colour", "red"))] = 6
            cocked = np.array([die.get("cocked", -5.0) for die in asked], np.float32)
            top_offsets = np.array([die.get("top_offset", (0.0, -0.3)) for die in asked], np.float32).reshape(-1, 2)
            turns = np.full(n, 12.0, np.float32)
            sigmas = np.full(n, 0.05, np.float32)
            there = np.array([die.get("there", 6.0 if die["value"] else -6.0) for die in asked], np.float32)
            places = np.asarray(boxes, np.float32)
            return CropPredictions(values, cocked, colours, places, turns, top_offsets, sigmas, there)

        @property
        def detector(self):
            return self

        classifier = pose_net = object_net = detector

        def maps(self, image):
            die = np.zeros((100, 150), np.float32)
            for x, y, probability in (each["seen_at"] for each in dice if "seen_at" in each):
                die[y // 4 - 3 : y // 4 + 3, x // 4 - 3 : x // 4 + 3] = probability
            return (ObjectMap(die, np.array([4.0, 4.0], np.float32)),)

        def poses(self, image, boxes, ways=None):
            asked = [min(dice, key=lambda die, b=box: np.abs(np.array(die["box"]) - b).sum()) for box in boxes]
            seen = [die.get("posed", die.get("top_offset", (0.0, -0.3))) for die in asked]
            if ways is not None:
                seen = [die.get("again", first) for die, first in zip(asked, seen, strict=True)]
            tops = [die.get("top", (1 - x * x, -x * y, 1 - y * y)) for die, (x, y) in zip(asked, seen, strict=True)]
            off = np.full(len(asked), 0.05, np.float32)
            return PosePredictions(np.array(seen, np.float32), off, np.array(tops, np.float32), off)

    return FixedNetworks()


def with_pips(value, box):
    picture = PICTURE.copy()
    x0, y0, x1, y1 = box
    cv2.rectangle(picture, (x0, y0), (x1, y1), (30, 30, 200), -1)
    places = {1: [(2, 2)], 4: [(1, 1), (1, 3), (3, 1), (3, 3)], 5: [(1, 1), (1, 3), (3, 1), (3, 3), (2, 2)]}[value]
    for i, j in places:
        cv2.circle(picture, (x0 + (x1 - x0) * i // 4, y0 + (y1 - y0) * j // 4), 4, (240, 240, 240), -1, cv2.LINE_AA)
    return picture


BOX = (200, 150, 240, 190)


def kinds(reasons):
    return [reason.kind for reason in reasons]


def read_by_network(picture, networks, table=None):
    return read_dice(picture, networks, ReadContext(table))


def lean(reasons):
    return ReasonKind.MAY_LEAN in kinds(reasons)


def test_a_clear_die_is_sure():
    dice, why = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5}))
    assert why == ()
    assert [(die.value, die.colour, die.box) for die in dice] == [(5, "red", (200, 150, 240, 190))]
    assert dice[0].value_confidence >= 0.9


@pytest.mark.parametrize(
    "spoiled",
    [
        {"odds": 0.6},
        {"odds": 0.95, "second": 4},
        {"top_offset": (-0.4, -0.1)},
        {"value": 5, "odds": 0.5},
        {"box": (570, 150, 610, 190)},
    ],
    ids=["uncertain value", "crops disagree", "another pose", "may be no die", "cut off by the edge"],
)
def test_one_unclear_die_makes_the_reading_unsure(spoiled):
    unclear = {"box": (400, 150, 440, 190), "value": 5, **spoiled}
    _, why = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5}, unclear))
    assert why


def test_a_doubtful_die_is_named_with_its_own_probability():
    sure = [{"box": (60 + 70 * k, 150, 100 + 70 * k, 190), "value": 1 + k} for k in range(3)]
    read, (why,) = read_by_network(PICTURE, networks_for(*sure, {"box": (400, 150, 440, 190), "value": 6, "odds": 0.9}))
    assert (why.kind, why.value, read[why.die].value) == (ReasonKind.LOW_CONFIDENCE, 6, 6)
    assert why.probability == pytest.approx(0.9 / (0.9 + 5 * 0.1 / 6), abs=0.01)


def test_where_all_dice_are_a_little_doubtful_none_is_named():
    """The probability of the whole reading belongs to no die."""
    dice = [{"box": (20 + 70 * k, 150, 60 + 70 * k, 190), "value": 1 + k % 6, "odds": 0.93} for k in range(8)]
    _, (why,) = read_by_network(PICTURE, networks_for(*dice))
    assert (why.kind, why.die, why.value) == (ReasonKind.UNLIKELY, None, None)
    assert why.probability < 0.85


def test_leaning_die_is_marked():
    dice = [{"box": (60 + 70 * k, 150, 100 + 70 * k, 190), "value": 1 + k} for k in range(5)]
    read, _ = read_by_network(PICTURE, networks_for(*dice[:4], {**dice[4], "top_offset": (0.7, 0.4)}))
    assert [die.cocked for die in sorted(read, key=lambda die: die.value)] == [False] * 4 + [True]


def test_two_dice_that_disagree_are_asked_about():
    other = {"box": (400, 150, 440, 190), "value": 4, "top_offset": (0.7, 0.4)}
    read, why = read_by_network(PICTURE, networks_for({"box": BOX, "value": 5}, other))
    assert not any(die.cocked for die in read)
    assert lean(why)


def test_clear_impostor_is_left_out():
    cube = {"box": (400, 150, 440, 190), "value": 0, "score": 0.6}
    dice, why = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5}, cube))
    assert [die.value for die in dice] == [5]
    assert why == ()


def test_a_hidden_die_where_one_was_read_is_that():
    inside = {"box": (202, 152, 238, 170), "value": 0, "odds": 0.999, "score": 0.4, "there": 3.0}
    dice, why = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5}, inside))
    assert ([die.value for die in dice], why) == ([5], ())


@pytest.mark.parametrize(("top_offset", "asked"), [((0.0, -0.3), False), ((-0.7, 0.2), True)])
def test_lone_die_in_an_unusual_pose_may_lean(top_offset, asked):
    why = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5, "top_offset": top_offset}))[1]
    assert lean(why) == asked


@pytest.mark.parametrize("around", [0, 2])
def test_other_dice_tell_the_upright(around):
    """The three visible faces of a die seen from a corner are alike."""
    corner_on = {"box": (400, 150, 440, 190), "value": 5, "odds": 0.7, "informed": 3}
    others = [{"box": (60 + 70 * k, 150, 100 + 70 * k, 190), "value": 1} for k in range(around)]
    dice, _ = read_by_network(PICTURE, networks_for(corner_on, *others))
    assert sorted(die.value for die in dice) == [*(1 for _ in others), 3 if others else 5]


def test_single_die_gets_the_pose_of_the_table():
    corner_on = {"box": (280, 180, 320, 220), "value": 5, "odds": 0.7, "informed": 3, "top_offset": (0.5, -0.3)}
    table = TablePose.set_up(np.array([0.5, -0.3]), 0.8, 0.03)
    networks = networks_for(corner_on)
    assert [die.value for die in read_by_network(PICTURE, networks, table)[0]] == [3]
    assert networks.given_level[0, :2] == pytest.approx((0.5, -0.3), abs=0.01)
    assert networks.given_level[0, 2] == pytest.approx(float(certainty(np.array(0.03))), abs=0.01)


@pytest.mark.parametrize(("top_offset", "asked"), [((0.5, -0.3), False), ((0.3, -0.3), True), ((0.0, -0.3), True)])
def test_lone_leaning_die_is_marked_on_a_known_table(top_offset, asked):
    lone = {"box": (280, 180, 320, 220), "value": 5, "top_offset": top_offset}
    dice, why = read_by_network(PICTURE, networks_for(lone), TablePose.set_up(np.array([0.5, -0.3]), 0.8, 0.03))
    assert (lean(why) or dice[0].cocked) == asked


@pytest.mark.parametrize("count", [1, 2, 5])
def test_estimated_table_marks_no_die(count):
    """After an unnoticed move of the camera the picture is asked about at worst; no level die is lost."""
    top_offset = (-0.4, 0.2)
    dice = [
        {"box": (60 + 90 * k, 150, 100 + 90 * k, 190), "value": 1 + k, "top_offset": top_offset} for k in range(count)
    ]
    stale = replace(TablePose.set_up(np.array([0.6, -0.4]), 0.6, 0.05), firm=False)
    read, why = read_by_network(PICTURE, networks_for(*dice), stale)
    assert len(read) == count
    assert not any(die.cocked for die in read)
    assert lean(why)


def test_leaning_die_is_marked_on_any_table():
    dice = [{"box": (60 + 70 * k, 150, 100 + 70 * k, 190), "value": 1 + k} for k in range(5)]
    networks = networks_for(*dice[:4], {**dice[4], "top_offset": (0.7, 0.4)})
    for table in (None, TablePose.set_up(np.array([0.0, -0.3]), 0.6, 0.03)):
        read, _ = read_by_network(PICTURE, networks, table)
        assert [die.value for die in read if die.cocked] == [5]


def test_two_boxes_of_one_die_are_one_die():
    twice = {"box": (202, 151, 243, 191), "value": 5, "score": 0.7}
    dice, _ = read_by_network(with_pips(5, BOX), networks_for({"box": BOX, "value": 5}, twice))
    assert len(dice) == 1


def test_empty_tray_is_sure():
    assert read_by_network(PICTURE, networks_for()) == ((), ())


def test_tray_with_a_faint_candidate_is_not_sure():
    faint = {"box": BOX, "value": 0, "score": 0.07}
    assert read_by_network(PICTURE, networks_for(faint))[1] == (Reason(ReasonKind.NONE_FOUND),)


class TestSeam:
    def test_crops_reach_beyond_the_picture_by_its_border(self):
        picture = np.zeros((50, 80, 3), np.uint8)
        picture[:, :10] = 200
        crops, frames = cut(picture, np.array([[-5, 10, 15, 30], [1000, 1000, 1010, 1010]], np.float32))
        assert [crop.shape for crop in crops] == [(64, 64, 3)] * 2
        assert frames[0].tolist() == pytest.approx([-11, 4, 32, 32])
        assert (crops[0][:, :20] == 200).all()

    def test_overlap(self):
        others = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30]], np.float32)
        assert overlap(np.array([0, 0, 10, 10], np.float32), others) == pytest.approx([1, 1 / 3, 0])

    def test_softmax_of_large_logits(self):
        assert softmax(np.array([1000.0, 1000.0], np.float32)) == pytest.approx([0.5, 0.5])


class TestFaintAndHidden:
    DIE = {"box": BOX, "value": 5}  # noqa: RUF012

    def test_a_faint_die_as_large_as_another_is_read(self):
        faint = {"box": (300, 200, 340, 240), "value": 4, "score": 0.08}
        found = survey(PICTURE, networks_for(self.DIE, faint))[0]
        assert {each.value for each in found} == {4, 5}

    def test_a_faint_mark_of_another_size_is_not_looked_at(self):
        others = [{"box": (x, 250, x + 40, 290), "value": 2} for x in (100, 200, 300)]
        faint = {"box": (300, 100, 312, 112), "value": 4, "score": 0.2}
        assert len(survey(PICTURE, networks_for(self.DIE, *others, faint))[0]) == 4

    def test_pips_of_a_die_that_fills_the_picture_do_not_hide_it(self):
        pips = [{"box": (x, y, x + 30, y + 30), "value": 0, "score": 0.9} for x in (200, 320) for y in (100, 220)]
        large = {"box": (150, 50, 400, 300), "value": 4, "coarse": True}
        assert [die.value for die in read_by_network(PICTURE, networks_for(*pips, large))[0]] == [4]

    def test_beside_dice_nothing_is_looked_for_that_is_far_larger(self):
        large = {"box": (150, 50, 400, 300), "value": 4, "coarse": True}
        small = [{"box": (x, 320, x + 40, 360), "value": 2} for x in (100, 300, 500)]
        assert [die.value for die in read_by_network(PICTURE, networks_for(*small, large))[0]] == [2, 2, 2]

    def test_a_box_between_two_dice_hides_neither(self):
        left, right = (200, 150, 240, 190), (230, 150, 270, 190)
        between = {"box": (215, 150, 255, 190), "value": 3, "odds": 0.5, "score": 0.9}
        pair = ({"box": left, "value": 5, "score": 0.5}, {"box": right, "value": 4, "score": 0.4})
        dice, _ = read_by_network(PICTURE, networks_for(between, *pair))
        assert sorted(die.value for die in dice) == [4, 5]


class TestShippedNetworks:
    @pytest.mark.parametrize("shape", [(720, 1280), (480, 640), (37, 65), (1000, 300), (2160, 3840)])
    def test_any_size_of_picture_runs(self, shape):
        found = PyramidSearch(Networks().detector.levels(np.full((*shape, 3), 120, np.uint8))).begin()
        assert found.boxes.shape == (len(found), 4)
        assert ((found.scores > 0) & (found.scores <= 1)).all()

    def test_a_mirrored_crop_gives_the_same_box(self):
        picture = with_pips(5, BOX)
        box = np.array([BOX], np.float32)
        networks = Networks().classifier
        one, other = networks.predict(picture, box), networks.predict(picture, box, mirrored=True)
        assert overlap(one.boxes[0], other.boxes)[0] > 0.8

    def test_no_boxes_no_looks(self):
        assert Networks().classifier.predict(PICTURE, np.zeros((0, 4), np.float32)).values.shape == (0, 7)


def on_a_table(*places, **odd):
    """Level dice under a camera at 17 degrees; the second is changed by `odd`."""
    boxes = [(x, y, x + 40, y + 40) for x, y in places]
    level = [(0.9 * (x - 280) / 600, 0.9 * (y - 180) / 600 - 0.3) for x, y in places]
    dice = [{"box": box, "value": 5, "top_offset": up} for box, up in zip(boxes, level, strict=True)]
    x, y = level[1]
    dice[1] |= {name: (x + right, y + down) for name, (right, down) in odd.items()}
    return dice


FIVE = ((100, 100), (250, 200), (300, 60), (400, 150), (420, 300))


@pytest.mark.parametrize(("posed", "leans"), [(0.5, True), (-0.05, False)])
def test_the_pose_is_averaged_over_both_networks(posed, leans):
    """Four dice, one of which leans by the classifier: the pose network has twice the weight."""
    places = (100, 100), (200, 150), (300, 60), (400, 150)
    dice = on_a_table(*places, top_offset=(0.3, 0.0), posed=(posed, 0.0))
    _, why = read_by_network(with_pips(5, dice[0]["box"]), networks_for(*dice))
    assert lean(why) == leans


def test_averaged_pose_has_a_deviation():
    dice = [{"box": BOX, "value": 5, "top_offset": (0.0, -0.3), "posed": (0.1, -0.3)}]
    die = survey(with_pips(5, BOX), networks_for(*dice))[0][0]
    assert die.top_offset == pytest.approx((TILT.pose_net_share * 0.1, -0.3))
    assert die.sigma == pytest.approx(TILT.averaged_sigma * 0.05)


def test_from_above_only_the_pose_network_counts():
    dice = [{"box": BOX, "value": 5, "top_offset": (0.2, 0.1), "posed": (0.05, 0.1)}]
    die = survey(with_pips(5, BOX), networks_for(*dice))[0][0]
    assert die.top_offset == pytest.approx((0.05, 0.1))
    assert die.sigma == pytest.approx(0.05)


@pytest.mark.parametrize("again", [0.2, 0.0])
def test_disagreeing_crops_are_less_certain(again):
    """The second of five seems to lean, so its pose is predicted from two crops."""
    dice = [{"box": (x, y, x + 40, y + 40), "value": 5, "posed": (0.0, 0.0)} for x, y in FIVE]
    dice[1] |= {"posed": (0.2, 0.0), "again": (again, 0.0)}
    found = next(
        each for each in survey(with_pips(5, dice[0]["box"]), networks_for(*dice))[0] if each.box[0] == FIVE[1][0]
    )
    apart = np.sqrt((0.2 - again) ** 2 / 2)  # the root mean square of right and down
    assert found.top_offset == pytest.approx(((0.2 + again) / 2, 0.0))
    assert found.sigma == pytest.approx(np.hypot(0.05, TILT.disagreement * apart))


@pytest.mark.parametrize(("top_offset", "asked"), [((0.0, 0.0), False), ((0.0, -0.3), True)])
def test_differently_foreshortened_top_may_lean(top_offset, asked):
    """The top offset of a die whose lower half is occluded is too level; the shape of its top face is right."""
    dice = on_a_table(*FIVE, posed=(0.0, -0.12), top_offset=(0.0, -0.12))
    x, y = dice[1]["top_offset"][0] + top_offset[0], dice[1]["top_offset"][1] + top_offset[1]
    dice[1]["top"] = (1 - x * x, -x * y, 1 - y * y)
    why = read_by_network(with_pips(5, dice[0]["box"]), networks_for(*dice))[1]
    assert lean(why) is asked


@pytest.mark.parametrize("vouched", [True, False])
def test_half_hidden_level_die_is_level(vouched):
    dice = on_a_table(*FIVE)
    for die in dice:
        die["top_offset"] = die["top_offset"][0], die["top_offset"][1] - 0.3
    x, y = dice[1]["top_offset"]
    dice[1] |= {"top_offset": (x, y + 0.3), "posed": (x, y + 0.3)}
    if vouched:
        dice[1]["top"] = (1 - x * x, -x * y, 1 - y * y)
    why = read_by_network(with_pips(5, dice[0]["box"]), networks_for(*dice))[1]
    assert lean(why) != vouched


def test_stretched_picture_has_no_leaning_dice():
    dice = on_a_table(*FIVE)
    for die in dice:
        x, y = die["top_offset"]
        die["top"] = (1 - x * x, -x * y, 1.7 - y * y)
    assert read_by_network(with_pips(5, dice[0]["box"]), networks_for(*dice))[1] == ()


def crops_of_the_pose_net(dice):
    """The left sides of the boxes and the flips of the crops, call by call."""
    networks, seen = networks_for(*dice), []
    plain = networks.poses

    def poses(image, boxes, ways=None):
        seen.append(([float(x0) for x0, *_ in boxes], None if ways is None else ways.tolist()))
        return plain(image, boxes, ways)

    networks.poses = poses
    survey(PICTURE, networks)
    return seen


@pytest.mark.parametrize(("further", "way"), [(-0.3, (-1, 1)), (0.3, (-1, -1))])
def test_leaning_die_is_looked_at_twice(further, way):
    """From above the second crop is rotated by 180 degrees, else mirrored."""
    dice = on_a_table(*FIVE, top_offset=(0.0, 0.19))
    for die in dice:
        die["top_offset"] = die["top_offset"][0], die["top_offset"][1] + further
    first, second = crops_of_the_pose_net(dice)
    assert (sorted(first[0]), first[1]) == (sorted(float(x) for x, _ in FIVE), None)
    assert second == ([250.0], [list(way)])


def test_level_dice_are_looked_at_once():
    assert [ways for _, ways in crops_of_the_pose_net(on_a_table(*FIVE))] == [None]


OBJECT = {"box": (400, 250, 440, 290), "value": 0, "score": 0.02, "there": 5.0, "seen_at": (420, 270, 0.95)}
"""An object that the detector misses and the object network takes for a die."""


def test_unexplained_object_is_asked_about():
    die = {"box": BOX, "value": 5}
    dice, why = read_by_network(with_pips(5, BOX), networks_for(die, OBJECT))
    assert [each.value for each in dice] == [5]
    assert kinds(why) == [ReasonKind.UNEXPLAINED_OBJECT]
    x0, y0, x1, y1 = why[0].box
    assert x0 < 420 < x1
    assert y0 < 270 < y1


def test_unexplained_object_is_no_empty_tray():
    dice, why = read_by_network(PICTURE, networks_for(OBJECT))
    assert dice == ()
    assert kinds(why) == [ReasonKind.UNEXPLAINED_OBJECT]


@pytest.mark.parametrize("seen_at", [(420, 270, 0.3), (220, 170, 0.95)], ids=["hardly a die", "the die that was read"])
def test_explained_object_is_not_asked_about(seen_at):
    there = {"there": -8.0} if seen_at[2] < 0.5 else {}
    _, why = read_by_network(
        with_pips(5, BOX), networks_for({"box": BOX, "value": 5}, {**OBJECT, "seen_at": seen_at, **there})
    )
    assert why == ()


def lying_in_rows(count):
    """Clear dice apart from each other: `count` of them, at most 60."""
    spots = [(10 + 58 * column, 10 + 62 * row) for row in range(6) for column in range(10)]
    return [{"box": (x, y, x + 30, y + 30), "value": 1 + k % 6} for k, (x, y) in enumerate(spots[:count])]


def test_too_many_dice_are_asked_about():
    dice, why = read_by_network(PICTURE, networks_for(*lying_in_rows(30)))
    assert (len(dice), why) == (30, ())
    dice, why = read_by_network(PICTURE, networks_for(*lying_in_rows(60)))
    assert len(dice) < 60
    assert kinds(why) == [ReasonKind.TOO_MUCH]


@pytest.mark.parametrize("number", [6, 40])
def test_no_candidate_of_many_is_skipped(number):
    things = lying_in_rows(number)
    for k, thing in enumerate(things):
        hit = thing["box"]
        thing.update(
            value=0, score=0.01, there=6.0 if k == number - 1 else -14.0, seen_at=(hit[0] + 15, hit[1] + 15, 0.9)
        )
    dice, why = read_by_network(PICTURE, networks_for({"box": (560, 360, 590, 390), "value": 3}, *things))
    assert [die.value for die in dice] == [3]
    assert kinds(why) == [ReasonKind.UNEXPLAINED_OBJECT if number == 6 else ReasonKind.TOO_MUCH]
