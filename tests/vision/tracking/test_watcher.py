"""The events of a roll, on drawn pictures with a reader that knows the squares, and on rendered clips with the real
one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.scripted_dice import FPS, SIZE, A, B, C, Script, kind_of, kinds, sure_and_reason, table, thrown
from vision.frames import Frame
from vision.pipeline.reader import Reader
from vision.reading import Reading, Reason, ReasonKind
from vision.sources import open_source
from vision.tracking.occlusion import OCCLUSION
from vision.tracking.watcher import Disturbed, Lost, Motion, Rest, Watcher

UNSEEN, EITHER = ReasonKind.THROW_NOT_SEEN, ReasonKind.MOVED_OR_THROWN
HALF_HIDDEN, NO_DIE = (Reason(ReasonKind.HALF_HIDDEN, 0, 3),), (Reason(ReasonKind.MAY_BE_NO_DIE, 0, 3),)
DATA = Path(__file__).parents[1] / "data"


def test_one_rest_for_each_rest_and_none_for_the_rolling():
    script = Script().still(0.5).roll([A, B]).still(1.0, [A, B])
    seen = script.watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[2][1].reading.values == (3, 5)
    assert len(script.reads) == 2


def test_rest_comes_soon_and_never_before_the_dice_lie_still():
    seen = Script().still(0.5).roll([A, B]).still(1.0, [A, B]).watched()
    settled = 15 + 12
    assert settled <= seen[-1][0] <= settled + 0.25 * FPS


def test_dice_left_lying_are_never_read_twice():
    script = Script().roll([A, B]).still(6.0, [A, B])
    assert kinds(script.watched()) == ["Motion", "Rest"]
    assert len(script.reads) == 1


def test_a_slow_wobble_is_motion():
    wobble = [([(A[0] + 0.9 * k, A[1], A[2])], None) for k in range(25)]
    script = Script().roll([A]).play(wobble).still(0.6, [(A[0] + 22, A[1], A[2])])
    frames = [frame for frame, seen in script.watched() if isinstance(seen, Rest)]
    assert frames
    assert min(frames) >= 12 + 22


def test_a_hand_passing_brings_no_new_roll():
    seen = Script().still(0.5, [A, B]).pass_hand([A, B]).still(1.0, [A, B]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert not seen[0][1].again
    assert seen[2][1].again


def test_a_hand_that_stays_is_waited_for_and_then_nothing_is_sure():
    there = (320, 160)
    script = Script().still(0.5, [A, B]).pass_hand([A, B], frames=8).still(0.7, [A, B], hand=there)
    seen = script.pass_hand([A, B], frames=8).still(0.5, [A, B]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[2][0] > 15 + 8 + 21
    seen = Script().still(0.5, [A, B]).pass_hand([A, B], frames=8).still(2.0, [A, B], hand=there).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert not seen[2][1].reading.sure


def test_after_a_hand_that_stayed_the_next_rest_is_sure_again():
    script = thrown().pass_hand([A, B], frames=8).still(1.5, [A, B], hand=(320, 160))
    seen = script.pass_hand([A, B], frames=8).still(0.5, [A, B]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest", "Motion", "Rest", "Motion", "Rest"]
    assert sure_and_reason(seen)[1:] == [(True, None), (False, ReasonKind.OBSTRUCTED), (True, None)]


def test_a_hand_that_stirs_never_becomes_a_part_of_the_table():
    script = Script().still(0.5).roll([A, B]).still(0.2, [A], hand=(200, 300))
    for x in (200, 206, 200, 212):
        script.still(1.6, [A], hand=(x, 300))
    seen = script.still(0.6, [A, B]).watched()
    rests = [each for _, each in seen if isinstance(each, Rest)]
    assert [each.reading.values for each in rests] == [(), (3,), (3,), (3,), (3,), (3, 5)]
    assert sure_and_reason(seen)[1:] == [(False, ReasonKind.OBSTRUCTED)] * 4 + [(True, None)]


def book(script, since):
    """A dark book in the lower right corner from frame `since` on."""
    for picture in script.pictures[since:]:
        picture[330:, 480:] = 30
    return script


def test_a_book_that_was_laid_down_costs_a_question_and_no_more_once_it_has_lain_a_while():
    throws = [[(150 + 250 * (k % 2), 100, 3), (330 - 100 * (k % 2), 250, 1 + k)] for k in range(5)]
    script = Script().still(0.5)
    for dice in throws:
        script.roll(dice).still(3.0, dice)
    book(script, 30)
    said = [(frame, each.reading.sure) for frame, each in script.watched() if isinstance(each, Rest)][1:]
    assert len(said) == len(throws)
    assert not said[0][1]
    assert [sure for frame, sure in said if frame > 30 + 1.5 * FPS + OCCLUSION.lain_s * FPS] == [True, True]


def body(picture, share):
    """A person in dark clothes leans in over the whole lower edge."""
    top = round(SIZE[1] * (1 - share))
    corners = [(0, SIZE[1]), (0, top + 40), (130, top), (510, top), (SIZE[0], top + 40), (SIZE[0], SIZE[1])]
    cv2.fillPoly(picture, [np.array(corners, np.int32)], (50, 45, 60))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.65])
def test_who_leans_in_while_dice_roll_may_hide_some(share):
    script = Script().still(0.5).roll([A, B]).still(2.5, [A]).still(1.0, [A, B])
    for k in range(20, 27 + 75):
        body(script.pictures[k], share * min(1.0, (k - 19) / 8))
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [(each.reading.values, each.reading.sure) for each in rests] == [((), True), ((3,), False), ((3, 5), True)]
    assert kind_of(rests[1].reading) == ReasonKind.OBSTRUCTED


def test_a_bumped_camera_is_no_hand():
    moved = [(x + 6, y + 4, value) for x, y, value in (A, B)]
    script = Script().still(0.5, [A, B])
    script.pictures += [np.roll(table([A, B]), (4, 6), (0, 1))] * 20
    script.truth += [moved] * 20
    seen = script.watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[2][1].again  # every die lies where it lay


class Covered(Script):
    """Reads nothing, not sure, while something is in front of the dice."""

    def read(self, image, *, at=0.0, frame=0):
        reading = super().read(image, at=at, frame=frame)
        return reading if reading.dice else Reading(reasons=(Reason(ReasonKind.NONE_FOUND),), at=at, frame=frame)


@pytest.mark.parametrize("light", [1.0, 0.0])
def test_dice_that_could_not_be_seen_for_a_while_are_no_new_roll(light):
    script = Covered().still(0.5, [A, B]).still(1.0, gain=lambda _: light).still(1.0, [A, B])
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [(each.reading.values, each.again) for each in rests] == [((3, 5), False), ((), False), ((3, 5), True)]


def test_dice_of_which_only_some_could_be_seen_for_a_while_are_no_new_roll():
    class Partly(Script):
        def read(self, image, *, at=0.0, frame=0):
            reading = super().read(image, at=at, frame=frame)
            return reading if len(reading.dice) > 1 else replace(reading, sure=False, reasons=HALF_HIDDEN)

    script = Partly().still(0.5, [A, B]).still(1.0, [B], gain=lambda _: 0.3).still(1.0, [A, B])
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [(each.reading.values, each.again) for each in rests] == [((3, 5), False), ((5,), True), ((3, 5), True)]


def test_dice_thrown_while_nothing_could_be_seen_are_a_roll():
    script = Covered().still(0.5, [A, B]).still(1.0).still(1.0, [(A[0] + 40, A[1], 4), B])
    rests = [each for _, each in script.watched() if not isinstance(each, Motion)]
    assert [type(each) for each in rests] == [Rest, Rest, Rest]
    assert [(each.reading.values, each.again) for each in rests[1:]] == [((), False), ((4, 5), False)]


def test_a_die_that_is_taken_up_leaves_the_others_where_they_were():
    script = thrown().pass_hand([A, B], after=[B]).still(0.6, [B])
    script.roll([C]).still(0.6, [B, C])
    seen = [each for _, each in script.watched() if not isinstance(each, Motion)]
    assert [(type(each), each.reading.values) for each in seen[1:]] == [(Rest, (3, 5)), (Rest, (5,)), (Rest, (2, 5))]
    assert [(each.again, each.reading.sure) for each in seen[1:]] == [(False, True), (True, True), (False, True)]


def after_a_loss(before, after):
    script = Script().still(0.5, before).still(0.5, after)
    watcher = Watcher(script)
    for k in range(15):
        watcher.feed(Frame(script.pictures[k], k / FPS, k))
    watcher.lost("unplugged")
    return [each for k in range(15, 30) for each in watcher.feed(Frame(script.pictures[k], 60 + k / FPS, k))]


def test_dice_seen_after_reconnecting_are_no_roll():
    (seen,) = after_a_loss([A, B], [A, B])
    assert isinstance(seen, Rest)
    assert seen.again


def test_dice_that_lie_otherwise_when_the_camera_is_back_are_asked_about_and_no_nudge():
    (seen,) = after_a_loss([A, B], [(A[0] + 30, A[1], 6), B])
    assert isinstance(seen, Rest)
    assert not seen.again
    assert seen.reading.values == (5, 6)
    assert (seen.reading.sure, kind_of(seen.reading)) == (False, UNSEEN)


def test_dice_that_lie_there_from_the_beginning_are_no_roll_that_anybody_saw():
    thrown = [(450, 100, 2), (500, 350, 6)]
    (_, first), (_, moved), (_, then) = Script().still(0.5, [A, B]).roll(thrown).still(0.5, thrown).watched()
    assert (first.reading.values, first.reading.sure, kind_of(first.reading)) == (
        (3, 5),
        False,
        UNSEEN,
    )
    assert isinstance(moved, Motion)
    assert (then.reading.values, then.reading.sure) == ((2, 6), True)


def brighter(frames, dark=0):
    """A camera that adapts its exposure: gains from dark to right over `frames` frames."""
    return lambda k: float(np.clip(0.02 + (k - dark) / frames, 0.02, 1.0))


@pytest.mark.parametrize("light", [brighter(9, 2), brighter(15), lambda k: max(1.0, 3.0 - k / 6)])
def test_a_camera_that_finds_its_exposure_throws_no_dice(light):
    script = Script().still(1.5, [A, B], gain=light, noise=2).roll([A, C], noise=2).still(0.6, [A, C], noise=2)
    seen = script.watched()
    assert kinds(seen)[0] == "Motion"
    assert sure_and_reason(seen)[0] == (False, UNSEEN)
    assert sure_and_reason(seen)[-1] == (True, None)


class Dim(Script):
    """Reads the dice in the dark too, not sure."""

    def read(self, image, *, at=0.0, frame=0):
        reading = super().read(image, at=at, frame=frame)
        return reading if image.mean() > 40 else replace(reading, sure=False, reasons=(Reason(ReasonKind.TOO_DARK),))


def test_dice_that_lay_there_in_the_dark_are_no_roll_when_it_is_light():
    script = Dim().still(1.5, [A, B], gain=brighter(9, 20), noise=2)
    script.pass_hand([A, B], noise=2).still(0.6, [A, B], noise=2)
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [each.again for each in rests] == [False, True, True]
    assert [kind_of(each.reading) for each in rests] == [
        ReasonKind.TOO_DARK,
        UNSEEN,
        UNSEEN,
    ]
    assert not any(each.reading.sure for each in rests)


def test_a_camera_that_finds_its_exposure_after_a_loss_throws_no_dice():
    moved = [(A[0] + 30, A[1], 6), B]
    script = thrown()
    lost = len(script.pictures)
    script.still(1.0, moved, gain=lambda k: brighter(9, 2)(k - lost), noise=2)
    watcher = Watcher(script)
    for k, picture in enumerate(script.pictures[:lost]):
        watcher.feed(Frame(picture, k / FPS, k))
    watcher.lost("unplugged")
    frames = enumerate(script.pictures[lost:], lost)
    seen = [each for k, picture in frames for each in watcher.feed(Frame(picture, 60 + k / FPS, k))]
    assert [type(each) for each in seen] == [Motion, Rest]
    assert (seen[-1].reading.sure, kind_of(seen[-1].reading), seen[-1].again) == (
        False,
        UNSEEN,
        False,
    )


@pytest.mark.parametrize(("sure", "again"), [(False, True), (True, False)])
def test_a_mark_that_is_taken_for_a_die_is_asked_about_once_and_not_whenever_dice_are_taken_up(sure, again):
    class Marked(Script):
        def read(self, image, *, at=0.0, frame=0):
            reading = super().read(image, at=at, frame=frame)
            return replace(reading, sure=sure or reading.values != (3,), reasons=NO_DIE)

    mark, dice = A, [(450, 100, 2), (500, 350, 6)]
    script = Marked().still(0.5, [mark]).roll(dice).still(0.5, dice).pass_hand(dice, after=[mark]).still(0.5, [mark])
    *_, (_, last) = script.watched()
    assert isinstance(last, Rest)
    assert (last.reading.values, last.again) == ((3,), again)


def test_a_tray_that_is_empty_from_the_beginning_is_surely_empty():
    ((_, seen),) = Script().still(0.5).watched()
    assert (seen.reading.dice, seen.reading.sure, kind_of(seen.reading)) == ((), True, None)


def test_a_die_turned_by_a_finger_is_disturbed_not_rolled():
    turned = [(A[0] + 30, A[1], 6), B]
    seen = Script().still(0.5, [A, B]).pass_hand([A, B], after=turned).still(1.0, turned).watched()
    assert kinds(seen) == ["Rest", "Motion", "Disturbed"]
    assert seen[2][1].reading.values == (5, 6)


def dithers(dice, after, seconds=2.6):
    """Dice A and B are thrown; then a hand is in the picture for this time, and leaves `after`."""
    return thrown().pass_hand(dice, frames=round(seconds * FPS), after=after).still(0.8, after).watched()


@pytest.mark.parametrize("tipped", [(A[0] + 30, A[1], 6), (A[0] + 5, A[1], 6), (A[0] + 38, A[1], 3)])
def test_a_die_near_its_place_after_a_hand_that_dithered_is_not_surely_thrown(tipped):
    *_, (_, seen) = dithers([A, B], [tipped, B])
    if tipped[2] == A[2]:
        assert isinstance(seen, Disturbed)  # it shows what it showed, and lies close by
        return
    assert isinstance(seen, Rest)
    assert (seen.again, seen.reading.sure, kind_of(seen.reading)) == (False, False, EITHER)


@pytest.mark.parametrize(("value", "why"), [(A[2], EITHER), (6, None)])
def test_a_die_thrown_again_beside_others_that_stay_is_a_roll_unless_it_may_have_been_pushed(value, why):
    *_, (_, seen) = dithers([A, B], [(A[0] + 70, A[1], value), B])
    assert isinstance(seen, Rest)
    assert (seen.again, kind_of(seen.reading)) == (False, why)


def test_dice_that_all_moved_alike_were_pushed_with_their_tray_however_long_it_took():
    way = [[(x + 0.9 * k, y + 0.4 * k, value) for x, y, value in (A, B)] for k in range(90)]
    seen = thrown().play([(dice, None) for dice in way]).still(0.6, way[-1]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest", "Motion", "Disturbed"]


def test_two_dice_that_soon_lie_elsewhere_near_by_were_thrown_or_moved():
    near = [(A[0] + 60, A[1], 6), (B[0], B[1] + 50, 1)]
    seen = thrown().roll(near).still(0.6, near).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest", "Motion", "Rest"]
    assert sure_and_reason(seen)[-1] == (False, EITHER)


def test_a_hand_that_passes_does_not_say_how_dice_came_there():
    near = [(A[0] + 60, A[1], 6), (B[0], B[1] + 50, 1)]
    script = thrown().roll(near).still(0.6, near).pass_hand(near).still(0.6, near).roll([C]).still(0.6, [C])
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [each.again for each in rests[1:]] == [False, False, True, False]
    assert [kind_of(each.reading) for each in rests[1:]] == [
        None,
        EITHER,
        EITHER,
        None,
    ]


@pytest.mark.parametrize(("turned", "why"), [((A[0] + 30, A[1], 6), EITHER), ((A[0] + 30, A[1], 3), None)])
def test_dice_that_were_turned_are_no_roll_later_either(turned, why):
    dice = [turned, B]
    *_, (_, seen) = thrown().pass_hand([A, B], after=dice).still(0.6, dice).pass_hand(dice).still(0.6, dice).watched()
    assert isinstance(seen, Rest)
    assert (seen.again, kind_of(seen.reading)) == (True, why)


def test_a_die_that_a_resting_finger_covers_and_tips_is_not_surely_thrown():
    tipped = (B[0] + 8, B[1], 6)
    script = thrown().play([([A, B], (640 - 40 * k, 200 + 12 * k)) for k in range(8)])
    script.still(1.6, [A], hand=(330, 300)).play([([A, tipped], (330 + 40 * k, 300 - 12 * k)) for k in range(8)])
    seen = script.still(0.6, [A, tipped]).watched()
    assert sure_and_reason(seen)[1:] == [(True, None), (False, ReasonKind.OBSTRUCTED), (False, EITHER)]


def test_taken_up_and_thrown_again_is_a_rest_even_near_the_old_places():
    near = [(A[0] + 6, A[1], A[2]), (B[0], B[1] - 6, B[2])]
    script = Script().still(0.5, [A, B]).pass_hand([A, B], after=[]).still(0.6).roll(near).still(0.6, near)
    seen = [each for _, each in script.watched() if not isinstance(each, Motion)]
    assert [type(each) for each in seen] == [Rest, Rest, Rest]
    assert [each.reading.values for each in seen] == [(3, 5), (), (3, 5)]
    assert not seen[2].again


def test_a_throw_far_from_the_old_places_is_a_rest():
    seen = Script().still(0.5, [A, B]).roll([C, (100, 400, 1)]).still(0.6, [C, (100, 400, 1)]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]


def test_drifting_exposure_is_no_motion():
    script = Script().still(4.0, [A, B], gain=lambda k: 1 + 0.25 * np.sin(k / 20), noise=2)
    assert kinds(script.watched()) == ["Rest"]


def test_lamp_flicker_is_no_motion():
    script = Script().still(3.0, [A, B], gain=lambda k: 1 + 0.08 * (k % 3 - 1), noise=2)
    assert kinds(script.watched()) == ["Rest"]


@pytest.mark.parametrize("noise", [3, 8, 14])
def test_noise_is_no_motion_and_does_not_hide_it(noise):
    script = Script().still(2.0, [A, B], noise=noise).roll([A, B]).still(1.0, [A, B], noise=noise)
    assert kinds(script.watched())[:2] == ["Rest", "Motion"]
    assert kinds(script.watched()).count("Rest") == 2


def test_the_reader_sees_the_mean_of_the_still_frames_and_no_moving_one():
    class Looks(Script):
        def read(self, image, *, at=0.0, frame=0):
            self.seen = image
            return super().read(image, at=at, frame=frame)

    script = Looks().roll([A, B]).still(0.6, [A, B], noise=8)
    script.watched()
    error = script.seen.astype(float) - table([A, B])
    assert np.abs(error).mean() < 0.6 * np.abs(table([A, B], noise=8).astype(float) - table([A, B])).mean()
    assert np.abs(error[130:170, 180:220]).max() < 30


@pytest.mark.parametrize("moving", [False, True])
def test_a_camera_that_gives_pictures_of_another_size_is_watched_anew(moving):
    script = Script().still(0.5, [A])
    script = script.roll([A, B]) if moving else script
    large = len(script.pictures)
    script.still(0.5, [A, B]).roll([C]).still(0.5, [C])
    script.pictures[large:] = [cv2.resize(each, None, fx=1.5, fy=1.5) for each in script.pictures[large:]]
    seen = [each for frame, each in script.watched() if frame >= large]
    assert [type(each) for each in seen] == [Rest, Motion, Rest]
    first, _, then = seen
    assert (first.reading.values, first.reading.sure, kind_of(first.reading)) == (
        (3, 5),
        False,
        UNSEEN,
    )
    assert (then.reading.values, then.reading.sure, then.again) == ((2,), True, False)


ODD = {
    "grey": lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
    "one channel": lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None],
    "with transparency": lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA),
}


@pytest.mark.parametrize("kind", ODD)
def test_pictures_without_three_colours_are_read_as_well(kind):
    script = thrown()
    script.pictures = [np.ascontiguousarray(ODD[kind](picture)) for picture in script.pictures]
    seen = script.watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[-1][1].reading.values == (3, 5)
    assert seen[-1][1].image.shape == (SIZE[1], SIZE[0], 3)


@pytest.mark.parametrize(
    "odd",
    [
        lambda picture: picture.astype(np.float32) / 255,
        lambda picture: picture.astype(np.uint16) * 257,
        lambda picture: picture[..., :2],
        lambda picture: picture[:1, :1],
        lambda picture: picture[:0],
        lambda picture: picture[..., None],
        lambda _: None,
    ],
)
def test_what_is_no_picture_is_reported_once_and_the_watcher_is_reset_after_it(odd):
    script = thrown()
    good = len(script.pictures)
    script.still(1.0, [A, B]).still(0.6, [A, B])
    script.pictures[good : good + FPS] = [odd(each) for each in script.pictures[good : good + FPS]]
    *_, (_, spoilt), (_, then) = script.watched()
    assert (spoilt.reading.dice, spoilt.reading.sure, spoilt.reading.empty) == ((), False, False)
    assert kind_of(spoilt.reading) in {ReasonKind.NO_PICTURE, ReasonKind.TOO_SMALL}
    assert spoilt.image.dtype == np.uint8
    assert (then.again, then.reading.values) == (True, (3, 5))


def watched(script, damaged):
    """The events if the frames with these numbers are damaged: grey from the middle on."""
    watcher, seen = Watcher(script), []
    for k, picture in enumerate(script.pictures):
        if k in damaged:
            picture = picture.copy()  # noqa: PLW2901 - the frame as it came
            picture[SIZE[1] // 2 :] = 128
        seen += [(k, each) for each in watcher.feed(Frame(picture, k / FPS, k, damaged=k in damaged))]
    return seen


def test_a_damaged_frame_among_whole_ones_is_passed_over():
    script = thrown()
    seen = watched(script, damaged=set(range(4, len(script.pictures), 5)))
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert sure_and_reason(seen)[-1] == (True, None)
    assert seen[-1][1].reading.values == (3, 5)


def test_a_camera_that_sends_only_damaged_frames_is_watched_and_nothing_is_sure():
    script = Script().still(1.5).roll([A, B]).still(1.0, [A, B])
    seen = watched(script, damaged=set(range(len(script.pictures))))
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert sure_and_reason(seen) == [(False, ReasonKind.DAMAGED)] * 2
    assert not any(each.reading.empty for _, each in seen if isinstance(each, Rest))


def test_dice_are_read_again_when_frames_are_whole_again():
    script = Script().still(2.0, [A, B]).still(1.0, [A, B])
    seen = watched(script, damaged=set(range(2 * FPS)))
    assert sure_and_reason(seen)[0] == (False, ReasonKind.DAMAGED)
    assert sure_and_reason(seen)[-1][1] != ReasonKind.DAMAGED
    assert seen[-1][1].reading.values == (3, 5)


def test_a_lost_camera_is_reported_and_the_first_rest_after_it_is_read():
    script = Script().still(1.0, [A])
    watcher = Watcher(script)
    for k in range(10):
        watcher.feed(Frame(script.pictures[k], k / FPS, k))
    assert watcher.lost("usb:0: unplugged") == (Lost("usb:0: unplugged"),)
    seen = [each for k in range(10, 30) for each in watcher.feed(Frame(script.pictures[k], k / FPS, k))]
    assert [type(each) for each in seen] == [Rest]


@pytest.mark.parametrize("name", ["dc00.mp4", "dc03.mp4"])
def test_rendered_clips_rest_when_their_labels_say(name):
    label = json.loads((DATA / "labels.json").read_text())["clips"][name]
    source, watcher = open_source(f"clip:{DATA / name}"), Watcher(Reader())
    rests = []
    while (frame := source.read(1.0)) is not None:
        rests += [(frame.number, s.reading) for s in watcher.feed(frame) if isinstance(s, Rest | Disturbed)]
    source.close()
    rests = [(number, reading) for number, reading in rests if number > 20]
    assert len(rests) == len(label["rests"])
    for (number, reading), rest in zip(rests, label["rests"], strict=True):
        assert rest["from"] - 3 <= number <= rest["from"] + 9
        assert not reading.sure or list(reading.values) == rest["values"]
