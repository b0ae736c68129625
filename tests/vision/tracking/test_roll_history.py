"""What happened to dice after they were read: covered and visible again, pushed, or thrown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.grain import grain
from tests.support.scripted_dice import FPS, SIZE, A, B, C, Script, kinds, sure_and_reason, thrown
from vision.reading import ReasonKind
from vision.tracking.roll_history import MOVED_OR_THROWN, THROW_NOT_SEEN
from vision.tracking.watcher import OTHER_VIEW, Disturbed, Motion, Rest

NEW = [(150, 380, 6), (520, 120, 1)]


def rests(script):
    return [each for _, each in script.watched() if not isinstance(each, Motion)]


def covered(script, since, until, picture):
    """The lens is covered by something with this picture."""
    for k in range(since, until):
        script.pictures[k] = picture
        script.truth[k] = []
    return script


def palm(level, noise, seed=3):
    return np.clip(level + grain((SIZE[1], SIZE[0], 1), seed, noise) + np.zeros(3), 0, 255).astype(np.uint8)


def sleeve():
    """A patterned cloth before the lens."""
    rough = np.random.default_rng(4).integers(0, 256, (24, 32, 3)).astype(np.uint8)
    return cv2.resize(rough, SIZE, interpolation=cv2.INTER_CUBIC)


@pytest.mark.parametrize("seen", [palm(90, 0), palm(60, 3), palm(5, 1), sleeve()])
@pytest.mark.parametrize("frames", [12, 21, 60])
def test_dice_seen_again_after_the_lens_was_covered_are_no_new_roll(seen, frames):
    script = thrown()
    since = len(script.pictures)
    script.still(frames / FPS + 1.0, [A, B])
    said = rests(covered(script, since, since + frames, seen))
    assert isinstance(said[-1], Rest)
    assert (said[-1].reading.values, said[-1].again) == ((3, 5), True)
    assert not any(each.reading.dice and not each.again for each in said[2:])


def test_a_picture_that_shows_nothing_of_the_table_is_no_empty_tray():
    script = thrown().still(2.5, [A, B])
    said = rests(covered(script, 46, 96, sleeve()))
    assert (said[2].reading.sure, said[2].reading.reasons, said[2].reading.dice) == (False, (OTHER_VIEW,), ())


def test_dice_that_a_bump_moved_while_the_lens_was_covered_are_no_new_roll():
    bumped = [(x + 12, y + 9, value) for x, y, value in (A, B)]
    script = thrown().still(1.7).still(1.0, bumped)
    said = rests(covered(script, 45, 96, sleeve()))
    assert isinstance(said[-1], Disturbed)


@pytest.mark.parametrize("left", [[A], [B]])
@pytest.mark.parametrize("seconds", [0.4, 3.0])
def test_a_die_that_was_covered_for_a_moment_is_no_new_roll(left, seconds):
    said = rests(thrown().still(seconds, left).still(1.0, [A, B]))
    assert [(each.reading.values, each.again) for each in said[2:]] == [((left[0][2],), True), ((3, 5), True)]


@pytest.mark.parametrize("hides", [[A], [A, B]])
def test_dice_that_were_covered_one_after_the_other_are_no_new_roll(hides):
    dice = [A, B, C]
    script = Script().still(0.5).roll(dice).still(0.6, dice)
    for hidden in hides:
        script.still(0.6, [die for die in dice if die != hidden])
    said = rests(script.still(1.0, dice))
    assert all(each.again for each in said[2:])
    assert said[-1].reading.values == (2, 3, 5)


@pytest.mark.parametrize("seconds", [0.4, 3.0])
def test_a_die_that_was_turned_while_it_was_covered_is_not_surely_thrown(seconds):
    turned = [A, (B[0] + 6, B[1], 6)]
    last = rests(thrown().still(seconds, [A]).still(1.0, turned))[-1]
    assert isinstance(last, Disturbed) or (last.reading.sure, last.reading.reasons) == (False, (MOVED_OR_THROWN,))


def test_dice_taken_up_one_by_one_and_thrown_are_a_roll():
    said = rests(thrown().still(0.6, [A]).still(0.6).roll(NEW).still(0.6, NEW))
    assert [(each.reading.values, each.again, each.reading.sure) for each in said[2:]] == [
        ((3,), True, True),
        ((), False, True),
        ((1, 6), False, True),
    ]


def test_a_die_pushed_by_a_slow_finger_is_not_surely_thrown():
    way = [[(A[0] + 0.8 * k, A[1], A[2]), B] for k in range(90)]
    last = rests(thrown().play([(dice, None) for dice in way]).still(0.6, way[-1]))[-1]
    assert isinstance(last, Rest)
    assert (last.reading.sure, last.reading.reasons) == (False, (MOVED_OR_THROWN,))


@pytest.mark.parametrize("level", [2, 60, 128, 250])
@pytest.mark.parametrize("noise", [0, 2])
def test_when_a_plain_picture_gives_way_to_another_something_moved(level, noise):
    script = thrown()
    for k in range(len(script.pictures)):
        script.pictures[k] = palm(level, noise, k)
        script.truth[k] = []
    seen = script.still(1.0, [A, B, C], noise=noise).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[-1][1].reading.values == (2, 3, 5)


def noisy():
    """A camera's noisy pictures of an empty table."""
    return Script().still(1.0, noise=2)


@pytest.mark.parametrize("frames", [6, 10, 45])
def test_a_picture_that_is_repeated_in_mid_roll_makes_no_rest(frames):
    script = noisy().roll([A, B], noise=2)
    script.pictures += [script.pictures[-1]] * frames
    script.truth += [script.truth[-1]] * frames
    script.roll(NEW, noise=2).still(0.6, NEW, noise=2)
    assert sure_and_reason(script.watched()) == [(True, None), (True, None)]


def test_a_camera_that_sticks_for_good_in_mid_roll_is_rejected():
    script = noisy().roll([A, B], noise=2)
    script.pictures += [script.pictures[-1]] * 120
    script.truth += [script.truth[-1]] * 120
    first, last = sure_and_reason(script.watched())
    assert first == (True, None)
    assert not last[0]
    assert last[1] is ReasonKind.FROZEN_STREAM


def stood_still(seconds):
    """The stream of a camera with noise is frozen while dice are there."""
    script = noisy().roll([A, B], noise=2).still(1.0, [A, B], noise=2)
    frames = round(seconds * FPS)
    script.pictures += [script.pictures[-1]] * frames
    script.truth += [script.truth[-1]] * frames
    return script


@pytest.mark.parametrize("seconds", [3.0, 8.0])
def test_dice_thrown_while_the_picture_stood_still_are_not_surely_thrown(seconds):
    last = rests(stood_still(seconds).still(1.0, NEW, noise=2))[-1]
    assert isinstance(last, Rest)
    assert (last.reading.values, last.reading.sure) == ((1, 6), False)
    assert last.reading.reasons == (THROW_NOT_SEEN,)


@pytest.mark.parametrize("seconds", [3.0, 8.0])
def test_dice_that_lie_as_they_lay_before_the_picture_stood_still_are_known_again(seconds):
    last = rests(stood_still(seconds).still(1.0, [A, B], noise=2))[-1]
    assert (last.reading.values, last.again) == ((3, 5), True)


@pytest.mark.parametrize("times", [1, 2])
def test_a_source_without_noise_or_that_gives_every_picture_twice_is_read_as_soon(times):
    script = Script()
    plain = Script().still(1.0, noise=3 * (times - 1)).roll([A, B]).still(0.6, [A, B], noise=3 * (times - 1))
    script.pictures = [each for each in plain.pictures for _ in range(times)]
    script.truth = [each for each in plain.truth for _ in range(times)]
    seen = script.watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[-1][0] <= times * (30 + 12) + 0.25 * FPS + times
