"""The life of a roll, on drawn pictures with a reader that knows where the squares are, and on rendered clips with
the real one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.reader import Reader
from vision.reading import DieReading, Reading
from vision.sources import open_source
from vision.watch import UNSEEN, Disturbed, Lost, Motion, Rest, Watcher

DATA = Path(__file__).parent / "data"
SIZE = (640, 480)
FPS = 30


def table(dice=(), hand=None, gain=1.0, noise=0, seed=0):
    """A wooden table with white squares at `dice` (x, y, value) and a skin-coloured bar reaching to `hand` (x, y)."""
    rows = np.linspace(70, 110, SIZE[1], dtype=np.float32)[:, None, None]
    picture = np.broadcast_to(rows * np.array([0.6, 0.9, 1.1], np.float32), (SIZE[1], SIZE[0], 3)).copy()
    for x, y, value in dice:
        cv2.rectangle(picture, (int(x) - 14, int(y) - 14), (int(x) + 14, int(y) + 14), (225, 230, 235), -1)
        for k in range(value):
            cv2.circle(picture, (int(x) - 9 + 9 * (k % 3), int(y) - 5 + 10 * (k // 3)), 3, (20, 20, 20), -1)
    if hand is not None:
        cv2.line(picture, (SIZE[0], SIZE[1] // 2), (int(hand[0]), int(hand[1])), (120, 150, 210), 60)
    picture *= gain
    if noise:
        picture += np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


class Script:
    """Frames and, for each, what a perfect reader would read; `read` is that reader."""

    def __init__(self):
        self.pictures, self.truth = [], []
        self.reads = []

    def still(self, seconds, dice=(), hand=None, **light):
        return self.play([(dice, hand)] * round(seconds * FPS), **light)

    def play(self, steps, gain=lambda _: 1.0, noise=0):
        for dice, hand in steps:
            k = len(self.pictures)
            self.pictures.append(table(dice, hand, gain(k), noise, k))
            self.truth.append(dice)
        return self

    def roll(self, dice, frames=12):
        return self.play([([(x - 25 * (frames - k), y, 1 + k % 6) for x, y, _ in dice], None) for k in range(frames)])

    def pass_hand(self, dice, frames=16, after=None):
        reach = [640 - 500 * np.sin(np.pi * k / (frames - 1)) for k in range(frames)]
        return self.play(
            [(dice if after is None or k < frames // 2 else after, (x, 100 + x / 4)) for k, x in enumerate(reach)]
        )

    def read(self, image, *, at=0.0, frame=0):
        self.reads.append(frame)
        dice = tuple(
            DieReading(value, "white", (x - 14, y - 14, x + 14, y + 14), 1.0, 1.0) for x, y, value in self.truth[frame]
        )
        return Reading(dice, sure=True, at=at, frame=frame)

    def watched(self):
        watcher = Watcher(self)
        return [
            (frame, seen)
            for frame, picture in enumerate(self.pictures)
            for seen in watcher.feed(Frame(picture, frame / FPS, frame))
        ]


A, B, C = (200, 150, 3), (330, 300, 5), (450, 200, 2)


def kinds(seen):
    return [type(each).__name__ for _, each in seen]


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
    script = Script().still(0.5, [A, B]).pass_hand([A, B], frames=8).still(1.5, [A, B], hand=(320, 160))
    seen = script.pass_hand([A, B], frames=8).still(0.5, [A, B]).watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest", "Motion", "Rest"]
    assert [each.reading.sure for _, each in seen if isinstance(each, Rest)] == [False, False, True]


def test_a_bumped_camera_is_no_hand():
    moved = [(x + 6, y + 4, value) for x, y, value in (A, B)]
    script = Script().still(0.5, [A, B])
    script.pictures += [np.roll(table([A, B]), (4, 6), (0, 1))] * 20
    script.truth += [moved] * 20
    seen = script.watched()
    assert kinds(seen) == ["Rest", "Motion", "Rest"]
    assert seen[2][1].again  # every die lies where it lay


class Covered(Script):
    """Reads nothing, and is not sure of it, while something is in front of the dice."""

    def read(self, image, *, at=0.0, frame=0):
        reading = super().read(image, at=at, frame=frame)
        return reading if reading.dice else Reading(why="no dice found", at=at, frame=frame)


@pytest.mark.parametrize("light", [1.0, 0.0])
def test_dice_that_could_not_be_seen_for_a_while_are_no_new_roll(light):
    script = Covered().still(0.5, [A, B]).still(1.0, gain=lambda _: light).still(1.0, [A, B])
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [(each.reading.values, each.again) for each in rests] == [((3, 5), False), ((), False), ((3, 5), True)]


def test_dice_of_which_only_some_could_be_seen_for_a_while_are_no_new_roll():
    class Partly(Script):
        def read(self, image, *, at=0.0, frame=0):
            reading = super().read(image, at=at, frame=frame)
            return reading if len(reading.dice) > 1 else replace(reading, sure=False, why="a 3 is hidden")

    script = Partly().still(0.5, [A, B]).still(1.0, [B], gain=lambda _: 0.3).still(1.0, [A, B])
    rests = [each for _, each in script.watched() if isinstance(each, Rest)]
    assert [(each.reading.values, each.again) for each in rests] == [((3, 5), False), ((5,), False), ((3, 5), True)]


def test_dice_thrown_while_nothing_could_be_seen_are_a_roll():
    script = Covered().still(0.5, [A, B]).still(1.0).still(1.0, [(A[0] + 40, A[1], 4), B])
    rests = [each for _, each in script.watched() if not isinstance(each, Motion)]
    assert [type(each) for each in rests] == [Rest, Rest, Rest]
    assert [(each.reading.values, each.again) for each in rests[1:]] == [((), False), ((4, 5), False)]


def after_a_loss(before, after):
    script = Script().still(0.5, before).still(0.5, after)
    watcher = Watcher(script)
    for k in range(15):
        watcher.feed(Frame(script.pictures[k], k / FPS, k))
    watcher.lost("unplugged")
    return [each for k in range(15, 30) for each in watcher.feed(Frame(script.pictures[k], 60 + k / FPS, k))]


def test_dice_that_lie_there_when_the_camera_is_back_are_no_new_roll():
    (seen,) = after_a_loss([A, B], [A, B])
    assert isinstance(seen, Rest)
    assert seen.again


def test_dice_that_lie_otherwise_when_the_camera_is_back_are_asked_about_and_no_nudge():
    (seen,) = after_a_loss([A, B], [(A[0] + 30, A[1], 6), B])
    assert isinstance(seen, Rest)
    assert not seen.again
    assert seen.reading.values == (5, 6)
    assert (seen.reading.sure, seen.reading.why) == (False, UNSEEN)


def test_dice_that_lie_there_from_the_beginning_are_no_roll_that_anybody_saw():
    thrown = [(450, 100, 2), (500, 350, 6)]
    (_, first), (_, moved), (_, then) = Script().still(0.5, [A, B]).roll(thrown).still(0.5, thrown).watched()
    assert (first.reading.values, first.reading.sure, first.reading.why) == ((3, 5), False, UNSEEN)
    assert isinstance(moved, Motion)
    assert (then.reading.values, then.reading.sure) == ((2, 6), True)


@pytest.mark.parametrize(("sure", "again"), [(False, True), (True, False)])
def test_a_mark_that_is_taken_for_a_die_is_asked_about_once_and_not_whenever_dice_are_taken_up(sure, again):
    class Marked(Script):
        def read(self, image, *, at=0.0, frame=0):
            reading = super().read(image, at=at, frame=frame)
            return replace(reading, sure=sure or reading.values != (3,), why="a 3 may be no die")

    mark, dice = A, [(450, 100, 2), (500, 350, 6)]
    script = Marked().still(0.5, [mark]).roll(dice).still(0.5, dice).pass_hand(dice, after=[mark]).still(0.5, [mark])
    *_, (_, last) = script.watched()
    assert isinstance(last, Rest)
    assert (last.reading.values, last.again) == ((3,), again)


def test_a_tray_that_is_empty_from_the_beginning_is_surely_empty():
    ((_, seen),) = Script().still(0.5).watched()
    assert (seen.reading.dice, seen.reading.sure, seen.reading.why) == ((), True, "")


def test_a_die_turned_by_a_finger_is_disturbed_not_rolled():
    turned = [(A[0] + 30, A[1], 6), B]
    seen = Script().still(0.5, [A, B]).pass_hand([A, B], after=turned).still(1.0, turned).watched()
    assert kinds(seen) == ["Rest", "Motion", "Disturbed"]
    assert seen[2][1].reading.values == (5, 6)


def test_taken_up_and_thrown_again_is_a_rest_even_near_the_old_places():
    script = Script().still(0.5, [A, B]).pass_hand([A, B], after=[]).still(0.6).roll([A, B]).still(0.6, [A, B])
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
    assert (first.reading.values, first.reading.sure, first.reading.why) == ((3, 5), False, UNSEEN)
    assert (then.reading.values, then.reading.sure, then.again) == ((2,), True, False)


def test_a_lost_camera_is_said_and_the_first_rest_after_it_is_read():
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
