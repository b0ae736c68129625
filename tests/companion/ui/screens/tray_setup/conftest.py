"""The wizard's screen without a display: real pixels drawn offscreen, real touches, a rendered camera."""

import pytest

from calibration.light.flicker import Film
from companion.app.controller import TableController
from companion.core.text import NOTHING, say
from companion.devices.tray import Preview
from companion.devices.tray_set_up import TraySetUp
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DeviceChanged
from companion.ui.screens.tray_setup.worker import TraySetup
from tests.support import waiting
from tests.support.rendered_charts import film, tour_pictures
from tests.support.screen_driver import driver, show
from tests.support.tray_setup_user import Person
from vision.frames import Frame

__all__ = ["controller", "driver", "film", "person", "show", "tour_pictures", "until"]


class RenderedCamera:
    """The camera above the tray as the controller knows it; the test says what it looks at."""

    name = "usb:7"
    hand = None

    def __init__(self, inbox):
        self._inbox, self._number = inbox, 0
        self.newest = self.preview = None
        self.film = Film()
        self.set_up = TraySetUp(self.name)
        self.says, self.stirs = NOTHING, None
        self.profile_taken = 0

    def expect(self, colours):
        pass

    def other_dice_may_come(self):
        pass

    def set_up_anew(self):
        self.profile_taken += 1

    def start(self):
        self._inbox.put(DeviceChanged("tray", ok=True))

    def stop(self):
        pass

    def look_at(self, image):
        self._number += 1
        self.film.add(image, self._number / 30)
        self.newest = Frame(image.copy(), self._number / 30, self._number)
        self.preview = Preview(image[::2, ::2].copy(), self._number)

    def lose(self):
        self.newest = self.preview = None
        self._inbox.put(DeviceChanged("tray", ok=False, why=say("the camera was unplugged")))


@pytest.fixture
def controller(monkeypatch, tmp_path):
    """A controller with a tray; files go to a folder of the test's own."""
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    made = TableController(Journal(":memory:"), shelf())
    made.devices.attach(RenderedCamera(made.inbox), None)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def until():
    """Lets frames pass until something holds."""

    def wait(driver, holds, why=""):
        waiting.until(holds, meanwhile=lambda: driver.frames(1), why=why)

    return wait


@pytest.fixture
def person(driver, until, film, monkeypatch):
    made = Person(driver(), until, film)
    see = TraySetup.see

    def seen(setup, picture, *more):
        see(setup, picture, *more)
        made.seen = picture

    monkeypatch.setattr(TraySetup, "see", seen)
    return made
