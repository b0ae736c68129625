"""The cameras one can choose among: each is looked at by itself, and says why it shows nothing."""

import threading

import numpy as np
import pytest

from catseye.text import plain, say
from companion.devices import camera_list
from companion.devices.camera_list import CameraList
from vision import SourceLost
from vision.frames import Frame
from vision.sources.camera_places import LocalCamera

BLUE = np.full((720, 1280, 3), (200, 60, 20), np.uint8)
WAIT_S = 20
"""Only a test that fails waits so long."""


class Camera:
    """Gives blue pictures until it is closed."""

    ended = False

    def __init__(self):
        self.closed = threading.Event()
        self.gave = threading.Event()

    def read(self, timeout):
        if self.gave.is_set():
            self.closed.wait(timeout)
            return None
        self.gave.set()
        return Frame(BLUE, 0.0, 0)

    def close(self):
        self.closed.set()


@pytest.fixture(name="looking")
def _looking():
    """Looks at these cameras; gives the list and the cameras that were opened, by name."""
    made, opened, tried = [], {}, {}

    def look(*names):
        def open_one(name):
            tried.setdefault(name, threading.Event()).set()
            if name.startswith("usb:9"):
                raise SourceLost(plain("there is no camera at usb:9"))
            if name == "moon":
                raise ValueError("'moon' is not the name of a camera")
            opened[name] = Camera()
            return opened[name]

        for name in names:
            tried[name] = threading.Event()
        made.append(CameraList(names, open_one))
        made[-1].start()
        assert all(event.wait(WAIT_S) for event in tried.values())
        return made[-1], opened

    yield look
    for each in made:
        each.stop()


def shown(cameras, number=0):
    """The candidate once it has a picture or a reason."""
    candidate = cameras.candidates[number]
    pause = threading.Event()
    for _ in range(2000):
        if candidate.picture is not None or candidate.why:
            return candidate
        pause.wait(0.01)
    raise AssertionError("neither a picture nor a reason")


def test_camera_shows_a_small_picture(looking):
    cameras, _ = looking("usb:0")
    candidate = shown(cameras)
    assert candidate.picture.shape == (180, 320, 3)
    assert tuple(candidate.picture[0, 0]) == tuple(BLUE[0, 0])
    assert candidate.number == 1


def test_missing_camera_says_why(looking):
    cameras, _ = looking("usb:9", "moon")
    assert "no camera at usb:9" in str(shown(cameras, 0).why)
    assert "not the name of a camera" in str(shown(cameras, 1).why)


def test_all_cameras_are_closed(looking):
    cameras, opened = looking("usb:0", "usb:1")
    shown(cameras, 0)
    shown(cameras, 1)
    cameras.stop()
    assert all(camera.closed.is_set() for camera in opened.values())


def test_duplicate_names():
    assert [each.name for each in CameraList(["usb:0", "usb:0", "usb:1"]).candidates] == ["usb:0", "usb:1"]


def test_cameras_take_turns(monkeypatch):
    """Many cameras on one bus cannot all send pictures, and a computer may list dozens."""
    monkeypatch.setattr(camera_list, "_LOOK_S", 0.0)
    open_now, most, seen = [], [], threading.Event()

    class Counted(Camera):
        def close(self):
            open_now.remove(self)
            super().close()

    def open_one(_name):
        open_now.append(Counted())
        most.append(len(open_now))
        if len(most) > 40:
            seen.set()
        return open_now[-1]

    threads = threading.active_count()
    cameras = CameraList([f"usb:{number}" for number in range(33)], open_one)
    cameras.start()
    assert threading.active_count() == threads + 1
    assert seen.wait(WAIT_S)
    cameras.stop()
    assert set(most) == {1}
    assert all(candidate.picture is not None for candidate in cameras.candidates)
    assert not open_now


def test_camera_labels(monkeypatch):
    found = [LocalCamera("usb:id/a", "HD Pro Webcam C920", 2), LocalCamera("usb:0", "", 0)]
    monkeypatch.setattr(camera_list, "local_cameras", lambda: found)
    names = camera_list.camera_names()
    assert names == {"usb:id/a": "HD Pro Webcam C920", "usb:0": ""}
    assert [each.label for each in CameraList([*names, "http://eye/"], labels=names).candidates] == [
        "HD Pro Webcam C920", "", "",
    ]  # fmt: skip


def test_camera_in_use_is_left_out(monkeypatch):
    found = [LocalCamera("usb:id/a", "C920", 2), LocalCamera("usb:id/b", "C270", 0)]
    monkeypatch.setattr(camera_list, "local_cameras", lambda: found)
    assert list(camera_list.camera_names("usb:0?turn=180")) == ["usb:id/a"]
    assert list(camera_list.camera_names("usb:id/a")) == ["usb:id/b"]
    assert list(camera_list.camera_names("http://eye/")) == ["usb:id/a", "usb:id/b"]


def test_certificate_fingerprint(looking):
    def open_one(_name):
        raise SourceLost(say("nobody vouches for its certificate"), "ab" * 32)

    cameras = CameraList(["https://eye/"], open_one)
    cameras.start()
    assert shown(cameras).fingerprint == "ab" * 32
    cameras.stop()
