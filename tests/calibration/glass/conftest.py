"""The wizard's screen without a display: real pixels drawn offscreen, real touches, a rendered camera."""

import os
import time

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pytest

import companion.ui.before_kivy  # noqa: F401  what Kivy reads at its import
from companion.desk import Desk
from companion.devices.inbox import Inbox
from companion.devices.tray import Preview
from companion.games import shelf
from companion.journal import Journal
from companion.settings import Settings
from companion.signals import DeviceChanged
from vision.frames import Frame


class RenderedCamera:
    """The camera above the tray as the desk knows it; the test says what it looks at."""

    name = "usb:7"
    hand = None

    def __init__(self, inbox):
        self._inbox, self._number = inbox, 0
        self.newest = self.preview = None
        self.profile_taken = 0

    def set_up_anew(self):
        self.profile_taken += 1

    def start(self):
        self._inbox.put(DeviceChanged("tray", ok=True))

    def stop(self):
        pass

    def look_at(self, image):
        self._number += 1
        self.newest = Frame(image, self._number / 30, self._number)
        self.preview = Preview(image[::2, ::2].copy(), self._number)


@pytest.fixture
def desk():
    inbox = Inbox()
    made = Desk(Journal(":memory:"), shelf(), inbox, RenderedCamera(inbox))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def glass(desk, monkeypatch, tmp_path):
    """Shows the desk; files go to a folder of the test's own."""
    from companion.ui.glass import Glass  # noqa: PLC0415  Kivy opens its window when it is imported

    monkeypatch.setattr(Settings, "save", lambda self, path=None: None)
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    shown = []

    def show(size=(1280, 800)):
        shown.append(Glass(desk, Settings(), size))
        return shown[-1]

    yield show
    for each in shown:
        each.close()


@pytest.fixture
def until():
    """Lets frames pass until something holds; fails after twenty seconds."""

    def wait(glass, holds, why=""):
        end = time.monotonic() + 20
        while not holds():
            assert time.monotonic() < end, why() if callable(why) else why
            glass.frames(1)
            time.sleep(0.01)

    return wait
