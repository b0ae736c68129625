"""What was chosen and cannot be had is said at home, before a game is begun without it."""

import pytest

from companion.app.device_manager import NO_CAMERA, STARTING, Device
from companion.core.text import NOTHING, say
from companion.referee.signals import DeviceChanged


@pytest.fixture(name="screen")
def _screen(driver):
    shown = driver()
    shown.app.go("home")
    shown.frames(2)
    return shown.app.screen


def test_a_camera_and_a_box_that_cannot_be_had_are_named(controller, screen):
    controller.devices.tray = Device("usb:0", ok=False, why=say("there is no camera at usb:0"))
    controller.devices.box = Device("auto", ok=False, why=say("no button box is plugged in"))
    screen.refresh()
    assert screen.trouble.words == "Camera: there is no camera at usb:0\nButton box: no button box is plugged in"


@pytest.mark.parametrize("device", [Device("usb:0", ok=True), Device("usb:0", ok=False, why=STARTING, starting=True),
                                    Device("", ok=False, why=NO_CAMERA)])  # fmt: skip
def test_one_that_works_or_begins_or_was_never_chosen_is_not(controller, screen, device):
    controller.devices.tray = device
    screen.refresh()
    assert screen.trouble.words == ""


def test_it_changes_as_the_device_does(controller, screen):
    controller.devices.tray = Device("usb:0", ok=True)
    for ok, why in ((False, say("the camera was unplugged")), (True, NOTHING)):
        controller.inbox.put(DeviceChanged("tray", ok=ok, why=why))
        assert controller.tick()
        screen.refresh()
        assert ("unplugged" in screen.trouble.words) == (not ok)


def test_what_the_settings_say_stands_first(controller, screen):
    screen.app.trouble = "The settings cannot be read."
    controller.devices.box = Device("auto", ok=True, why="one of two boxes is gone")
    screen.refresh()
    assert screen.trouble.words == "The settings cannot be read.\nButton box: one of two boxes is gone"
