"""Whole stretches of an evening on twins: pictures to readings, presses to events, cables pulled and put back."""

import shutil
import time
from random import Random

import pytest

from companion.app.settings import Settings
from companion.app.transcript import Transcript
from companion.bootstrap import make_desk
from companion.core.asks import Key
from companion.core.events import Face
from companion.core.table import Table
from companion.devices import tray
from companion.record.journal import Journal
from companion.sim.players import People
from vision.frames import SourceLost

LATE = {"phase": "rolling", "cards": [[4], [9, 10], [13]], "starter": 0}
DISCARDING = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}
TABLE = Table(("Ann", "Bo", "Cy"), ("red", "blue", "white"))
BOXES = [
    "soft:",
    pytest.param("avr:", marks=pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="no AVR toolchain here")),
]


@pytest.fixture
def sitting(tmp_path):
    desks = []

    def sit(tray="", box="", facts=None, table=TABLE):
        desk = make_desk(Settings(tray=tray, box=box), Journal(tmp_path / "journal.sqlite"))
        desks.append(desk)
        desk.begin("catch-up", table, facts=facts)
        desk.start()
        return desk

    yield sit
    for desk in desks:
        desk.stop()


def until(desk, true, seconds=60.0, also=lambda: None):
    """Tick the desk until something holds; fails after `seconds`."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"nothing came of it: {[str(notice.text) for notice in desk.notices][:5]}"
        desk.tick()
        also()
        time.sleep(0.005)


@pytest.mark.parametrize("box", BOXES)
def test_the_end_of_a_game_is_refereed_from_pictures_and_presses(sitting, box):
    desk = sitting("sim:seed=5", box, LATE)
    until(desk, lambda: desk.box.ok)
    lines = []
    people, transcript = People(desk, Random(3)), Transcript(desk, lines.append)
    until(desk, lambda: people.done, 300.0, lambda: (people.step(), transcript.step()))
    transcript.step()
    origins = {entry.origin for entry in desk.session.entries}
    assert "tray" in origins
    assert desk.session.outcome() is not None
    assert any("[eye ]" in line for line in lines)
    for entry in desk.session.entries:
        if entry.origin == "tray":
            picture = desk.picture(entry.seq)
            assert picture is not None
            assert len(picture) <= 60 * 1024


@pytest.mark.parametrize("box", BOXES)
def test_a_cable_pulled_and_put_back_loses_no_press(sitting, box):
    desk = sitting(box=box, facts=DISCARDING, table=Table(("Ann", "Bo")))
    until(desk, lambda: desk.box.ok)
    fingers, following = desk.box_device.fingers, desk.box_device.button(0, Key.NEXT)
    fingers.press(following)
    until(desk, lambda: desk.pointers.get(0) == 0)
    fingers.unplug()
    until(desk, lambda: not desk.box.ok)
    assert desk.notices[0].kind == "device"
    for _ in range(2):
        fingers.press(following)
        time.sleep(0.3)  # a finger's own time between two presses: the box has debounced the first
    fingers.replug()
    until(desk, lambda: desk.box.ok)
    until(desk, lambda: desk.pointers.get(0) == 2)
    fingers.press(desk.box_device.button(0, Key.YES))
    until(desk, lambda: desk.session.seq == 1)
    assert desk.session.entries[0].origin == "box"


def test_a_camera_gone_and_back_goes_on_reading(sitting, monkeypatch):
    open_source = tray.open_source
    gone = []

    class Pulled:
        """A rendered tray whose cable can be pulled."""

        def __init__(self, name):
            if gone:
                raise SourceLost("usb:0 is not there")
            self._tray = open_source(name)

        def __getattr__(self, name):
            return getattr(self._tray, name)

        def read(self, timeout):
            if gone:
                raise SourceLost("usb:0 was unplugged")
            return self._tray.read(timeout)

    monkeypatch.setattr(tray, "open_source", Pulled)
    desk = sitting("sim:seed=2")
    until(desk, lambda: desk.tray.ok and desk.preview() is not None)
    gone.append(True)
    until(desk, lambda: not desk.tray.ok)
    assert "unplugged" in desk.tray.why or "not there" in desk.tray.why
    assert desk.preview() is None
    assert not desk.can_throw
    gone.clear()
    until(desk, lambda: desk.tray.ok and desk.can_throw)
    desk.throw()
    until(desk, lambda: desk.seen is not None and len(desk.seen.dice) == 3)


def test_dice_nobody_asked_for_are_said_and_not_applied(sitting):
    desk = sitting("sim:seed=4", facts=DISCARDING, table=Table(("Ann", "Bo")))
    until(desk, lambda: desk.tray.ok and desk.can_throw)
    desk.tray_device.throw(["red", "blue", "white"])
    until(desk, lambda: desk.seen is not None and len(desk.seen.dice) == 3)
    assert desk.session.seq == 0
    assert "No roll is due" in str(desk.notices[0].text)


def test_a_hand_that_passes_over_dice_does_not_roll_them_again(sitting):
    desk = sitting("sim:seed=4")
    until(desk, lambda: desk.tray.ok and desk.can_throw)
    desk.throw()
    until(desk, lambda: desk.seen is not None and len(desk.seen.dice) == 3 and not desk.moving)
    if desk.doubt is not None:
        desk.settle(tuple(Face(die.value, die.colour) for die in desk.seen.dice))
    assert desk.session.seq == 1
    desk.tray_device.hand.pass_over()
    until(desk, lambda: desk.moving)
    until(desk, lambda: not desk.moving)
    assert desk.session.seq == 1
    assert desk.doubt is None
