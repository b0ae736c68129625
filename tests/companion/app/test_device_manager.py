"""A device name nobody knows takes no other device away, and is said where that device is looked for."""

from contextlib import closing

import pytest

from companion import bootstrap
from companion.app.attaching import attach_later
from companion.app.controller import TableController
from companion.app.device_manager import STARTING, Device
from companion.app.settings import Settings
from companion.core.text import say
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DeviceChanged
from companion.views.device_signs import Glyph, glyphs


@pytest.fixture
def attached(monkeypatch):
    """A controller with the devices of these settings attached; they are not started."""
    controller = TableController(Journal(":memory:"), shelf())
    monkeypatch.setattr(controller, "start", lambda: None)

    def attach(**names):
        attach_later(controller, Settings(**names), lambda _seconds, call: call())
        return controller

    yield attach
    controller.stop()


def test_misspelt_box_does_not_affect_the_camera(attached):
    controller = attached(tray="sim:", box="nonsense:")
    assert controller.devices.tray_device.name == "sim:"
    assert controller.devices.tray == Device("sim:", ok=False, why=STARTING, starting=True)
    assert controller.devices.box_device is None
    assert controller.devices.box.name == "nonsense:"
    assert str(controller.devices.box.why).startswith("no box is called 'nonsense:'")
    assert glyphs(controller)[1] == Glyph("box", ok=False, why=str(controller.devices.box.why))
    (notice,) = controller.notifications
    assert "no box is called" in str(notice.text).lower()
    told = []
    controller.followers.append(lambda: told.append(controller.devices.box.name))
    controller.tick()
    assert told == ["nonsense:"], "the screens are notified"
    assert len(controller.notifications) == 1
    assert str(controller.devices.box.why).startswith("no box is called")


def test_a_camera_is_starting_until_it_reports_something(attached):
    controller = attached(tray="sim:")
    controller.tick()
    assert controller.devices.tray.starting
    controller.inbox.put(DeviceChanged("tray", ok=False, why=say("the camera was unplugged")))
    controller.tick()
    assert not controller.devices.tray.starting


def test_bad_camera_does_not_affect_the_box(attached, monkeypatch):
    def unknown(*_args):
        raise ValueError("no such camera")

    monkeypatch.setattr("companion.devices.tray.TrayDevice", unknown)
    controller = attached(tray="nonsense:", box="soft:")
    assert controller.devices.tray_device is None
    assert (controller.devices.tray.ok, str(controller.devices.tray.why)) == (False, "no such camera")
    assert controller.devices.box_device.name == "soft:"
    assert controller.devices.box == Device("soft:", ok=False, why=STARTING, starting=True)


def test_camera_errors_do_not_affect_the_box(attached, monkeypatch):
    def broken(*_args):
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr("companion.devices.tray.TrayDevice", broken)
    controller = attached(tray="usb:0", box="soft:")
    assert controller.devices.tray.lacking
    assert "libGL" in str(controller.devices.tray.why)
    assert controller.devices.box_device.name == "soft:"
    assert "libGL" in str(controller.notifications[0].text)


def test_devices_not_chosen_are_no_fault(attached):
    controller = attached(tray="", box="")
    assert controller.notifications == ()
    assert [glyph.why for glyph in glyphs(controller)] == ["", "", ""]


def test_command_line_refuses_unknown_device():
    with closing(Journal(":memory:")) as journal, pytest.raises(ValueError, match="no box is called"):
        bootstrap.make_controller(Settings(tray="", box="nonsense:"), journal)
