"""State of a tray reader between rolls, and when it is reset."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pipeline.tray_reader import TrayReader
from vision.pose.table_pose import PoseComparison
from vision.reading import DieReading, Reading, Reason, ReasonKind

WIDTH, HEIGHT = 640, 480
SEEN = (0.45, -0.3)


def view(seed=1, dice=0):
    rng = np.random.default_rng(seed)
    table = np.repeat(np.repeat(rng.integers(40, 200, (48, 64, 3), np.uint8), 10, axis=0), 10, axis=1)
    for k in range(dice):
        table[200:250, 100 + 80 * k : 150 + 80 * k] = 240
    return table


def level_at(x, y):
    """The top offset of a level die there with a usual lens, if one in the picture's centre has SEEN."""
    return tuple(np.array(SEEN) + 0.76 * (np.array([x, y]) - (WIDTH / 2, HEIGHT / 2)) / WIDTH)


def die(k=0, top_offset=(), off=0.06, *, cocked=False):
    x = 100.0 + 80.0 * k
    if top_offset == ():
        top_offset = level_at(x + 25, 225)
    return DieReading(
        3, "white", (x, 200.0, x + 50.0, 250.0), 0.99, 0.9, cocked=cocked, top_offset=top_offset, top_offset_sigma=off
    )


class FixedReader:
    """A reader with fixed readings that keeps the poses of the table that it is given."""

    def __init__(self):
        self.next, self.tables = Reading(), []

    def read(self, image, context, *, at=0.0, frame=0):
        self.tables.append(context.table)
        return self.next


@pytest.fixture(name="fixed")
def _said():
    return FixedReader()


def shown(fixed, reader, dice, *, sure=True, image=None):
    fixed.next = Reading(tuple(dice), sure=sure, reasons=() if sure else (Reason(ReasonKind.MAY_LEAN, 0, 3),))
    reader.read(view(dice=len(dice)) if image is None else image)
    return fixed.tables[-1]


def expected(table, x=WIDTH / 2, y=HEIGHT / 2):
    """The expected top offset of a level die with its centre there, and its deviation."""
    box = np.array([[x - 20, y - 20, x + 20, y + 20]])
    at, sigma = PoseComparison(np.zeros((1, 2)), np.ones(1), box, WIDTH, HEIGHT, table).expected(np.ones(1))
    return at[0], float(np.sqrt(0.5 * np.trace(sigma[0])))


def test_a_first_picture_is_read_as_any_cameras(fixed):
    assert shown(fixed, TrayReader(fixed), [die()]) is None


def test_the_pose_by_sure_dice_is_given_to_the_next_roll(fixed):
    reader = TrayReader(fixed)
    shown(fixed, reader, [die(k) for k in range(4)])
    table = shown(fixed, reader, [die()])
    at, off = expected(table)
    assert at == pytest.approx(SEEN, abs=0.05)
    assert 0.03 < off < 0.08
    assert not table.firm


def test_many_rolls_make_it_surer_but_never_certain(fixed):
    reader = TrayReader(fixed)
    offs = []
    for _ in range(30):
        table = shown(fixed, reader, [die()])
        offs.append(np.inf if table is None else expected(table, 125, 225)[1])
    assert offs[1] > offs[3] > offs[-1] > 0.03


@pytest.mark.parametrize("kind", ["unsure", "cocked", "no top_offset"])
def test_only_level_dice_of_sure_pictures_are_learned_from(fixed, kind):
    reader = TrayReader(fixed)
    one = die(cocked=kind == "cocked", top_offset=None if kind == "no top_offset" else ())
    shown(fixed, reader, [one], sure=kind != "unsure")
    assert shown(fixed, reader, [die()]) is None


def test_thrown_dice_leave_the_view_the_same_and_a_moved_camera_does_not(fixed):
    reader = TrayReader(fixed)
    shown(fixed, reader, [die(k) for k in range(4)])
    assert shown(fixed, reader, [die()], image=view(dice=1)) is not None
    assert shown(fixed, reader, [die()], image=np.roll(view(dice=1), (15, 25), axis=(0, 1))) is None
    assert shown(fixed, reader, [die()], image=view(seed=2)) is None
    assert shown(fixed, reader, [die()], image=view(seed=2)) is not None
    assert shown(fixed, reader, [die()], image=view(seed=2)[:300].copy()) is None


def test_brighter_light_is_no_other_view(fixed):
    reader = TrayReader(fixed)
    shown(fixed, reader, [die(k) for k in range(4)])
    assert shown(fixed, reader, [die()], image=(view(dice=1) * 0.8).astype(np.uint8)) is not None


def test_what_contradicts_it_is_asked_about_once_and_then_it_is_given_up(fixed):
    reader = TrayReader(fixed)
    shown(fixed, reader, [die(k) for k in range(4)])
    assert shown(fixed, reader, [die(top_offset=(-0.3, 0.3))], sure=False) is not None
    assert shown(fixed, reader, [die(top_offset=(-0.3, 0.3))]) is None


def test_an_unsure_picture_that_does_not_contradict_it_changes_nothing(fixed):
    reader = TrayReader(fixed)
    first = [die(k) for k in range(4)]
    shown(fixed, reader, first)
    before = expected(shown(fixed, reader, [die()], sure=False))
    after = expected(shown(fixed, reader, [die()], sure=False))
    assert after[0] == pytest.approx(before[0])
    assert after[1] == pytest.approx(before[1])


@pytest.mark.parametrize(
    "what",
    [
        None,
        "text",
        np.zeros((480, 640), np.uint8),
        np.zeros((480, 640, 4), np.uint8),
        np.zeros((480, 640, 3), np.float32),
        np.zeros((0, 0, 3), np.uint8),
    ],
)
def test_what_is_no_picture_is_left_to_the_reader(fixed, what):
    fixed.next = Reading(reasons=(Reason(ReasonKind.NO_PICTURE),))
    assert TrayReader(fixed).read(what) == fixed.next
