"""Occluders on small grey pictures: arms, bodies, books, and changes of light, which are none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tracking.occlusion import OCCLUSION, OcclusionDetector, occluded_since

HIGH, WIDE = 180, 320


def table(*things, gain=1.0, seed=0):
    """A table with noise and `things` as ((top, bottom, left, right), level)."""
    picture = np.full((HIGH, WIDE), 110.0) + np.random.default_rng(seed).normal(0, 1.5, (HIGH, WIDE))
    for (top, bottom, left, right), level in things:
        picture[top:bottom, left:right] = level
    return (picture * gain).astype(np.float32)


def lower(share, level=50.0):
    return (int(HIGH * (1 - share)), HIGH, 0, WIDE), level


ARM = (60, 100, 150, WIDE), 170.0
BOOK = (110, HIGH, 20, 90), 40.0
FREE = table()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.65, 0.8])
def test_who_leans_in_over_a_whole_edge_is_in_the_way(share):
    assert occluded_since(FREE, table(lower(share), seed=1))


def test_light_is_no_occluder():
    rows = np.linspace(0.85, 1.15, HIGH, dtype=np.float32)[:, None]
    bands = 1 + 0.15 * np.sin(np.arange(HIGH, dtype=np.float32) / 9)[:, None]
    for other in (table(gain=0.4), table(gain=1.8), table(seed=1) * rows, table(seed=1) * bands):
        assert not occluded_since(FREE, other)


@pytest.mark.parametrize("shift", [(3, 2), (20, 25)])
def test_a_bumped_camera_is_no_occluder(shift):
    cloth = np.random.default_rng(5).normal(110, 25, (HIGH, WIDE)).astype(np.float32)
    assert not occluded_since(cloth, np.roll(cloth, shift, (0, 1)))


def test_dice_are_no_occluder():
    assert not occluded_since(FREE, table(*[((170, 180, 20 * k, 20 * k + 10), 230.0) for k in range(10)]))


class TestOutlook:
    def test_a_book_belongs_to_the_table_once_it_has_lain_there(self):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        book = table(BOOK, seed=1)
        assert detector.occluded(book, 2.0)
        detector.update(book, 2.0)
        assert detector.occluded(table(BOOK, seed=2), 1.9 + OCCLUSION.lain_s)
        assert not detector.occluded(table(BOOK, seed=2), 2.1 + OCCLUSION.lain_s)
        detector.update(table(BOOK, seed=2), 2.1 + OCCLUSION.lain_s)
        assert not detector.occluded(table(BOOK, seed=3), 3.0 + OCCLUSION.lain_s)
        assert not detector.occluded(FREE, 3.0 + OCCLUSION.lain_s)  # it was taken away again, and nothing else
        detector.update(FREE, 3.0 + OCCLUSION.lain_s)
        assert detector.occluded(table(BOOK, seed=4), 4.0 + OCCLUSION.lain_s)

    def test_a_hand_where_a_book_was_taken_away_is_in_the_way(self):
        detector = OcclusionDetector()
        for at in (0.0, 2.0, 2.1 + OCCLUSION.lain_s):
            detector.update(table(BOOK, seed=1) if at else FREE, at)
        assert detector.occluded(table(((0, 90, 100, 150), 160.0)), 3.0 + OCCLUSION.lain_s)

    def test_a_covered_lens_shows_nothing_of_the_table_until_it_is_seen_twice(self):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        palm = np.random.default_rng(2).normal(90, 40, (HIGH, WIDE)).astype(np.float32)
        assert not detector.other_view(table(BOOK))
        assert detector.other_view(palm)
        detector.update(palm, 1.0)
        assert not detector.other_view(FREE)
        detector.update(FREE, 2.0)
        assert detector.other_view(palm)
        detector.update(palm, 3.0)
        assert not detector.other_view(palm)

    def test_dice_that_are_thrown_beside_a_book_do_not_make_it_stir(self):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        for at in (2.0, 5.0, 8.0):
            die = ((100, 110, 30 + int(at), 42 + int(at)), 230.0)
            detector.update(table(BOOK, die, seed=int(at)), at)
        assert not detector.occluded(table(BOOK, seed=1), 2.1 + OCCLUSION.lain_s)

    def test_a_hand_that_comes_between_does_not_make_a_book_stir(self):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        detector.update(table(BOOK), 2.0)
        detector.update(table(BOOK, ARM), 6.0)
        assert detector.occluded(table(BOOK, ARM), 2.1 + OCCLUSION.lain_s)
        assert not detector.occluded(table(BOOK), 2.1 + OCCLUSION.lain_s)

    @pytest.mark.parametrize("by", [4, 12, 40])
    def test_an_arm_that_moves_now_and_then_is_always_in_the_way(self, by):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        for k in range(1, 6):
            (top, bottom, left, right), level = ARM
            arm = table(((top + by * (k % 2), bottom + by * (k % 2), left, right), level), seed=k)
            assert detector.occluded(arm, 5.0 * k)
            detector.update(arm, 5.0 * k)
        assert not detector.occluded(FREE, 31.0)

    def test_pictures_of_another_size_are_of_another_table(self):
        detector = OcclusionDetector()
        detector.update(FREE, 0.0)
        small = table(BOOK)[::2, ::2]
        assert not detector.occluded(small, 1.0)
        detector.update(small, 1.0)
        assert not detector.occluded(small, 2.0)
