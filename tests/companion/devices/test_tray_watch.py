"""The tray's profile in the running app: used where it was made, said where it cannot be. Bumped and hanging cameras,
said once.
"""

import time
from dataclasses import dataclass, replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.drift.reference import drift_reference_of
from calibration.light import measurement as light
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_corners
from catseye.colours import colour
from companion.app.controller import TableController
from companion.core.text import say
from companion.devices import tray, tray_watch
from companion.devices.inbox import Inbox
from companion.devices.tray import TrayDevice
from companion.games import shelf
from companion.record.journal import Journal
from tests.support.waiting import until
from vision import open_watcher
from vision.frames import Frame
from vision.sources import open_source

UNCALIBRATED = open_watcher()
CORNERS = ((240.0, 110.0), (1040.0, 110.0), (1040.0, 610.0), (240.0, 610.0))


def english(texts):
    return tuple(map(str, texts))


def picture(shift=0):
    rng = np.random.default_rng(4)
    table = cv2.resize(rng.integers(80, 190, (90, 160, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(table, (240, 110), (1040, 610), (70, 100, 60), -1)
    return np.roll(cv2.GaussianBlur(table, (0, 0), 0.7), shift, axis=1)


@pytest.fixture
def path(tmp_path, monkeypatch):
    path = tmp_path / "trays" / "usb-0.json"
    monkeypatch.setattr(tray_watch, "profile_path", lambda _camera: path)
    return path


def saved(path):
    lens = Lens(1280, 720, 1150.0, 1150.0, 639.5, 359.5)
    plane = plane_from_corners(CORNERS, 280, 175, lens, 1280)
    backdrop = drift_reference_of(picture(), CORNERS)
    TrayProfile("usb:0", 1280, 720, "now", lens=lens, plane=plane, region=CORNERS, backdrop=backdrop).save(path)


def test_tray_without_a_profile(path):
    found = tray_watch.watch_tray("usb:0")
    assert found.watcher.tray.profiled is None
    assert str(found.remark) == ""


def test_damaged_profile_is_reported(path):
    path.parent.mkdir()
    path.write_text('{"version": 1, "camera"')
    found = tray_watch.watch_tray("usb:0")
    assert found.watcher.tray.profiled is None
    assert str(found.remark).startswith("the tray is read without its set-up")
    assert path.read_text() == '{"version": 1, "camera"'


@pytest.mark.parametrize(
    ("camera", "own"),
    [("usb:0", True), ("usb:0?size=1280x720&fps=15", True), ("usb:1", False), ("usb:0?turn=180", False)],
)
def test_profile_is_for_its_own_camera(path, camera, own):
    saved(path)
    found = tray_watch.watch_tray(camera)
    assert (found.watcher.tray.profiled is not None) == own
    said = "the tray is read without its set-up: it belongs to another camera"
    assert str(found.remark) == ("" if own else said)


def test_profile_of_unknown_camera(path):
    saved(path)
    path.write_text(path.read_text().replace('"usb:0"', '"unknown"'))
    assert tray_watch.watch_tray("usb:0").watcher.tray.profiled is not None


@pytest.mark.parametrize("wrong", [IsADirectoryError, PermissionError])
def test_unreadable_profile_is_reported(path, monkeypatch, wrong):
    path.mkdir(parents=True)
    if wrong is PermissionError:

        def shut(*_args, **_kwargs):
            raise wrong(13, "Permission denied", str(path))

        monkeypatch.setattr("pathlib.Path.read_bytes", shut)
        monkeypatch.setattr("pathlib.Path.exists", shut)
    found = tray_watch.watch_tray("usb:0")
    assert found.watcher.tray.profiled is None
    assert str(found.remark).startswith("the tray is read without its set-up: ")
    assert str(path) in str(found.remark)


@dataclass
class Camera:
    """Frames of a tray, thirty a second of its own time; `shift` pixels to the side once it was bumped."""

    shift: int = 0
    number: int = 0
    name: str = "usb:0"
    fps: float = 30.0
    hand: None = None
    ended: bool = False

    def read(self, timeout):
        self.number += 1
        time.sleep(0.002)
        return Frame(picture(self.shift), self.number / 30, self.number)

    def close(self):
        self.ended = True


def test_misfitting_pictures_are_reported_once(path):
    saved(path)
    watcher, alerts, said = tray_watch.watch_tray("usb:0").watcher, tray_watch.CameraAlerts(), {}
    shapes = {0: picture(), 10: cv2.resize(picture(), (640, 480)), 40: picture(), 50: cv2.resize(picture(), (640, 480))}
    image = shapes[0]
    for number in range(60):
        image = shapes.get(number, image)
        frame = Frame(image, number / 30, number)
        watcher.feed(frame)
        if words := english(alerts.update(watcher, frame)):
            said[number] = words
    assert set(said) == {10, 50}
    (words,) = said[10]
    assert words.startswith("the tray is read without its set-up: the tray was set up at 1280x720; 640x480 has another")
    assert said[50] == said[10]


@dataclass
class Seeing:
    """Frames, thirty a second, that a watcher without a profile is shown."""

    number: int = 0

    def shown(self, alerts, seconds, image):
        said = []
        for _ in range(round(seconds * 30)):
            self.number += 1
            frame = Frame(image(self.number), self.number / 30, self.number)
            said += english(alerts.update(UNCALIBRATED, frame))
        return said


def noisy(number):
    return np.random.default_rng(number).integers(0, 9, (48, 64, 3), np.uint8)


def test_hanging_camera_is_reported_once():
    alerts, camera = tray_watch.CameraAlerts(), Seeing()
    assert camera.shown(alerts, 15, noisy) == []
    assert camera.shown(alerts, 9, lambda _: noisy(1)) == []
    (said,) = camera.shown(alerts, 30, lambda _: noisy(1))
    assert "hang" in said
    assert camera.shown(alerts, 15, noisy) == []
    assert camera.shown(alerts, 15, lambda _: noisy(2)) == [said]


def test_rendered_tray_does_not_hang():
    source, alerts = open_source("sim:"), tray_watch.CameraAlerts()
    frames = [source.read(1.0) for _ in range(5)]
    source.close()
    said = [english(alerts.update(UNCALIBRATED, replace(frame, at=20.0 * k))) for k, frame in enumerate(frames)]
    assert said == [()] * 5


@pytest.mark.parametrize("shift", [150, 500])
def test_moved_camera_is_reported_each_time(path, shift):
    saved(path)
    watcher, alerts = tray_watch.watch_tray("usb:0").watcher, tray_watch.CameraAlerts()

    def said(image, since):
        found = []
        for number in range(20):
            frame = Frame(image, since + number / 5, round(5 * since) + number)
            watcher.feed(frame)
            found += english(alerts.update(watcher, frame))
        return found

    assert said(picture(), 0) == []
    words = said(picture(shift), 10)
    assert len(set(words)) == len(words)
    assert "moved" in words[-1]
    assert said(picture(), 20) == []
    assert said(picture(shift), 30) == words


def test_briefly_hidden_tray_is_not_reported(path):
    saved(path)
    watcher, alerts = tray_watch.watch_tray("usb:0").watcher, tray_watch.CameraAlerts()
    head = np.full((720, 1280, 3), 90, np.uint8)
    for number, image in enumerate([picture()] * 3 + [head] * 5 + [picture()] * 3):
        frame = Frame(image, number / 4, number)
        watcher.feed(frame)
        assert alerts.update(watcher, frame) == ()
        assert watcher.tray.profiled.drift.sure == (image is not head)


def test_flicker_is_measured_on_the_last_frames(path, monkeypatch):
    @dataclass
    class UnderALed(Camera):
        """All of the picture swings by an eighth, six times a second."""

        def read(self, timeout):
            frame = super().read(timeout)
            swing = 1 + np.sin(2 * np.pi * 6 * frame.at) / 16
            return replace(frame, image=np.asarray(frame.image[::4, ::4] * swing, np.uint8))

    monkeypatch.setattr(tray, "open_source", lambda _name: UnderALed())
    device = TrayDevice("usb:0", Inbox())
    assert device.film.flicker() == (None, 0.0)
    device.start()
    until(lambda: device.film.flicker()[0] is not None)
    device.stop()
    assert device.film.flicker()[0] == pytest.approx(1 / 8, abs=0.03)


def test_bumped_camera_is_reported_once(path, monkeypatch):
    saved(path)
    camera = Camera()
    monkeypatch.setattr(tray, "open_source", lambda _name: camera)
    controller = TableController(Journal(":memory:"), shelf())
    controller.devices.attach(TrayDevice("usb:0", controller.inbox), None)
    controller.start()

    def ticks(met):
        until(lambda: (controller.tick(), met())[1])

    ticks(lambda: camera.number > 30)
    assert controller.notifications == ()
    camera.shift = 40
    ticks(lambda: controller.notifications)
    bumped = camera.number
    ticks(lambda: camera.number > bumped + 20)
    kinds = [notice.kind for notice in controller.notifications]
    controller.stop()
    assert set(kinds) == {"device"}
    texts = [str(notice.text) for notice in controller.notifications]
    assert len(set(texts)) == len(texts)


def test_light_advice_translates_its_colour():
    advice = light.Advice("colour", "fair", say("The light has turned {cast}.", cast=colour("blue")))
    watcher = SimpleNamespace(tray=SimpleNamespace(profiled=SimpleNamespace(without="", drift=None)), advice=(advice,))
    frame = Frame(np.zeros((90, 160, 3), np.uint8), 0.0, 0)
    (said,) = tray_watch.CameraAlerts().update(watcher, frame)
    assert said.template == advice.text.template
    assert dict(said.values)["cast"] == say("blue")
    assert said == advice.text
