"""Stretches of play on simulators: pictures to readings, presses to events, cables pulled and put back."""

import shutil
from random import Random

import pytest

from catseye.text import plain
from companion.app.settings import Settings
from companion.app.transcript import Transcript
from companion.bootstrap import make_controller
from companion.bots.players import SimulatedPlayers
from companion.core.asks import Key
from companion.core.events import Face
from companion.core.table import Table
from companion.devices import tray
from companion.record.journal import Journal
from tests.support import waiting
from vision.frames import SourceLost

LATE = {"phase": "rolling", "cards": [[4], [9, 10], [13]], "starter": 0}
DISCARDING = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}
TABLE = Table(("Ann", "Bo", "Cy"), ("red", "blue", "white"))
BOXES = [
    "soft:",
    pytest.param("avr:", marks=pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="no AVR toolchain here")),
]


@pytest.fixture
def open_table(tmp_path):
    controllers = []

    def start_app(tray="", box="", facts=None, table=TABLE):
        controller = make_controller(Settings(tray=tray, box=box), Journal(tmp_path / "journal.sqlite"))
        controllers.append(controller)
        controller.begin("catch-up", table, facts=facts)
        controller.start()
        return controller

    yield start_app
    for controller in controllers:
        controller.stop()


def until(controller, true, seconds=300.0, also=lambda: None):
    """Tick the controller until something holds; fails after `seconds`."""
    why = lambda: [str(notice.text) for notice in controller.notifications][:5]  # noqa: E731  it is said if it fails
    waiting.until(true, seconds, lambda: (controller.tick(), also()), why)


def test_the_end_of_a_game_is_refereed_from_pictures_and_presses(open_table):
    controller = open_table("sim:seed=5", "soft:", LATE)
    until(controller, lambda: controller.devices.box.ok)
    lines = []
    people, transcript = SimulatedPlayers(controller, Random(3)), Transcript(controller, lines.append)
    until(controller, lambda: people.done, 300.0, lambda: (people.step(), transcript.step()))
    transcript.step()
    origins = {entry.origin for entry in controller.session.entries}
    assert "tray" in origins
    assert controller.session.outcome() is not None
    assert any("[tray ]" in line for line in lines)
    for entry in controller.session.entries:
        if entry.origin == "tray":
            picture = controller.picture(entry.seq)
            assert picture is not None
            assert len(picture) <= 60 * 1024


@pytest.mark.parametrize("box", BOXES)
def test_a_cable_pulled_and_put_back_loses_no_press(open_table, box):
    controller = open_table(box=box, facts=DISCARDING, table=Table(("Ann", "Bo")))
    until(controller, lambda: controller.devices.box.ok)
    fingers, following = controller.devices.box_device.fingers, controller.devices.box_device.button(0, Key.NEXT)
    fingers.press(following)
    until(controller, lambda: controller.pointers.get(0) == 0)
    fingers.unplug()
    until(controller, lambda: not controller.devices.box.ok)
    assert controller.notifications[0].kind == "device"
    for _ in range(2):
        fingers.press(following)
    fingers.replug()
    until(controller, lambda: controller.devices.box.ok)
    until(controller, lambda: controller.pointers.get(0) == 2)
    fingers.press(controller.devices.box_device.button(0, Key.YES))
    until(controller, lambda: controller.session.seq == 1)
    assert controller.session.entries[0].origin == "box"


def test_a_camera_gone_and_back_goes_on_reading(open_table, monkeypatch):
    open_source = tray.open_source
    gone = []

    class Pulled:
        """A rendered tray whose cable can be pulled."""

        def __init__(self, name):
            if gone:
                raise SourceLost(plain("usb:0 is not there"))
            self._tray = open_source(name)

        def __getattr__(self, name):
            return getattr(self._tray, name)

        def read(self, timeout):
            if gone:
                raise SourceLost(plain("usb:0 was unplugged"))
            return self._tray.read(timeout)

    monkeypatch.setattr(tray, "open_source", Pulled)
    controller = open_table("sim:seed=2")
    until(controller, lambda: controller.devices.tray.ok and controller.devices.preview() is not None)
    gone.append(True)
    until(controller, lambda: not controller.devices.tray.ok)
    assert "unplugged" in str(controller.devices.tray.why) or "not there" in str(controller.devices.tray.why)
    assert controller.devices.preview() is None
    assert not controller.devices.can_throw
    gone.clear()
    until(controller, lambda: controller.devices.tray.ok and controller.devices.can_throw)
    controller.throw()
    until(controller, lambda: controller.seen is not None and len(controller.seen.dice) == 3)


def test_dice_nobody_asked_for_are_said_and_not_applied(open_table):
    controller = open_table("sim:seed=4", facts=DISCARDING, table=Table(("Ann", "Bo")))
    until(controller, lambda: controller.devices.tray.ok and controller.devices.can_throw)
    controller.devices.tray_device.throw(["red", "blue", "white"])
    until(controller, lambda: controller.seen is not None and len(controller.seen.dice) == 3)
    assert controller.session.seq == 0
    assert "No roll is due" in str(controller.notifications[0].text)


def test_a_hand_that_passes_over_dice_does_not_roll_them_again(open_table):
    controller = open_table("sim:seed=4")
    until(controller, lambda: controller.devices.tray.ok and controller.devices.can_throw)
    controller.throw()
    until(
        controller,
        lambda: controller.seen is not None and len(controller.seen.dice) == 3 and not controller.tray.moving,
    )
    if controller.pending_review is not None:
        controller.settle(tuple(Face(die.value, die.colour) for die in controller.seen.dice))
    assert controller.session.seq == 1
    controller.devices.tray_device.hand.pass_over()
    until(controller, lambda: controller.tray.moving)
    until(controller, lambda: not controller.tray.moving)
    assert controller.session.seq == 1
    assert controller.pending_review is None
