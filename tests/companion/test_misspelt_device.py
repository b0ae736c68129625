"""A device name nobody knows takes no other device away, and is said where that device is looked for."""

from contextlib import closing

import pytest

from companion import app
from companion.desk import Desk
from companion.equipment import Device
from companion.games import shelf
from companion.journal import Journal
from companion.settings import Settings
from companion.ui.presenter import Glyph, glyphs


@pytest.fixture
def attached(monkeypatch):
    """A desk with the devices of these settings attached; they are not started."""
    desk = Desk(Journal(":memory:"), shelf())
    monkeypatch.setattr(desk, "start", lambda: None)

    def attach(**names):
        app._attach_later(desk, Settings(**names), lambda _seconds, call: call())
        return desk

    yield attach
    desk.stop()


def test_a_misspelt_box_leaves_the_camera(attached):
    desk = attached(tray="sim:", box="nonsense:")
    assert desk.tray_device.name == "sim:"
    assert desk.tray == Device("sim:", ok=False, why="starting")
    assert desk.box_device is None
    assert desk.box.name == "nonsense:"
    assert desk.box.why.startswith("no box is called 'nonsense:'")
    assert glyphs(desk)[1] == Glyph("box", ok=False, why=desk.box.why)
    (notice,) = desk.notices
    assert "no box is called" in str(notice.text).lower()
    assert desk.tick(), "the screens are told"
    assert len(desk.notices) == 1
    assert desk.box.why.startswith("no box is called")


def test_a_camera_that_cannot_be_made_leaves_the_box(attached, monkeypatch):
    def unknown(*_args):
        raise ValueError("no such camera")

    monkeypatch.setattr("companion.devices.tray.TrayDevice", unknown)
    desk = attached(tray="nonsense:", box="soft:")
    assert desk.tray_device is None
    assert desk.tray == Device("nonsense:", ok=False, why="no such camera")
    assert desk.box_device.name == "soft:"
    assert desk.box == Device("soft:", ok=False, why="starting")


def test_whatever_goes_wrong_with_the_camera_is_said_and_leaves_the_box(attached, monkeypatch):
    def broken(*_args):
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr("companion.devices.tray.TrayDevice", broken)
    desk = attached(tray="usb:0", box="soft:")
    assert desk.tray.lacking
    assert "libGL" in desk.tray.why
    assert desk.box_device.name == "soft:"
    assert "libGL" in str(desk.notices[0].text)


def test_devices_nobody_chose_are_not_wrong(attached):
    desk = attached(tray="", box="")
    assert desk.notices == ()
    assert [glyph.why for glyph in glyphs(desk)] == ["", "", ""]


def test_the_command_line_still_refuses_a_name_nobody_knows():
    with closing(Journal(":memory:")) as journal, pytest.raises(ValueError, match="no box is called"):
        app.make_desk(Settings(tray="", box="nonsense:"), journal)
