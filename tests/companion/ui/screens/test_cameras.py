"""Camera, box and volume are chosen on the screen."""

import cv2
import numpy as np
import pytest

from companion import i18n
from companion.app.device_manager import NO_CAMERA, STARTING
from companion.core.text import say
from companion.devices import camera_list
from companion.referee.signals import TrayMoved
from companion.ui.screens import cameras, devices
from companion.ui.screens.cameras import CameraTile, camera_words
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.refusal_note import Toast
from tests.support.pseudo_language import PseudoLanguage, untranslated
from tests.support.screen_clock import pass_time
from tests.support.written_words import paint, written

__all__ = ["written"]


class Device:
    """A camera or box as the device manager knows it."""

    hand = preview = newest = None
    light = say("")
    hopeless, missing, devices = "", (), ()

    def __init__(self, name):
        self.name, self.running = name, None

    def start(self):
        self.running = True

    def stop(self):
        self.running = False

    def show(self, asks, pointers, marks):
        pass

    def expect(self, colours):
        pass

    def other_dice_may_come(self):
        pass


@pytest.fixture(name="there")
def _there(monkeypatch):
    """Cameras that are plugged in, without threads; the lists that were made."""
    lists = []

    class List(camera_list.CameraList):
        def start(self):
            lists.append(self)
            self.running = True
            for candidate in self.candidates:
                candidate.picture, candidate.number = np.full((180, 320, 3), 90, np.uint8), 1

        def stop(self):
            self.running = False

    def make(name, *_):
        if name.startswith("http://bad"):
            raise ValueError("this is no address")
        return Device(name) if name else None

    monkeypatch.setattr(camera_list, "CameraList", List)
    labels = {"usb:0": "", "usb:2": "HD Pro Webcam C920", "https://eye/video": ""}
    monkeypatch.setattr(camera_list, "camera_names", lambda used="": {k: v for k, v in labels.items() if k != used})
    monkeypatch.setattr(cameras, "make_tray", make)
    monkeypatch.setattr(devices, "make_box", make)
    return lists


@pytest.fixture(name="shown")
def _shown(driver, there):
    shown = driver()
    shown.app.go("devices")
    shown.frames(2)
    shown.tap_on(shown.button("Choose the camera"))
    looked_for(shown)
    return shown


def looked_for(shown):
    """The screen has looked for cameras and shows what they see."""
    pass_time(0.1)
    shown.frames(2)
    pass_time(0.2)
    shown.frames(2)


def tile(shown, name):
    return next(each for each in shown.all(CameraTile) if each.name == name)


def test_every_camera_is_shown_with_its_picture(written, shown):
    assert [each.words for each in shown.all(CameraTile)] == ["Camera 1", "HD Pro Webcam C920", "Network camera eye"]
    written.clear()
    for each in shown.all(CameraTile):
        paint(each.picture)
    assert written == [], "no picture is missing"


def test_reason_for_no_picture_is_translated(shown, there, monkeypatch):
    reasons = []
    monkeypatch.setattr(Picture, "clear", lambda _picture, why: reasons.append(why))
    i18n.use(PseudoLanguage())
    there[-1].candidates[0].why = say("{name}: {why}", name="usb:0", why=say("the camera is not there"))
    pass_time(0.2)
    assert [untranslated(why, ["usb:0"]) for why in reasons] == [[]]


def test_tapped_camera_is_used_now_and_after_a_restart(shown, controller, there):
    shown.tap_on(tile(shown, "usb:2"))
    shown.frames(2)
    assert shown.app.screen_name == "devices"
    assert not any(each.running for each in there), "it can be opened only once"
    first = controller.devices.tray_device
    assert (first.name, first.running) == ("usb:2", True)
    assert controller.devices.tray.why == STARTING
    assert shown.app.settings.tray == "usb:2"
    shown.app.go("cameras")
    looked_for(shown)
    assert [each.name for each in shown.all(CameraTile) if each.in_use] == ["usb:2"]
    assert "usb:2" not in [each.name for each in there[-1].candidates]
    shown.tap_on(tile(shown, "usb:0"))
    assert (first.running, controller.devices.tray_device.name) == (False, "usb:0")


def test_one_can_play_without_a_camera(shown, controller):
    shown.tap_on(tile(shown, "usb:0"))
    shown.app.go("cameras")
    shown.frames(2)
    shown.tap_on(shown.button("Play without a camera"))
    assert controller.devices.tray_device is None
    assert controller.devices.tray.why == NO_CAMERA
    assert shown.app.settings.tray == ""


def test_phone_address_is_typed_saved_and_chosen(shown, controller):
    shown.tap_on(shown.button("Enter an address"))
    shown.frames(2)
    for key in "7.9:8080/video":
        shown.tap_on(shown.button(key))
    pad = next(shown.all(Keyboard))
    assert pad.line == "http://192.168.7.9:8080/video"
    shown.tap_on(shown.button("Done"))
    shown.frames(2)
    assert shown.app.settings.cameras == [pad.line]
    shown.tap_on(tile(shown, pad.line))
    assert controller.devices.tray_device.name == pad.line


@pytest.mark.parametrize("language", ["", "de"])
def test_phone_guide_stands_in_words_and_in_a_code(shown, monkeypatch, language):
    taken = []
    monkeypatch.setattr(Picture, "show_frame", lambda picture, image: taken.append((picture, image)))
    i18n.set_language(language)
    shown.tap_on(shown.app.screen.phone)
    guide = shown.app.screen.opened
    said = [words.words for words in guide.steps]
    assert any("http://192.168.0.20:8080/video" in step for step in said)
    code = next(image for picture, image in taken if picture is guide.code)
    read = cv2.QRCodeDetector().detectAndDecode(code)[0]
    assert [line.partition(" ")[2] for line in read.splitlines()[1:]] == said


def test_bad_address_is_refused_and_changes_nothing(shown, controller):
    shown.app.change(cameras=["http://bad"])
    shown.app.go("cameras")
    looked_for(shown)
    shown.tap_on(tile(shown, "http://bad"))
    assert "no address" in next(shown.all(Toast)).words
    assert controller.devices.tray_device is None
    assert shown.app.screen_name == "cameras"


def test_camera_picture_can_be_rotated_and_mirrored(shown, controller):
    shown.tap_on(tile(shown, "usb:0"))
    shown.app.go("cameras")
    looked_for(shown)
    for key, name in (
        ("Turn the picture", "usb:0?turn=90"),
        ("Turn the picture", "usb:0?turn=180"),
        ("Mirror it", "usb:0?turn=180&mirror=1"),
        ("Turn the picture", "usb:0?turn=270&mirror=1"),
        ("Mirror it", "usb:0?turn=270"),
        ("Turn the picture", "usb:0"),
    ):
        shown.tap_on(shown.button(key))
        shown.frames(2)
        assert controller.devices.tray_device.name == shown.app.settings.tray == name
        assert controller.devices.tray_device.running
        assert [each.name for each in shown.all(CameraTile) if each.in_use] == [name]


def test_a_certificate_is_accepted_once_and_remembered(shown, controller, there):
    address, fingerprint = "https://eye/video", "ab" * 32
    shown.app.change(cameras=[address])
    shown.app.go("cameras")
    looked_for(shown)
    candidate = next(each for each in there[-1].candidates if each.name == address)
    candidate.picture, candidate.fingerprint = None, fingerprint
    candidate.why = say("nobody vouches for its certificate (fingerprint {fingerprint})", fingerprint="AB:AB")
    shown.tap_on(tile(shown, address))
    shown.frames(2)
    assert "AB:AB" in shown.app.screen.opened.why.words
    assert controller.devices.tray_device is None
    shown.tap_on(shown.button("Yes, accept it"))
    shown.frames(2)
    assert shown.app.screen.opened is None
    assert shown.app.settings.cameras == [f"{address}#sha256={fingerprint}"]


def test_leaving_lets_go_of_the_cameras(shown, there):
    shown.app.go("home")
    assert not any(each.running for each in there)


def test_boxes_are_chosen_or_left_out(driver, controller, there):
    shown = driver()
    shown.app.go("devices")
    shown.frames(2)
    shown.tap_on(shown.button("✓ no box"))
    assert controller.devices.box_device is None
    assert shown.app.settings.box == ""
    shown.tap_on(shown.button("look for boxes"))
    assert controller.devices.box_device.name == "auto"
    assert shown.app.settings.box == "auto"


def test_the_volume_is_chosen(driver, there):
    shown = driver()
    shown.app.go("devices")
    shown.frames(2)
    shown.tap_on(shown.button("quiet"))
    assert shown.app.settings.volume == 0
    shown.tap_on(shown.button("soft"))
    assert shown.app.settings.volume == 35


def test_cameras_have_words():
    assert [camera_words(name) for name in ("usb:0", "usb:1?size=640x480", "sim:seed=3")] == [
        "Camera 1", "Camera 2", "Practice tray",
    ]  # fmt: skip
    assert camera_words("http://x.local:8080/video") == "Network camera x.local"
    assert camera_words("clip:/home/ann/throws.mp4") == "Recorded pictures"
    assert camera_words("usb:id/usb-046d_HD_Pro_Webcam_C920_A1-video-index0?turn=90") == "046d HD Pro Webcam C920 A1"
    assert camera_words("usb:id/platform-xhci-usb-0:1.3:1.0-video-index0") == "Camera"
    assert camera_words("usb:/dev/video2") == "Camera"


def test_a_tray_in_a_game_does_not_keep_moving(controller):
    controller.tray.observe(TrayMoved(), None)
    controller.devices.use_tray(None)
    controller.tick()
    assert controller.tray.moving is False
