"""The table says of its devices only what players can use."""

from types import SimpleNamespace

import pytest

from companion.app.device_manager import NO_CAMERA, STARTING, Device
from companion.core.text import say
from companion.devices import tray
from companion.devices.tray import TrayDevice
from companion.devices.tray_watch import TrayMonitor
from companion.referee.signals import DeviceChanged, DiceSeen, SeenDie
from companion.views.device_signs import glyphs
from companion.views.presenter import table_view
from companion.views.tray_views import without_addresses
from tests.support.waiting import until


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("cannot open /dev/ttyUSB0: it is used", "cannot open …: it is used"),
        ("no answer from http://192.168.0.7:8080/video", "no answer from …"),
        ("COM3 was unplugged", "… was unplugged"),
        ("the disk is full: /home/ann/.local/share/catseye/journal.db", "the disk is full: …"),
        ("usb:0 gives no picture", "… gives no picture"),
        ("usb:0: no such camera here", "no such camera here"),
        ("clip:/home/ann/a.mp4: it is gone", "it is gone"),
        (
            "the camera gives no pictures (usb:0: no such camera here)",
            "the camera gives no pictures (no such camera here)",
        ),
        ("the camera gives no pictures: usb:0: no such camera", "the camera gives no pictures: no such camera"),
        ("/dev/ttyACM0: it is used by another program", "it is used by another program"),
        (r"the journal C:\Users\ann\journal.sqlite could not be read", "the journal … could not be read"),
        ("Bo rolls 3/4 of 16:9 and/or more", "Bo rolls 3/4 of 16:9 and/or more"),
    ],
)
def test_table_shows_no_paths_ports_or_addresses(said, shown):
    assert without_addresses(said) == shown


def test_news_of_a_device_omits_its_port(begin):
    controller = begin(2)
    controller.devices.box = Device("auto", ok=True)
    controller.inbox.put(DeviceChanged("box", ok=False, why="/dev/ttyACM0 was unplugged"))
    controller.tick()
    assert "ttyACM0" not in table_view(controller).notices[0].text


def test_corner_says_why_the_camera_cannot_be_read(begin, monkeypatch):
    controller = begin(2)
    devices = controller.devices
    monkeypatch.setattr(
        devices,
        "tray_device",
        SimpleNamespace(
            says=say("the light flickers ({hz} Hz)", hz=50),
            stirs=None,
            set_up=SimpleNamespace(offered=False),
            hand=None,
            hopeless="",
            expect=lambda _colours: None,
        ),
    )

    def says():
        return str(table_view(controller).tray.says)

    devices.tray = Device("usb:0", ok=False, why=STARTING, starting=True)
    assert says() == "opening the camera…"
    devices.changed(DeviceChanged("tray", ok=False, why="unplugged"))
    assert says() == "no picture: the camera is tried again"
    devices.changed(DeviceChanged("tray", ok=True))
    assert says() == "the light flickers (50 Hz)"
    controller.inbox.put(DiceSeen((SeenDie(3),), sure=True, disturbed=True))
    controller.tick()
    assert says() == "the dice were moved"
    devices.tray = Device("", ok=False, why=NO_CAMERA)
    assert says() == ""


def test_corner_promises_no_picture_where_none_will_come(begin, monkeypatch):
    controller = begin(2)
    ended = say("the recording has ended")
    monkeypatch.setattr(
        tray, "open_source", lambda _name: SimpleNamespace(ended=True, hand=None, read=lambda _s: None, close=list)
    )
    device = TrayDevice("clip:film", controller.inbox, lambda _name: TrayMonitor(None))
    controller.devices.use_tray(device)

    def says():
        controller.tick()
        return table_view(controller).tray.says

    until(lambda: says() == ended)
    device.stop()
    controller.devices.attach(None, None)
    controller.devices.lack("tray", "usb:0", say("it cannot be started ({why})", why="no memory"))
    assert str(says()) == "it cannot be started (no memory)"


def test_camera_that_is_being_made_is_said_to_be_opened(begin):
    controller = begin(2)
    controller.devices.chosen("usb:0", "auto")
    assert str(table_view(controller).tray.says) == "opening the camera…"
    assert [(sign.ok, sign.absent) for sign in glyphs(controller)[:2]] == [(False, True)] * 2


def test_lost_device_is_an_error_and_one_never_seen_is_not(begin, monkeypatch):
    controller = begin(2)
    monkeypatch.setattr(controller.devices, "tray_device", object())
    controller.devices.tray = Device("usb:0", ok=False, why="no camera")
    assert glyphs(controller)[0].absent
    controller.devices.changed(DeviceChanged("tray", ok=True))
    assert not glyphs(controller)[0].absent
    controller.devices.changed(DeviceChanged("tray", ok=False, why="unplugged"))
    camera = glyphs(controller)[0]
    assert (camera.ok, camera.absent) == (False, False)
