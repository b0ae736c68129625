"""Which of the detector's boxes are classified."""

import numpy as np
import pytest

from vision.detection.detector import Detections
from vision.detection.proposals import PROPOSALS, apart, faint_of_size, resized, rivals, strongest
from vision.imaging.crops import AT_ONCE


def found(*candidates):
    """Candidates as (score, x, y, side), best first."""
    rows = sorted(candidates, reverse=True)
    boxes = np.array([(x, y, x + side, y + side) for _, x, y, side in rows], np.float32).reshape(-1, 4)
    return Detections(boxes, np.array([row[0] for row in rows], np.float32))


def boxes(*places):
    return np.array([(x, y, x + side, y + side) for x, y, side in places], np.float32).reshape(-1, 4)


def scores(some):
    return some.scores.tolist()


def test_better_of_overlapping_boxes_is_kept():
    some = apart(found((0.9, 0, 0, 40), (0.5, 8, 0, 40), (0.7, 100, 0, 40)))
    assert scores(some) == pytest.approx([0.9, 0.7])
    assert len(apart(found())) == 0


class TestFaintOfSize:
    DICE = boxes((0, 0, 40), (50, 0, 44))

    def test_as_large_as_the_dice_may_be_faint(self):
        some = faint_of_size(found((0.08, 200, 0, 42), (0.06, 260, 0, 42)), self.DICE)
        assert scores(some) == pytest.approx([0.08])

    def test_far_larger_or_smaller_must_have_a_high_score(self):
        assert len(faint_of_size(found((0.24, 200, 0, 100), (0.24, 0, 200, 15)), self.DICE)) == 0

    def test_one_die_alone_rules_nothing_out(self):
        some = faint_of_size(found((0.2, 200, 0, 100), (0.08, 0, 200, 42), (0.1, 0, 300, 100)), self.DICE[:1])
        assert scores(some) == pytest.approx([0.2, 0.08])

    def test_without_dice_size_says_nothing(self):
        some = faint_of_size(found((0.2, 200, 0, 100), (0.08, 0, 200, 42)), boxes())
        assert scores(some) == pytest.approx([0.2])


class TestResized:
    DICE = boxes((0, 0, 40), (50, 0, 40), (100, 0, 44))

    def test_what_is_too_faint_or_of_another_size_in_boxes_as_large_as_the_dice(self):
        some = resized(found((0.06, 200, 0, 40), (0.1, 260, 100, 60), (0.08, 300, 0, 42)), self.DICE)
        assert scores(some) == pytest.approx([0.1, 0.06])
        assert some.boxes.tolist() == [[270, 110, 310, 150], [200, 0, 240, 40]]

    def test_not_what_is_far_larger_or_smaller(self):
        assert len(resized(found((0.06, 200, 0, 81), (0.06, 300, 0, 19)), self.DICE)) == 0
        assert len(resized(found((0.06, 200, 0, 79), (0.06, 300, 0, 21)), self.DICE)) == 2

    def test_not_parts_of_dice(self):
        assert len(resized(found((0.06, 62, 12, 30), (0.06, 26, 0, 25)), self.DICE)) == 0

    def test_without_dice_no_size_is_known(self):
        assert len(resized(found((0.06, 200, 0, 40)), boxes())) == 0

    def test_the_best_fill_whole_batches_of_the_classifier(self):
        many = found(*((0.05 + 0.001 * k, 60 * k, 200, 40) for k in range(20)))
        for already in range(9):
            some = resized(many, self.DICE, already)
            assert PROPOSALS.further <= len(some) < PROPOSALS.further + AT_ONCE
            assert (already + len(some)) % AT_ONCE == 0
            assert scores(some) == scores(many)[: len(some)]


class TestStrongest:
    def test_the_best_fill_whole_batches(self):
        best, others = strongest(
            found(*((score, 50 * k, 0, 40) for k, score in enumerate((0.9, 0.24, 0.2, 0.13, 0.125))))
        )
        assert scores(best) == pytest.approx([0.9, 0.24, 0.2, 0.13])
        assert scores(others) == pytest.approx([0.125])

    def test_but_not_with_the_faintest(self):
        best, others = strongest(found((0.9, 0, 0, 40), (0.11, 50, 0, 40)))
        assert (scores(best), scores(others)) == (pytest.approx([0.9]), pytest.approx([0.11]))

    def test_without_a_high_score_nothing_comes_first(self):
        best, others = strongest(found((0.2, 0, 0, 40)))
        assert (len(best), len(others)) == (0, 1)


class TestRivals:
    def test_boxes_about_an_unclear_one_that_it_hid(self):
        everything = found((0.9, 20, 0, 40), (0.6, 0, 0, 40), (0.5, 40, 0, 40), (0.5, 300, 0, 40))
        some = rivals(everything, boxes((20, 0, 40)), boxes())
        assert sorted(some.boxes[:, 0].tolist()) == [0, 40]

    def test_not_where_a_clear_die_lies(self):
        everything = found((0.9, 20, 0, 40), (0.6, 0, 0, 40), (0.5, 40, 0, 40))
        some = rivals(everything, boxes((20, 0, 40)), boxes((2, 0, 40)))
        assert some.boxes[:, 0].tolist() == [40]

    def test_their_number_is_limited(self):
        everything = found(*((0.5 + k / 100, 2 * k, 30 * (k % 2), 40) for k in range(40)))
        assert len(rivals(everything, boxes(*((2 * k, 10, 40) for k in range(40))), boxes())) <= PROPOSALS.further
