"""The tray is set up in ten seconds: drag the corners, tap one button, go back to the game."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from kivy.tests.common import UnitTestTouch

from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.devices import tray
from companion.devices.kept_tray import KeptTray
from companion.devices.tray import TrayDevice
from companion.devices.tray_watch import TrayMonitor
from companion.drawing.geometry import overlap
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie
from tests.support import waiting
from tests.support.screen_driver import beginning, driver, show
from tests.support.written_words import written
from vision import TrayReader, TrayWatcher
from vision.frames import Frame
from vision.reading import Reading, Reason, ReasonKind

__all__ = ["driver", "show", "written"]
SHOTS = os.environ.get("TRAY_SHOTS", "")
FLOOR = [(220, 150), (1060, 130), (1120, 600), (160, 620)]
begin = beginning("catch-up")


class Above:
    """A camera above a felt floor between things."""

    hand, ended = None, False

    def __init__(self):
        tiles = np.random.default_rng(3).integers(0, 255, (12, 20, 3)).astype(np.uint8)
        self.shows, self.number = cv2.resize(tiles, (1280, 720), interpolation=cv2.INTER_NEAREST), 0
        cv2.fillPoly(self.shows, [np.array(FLOOR)], (60, 110, 60))

    def read(self, timeout_s):
        self.number += 1
        picture = self.shows.copy()
        picture[0, 0, 0] = self.number % 251
        return Frame(picture, self.number / 30, self.number)

    def close(self):
        pass


class NoDice:
    """Finds no dice."""

    def read(self, image, context, *, at=0.0, frame=0):
        return Reading(reasons=(Reason(ReasonKind.NONE_FOUND),), at=at, frame=frame)


@pytest.fixture
def camera():
    return Above()


@pytest.fixture
def controller(monkeypatch, tmp_path, camera):
    """A controller with a real tray device above that camera; its files go to a folder of the test's own."""
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(tray, "open_source", lambda _name: camera)
    made = TableController(Journal(":memory:"), shelf())
    made.devices.attach(
        TrayDevice("usb:7", made.inbox, lambda _n: TrayMonitor(TrayWatcher(TrayReader(NoDice())))), None
    )
    made.start()
    yield made
    made.stop()


def until(shown, holds):
    def frame():
        shown.controller.tick()
        shown.frames(1)

    waiting.until(holds, meanwhile=frame)


def shoot(shown, name):
    if SHOTS:
        shown.shoot(Path(SHOTS) / f"{name}-{int(shown.app.stage.width)}.png")


def dragged(shown, start, end):
    """A finger goes down at one place and up at another."""
    touch = UnitTestTouch(*start)
    touch.touch_down()
    touch.touch_move(*end)
    touch.touch_up()
    shown.frames(1)


def opened(shown):
    shown.app.go("tray_outline")
    until(shown, lambda: shown.app.screen.picture.corners)
    return shown.app.screen.picture


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
def test_table_offers_the_set_up_and_resumes_after_it(begin, driver, size):
    begin()
    shown = driver(size=size)
    until(shown, lambda: shown.app.screen.tray.offer.parent is not None)
    shoot(shown, "1-offer")
    corner = shown.app.screen.tray
    boxes = [corner.offer, corner.picture]
    assert not overlap(*((each.x, each.y, each.width, each.height) for each in boxes)), "it lies on no part of the tray"
    assert min(corner.picture.size) > 60
    shown.tap_on(shown.app.screen.tray.offer)
    assert shown.app.screen_name == "tray_outline"
    until(shown, lambda: shown.app.screen.picture.corners)
    shoot(shown, "2-suggested")
    assert np.allclose(
        sorted(shown.app.screen.picture.corners), sorted((x / 1280, y / 720) for x, y in FLOOR), atol=0.03
    )
    shown.tap_on(shown.button("The tray is empty"))
    until(shown, lambda: shown.app.screen_name == "table")
    shown.frames(2)
    shoot(shown, "3-done")
    assert len(KeptTray.load("usb:7").outline) == 4
    until(shown, lambda: shown.app.screen.tray.offer.parent is None)


def test_dice_beside_the_tray_are_not_asked_about_once_it_is_shown(begin, driver, controller):
    begin()
    shown = driver()
    places = [(0.4, 0.4, 0.45, 0.5), (0.5, 0.4, 0.55, 0.5), (0.6, 0.4, 0.65, 0.5), (0.92, 0.1, 0.98, 0.2)]
    controller.inbox.put(DiceSeen(tuple(SeenDie(2, box=box) for box in places), sure=False))
    until(shown, lambda: controller.pending_review is not None)
    opened(shown)
    shown.tap_on(shown.button("The tray is empty"))
    until(shown, lambda: shown.app.screen_name == "table")
    assert [die.box for die in controller.pending_review.seen.dice] == places[:3]


def test_finger_drags_the_nearest_corner(driver):
    shown = driver()
    picture = opened(shown)
    at = min(range(4), key=lambda k: sum(picture.corners[k]))
    start = picture.place(picture.corners[at])
    wanted = picture.place((0.05, 0.1))
    beside = 40, -30  # it need not lie under the finger
    dragged(shown, *((x + beside[0], y + beside[1]) for x, y in (start, wanted)))
    assert np.allclose(picture.corners[at], (0.05, 0.1), atol=0.01)
    shown.tap_on(shown.button("The tray is empty"))
    until(shown, lambda: shown.app.screen_name == "devices")
    assert min(map(sum, KeptTray.load("usb:7").outline)) == pytest.approx(0.15, abs=0.02)


def test_corners_stay_in_the_picture_and_dice_do_not_count_meanwhile(driver):
    shown = driver()
    picture = opened(shown)
    assert shown.controller.tray.setting_up
    start = picture.place(picture.corners[0])
    dragged(shown, start, (start[0] - 3000, start[1] + 3000))
    assert picture.corners[0] == (0.0, 0.0)
    shown.tap_on(shown.button("← Back"))
    shown.frames(2)
    assert not shown.controller.tray.setting_up


def test_without_a_camera_there_is_nothing_to_take(driver, controller):
    controller.devices.use_tray(None)
    shown = driver()
    shown.app.go("tray_outline")
    shown.frames(12)
    shown.tap_on(shown.button("The tray is empty"))
    shown.frames(2)
    assert shown.app.screen_name == "tray_outline"


def test_steps_are_written_in_one_size(show, controller, written):
    shown = show(controller, settings=Settings(language="de", text_size=1.5))
    shown.app.go("tray_outline")
    shown.frames(3)
    steps = [each for each in written if each.words.startswith(("Zieh die vier Ecken", "Nimm alles", "Tippe auf"))]
    assert len({each.words for each in steps}) == 3
    assert len({each.size for each in steps}) == 1
    assert not [each for each in steps if each.cut]


def test_the_wizard_is_reached_from_there(driver):
    shown = driver()
    opened(shown)
    shown.tap_on(shown.button("A better set-up, step by step"))
    assert shown.app.screen_name == "tray_setup"


def test_unending_motion_is_marked_in_the_corner(begin, driver, camera):
    begin()
    shown = driver()
    still, read = camera.shows, camera.read

    def with_clock(timeout_s):
        frame = read(timeout_s)
        frame.image[20:60, 20:120] = 255 * (frame.number % 2)
        return frame

    camera.read = with_clock
    until(shown, lambda: shown.app.screen.tray.picture.spot is not None)
    shown.frames(2)
    shoot(shown, "4-stirs")
    assert shown.app.screen.tray.line == "This keeps moving"
    assert shown.app.screen.tray.offer.parent is not None
    x0, _, x1, y1 = shown.app.screen.tray.picture.spot
    assert (x0 < 0.1, x1 < 0.2, y1 < 0.15) == (True, True, True)
    camera.read, camera.shows = read, still
    until(shown, lambda: shown.app.screen.tray.picture.spot is None)
    assert shown.app.screen.tray.line == ""


def test_review_card_takes_that_a_thing_is_no_die(begin, driver, controller, monkeypatch):
    begin()
    told = []
    monkeypatch.setattr(controller.devices, "is_no_die", told.append)
    shown = driver()
    box = (0.4, 0.4, 0.45, 0.5)
    picture = cv2.imencode(".jpg", np.full((180, 320, 3), 90, np.uint8))[1].tobytes()
    reasons = (ReviewReason("unexplained_object", box=box),)
    dice = (SeenDie(3, "red", box=(0.1, 0.1, 0.2, 0.2)),)
    controller.inbox.put(DiceSeen(dice, sure=False, reasons=reasons, picture=picture))
    controller.tick()
    shown.frames(3)
    shoot(shown, "5-review")
    shown.tap_on(shown.button("That is not a die"))
    assert told == [box]
